"""The exact search never scores below the paper's beam."""

import numpy as np
import pytest

from bench_inference import compare
from factories import random_tables, random_values
from oracles.beam import beam_search
from unitdep.core.labels import Reading
from unitdep.inference import Weights, search

WEIGHTS = (Weights(), Weights(irrelevance=2, vertex=0.5, edge=0.3), Weights(vertex=0, edge=0))


@pytest.mark.parametrize("weights", WEIGHTS)
@pytest.mark.parametrize("kind", ["peaked", "flat"])
@pytest.mark.parametrize("size", [2, 3, 4])
def test_exact_search_is_never_below_the_beam(size, kind, weights):
    rng = np.random.default_rng(size)
    for reading in Reading:
        tables, values = random_tables(rng, size, kind), random_values(rng, size)
        ranking = search(tables, values, weights, reading=reading)
        found = beam_search(tables, values, weights, reading=reading)
        assert found is not None
        assert ranking.candidates[0].score >= found.score - 1e-9


@pytest.mark.parametrize("size", [2, 3])
def test_a_beam_that_holds_every_state_finds_the_best(size):
    rng = np.random.default_rng(7)
    for _ in range(5):
        tables, values = random_tables(rng, size, "flat"), random_values(rng, size)
        found = beam_search(tables, values, Weights(), width=100_000)
        best = search(tables, values, Weights()).candidates[0]
        assert found is not None
        assert found.score == pytest.approx(best.score)
        assert found.value == best.value


def test_compare_counts_and_times():
    rng = np.random.default_rng(3)
    given = [(random_tables(rng, size), random_values(rng, size)) for size in (2, 3, 6)]
    result = compare(given, Weights())
    assert result["problems"] == result["proved"] == 3
    assert result["beam_better"] == 0
    assert result["speedup"] > 0
