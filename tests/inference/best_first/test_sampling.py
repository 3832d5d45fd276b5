"""Sampling: the confidence of an answer among more trees than can be listed."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import unitdep
from factories import random_tables, random_values
from unitdep.core.expression import Expression
from unitdep.inference import Weights, search
from unitdep.inference.best_first.sampling import _Sampler, log_mass, unseen_mass
from unitdep.inference.best_first.search import search_large
from unitdep.inference.best_first.tree_scores import tuple_scores
from unitdep.inference.types import Query


class TestManyQuantities:
    @pytest.mark.parametrize("weights", [Weights(temperature=3), Weights(vertex=0, edge=0)])
    @pytest.mark.parametrize("kind", ["peaked", "flat"])
    def test_the_estimate_is_near_the_exact_probability(self, kind: str, weights: Weights) -> None:
        rng = np.random.default_rng(7)
        off = []
        for _ in range(6):
            tables, values = random_tables(rng, 4, kind), random_values(rng, 4)
            exact = search(tables, values, weights, top=100)
            shares = {c.value: c.probability for c in exact.candidates}
            found = search_large(Query(tables, tuple(values), weights)).candidates[0]
            off.append(abs(found.probability - shares[found.value]))
        assert np.mean(off) < 0.05

    def test_the_sum_over_all_trees_is_without_bias(self) -> None:
        rng = np.random.default_rng(3)
        tables, values = random_tables(rng, 3, "flat"), random_values(rng, 3)
        scores = tuple_scores(Query(tables, tuple(values), Weights()))
        drawn = unseen_mass(scores, values, 2.0, frozenset(), draws=20000)
        whole = np.logaddexp.reduce([log_mass(tree, 2.0) for tree, _ in drawn])
        assert np.logaddexp.reduce([mass for _, mass in drawn]) == pytest.approx(whole, abs=0.05)

    def test_chances_add_up(self) -> None:
        rng = np.random.default_rng(5)
        scores = tuple_scores(Query(random_tables(rng, 3), (Fraction(1),) * 3, Weights()))
        sampler = _Sampler(scores, 4.0, scores.size)
        chances: dict[Expression, float] = dict(sampler.draw(rng) for _ in range(20000))
        assert np.exp(list(chances.values())).sum() == pytest.approx(1.0, abs=0.02)

    def test_trees_that_were_seen_are_not_counted_again(self) -> None:
        rng = np.random.default_rng(6)
        tables, values = random_tables(rng, 4), random_values(rng, 4)
        scores = tuple_scores(Query(tables, tuple(values), Weights()))
        drawn = unseen_mass(scores, values, 2.0, frozenset())
        seen = {tree.tree for tree, _ in drawn[:5]}
        again = unseen_mass(scores, values, 2.0, seen)
        assert seen.isdisjoint(tree.tree for tree, _ in again)
        assert len(again) == len(drawn) - len(seen)

    def test_the_same_in_every_run(self) -> None:
        rng = np.random.default_rng(8)
        tables, values = random_tables(rng, 7), random_values(rng, 7)
        first, second = (search(tables, values, Weights()) for _ in range(2))
        assert [c.probability for c in first.candidates] == [
            c.probability for c in second.candidates
        ]

    def test_a_story_with_seven_numbers_is_not_certain(self) -> None:
        text = (
            "Jo sells 3 pens, 5 cups and 7 rings on Monday, and 2 pens, 6 cups, 9 rings and 4 hats "
            "on Tuesday. How many cups does she sell?"
        )
        solution = unitdep.solve(text)
        assert 0 < solution.confidence < 0.95
        assert isinstance(solution.to_dict()["exact"], bool)
