"""Misconceptions: wrong answers worked out by hand from the mistakes that pupils make."""

from __future__ import annotations

from fractions import Fraction

import pytest

from factories import ISABEL, candidate
from unitdep.checking import Judge, Misconception, MistakeKind, Verdict, misconceptions
from unitdep.checking.misconceptions.diagnosis import diagnose_by, explained
from unitdep.checking.misconceptions.priors import priors
from unitdep.checking.right import of_solution
from unitdep.core.labels import QUESTION, Finish, Vertex
from unitdep.inference.types import Candidate, Ranking
from unitdep.reading.arithmetic import parse_indices
from unitdep.reading.problem import Scope, read_problem
from unitdep.solution import Solution, build

SHIRT = "A shirt costs $80. Ann has $90. The shirt is sold at 25% off. What does it cost now?"
BUSES = "There are 130 children. Each bus seats 48 children. How many buses are needed?"
PAGES = "Viktor read a book of 78 pages in 3 days. How many pages did he read per day?"
SUMS = "Ann has 42 red pens, 15 blue pens and 9 cups. How many pens does Ann have?"
RIBBON = "A ribbon is 3 meters long. Ben cuts off 45 centimeters. How many centimeters are left?"


def gold(text: str, tree: str, rates: frozenset[Vertex] = frozenset()) -> Solution:
    """Return what is right; factors of a tree like 0*(1-1) aren't needed here."""
    problem = read_problem(text, scope=Scope.EVERYDAY)
    return build(problem, Ranking((candidate(problem, parse_indices(tree), rates, 1.0),), True))


def buses() -> Solution:
    problem = read_problem(BUSES, scope=Scope.EVERYDAY)
    found = Candidate(
        parse_indices("0/1"), frozenset({1}), Fraction(3), 0.0, {}, 1.0, finish=Finish.UP
    )
    return build(problem, Ranking((found,), True))


def found(solution: Solution, answer: float | str) -> tuple[Misconception, ...]:
    right = of_solution(solution)
    assert right is not None
    return misconceptions([right], Fraction(str(answer)))


FLOWERS = gold(ISABEL, "(0-2)/1", frozenset({1}))


@pytest.mark.parametrize(
    ("solution", "answer", "kind", "expression"),
    [
        (FLOWERS, 48, MistakeKind.OTHER_OPERATION, "66 - 10 - 8"),
        (FLOWERS, 64, MistakeKind.OTHER_OPERATION, "66 - 10 + 8"),
        (FLOWERS, 448, MistakeKind.OTHER_OPERATION, "(66 - 10) * 8"),
        (FLOWERS, 56, MistakeKind.UNFINISHED, "66 - 10"),
        (FLOWERS, "8.25", MistakeKind.IGNORED_NUMBER, "66 / 8"),
        (FLOWERS, -7, MistakeKind.REVERSED, "(10 - 66) / 8"),
        (FLOWERS, 76, MistakeKind.TWO_MISTAKES, "66 + 10"),
        (FLOWERS, 6, MistakeKind.OFF_BY_ONE, ""),
        (FLOWERS, 70, MistakeKind.ARITHMETIC_SLIP, ""),
        (gold(SUMS, "0+1"), 66, MistakeKind.UNNEEDED_NUMBER, "42 + 15 + 9"),
        (gold(SUMS, "0+1"), 51, MistakeKind.WRONG_QUANTITY, "42 + 9"),
        (gold(SUMS, "0+1"), 27, MistakeKind.OTHER_OPERATION, "42 - 15"),
        (gold(SUMS, "0+1"), 39, MistakeKind.COPIED_WRONGLY, "24 + 15"),
        (gold(SUMS, "0+1"), 42, MistakeKind.GAVE_NUMBER, "42"),
        (gold(SUMS, "0+1"), 570, MistakeKind.ARITHMETIC_SLIP, ""),
        (gold(PAGES, "0/1", frozenset({QUESTION})), "0.04", MistakeKind.RATE_UPSIDE_DOWN, "3 / 78"),
        (gold(SHIRT, "0*2"), 55, MistakeKind.PERCENT_AS_NUMBER, "80 - 25"),
        (gold(SHIRT, "0*2"), 2000, MistakeKind.PERCENT_AS_NUMBER, "80 * 25"),
        (gold(SHIRT, "0*2"), 320, MistakeKind.WRONG_WHOLE, "80 / 0.25"),
        (buses(), 2, MistakeKind.ROUNDED_WRONGLY, "130 / 48"),
        (buses(), 34, MistakeKind.ROUNDED_WRONGLY, "130 / 48"),
        (buses(), "2.71", MistakeKind.NEEDS_ROUNDING, "130 / 48"),
    ],
)
def test_the_most_plausible_one(
    solution: Solution, answer: float | str, kind: MistakeKind, expression: str
) -> None:
    first = found(solution, answer)[0]
    assert (first.kind, first.expression) == (kind, expression)


def test_units_that_were_not_converted() -> None:
    problem = read_problem(RIBBON, scope=Scope.EVERYDAY)
    [long] = [q.index for q in problem.quantities if q.value == 3]
    [short] = [q.index for q in problem.quantities if q.value == 45]
    [factor] = [q.index for q in problem.quantities if q.value == 100]
    right = gold(RIBBON, f"{long}*{factor}-{short}", frozenset({factor}))
    assert right.answer == 255
    assert found(right, -42)[0].kind is MistakeKind.NOT_CONVERTED


def test_nothing_to_explain() -> None:
    assert found(FLOWERS, 7) == ()
    assert found(FLOWERS, 123456) == ()


def test_probabilities_are_shares_of_all_explanations() -> None:
    everything = found(FLOWERS, 56)
    assert len(everything) > 1
    assert sum(one.probability for one in everything) == pytest.approx(1)
    assert sorted(everything, key=lambda one: -one.probability) == list(everything)


@pytest.mark.parametrize("answer", [48, 56, 64, 6, 8, 76, -7])
def test_nothing_is_said_as_a_fact_and_the_pupil_does_not_hear_the_answer(answer: int) -> None:
    for one in found(FLOWERS, answer):
        assert one.kind is MistakeKind.GAVE_NUMBER or "perhaps" in one.teacher
        assert not any(sign.isdigit() for sign in one.pupil)


def test_every_kind_has_a_prior() -> None:
    assert set(priors()) == set(MistakeKind)
    assert min(priors().values()) > 0


class TestChecks:
    """A check names the mistake only if it's known what is right."""

    JUDGE = Judge(FLOWERS.problem, FLOWERS, None)

    def test_a_bare_answer(self) -> None:
        result = self.JUDGE.check("48", "7 bouquets")
        assert result.misconception is not None
        assert result.misconception.name == "subtracted instead of divided"

    def test_a_right_answer_has_none(self) -> None:
        assert self.JUDGE.check("7", "7 bouquets").misconception is None
        assert explained(self.JUDGE.check("7", "7 bouquets")) == ()

    def test_steps_say_what_the_mistake_is(self) -> None:
        result = self.JUDGE.check("66 - 10 = 56, 56 - 8 = 48", "7 bouquets")
        assert result.misconception is None or (
            result.misconception.kind.value == result.finding.value
        )

    def test_in_the_unit_of_the_right_answer(self) -> None:
        text = "A rope is 3 meters long and a string is 2 meters. How many meters are both?"
        right = gold(text, "0+1")
        result = Judge(right.problem, right, None).check("100 cm", "5 meters")
        assert result.misconception is not None
        assert result.misconception.expression == "3 - 2"

    def test_an_unsure_program_says_so(self) -> None:
        from dataclasses import replace

        unsure = replace(FLOWERS, confidence=0.4)
        found = diagnose_by(Judge(unsure.problem, unsure, None), "48")
        assert found.check.verdict is Verdict.CANNOT_TELL
        assert not found.sure
        assert "isn't sure" in found.note
        assert all(one.teacher.startswith("If 7 bouquets is right") for one in found.misconceptions)
        assert found.check.misconception is None


@pytest.mark.parametrize(
    ("text", "tree", "rates", "answer", "sentence"),
    [
        (
            "Ann has 5 boxes with 6 pens each. How many pens has Ann?",
            "0*1",
            frozenset[Vertex]({1}),
            "1",
            "6 - 5 makes 1: perhaps subtracted instead of multiplied.",
        ),
        (
            "Tom has 5 apples. He buys 7 more. How many apples does he have now?",
            "0+1",
            frozenset[Vertex](),
            "2",
            "7 - 5 makes 2: perhaps subtracted instead of added.",
        ),
    ],
)
def test_no_order_to_get_wrong_and_no_slip_so_far_off(
    text: str, tree: str, rates: frozenset[Vertex], answer: str, sentence: str
) -> None:
    right = gold(text, tree, rates)
    found = diagnose_by(Judge(right.problem, right, None), answer, str(right.answer))
    assert [m.teacher for m in found.misconceptions] == [sentence]
