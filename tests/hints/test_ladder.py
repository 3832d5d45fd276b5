"""Ladders of hints, with what each rung must say worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from factories import candidate
from unitdep.core.expression import Expression, Operator
from unitdep.core.labels import QUESTION, Vertex
from unitdep.hints import HintKind, Ladder, ladder
from unitdep.hints.number_rungs import numbers
from unitdep.hints.reading_rungs import asked
from unitdep.hints.secrecy import tells
from unitdep.hints.wording import paired
from unitdep.inference.types import Ranking
from unitdep.reading.arithmetic import parse_indices
from unitdep.reading.problem import Scope, read_problem
from unitdep.solution import Solution, build, unsolved

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
        assert together.startswith("12 says how many eggs there are for each carton. 5 counts eggs")
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

    def test_a_number_that_is_needed_and_not_needed(self) -> None:
        text = "Ann has 9 pens and 4 cups. Ben gives her 4 pens. How many pens does Ann have?"
        numbers = ladder(gold(text, "0+2"), known=True).hints[1].text
        assert numbers.endswith("You need 9 and 4. Take care: the problem has 4 more than once.")

    def test_percentages_stay_percentages(self) -> None:
        text = "A coat costs $80. Ann pays 25% of that. How much does she pay?"
        texts = [hint.text for hint in ladder(gold(text, "0*1"), known=True).hints]
        assert "80 dollars × 25% = ? dollars" in texts
        assert "Start by multiplying: 25% of 80 dollars is wanted." in texts

    def test_units_that_cannot_be_said_are_left_out(self) -> None:
        text = "Ann has 3 pens, 4 cups and 5 hats. What is the product of all three numbers?"
        texts = [hint.text for hint in ladder(gold(text, "0*1*2"), known=True).hints]
        assert "3 pens × 4 cups = ?" in texts

    @pytest.mark.model
    def test_where_the_program_is_not_sure_there_is_no_answer(self) -> None:
        from unitdep.solver import solve

        unsure = replace(solve("Ann has 3 pens and 4 pens. How many?"), confidence=0.3)
        found = unsure.hints()
        assert not found.complete
        assert found.note
        assert not any(tells(hint.text, Fraction(7)) for hint in found.hints)

    def test_without_an_answer_there_is_no_help(self) -> None:
        found = unsolved(read_problem("Hello."), "nothing to compute").hints()
        assert (found.hints, found.note) == (
            (),
            "I can't help with this problem: nothing to compute.",
        )


class TestWording:
    def test_a_step_that_would_tell_the_answer_is_said_once_and_vaguely(self) -> None:
        text = "A jar holds 100 ml of vinegar. How many jars can be filled from a can of 10 litres?"
        solution = gold(text, "1*2/0", frozenset({0, 2}))
        texts = [hint.text for hint in ladder(solution, known=True).hints]
        assert "Then divide your result by the number of milliliters for each jar." in texts
        assert not any("Then: Then" in said for said in texts)

    @pytest.mark.parametrize(
        ("operator", "said"),
        [
            (Operator.ADD, "6 and 2"),
            (Operator.SUB, "2 from 6"),
            (Operator.MUL, "6 by 2"),
            (Operator.DIV, "6 by 2"),
        ],
    )
    def test_numbers_after_a_verb(self, operator: Operator, said: str) -> None:
        assert paired(operator, "6", "2") == said

    def test_a_first_step_without_a_reason_has_its_numbers(self) -> None:
        text = "Ann has 3 pens, 4 cups and 5 hats. What is the product of all three numbers?"
        texts = [hint.text for hint in ladder(gold(text, "0*1*2"), known=True).hints]
        assert "Start by multiplying 3 pens by 4 cups." in texts

    def test_a_first_step_that_would_tell_the_answer_says_what_is_counted(self) -> None:
        text = "Bo has 5 coins, finds 7 coins and then loses 7 coins. How many has he?"
        texts = [hint.text for hint in ladder(gold(text, "0+1-2"), known=True).hints]
        assert "Start by adding: both numbers are about coins." in texts
        assert not any(tells(said, Fraction(5)) for said in texts[:-1])

    def test_what_is_not_known_of_is_not_ruled_out(self) -> None:
        problem = read_problem("Hugo is 12 and Omar is 7. Hugo turns 41.", scope=Scope.EVERYDAY)
        assert numbers(problem, {2}, ()) == ["You need 41, and perhaps other numbers."]

    def test_a_one_that_no_one_sees_does_not_count(self) -> None:
        text = "Ana solved 14 riddles in one sitting and 9 at home. How many riddles are that?"
        problem = read_problem(text, scope=Scope.EVERYDAY)
        assert [q.value for q in problem.quantities] == [14, 1, 9]
        assert numbers(problem, {0, 2}, {1}) == ["You need both numbers: 14 and 9."]

    def test_noon_is_not_listed_and_words_are_quoted(self) -> None:
        text = "At noon a shop has twelve pens, 7 cups and 5 hats. How many pens and cups are that?"
        problem = read_problem(text, scope=Scope.EVERYDAY)
        assert [q.number.text for q in problem.quantities] == ["noon", "twelve", "7", "5"]
        said = numbers(problem, {1, 2}, {0, 3})[0]
        assert said == "You don't need all of the numbers. You need twelve and 7, but not 5."

    @pytest.mark.parametrize("end", ["1:20 pm", "1:20 p.m."])
    def test_times_of_day(self, end: str) -> None:
        text = f"Ravi reads from 9:45 am to {end}. How many minutes does he read?"
        _, which, together, *_ = (hint.text for hint in ladder(gold(text, "1-0"), known=True).hints)
        assert which == "You need both times: 9:45 am and 1:20 pm."
        assert together == "9:45 am and 1:20 pm are both times of day."

    def test_an_average_is_not_a_number_of_things(self) -> None:
        text = "What is the average of the test scores 80 and 90?"
        assert asked(gold(text, "0+1"))[0].endswith("The answer is an average of scores.")

    def test_how_long_does_not_ask_for_a_number_of_things(self) -> None:
        solution = gold("A bus with 9 seats makes 4 stops. How long is the trip?", "0+1")
        assert solution.answer_text == "13 seats"
        assert not any("seats" in way for way in asked(solution))

    def test_for_each_is_not_mixed_with_per(self) -> None:
        text = "20 kids share 60 sweets. How many sweets per kid?"
        found = ladder(gold(text, "1/0", frozenset({QUESTION})), known=True)
        assert found.hints[-1].text.endswith("The answer is 3 sweets for each kid.")
        assert found.hints[0].text.endswith("The answer is a number of sweets per kid.")
        assert not any(" per " in hint.text for hint in found.hints[1:])


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
