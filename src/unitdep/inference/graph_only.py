"""Graphs alone: the most probable UDG of a problem (paper, section "Constrained Inference").

Score(G) = sum of Vertex(v, Rate) over rates + lambda x sum of Edge(v_i, v_j, label). Given the
vertex labels the edges do not depend on each other, so the best graph is found by going through the
vertex labellings.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np

from unitdep.core.graph import UnitGraph, allowed_edge_labels
from unitdep.core.labels import QUESTION, EdgeLabel, Vertex
from unitdep.scoring.tables import Floats, number_pairs

_ALLOWED = {
    (first, second): np.array(
        [0.0 if label in allowed_edge_labels(first, second) else -np.inf for label in EdgeLabel]
    )
    for first, second in product((False, True), repeat=2)
}


def decompose(
    vertex: Floats,
    edge: Floats,
    kept: Sequence[int],
    *,
    weight: float = 1.0,
    constrained: bool = True,
) -> UnitGraph:
    """Return the best graph over some quantities and the question.

    ``vertex`` and ``edge`` are tables as in ``ScoreTables``, ``weight`` is lambda; without
    ``constrained`` every label is chosen for itself.
    """
    size = len(vertex) - 1
    vertices: tuple[Vertex, ...] = (*kept, QUESTION)
    rows = [size if v == QUESTION else int(v) for v in vertices]
    odds = vertex[rows, 1] - vertex[rows, 0]
    ends = [(u, v) for k, u in enumerate(vertices) for v in vertices[k + 1 :]]
    scores = edge[[_edge_row(u, v, size) for u, v in ends]]
    if not constrained:
        rates = frozenset(v for v, odd in zip(vertices, odds, strict=True) if odd > 0)
        return UnitGraph(vertices, rates, _labels(ends, scores.argmax(axis=1)))
    best, best_score = None, -np.inf
    for labelling in product((False, True), repeat=len(vertices)):
        is_rate = dict(zip(vertices, labelling, strict=True))
        allowed = scores + np.array([_ALLOWED[is_rate[u], is_rate[v]] for u, v in ends])
        score = float(odds[np.array(labelling)].sum() + weight * allowed.max(axis=1).sum())
        if score > best_score:
            rates = frozenset(v for v in vertices if is_rate[v])
            best = UnitGraph(vertices, rates, _labels(ends, allowed.argmax(axis=1)))
            best_score = score
    assert best is not None
    return best


def _edge_row(first: Vertex, second: Vertex, size: int) -> int:
    pairs = number_pairs(size)
    return len(pairs) + int(first) if second == QUESTION else pairs.index((int(first), int(second)))


def _labels(
    ends: Sequence[tuple[Vertex, Vertex]], chosen: Floats
) -> dict[tuple[Vertex, Vertex], EdgeLabel]:
    return {end: EdgeLabel(int(label)) for end, label in zip(ends, chosen, strict=True)}
