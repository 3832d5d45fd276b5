"""Gold trees and rates for problems that have only answers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from factories import op
from unitdep.core.expression import Expression, Leaf, Operation, Operator, map_leaves, monotonic
from unitdep.core.graph import consistent
from unitdep.core.labels import QUESTION
from unitdep.reading import find_numbers
from unitdep.reading.spacy_pipeline import parse
from unitdep.research.datasets import AnnotatedProblem, Record, annotate, load
from unitdep.research.datasets.infer_labels import (
    Lookup,
    Origin,
    complete,
    complete_counted,
    fold,
    reference_records,
    shortest,
)

PENS = "Ann has 2 pens. She buys 2 more pens. How many pens does she have?"
BOXES = "There are 6 eggs in each box. Bo buys 3 boxes. How many eggs does Bo have?"
FIVES = "Each van holds 5 people. 20 boys and 5 girls go. How many vans do they need?"


ADD, MUL = op(Operator.ADD, 0, 1), op(Operator.MUL, 0, 1)
VANS = Operation(Operator.DIV, op(Operator.ADD, 1, 2), Leaf(0))


def problem(text: str, answer: int | None, tree: Expression | None = None) -> AnnotatedProblem:
    [found] = annotate([Record("p", text)])
    value = None if answer is None else Fraction(answer)
    return AnnotatedProblem("p", found.problem, value, tree, None)


def reference(text: str, tree: Expression, rates: set[int | str] | None = None) -> Record:
    numbers = tuple(find_numbers(parse(text)))
    labels = None if rates is None else frozenset(rates)
    return Record("r", text, tree=tree, numbers=numbers, rates=labels)  # type: ignore[arg-type]


class TestFold:
    def test_case_punctuation_and_numbers(self) -> None:
        one = fold("Sam has twenty-five pens , and 1,200.0 caps . How many ?")
        other = fold("Sam has 25.0 pens and 1200 caps. how many?")
        assert one.key == other.key
        assert one.key[2] == Fraction(25)

    def test_other_numbers_same_wording(self) -> None:
        one, other = fold("7 pens and 3 caps"), fold("4 pens and 9.5 caps")
        assert one.key != other.key
        assert one.wording == other.wording

    def test_places(self) -> None:
        text = "Sam has twenty-five pens and 3 caps."
        assert [text[a:b] for a, b in fold(text).places] == ["twenty-five", "3"]
        numbers = find_numbers(parse(text))
        assert fold(text).indices(numbers) == (0, 1)
        assert fold(text).indices(numbers[1:]) == (None, 0)

    @pytest.mark.parametrize("text", ["", "?!", "İstanbul 3", "½ cup, 3/4 cup", "five-one twenty"])
    def test_odd_texts(self, text: str) -> None:
        assert len(fold(text).places) == sum(isinstance(t, Fraction) for t in fold(text).key)


class TestTrees:
    def test_the_only_expression(self) -> None:
        found = complete_counted([problem(BOXES, 18)], [])
        assert found.problems[0].tree == MUL
        assert found.trees == {Origin.ANSWER: 1}

    def test_fewest_operations(self) -> None:
        text = "Jo is 9. She has 4 red and 6 blue caps. How many caps does she have?"
        assert shortest(problem(text, 10)) == [op(Operator.ADD, 1, 2)]
        assert len(shortest(problem(text, 19))) == 1  # all three

    def test_a_tie_is_left_without_tree(self) -> None:
        [found] = complete([problem(PENS, 4)], [])
        assert (found.tree, found.rates) == (None, None)

    def test_the_same_text_decides_a_tie(self) -> None:
        theirs = reference(PENS.replace("?", " ?").replace("2", "2.0"), ADD)
        found = complete_counted([problem(PENS, 4)], [theirs])
        assert found.problems[0].tree == ADD
        assert found.as_dict() == {"trees": {"text": 1}, "rates": {"additive": 1}}

    def test_the_same_wording_decides_a_tie(self) -> None:
        other = reference(PENS.replace("2 pens", "7 pens"), ADD)
        found = complete_counted([problem(PENS, 4)], [other])
        assert found.trees == {Origin.WORDING: 1}

    def test_a_reference_with_another_answer_decides_nothing(self) -> None:
        wrong = reference(PENS, op(Operator.DIV, 0, 1))
        assert complete([problem(PENS, 4)], [wrong])[0].tree is None

    @pytest.mark.parametrize("answer", [None, 0, 77])
    def test_no_expression(self, answer: int | None) -> None:
        assert shortest(problem(BOXES, answer)) == []
        assert complete([problem(BOXES, answer)], [])[0].tree is None

    def test_equal_numbers_that_an_equation_mixed_up(self) -> None:
        mixed = monotonic(map_leaves(VANS, [2, 1, 0].__getitem__))
        found = complete_counted([problem(FIVES, 5, mixed)], [reference(FIVES, VANS, {0})])
        assert found.problems[0].tree == VANS
        assert found.problems[0].rates == {0}
        assert found.trees == {Origin.TEXT: 1}
        assert complete([problem(FIVES, 5, mixed)], [])[0].tree == mixed


class TestRates:
    def test_none_where_it_only_adds(self) -> None:
        text = "Each of Al's 3 cats is black. Al gets 4 cats. How many cats does he have?"
        found = complete_counted([problem(text, 7)], [])
        assert found.problems[0].rates == frozenset()
        assert found.rates == {Origin.ADDITIVE: 1}

    def test_by_rule(self) -> None:
        found = complete_counted([problem(BOXES, 18)], [])
        assert found.problems[0].rates == {0}
        assert found.rates == {Origin.RULES: 1}

    def test_of_the_same_text_before_rules(self) -> None:
        found = complete_counted([problem(BOXES, 18)], [reference(BOXES, MUL, {1, QUESTION})])
        assert found.problems[0].rates == {1, QUESTION}
        assert found.rates == {Origin.TEXT: 1}

    def test_of_the_same_wording(self) -> None:
        other = BOXES.replace("6", "12")
        found = complete_counted([problem(BOXES, 18)], [reference(other, MUL, {0})])
        assert found.rates == {Origin.WORDING: 1}

    def test_not_those_of_another_tree(self) -> None:
        other = reference(BOXES, op(Operator.DIV, 0, 1), {QUESTION})
        assert complete_counted([problem(BOXES, 18)], [other]).rates == {Origin.RULES: 1}

    def test_given_ones_stay(self) -> None:
        given = AnnotatedProblem("p", problem(BOXES, 18).problem, Fraction(18), MUL, frozenset({1}))
        found = complete_counted([given], [reference(BOXES, MUL, {0})])
        assert found.problems == [given]
        assert found.as_dict() == {"trees": {"given": 1}, "rates": {"given": 1}}


def test_the_record_with_rates_counts() -> None:
    lookup = Lookup([reference(BOXES, MUL), reference(BOXES, MUL, {0}), reference(BOXES, MUL, {1})])
    assert [rates for _, _, rates in lookup.find(problem(BOXES, 18))] == [{0}, {0}]


@pytest.mark.paper
def test_illinois() -> None:
    problems, known = annotate(load("singleop").records), reference_records()
    found = complete_counted(problems, known)
    assert found.trees[Origin.NONE] == found.rates[Origin.NONE] == 1  # its answer is 0
    assert found.rates[Origin.TEXT] > 150
    for p in found.problems:
        assert p.tree is None or p.rates is None or consistent(p.tree, p.rates)
