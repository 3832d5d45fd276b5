"""Candidates: (graph, tree) tuples with the terms of their score."""

from __future__ import annotations

import numpy as np

from unitdep.core.expression import Expression, evaluate, lca_operations, leaves
from unitdep.core.labels import QUESTION, Vertex
from unitdep.inference.types import Candidate, Query
from unitdep.scoring.tables import Floats

_DIGITS = 9  # values equal to this many significant digits are one answer


def candidate(
    query: Query,
    tree: Expression,
    rates: frozenset[Vertex],
    score: float,
    probability: float,
) -> Candidate:
    """Make a candidate of a scored tuple and split its score into the terms of Score(G, T).

    The edge term is what the others leave of the score.
    """
    tables, weights, size = query.tables, query.weights, query.size
    used = set(leaves(tree))
    dropped = [tables.irrelevance[i] for i in range(size) if i not in used]
    rated = [tables.vertex[size if v == QUESTION else int(v)] for v in rates]
    parts = {
        "irrelevance": weights.irrelevance * sum(float(row[1] - row[0]) for row in dropped),
        "lca": sum(
            float(tables.lca[pair_column(*pair, size), operation])
            for pair, operation in lca_operations(tree).items()
        ),
        "vertex": weights.vertex * sum(float(row[1] - row[0]) for row in rated),
    }
    parts["edge"] = score - sum(parts.values()) if weights.edge else 0.0
    value = evaluate(tree, query.values)
    return Candidate(tree, rates, value, score, parts, probability, query.reading)


def pair_column(first: int, second: int, size: int) -> int:
    """Return the row of the pair first < second in the tables of ``size`` quantities."""
    return first * (2 * size - first - 1) // 2 + second - first - 1


def significant(values: Floats) -> Floats:
    """Round to significant digits, so that equal answers have equal floats."""
    with np.errstate(invalid="ignore"):
        scale = 10.0 ** (_DIGITS - 1 - np.floor(np.log10(values)))
        return np.asarray(np.round(values * scale) / scale)
