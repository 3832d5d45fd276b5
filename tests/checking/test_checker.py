"""Checking with the default model: the public function and its results."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError

import pytest

import unitdep
from factories import ISABEL
from unitdep.checking import (
    Checker,
    CheckResult,
    Task,
    Verdict,
    write_answer,
)
from unitdep.solver import default_solver

PENS = "Ann has 12 pens. She finds 3 more pens. How many pens does Ann have now?"


class TestApi:
    @pytest.mark.model
    def test_expression_and_answer(self) -> None:
        found = unitdep.check(ISABEL, expression="(66-10)/8")
        assert isinstance(found, CheckResult)
        assert (found.verdict, found.value) == (Verdict.AGREES, 7)
        assert unitdep.check(ISABEL, answer=7).verdict is Verdict.AGREES
        wrong = unitdep.check(ISABEL, expression="66-10/8")
        assert str(wrong) == (
            "unit error: 10 flowers ÷ 8 flowers per bouquet gives bouquets; bouquets cannot be "
            "taken from flowers"
        )
        assert json.loads(json.dumps(wrong.to_dict())) == wrong.to_dict()
        assert set(wrong.to_dict()) == {
            "text", "given", "value", "verdict", "reason", "step", "expression", "odds", "solution",
        }  # fmt: skip
        with pytest.raises(FrozenInstanceError):
            wrong.reason = ""  # type: ignore[misc]

    @pytest.mark.parametrize(
        "text", ["", "Ann has 3 pens. How many pens has she?", "Good morning!"]
    )
    def test_no_answer(self, text: str) -> None:
        found = unitdep.check(text, expression="3+4")
        assert found.verdict is Verdict.CANNOT_TELL
        assert found.reason.startswith("the program has no answer: ")

    def test_one_of_the_two(self) -> None:
        with pytest.raises(ValueError, match="not both"):
            unitdep.check(ISABEL)
        with pytest.raises(ValueError, match="not both"):
            unitdep.check(ISABEL, expression="3", answer=3)

    def test_more_than_five_numbers(self) -> None:
        text = "Ann reads 3, 5, 7, 11, 13 and 17 pages on six days. How many pages does she read?"
        found = unitdep.check(text, expression="3+5+7+11+13+17")
        assert found.value == 56
        assert found.verdict in (Verdict.AGREES, Verdict.CANNOT_TELL)
        assert unitdep.check(text, answer="1234567").verdict is Verdict.CANNOT_TELL

    def test_write_answer(self) -> None:
        assert [write_answer(a) for a in (None, " 7", 7, 9.5, 1e-7)] == [
            None,
            " 7",
            "7",
            "9.5",
            "1/10000000",
        ]

    @pytest.mark.model
    def test_judges_come_in_order(self) -> None:
        texts = [ISABEL, "No number.", PENS]
        found = list(Checker(default_solver()).judges(texts))
        assert [j.problem.text for j in found] == texts
        assert [j.scale is None for j in found] == [False, True, False]
        assert found[0].check(Task(ISABEL, answer="7")).verdict is Verdict.AGREES
