"""The gate: what a text implies, and the kinds of what is written."""

from __future__ import annotations

from fractions import Fraction

import pytest

from unitdep.core.labels import Kind
from unitdep.reading.problem import Problem, Scope, read_problem


def everyday(text: str) -> Problem:
    return read_problem(text, scope=Scope.EVERYDAY)


def implied(text: str) -> set[tuple[str, Fraction, Kind]]:
    return {
        (q.number.text, q.value, q.kind)
        for q in everyday(text).quantities
        if q.implied and q.kind is not Kind.AGAIN
    }


@pytest.mark.parametrize(
    ("text", "word", "value", "kind"),
    [
        ("Ben reads 11 pages a day. How many in 9 weeks?", "weeks", 7, Kind.CONSTANT),
        ("It took 2 hours and then 5 minutes. How many minutes?", "hours", 60, Kind.CONSTANT),
        ("3 cars stop. How many wheels are that with 8 more?", "cars", 4, Kind.CONSTANT),
        ("I have 3 dimes and 20 cents. How many cents?", "dimes", 10, Kind.CONSTANT),
        ("The 2 spiders have 3 webs. How many legs?", "spiders", 8, Kind.CONSTANT),
        ("Sue saved £3 and 40p. How many pence is that?", "£", 100, Kind.CONSTANT),
        ("He doubled his 6 stamps and bought 2. How many now?", "doubled", 2, Kind.FACTOR),
        ("A fence goes around a garden of 5 m by 3 m. How long is it?", "fence", 2, Kind.SHAPE),
        ("Find the mean of 9, 3 and 6.", "mean", 3, Kind.COUNT),
        ("It is 3 km there and back is 4 km more. How far?", "and back", 2, Kind.COUNT),
    ],
)
def test_what_is_proposed(text: str, word: str, value: int, kind: Kind) -> None:
    assert (word, Fraction(value), kind) in implied(text)


@pytest.mark.parametrize(
    "text",
    [
        "Tom has 5 apples and 3 pears. How many pieces of fruit has he?",
        "Isabel picked 66 flowers and 10 wilted. How many are left?",
        "Each box holds 8 pens. How many boxes hold 56 pens?",
    ],
)
def test_a_text_that_implies_nothing(text: str) -> None:
    problem, paper = everyday(text), read_problem(text)
    assert [q.number for q in problem.quantities] == [q.number for q in paper.quantities]
    assert all(q.kind is Kind.AMOUNT for q in problem.quantities)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("35% of the 240 pupils are boys. How many?", [Kind.FACTOR, Kind.AMOUNT]),
        ("The kids ate 1/4 of the 36 cookies. How many?", [Kind.FACTOR, Kind.AMOUNT]),
        ("Add 1/2 cup to 3 cups. How many cups?", [Kind.AMOUNT, Kind.AMOUNT]),
        ("He has 5. She has 3 times as many. How many?", [Kind.AMOUNT, Kind.FACTOR]),
        ("He ran 5 km 3 times. How far?", [Kind.AMOUNT, Kind.AMOUNT]),
        ("It lasts 20 minutes from 9:15. When is it over?", [Kind.AMOUNT, Kind.CLOCK]),
    ],
)
def test_kinds_of_written_numbers(text: str, kinds: list[Kind]) -> None:
    assert [q.kind for q in everyday(text).quantities if not q.implied] == kinds


def test_names_are_not_quantities() -> None:
    problem = everyday("Year 6 has 28 pupils and Class 3 has 25. How many pupils is that?")
    assert [q.value for q in problem.quantities if not q.implied] == [28, 25]


def test_one_amount_again() -> None:
    text = "She has 3 red pens, as many blue ones and the same number of green ones. How many?"
    assert [q.kind for q in everyday(text).quantities].count(Kind.AGAIN) == 1


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("130 children go in buses of 48. How many buses are needed?", True),
        ("A jug has 3 litres for 4 people. How many litres does each get?", False),
        ("3 friends share 10 pounds. How much does each get?", False),
    ],
)
def test_things_that_come_whole(text: str, whole: bool) -> None:
    question = everyday(text).question
    assert question is not None
    assert question.whole is whole


def test_nearest() -> None:
    question = everyday("How many is 47 and 38, to the nearest ten?").question
    assert question is not None
    assert question.nearest == 10
