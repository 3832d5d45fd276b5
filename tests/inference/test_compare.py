"""Comparing a given tree with the best one."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from factories import ADD, MUL, SUB, op, random_tables
from unitdep.core.expression import Expression, Leaf
from unitdep.inference import Weights, search
from unitdep.inference.compare import weigh

WEIGHTS = Weights(1.0, 1.0, 0.5, 1.0)
VALUES = [Fraction(v) for v in (7, 3, 11, 5, 2, 13, 19)]


class TestWeigh:
    @pytest.mark.parametrize("size", [2, 3, 4, 5])
    def test_the_best_is_that_of_the_search(self, size: int) -> None:
        tables = random_tables(size, size, "flat")
        scale = weigh(tables, VALUES[:size], WEIGHTS)
        ranking = search(tables, VALUES[:size], WEIGHTS, top=50)
        assert scale.best == ranking.candidates[0]
        for candidate in ranking.candidates:
            assert scale.answer(candidate.value) == candidate
            weighed = scale.tree(candidate.tree)
            assert weighed is not None
            assert weighed.score == pytest.approx(candidate.score)
            assert weighed.rates == candidate.rates
            ratio = ranking.candidates[0].probability / candidate.probability
            assert weighed.behind == pytest.approx(math.log(ratio))

    def test_many_quantities(self) -> None:
        tables = random_tables(1, 7, "flat")
        scale = weigh(tables, VALUES, WEIGHTS)
        assert not scale.complete
        assert scale.best is not None
        weighed = scale.tree(scale.best.tree)
        assert weighed is not None
        assert weighed.behind == pytest.approx(0, abs=1e-6)
        assert weighed.score == pytest.approx(scale.best.score)
        other = scale.tree(op(MUL, op(ADD, 0, 1), 6))
        assert other is not None
        assert other.score <= scale.best.score + 1e-9

    def test_more_quantities_than_are_searched(self) -> None:
        values = [Fraction(k) for k in range(2, 22)]
        scale = weigh(random_tables(2, 20, "flat"), values, WEIGHTS)
        weighed = scale.tree(op(ADD, 17, 19))
        assert weighed is not None
        assert math.isfinite(weighed.behind)
        tree: Expression = Leaf(0)
        for k in range(1, 20):
            tree = op(ADD, tree, k)
        assert scale.tree(tree) is None

    def test_a_tree_that_is_not_positive(self) -> None:
        scale = weigh(random_tables(0, 2, "flat"), VALUES[:2], WEIGHTS)
        weighed = scale.tree(op(SUB, 1, 0))
        assert weighed is not None
        assert weighed.behind == math.inf

    def test_an_answer_that_is_nearly_met(self) -> None:
        scale = weigh(random_tables(0, 2, "flat"), VALUES[:2], WEIGHTS)
        assert scale.answer(Fraction("2.33")) is None
        found = scale.answer(Fraction("2.33"), 0.005)
        assert found is not None
        assert found.value == Fraction(7, 3)
        assert scale.answer(Fraction(-4)) is None
