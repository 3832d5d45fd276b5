"""Checking with the default model: the public function, its results, and many workings at once."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError
from fractions import Fraction

import pytest

import unitdep
from factories import ISABEL
from unitdep.checking import Basis, Checker, CheckResult, Finding, Task, Verdict, written
from unitdep.solver import default_solver

PENS = "Ann has 12 pens. She finds 3 more pens. How many pens does Ann have now?"


class TestApi:
    @pytest.mark.model
    def test_any_working(self) -> None:
        found = unitdep.check(ISABEL, "(66-10)/8")
        assert isinstance(found, CheckResult)
        assert (found.verdict, found.basis) == (Verdict.RIGHT, Basis.MODEL)
        assert unitdep.check(ISABEL, 7).verdict is Verdict.RIGHT
        assert unitdep.check(ISABEL, "66 - 10 = 56, 56 / 8 = 7 bouquets").verdict is Verdict.RIGHT

    def test_result_is_plain_data(self) -> None:
        wrong = unitdep.check(ISABEL, "66 - 10 = 54, 54 / 8 = 6.75", gold="7 bouquets")
        assert (wrong.verdict, wrong.finding) == (Verdict.WRONG, Finding.ARITHMETIC_SLIP)
        assert (wrong.basis, wrong.first_wrong, wrong.expected) == (Basis.GOLD, 0, "7 bouquets")
        assert json.loads(json.dumps(wrong.to_dict())) == wrong.to_dict()
        assert [step.mark.value for step in wrong.steps] == ["wrong", "follows"]
        with pytest.raises(FrozenInstanceError):
            wrong.reason = ""  # type: ignore[misc]

    @pytest.mark.parametrize(
        "text", ["", "Ann has 3 pens. How many pens has she?", "Good morning!"]
    )
    def test_no_answer_to_compare_with(self, text: str) -> None:
        found = unitdep.check(text, "3 + 4")
        assert found.verdict is Verdict.CANNOT_TELL
        assert found.reason.startswith("The program has no answer to compare with: ")

    def test_gold_needs_no_answer_of_the_program(self) -> None:
        assert unitdep.check("Good morning!", "3 + 4 = 7", gold=7).verdict is Verdict.RIGHT
        assert unitdep.check("Good morning!", "3 + 4 = 8", gold=7).verdict is Verdict.WRONG

    def test_more_than_five_numbers(self) -> None:
        text = "Ann reads 3, 5, 7, 11, 13 and 17 pages on six days. How many pages does she read?"
        found = unitdep.check(text, "3+5+7+11+13+17")
        assert found.answer is not None
        assert found.answer.value == 56
        assert found.verdict in (Verdict.RIGHT, Verdict.CANNOT_TELL)
        assert unitdep.check(text, "1234567").verdict is not Verdict.RIGHT

    def test_written(self) -> None:
        given = (" 7", 7, 9.5, 1e-7, Fraction(1, 3))
        assert [written(one) for one in given] == [" 7", "7", "9.5", "1/10000000", "1/3"]

    @pytest.mark.model
    def test_judges_come_in_order(self) -> None:
        texts = [ISABEL, "No number.", PENS]
        found = list(Checker(default_solver()).judges(texts))
        assert [j.problem.text for j in found] == texts
        assert [j.scale is None for j in found] == [False, True, False]
        assert found[0].check("7").verdict is Verdict.RIGHT

    def test_a_text_is_solved_once_for_all_its_workings(self) -> None:
        class Counting(Checker):
            solved = 0

            def judges(self, texts):  # type: ignore[no-untyped-def]
                Counting.solved += 1
                return super().judges(texts)

        tasks = [Task(PENS, "15"), Task(PENS, "12 + 3 = 15"), Task(PENS, "9", gold="15 pens")]
        found = list(Counting(default_solver()).check_many(tasks))
        assert [one.work for one in found] == [task.work for task in tasks]
        assert Counting.solved == 1
