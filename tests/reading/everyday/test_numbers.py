"""Numbers as everyday problems mean them: compounds, years, names, money."""

from __future__ import annotations

from fractions import Fraction

import pytest

from unitdep.reading.problem import Scope, of_sum, read_problem

ASKED = "How much is it?"


def read(text: str) -> list[tuple[str, Fraction, str]]:
    problem = read_problem(text, scope=Scope.EVERYDAY)
    written = [q for q in problem.quantities if not q.implied]
    return [(q.number.text, q.value, q.unit.numerator) for q in written]


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("The trip took 2 hours and 45 minutes.", 165, "minute"),
        ("It takes 1 h 35 min.", 95, "minute"),
        ("Tim is 5'7\" tall.", 67, "inch"),
        ("Ann is 4 years and 3 months old.", 51, "month"),
        ("Tea costs 3 pounds and 5 pence.", 305, "penny"),
    ],
)
def test_an_amount_in_two_measures_is_one_number(text: str, value: int, unit: str) -> None:
    [(_, found, noun)] = read(f"{text} {ASKED}")
    assert (found, noun) == (value, unit)


@pytest.mark.parametrize(
    "text",
    ["He ran 2 hours, 45 minutes of it uphill.", "It took 2 hours and 75 minutes of rest."],
)
def test_two_amounts_stay_two(text: str) -> None:
    assert len(read(f"{text} {ASKED}")) == 2


def test_years_are_numbers_if_the_text_asks_about_them() -> None:
    born = "Norman was born in 1957."
    assert [v for _, v, _ in read(f"{born} How old was he in 2020?")] == [1957, 2020]
    assert read(f"{born} He has 3 cats and 2 dogs. How many pets has he?")[0][1] == 3


@pytest.mark.parametrize(
    "text",
    [
        "Platform 3 has 48 people and Platform 4 has 65. How many people?",
        "An 18-wheeler has 48 crates and 65 boxes. How many things?",
        "Symphony No. 9 has 48 bars and 65 rests. How many bars?",
    ],
)
def test_names_are_not_numbers(text: str) -> None:
    assert [v for _, v, _ in read(text)] == [48, 65]


@pytest.mark.parametrize(
    ("text", "unit"),
    [("He has 20p coins and 3 notes.", ("penny", "coin")), ("It is 20p each.", ("penny", None))],
)
def test_pence(text: str, unit: tuple[str, str | None]) -> None:
    problem = read_problem(f"{text} {ASKED}", scope=Scope.EVERYDAY)
    found = next(q for q in problem.quantities if q.value == 20).unit
    assert found.numerator == unit[0]
    assert unit[1] in (None, found.denominator)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("How many inches is 5 ft 4 in?", [64]),
        ("Norman was born in 1957. How old was he in 2020?", [2020, 1957]),
        ("Divide 2,016 by 9 please", [2016, 9]),
        ("how many eggs is two and a half dozen", [30]),
    ],
)
def test_what_needs_no_search(text: str, numbers: list[int]) -> None:
    found = of_sum(read_problem(text, scope=Scope.EVERYDAY))
    assert found is not None
    assert [q.value for q in found[0].quantities] == numbers


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("It was -3 degrees and rose by 5 degrees. What is it now?", [-3, 5]),
        ("It is minus 4 degrees in Oslo and 9 in Rome. How much warmer is Rome?", [-4, 9]),
        ("It was 6 degrees below zero, then 10 degrees. How much did it rise?", [-6, 0, 10]),
        ("A 3-5 mile walk takes 2 hours. How many hours are 4 walks?", [3, 5, 2, 4]),
        ("He has 12 - 3 pens and buys 6 pens. How many pens are there?", [12, 3, 6]),
        ("A 6-pack of cans costs 4 dollars. What do 3 cost?", [6, 4, 3]),
    ],
)
def test_numbers_below_zero(text: str, values: list[int]) -> None:
    problem = read_problem(text, scope=Scope.EVERYDAY)
    assert [q.value for q in problem.quantities if not q.implied] == values


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("Pens cost 35p each. How much do 4 pens cost?", "penny"),
        ("Pens cost 35p each. How much are 4 pens?", "penny"),
        ("Tom has 80p. Pens cost 35p each. How many pens can he buy?", "pen"),
        ("A pen costs 35p. How much ink do 4 pens of 3 ml hold?", "milliliter"),
    ],
)
def test_a_price_in_pence_is_asked_for(text: str, unit: str) -> None:
    problem = read_problem(text, scope=Scope.EVERYDAY)
    assert problem.question is not None
    assert problem.question.unit.numerator == unit
