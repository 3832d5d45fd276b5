"""From a (graph, tree) tuple to the candidate that a person sees."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from unitdep.core.expression import Expression, evaluate, lca_operations, leaves
from unitdep.core.labels import QUESTION, Reading, Vertex
from unitdep.inference.types import Candidate, Weights
from unitdep.scoring.tables import Floats, ScoreTables

_DIGITS = 9  # values equal to so many significant digits are one answer


def candidate(
    tree: Expression,
    rates: frozenset[Vertex],
    score: float,
    probability: float,
    tables: ScoreTables,
    values: Sequence[Fraction],
    weights: Weights,
    reading: Reading,
) -> Candidate:
    """Make a candidate of a scored tuple, with the terms of Score(G, T) apart.

    The edge term is what the others leave of the score.
    """
    used = set(leaves(tree))
    size = len(values)
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
    return Candidate(tree, rates, evaluate(tree, values), score, parts, probability, reading)


def pair_column(first: int, second: int, size: int) -> int:
    """Return the row of the pair first < second in the tables of ``size`` quantities."""
    return first * (2 * size - first - 1) // 2 + second - first - 1


def significant(values: Floats) -> Floats:
    """Round to significant digits, so that equal answers have equal floats."""
    with np.errstate(invalid="ignore"):
        scale = 10.0 ** (_DIGITS - 1 - np.floor(np.log10(values)))
        return np.asarray(np.round(values * scale) / scale)
