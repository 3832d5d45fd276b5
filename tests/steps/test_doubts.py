"""Doubts: what speaks against an answer."""

from __future__ import annotations

import pytest

from unitdep import Solver, solve
from unitdep.solver import default_solver
from unitdep.steps.doubts import Concern


@pytest.mark.model
@pytest.mark.parametrize(
    ("text", "concern"),
    [
        (
            "Ann has 3 pens and buys 4 pens in a 20% sale. How many pens does she have now?",
            Concern.FACTOR,
        ),
        ("Ann has 3 pens and kjh23. She buys 5 pens. How many pens has she?", Concern.UNREAD),
        ("Ann works on her own. She has 3 pens and 5 cups. How many things?", Concern.BEYOND),
        ("Ann has 3 pens and 5 cups, and a few hats. How many things?", Concern.VAGUE),
        ("Ann earns $3 for every 5 cans. She has 40 cans in all. What is earned?", Concern.BEYOND),
        ("It was -3 degrees and rose by 5 degrees. What is it now?", Concern.NEGATIVE),
        ("There are 3 red hens, 4 ducks and a goat. How many animals are there?", Concern.UNSTATED),
        ("Ann has 3 pens, 4 cups, and an old hat. How many things has she?", Concern.UNSTATED),
        (
            "23 people sat in a bus. 9 got on and a few got off. How many are now in it?",
            Concern.UNSTATED,
        ),
        (
            "Ann took 3 pills at noon and 2 at night. How many pills are left in the box?",
            Concern.UNSTATED,
        ),
        ("I served 32 guests at lunch and 27 at night. How much money did I take?", Concern.ASKED),
        (
            "A tin is 24 cm wide and 7 cm deep. What is its volume in cubic centimetres?",
            Concern.ASKED,
        ),
    ],
)
def test_concerns(text: str, concern: Concern) -> None:
    assert concern in {doubt.concern for doubt in solve(text).warnings}


@pytest.mark.model
def test_other_questions_are_told_until_they_are_answered() -> None:
    text = "Ann has 3 pens and Ben has 5 pens. How many have they? How many more has Ben?"
    *_, last = default_solver().solve_all(text)
    assert [doubt.concern for doubt in last.warnings] == [Concern.QUESTIONS]
    assert solve(text).earlier
    assert solve(text).warnings == ()


@pytest.mark.model
@pytest.mark.parametrize(
    "text",
    [
        "Ann bakes 3 cakes, 4 pies and a half cake. How many things does she bake?",
        "Ann has 3 pens and 4 cups and a friend gives her 5 hats. How many things has she?",
    ],
)
def test_only_what_ends_a_list_is_one_more(text: str) -> None:
    assert Concern.UNSTATED not in {doubt.concern for doubt in solve(text).warnings}


@pytest.mark.model
def test_a_remainder_has_the_unit_of_what_is_divided() -> None:
    solution = solve("66 flowers are put in bouquets of 8. How many flowers are left over?")
    assert solution.answer_text == "2 flowers"
    assert solution.warnings == ()


@pytest.mark.parametrize(
    ("text", "concern"),
    [
        ("130 children go on a trip in buses of 48. How many buses are needed?", Concern.BROKEN),
        ("240 pupils go to a school and 35% are boys. How many girls are there?", Concern.UNITS),
    ],
)
def test_concerns_in_the_papers_scope(text: str, concern: Concern) -> None:
    found = Solver.load("linear").solve(text).warnings
    assert concern in {doubt.concern for doubt in found}


@pytest.mark.model
@pytest.mark.parametrize(
    "text",
    [
        "Ann has 3 pens and buys 4 pens. How many pens does Ann have now?",
        "Room 25 has 3 desks and 4 desks are brought in. How many desks are there?",
        "When Ann came, there were 3 pens. She brought 4 pens. How many pens are there now?",
        "It was 6 degrees and got 4 degrees warmer. How many degrees was it then?",
    ],
)
def test_nothing_speaks_against_it(text: str) -> None:
    assert solve(text).warnings == ()


def test_no_answer_no_doubts() -> None:
    assert solve("Hello.").warnings == ()
