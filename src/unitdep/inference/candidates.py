"""From a (graph, tree) tuple to the candidate that a person sees."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from unitdep.expression import Expression, evaluate, lca_operations, leaves
from unitdep.graph import QUESTION, Reading, UnitGraph, Vertex, derive
from unitdep.inference.types import Candidate
from unitdep.inference.weights import Weights
from unitdep.scoring.tables import Floats, ScoreTables

_DIGITS = 9  # values equal to so many significant digits are one answer


def candidate(
    tree: Expression,
    rates: frozenset[Vertex],
    tables: ScoreTables,
    values: Sequence[Fraction],
    weights: Weights,
    reading: Reading,
    probability: float,
) -> Candidate:
    """Make a candidate of a tuple, with the terms of Score(G, T) one by one (paper's formula)."""
    graph = derive(tree, rates, reading)
    used = set(leaves(tree))
    size = len(values)
    odds = tables.irrelevance[:, 1] - tables.irrelevance[:, 0]
    rate_odds = tables.vertex[:, 1] - tables.vertex[:, 0]
    parts = {
        "irrelevance": weights.irrelevance
        * sum(float(odds[i]) for i in range(size) if i not in used),
        "lca": sum(
            float(tables.lca[pair_column(*pair, size), operation])
            for pair, operation in lca_operations(tree).items()
        ),
        "vertex": weights.vertex
        * sum(float(rate_odds[size if v == QUESTION else int(v)]) for v in rates),
        "edge": weights.edge * _edge_sum(graph, tables.edge, size),
    }
    return Candidate(tree, graph, evaluate(tree, values), sum(parts.values()), parts, probability)


def _edge_sum(graph: UnitGraph, edge: Floats, size: int) -> float:
    total = 0.0
    for (first, second), label in graph.labels.items():
        if second == QUESTION:
            row = size * (size - 1) // 2 + int(first)
        else:
            row = pair_column(int(first), int(second), size)
        total += float(edge[row, label])
    return total


def pair_column(first: int, second: int, size: int) -> int:
    """Give the row of the pair first < second in the tables of ``size`` quantities."""
    return first * (2 * size - first - 1) // 2 + second - first - 1


def significant(values: Floats) -> Floats:
    """Round to significant digits, so that equal answers have equal floats."""
    scale = 10.0 ** (_DIGITS - 1 - np.floor(np.log10(values)))
    return np.asarray(np.round(values * scale) / scale)
