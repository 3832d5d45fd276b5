"""The jointly trained graph model: exact sums, gradients, and a set it can learn."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from numpy.testing import assert_allclose

from unitdep.core.graph import UnitGraph, valid
from unitdep.core.labels import QUESTION, EdgeLabel
from unitdep.research.learning.joint_crf import Group, log_likelihood

NAMES = (0, 1, QUESTION)
ENDS = [(0, 1), (0, QUESTION), (1, QUESTION)]


def group(vertex: list[int], edge: list[int]) -> Group:
    rows = np.zeros((1, 3), np.int64)
    return Group(rows, rows, np.array([vertex]), np.array([edge]))


@pytest.mark.parametrize("seed", range(3))
def test_the_sum_runs_over_exactly_the_valid_graphs(seed: int) -> None:
    rng = np.random.default_rng(seed)
    vertex, edge = rng.normal(size=(1, 3, 2)), rng.normal(size=(1, 3, 6))
    total = 0.0
    for flags in product((0, 1), repeat=3):
        rates = frozenset(v for v, flag in zip(NAMES, flags, strict=True) if flag)
        for labels in product(EdgeLabel, repeat=3):
            if valid(UnitGraph(NAMES, rates, dict(zip(ENDS, labels, strict=True)))):
                score = sum(vertex[0, k, f] for k, f in enumerate(flags))
                score += sum(edge[0, k, label] for k, label in enumerate(labels))
                total += np.exp(score)
    gold = group([0, 1, 0], [EdgeLabel.NUM_BACKWARD, EdgeLabel.SAME_UNIT, EdgeLabel.DEN_FORWARD])
    right = vertex[0, [0, 1, 2], [0, 1, 0]].sum() + edge[0, [0, 1, 2], gold.edge_gold[0]].sum()
    assert log_likelihood(gold, vertex, edge)[0] == pytest.approx(right - np.log(total))


def test_gradients() -> None:
    rng = np.random.default_rng(0)
    vertex, edge = rng.normal(size=(1, 3, 2)), rng.normal(size=(1, 3, 6))
    gold = group([1, 0, 0], [EdgeLabel.DEN_FORWARD, EdgeLabel.NUM_FORWARD, EdgeLabel.NO_RELATION])
    _, by_vertex, by_edge = log_likelihood(gold, vertex, edge)
    step = 1e-6
    for _ in range(5):
        a, b = rng.normal(size=vertex.shape), rng.normal(size=edge.shape)
        up = log_likelihood(gold, vertex + step * a, edge + step * b)[0]
        down = log_likelihood(gold, vertex - step * a, edge - step * b)[0]
        assert_allclose((up - down) / (2 * step), (by_vertex * a).sum() + (by_edge * b).sum(), 1e-5)
