"""Graphs alone: hand-made tables."""

from __future__ import annotations

import numpy as np
import pytest

from unitdep.core.graph import valid
from unitdep.core.labels import QUESTION, EdgeLabel
from unitdep.inference.graph_only import decompose
from unitdep.scoring.linear.model import log_softmax


def tables(rates: set[int], edges: dict[int, EdgeLabel], size: int = 2, sure: float = 3.0):
    vertex = np.zeros((size + 1, 2))
    for row in range(size + 1):
        vertex[row, int(row in rates)] = sure
    edge = np.zeros((size * (size - 1) // 2 + size, 6))
    for row, label in edges.items():
        edge[row, label] = sure
    return log_softmax(vertex), log_softmax(edge)


def test_labels_that_fit_are_kept() -> None:
    vertex, edge = tables(
        {1}, {0: EdgeLabel.NUM_BACKWARD, 1: EdgeLabel.NO_RELATION, 2: EdgeLabel.DEN_FORWARD}
    )
    for constrained in (True, False):
        graph = decompose(vertex, edge, [0, 1], constrained=constrained)
        assert graph.rates == {1}
        assert dict(graph.labels) == {
            (0, 1): EdgeLabel.NUM_BACKWARD,
            (0, QUESTION): EdgeLabel.NO_RELATION,
            (1, QUESTION): EdgeLabel.DEN_FORWARD,
        }


def test_constraints_let_edges_overrule_a_vertex() -> None:
    edges = {0: EdgeLabel.DEN_BACKWARD, 1: EdgeLabel.SAME_UNIT, 2: EdgeLabel.NUM_FORWARD}
    vertex, edge = tables(set(), edges, sure=2.0)
    free = decompose(vertex, edge, [0, 1], constrained=False)
    assert not valid(free)
    bound = decompose(vertex, edge, [0, 1], weight=1.0)
    assert valid(bound)
    assert bound.rates == {1}
    weak = decompose(vertex, edge, [0, 1], weight=0.01)
    assert valid(weak)
    assert weak.rates == set()


def test_only_kept_quantities_are_vertices() -> None:
    rng = np.random.default_rng(0)
    vertex, edge = log_softmax(rng.normal(size=(5, 2))), log_softmax(rng.normal(size=(10, 6)))
    graph = decompose(vertex, edge, [1, 3])
    assert graph.vertices == (1, 3, QUESTION)
    assert set(graph.labels) == {(1, 3), (1, QUESTION), (3, QUESTION)}


@pytest.mark.parametrize("seed", range(5))
def test_best_of_all_valid_graphs(seed: int) -> None:
    from itertools import product

    rng = np.random.default_rng(seed)
    vertex = log_softmax(2 * rng.normal(size=(3, 2)))
    edge = log_softmax(2 * rng.normal(size=(3, 6)))
    from unitdep.core.graph import UnitGraph

    ends = [(0, 1), (0, QUESTION), (1, QUESTION)]
    names = (0, 1, QUESTION)

    def score(rates, labels) -> float:
        odds = sum(vertex[k, 1] - vertex[k, 0] for k, v in enumerate(names) if v in rates)
        return odds + 0.7 * sum(edge[k, label] for k, label in enumerate(labels))

    best = max(
        score(rates, labels)
        for flags in product((0, 1), repeat=3)
        for rates in [frozenset(v for v, flag in zip(names, flags, strict=True) if flag)]
        for labels in product(EdgeLabel, repeat=3)
        if valid(UnitGraph(names, rates, dict(zip(ends, labels, strict=True))))
    )
    found = decompose(vertex, edge, [0, 1], weight=0.7)
    assert score(found.rates, [found.labels[end] for end in ends]) == pytest.approx(best)
