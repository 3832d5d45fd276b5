"""Why not another answer: each sentence says what is different about it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from factories import ADD, DIV, ISABEL, MUL, SUB, op
from unitdep.core.expression import Expression, Leaf, Operation, evaluate
from unitdep.core.graph import derive
from unitdep.core.labels import Face, Finish, Vertex
from unitdep.explain.contrast import why_not
from unitdep.reading.problem import Scope, read_problem
from unitdep.solution import Solution


def answer(
    text: str, tree: Expression, rates: frozenset[Vertex] = frozenset(), scope: Scope = Scope.PAPER
) -> Solution:
    problem = read_problem(text, scope=scope)
    values = [quantity.value for quantity in problem.quantities]
    return Solution(problem, evaluate(tree, values), tree=tree, graph=derive(tree, rates))


BEST = answer(ISABEL, op(DIV, op(SUB, 0, 2), 1), frozenset({1}))


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (answer(ISABEL, op(DIV, 0, 1), frozenset({1})), ["It doesn't use 10 flowers."]),
        (
            answer(ISABEL, op(DIV, op(ADD, 0, 2), 1), frozenset({1})),
            [
                "It adds 66 flowers and 10 flowers; the answer above takes 10 flowers from 66 "
                "flowers."
            ],
        ),
        (
            replace(BEST, finish=Finish.UP),
            ["It rounds the result up; the answer above leaves the result as it is."],
        ),
        (BEST, ["It takes the same numbers in another way."]),
    ],
)
def test_differences(other: Solution, said: list[str]) -> None:
    assert list(why_not(BEST, other)) == said


def test_units_come_first() -> None:
    other = answer(ISABEL, op(SUB, op(SUB, 0, 2), 1))
    first, *_ = why_not(BEST, other)
    assert first.startswith("The units of its step")


def test_numbers_that_the_best_answer_leaves_out() -> None:
    text = "Ann is 9 years old. She has 3 pens and buys 4 pens. How many pens does Ann have?"
    best, other = answer(text, op(ADD, 1, 2)), answer(text, op(ADD, 1, op(ADD, 2, 0)))
    said = [line for line in why_not(best, other) if "also uses" in line]
    assert len(said) == 1
    assert said[0].startswith("It also uses 9 years, but years play no part")


def test_the_face_of_a_percentage() -> None:
    text = "A coat costs 80 dollars. It is 25% off. What is the sale price?"
    trees = [Operation(MUL, Leaf(0), Leaf(1, face)) for face in (Face.LESS, Face.PLUS)]
    best, other = (answer(text, tree, scope=Scope.EVERYDAY) for tree in trees)
    assert "It puts 25% on top; the answer above takes 25% off." in why_not(best, other)


def test_nothing_to_compare() -> None:
    assert why_not(replace(BEST, tree=None), BEST) == ()
