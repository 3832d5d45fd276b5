"""Ladders of hints, with what each rung must say worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from factories import candidate
from unitdep.core.expression import Expression
from unitdep.core.labels import Vertex
from unitdep.hints import HintKind, Ladder, ladder
from unitdep.hints.secrecy import tells
from unitdep.inference.types import Ranking
from unitdep.reading.arithmetic import parse_indices
from unitdep.reading.problem import Scope, read_problem
from unitdep.solution import Solution, build

EGGS = (
    "A farm packs 12 eggs in each carton. On Monday it fills 9 cartons, and the 3 hens in the barn "
    "lay 5 eggs more. How many eggs are there in all?"
)


def gold(text: str, tree: str, rates: frozenset[Vertex] = frozenset()) -> Solution:
    """Return the solution that a tree over the numbers of a text makes."""
    problem = read_problem(text, scope=Scope.EVERYDAY)
    parsed: Expression = parse_indices(tree)
    return build(problem, Ranking((candidate(problem, parsed, rates, 1.0),), True))


def kinds(found: Ladder) -> list[str]:
    return [hint.kind.value for hint in found.hints]


@pytest.fixture(scope="module")
def eggs() -> Solution:
    return gold(EGGS, "0*1+3", frozenset({0}))


class TestGold:
    def test_goes_from_general_to_particular(self, eggs: Solution) -> None:
        found = ladder(eggs, known=True)
        assert kinds(found) == [
            *("asked", "numbers", "together", "operation", "step", "step", "whole")
        ]
        assert [hint.level for hint in found.hints] == list(range(1, 8))
        assert found.complete
        assert not found.note

    def test_says_what_a_pupil_needs(self, eggs: Solution) -> None:
        asked, numbers, together, operation, step, then, whole = (
            hint.text for hint in ladder(eggs, known=True).hints
        )
        assert asked.endswith("The answer is a number of eggs.")
        assert numbers == "You don't need all of the numbers. You need 12, 9 and 5, but not 3."
        assert together.startswith("12 says how many eggs there are for each carton")
        assert operation == (
            "Start by multiplying: eggs for each carton, times the number of cartons, makes eggs."
        )
        assert step == "12 eggs for each carton × 9 cartons = ? eggs"
        assert then == "Then: your result + 5 eggs = ? eggs"
        assert whole.endswith("The answer is 113 eggs.")

    def test_a_number_of_the_text_that_is_the_answer_is_not_said(self) -> None:
        found = ladder(gold("Ann has 8 pens. She loses 4. How many are left?", "0-1"), known=True)
        assert found.complete
        assert not any(tells(hint.text, Fraction(4)) for hint in found.hints[:-1])
        assert kinds(found)[:2] == ["asked", "numbers"]


class TestWorkSoFar:
    def test_begins_after_what_is_done(self, eggs: Solution) -> None:
        found = ladder(eggs, work="12 * 9 = 108", known=True)
        assert kinds(found) == ["operation", "step", "whole"]
        assert found.hints[1].text == "108 eggs + 5 eggs = ? eggs"

    def test_begins_with_what_is_wrong(self, eggs: Solution) -> None:
        found = ladder(eggs, work="12 * 9 = 108, 108 + 3 = 111", known=True)
        assert found.hints[0].kind is HintKind.MISTAKE
        assert kinds(found)[1] == "together"  # 3 counts hens

    def test_right_work_needs_no_hint(self, eggs: Solution) -> None:
        found = ladder(eggs, work="12 * 9 + 5 = 113 eggs", known=True)
        assert not found.hints
        assert "right" in found.note

    def test_what_cannot_be_read_counts_as_nothing(self, eggs: Solution) -> None:
        assert ladder(eggs, work="no idea", known=True) == ladder(eggs, known=True)


@pytest.mark.parametrize(
    ("text", "secret", "told"),
    [
        ("There are twelve.", 12, True),
        ("A dozen of them.", 12, True),
        ("1,200 pens", 1200, True),
        ("12.0 pens", 12, True),
        ("25% of it", Fraction(1, 4), True),
        ("It ends at 11:35 am.", 695, True),
        ("120 or 112 or 1.2", 12, False),
        ("Which ones, first or last?", 1, False),
    ],
)
def test_what_tells_a_number(text: str, secret: int | Fraction, told: bool) -> None:
    assert tells(text, Fraction(secret)) is told
