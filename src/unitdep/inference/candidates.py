"""Candidates: (graph, tree) tuples with the terms of their score."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from unitdep.core.expression import (
    Expression,
    Operation,
    Operator,
    evaluate,
    lca_operations,
    leaf_nodes,
    leaves,
)
from unitdep.core.labels import QUESTION, Finish, Kind, Vertex
from unitdep.inference.finishes import finish_exactly
from unitdep.inference.types import Candidate, Query
from unitdep.scoring.tables import EverydayTables, Floats

_DIGITS = 9  # values equal to this many significant digits are one answer


def candidate(
    query: Query,
    tree: Expression,
    rates: frozenset[Vertex],
    score: float,
    probability: float,
    *,
    stands_for: Mapping[int, int] | None = None,
    finish: Finish = Finish.EXACT,
) -> Candidate:
    """Make a candidate of a scored tuple and split its score into the terms of Score(G, T).

    The edge term is what the others leave of the score.
    """
    tables, weights, size = query.tables, query.weights, query.size
    stands_for = {v: i for v, i in (stands_for or {}).items() if v in set(leaves(tree))}
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
    if tables.everyday is not None:
        parts |= _everyday_parts(query, tables.everyday, tree, stands_for, finish)
    parts["edge"] = score - sum(parts.values()) if weights.edge else 0.0
    values = list(query.values)
    for vertex, other in stands_for.items():
        values[vertex] = query.values[other]
    divisor = None
    if isinstance(tree, Operation) and tree.operator is Operator.DIV:
        divisor = evaluate(tree.right, values)
    return Candidate(
        tree,
        rates,
        finish_exactly(finish, evaluate(tree, values), divisor, query.nearest),
        score,
        parts,
        probability,
        query.reading,
        frozenset(i for i in used if query.pure[i]),
        stands_for,
        finish,
    )


def _everyday_parts(
    query: Query,
    tables: EverydayTables,
    tree: Expression,
    stands_for: Mapping[int, int],
    finish: Finish,
) -> dict[str, float]:
    faces = {leaf.index: leaf.face for leaf in leaf_nodes(tree)}
    return {
        "face": sum(
            float(tables.face[i, face])
            for i, face in faces.items()
            if query.kinds[i] is Kind.FACTOR
        ),
        "again": sum(float(tables.again[v, i]) for v, i in stands_for.items()),
        "finish": 0.0 if query.nearest is not None else float(tables.finish[finish]),
    }


def pair_column(first: int, second: int, size: int) -> int:
    """Return the row of the pair first < second in the tables of ``size`` quantities."""
    return first * (2 * size - first - 1) // 2 + second - first - 1


def significant(values: Floats) -> Floats:
    """Round to significant digits, so that equal answers have equal floats."""
    with np.errstate(invalid="ignore"):
        scale = 10.0 ** (_DIGITS - 1 - np.floor(np.log10(np.where(values == 0, 1.0, values))))
        return np.asarray(np.round(values * scale) / scale)
