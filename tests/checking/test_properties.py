"""What holds for any working: it's judged, quickly, and nobody who is right is called wrong."""

from __future__ import annotations

import re
import time
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unitdep.checking import CheckResult, Judge, Verdict, default_checker
from unitdep.units.wording import format_value
from workings import CASES

TEXT = "Tom has 48 pencils. He fills 3 boxes with 14 pencils each. How many pencils are left?"
GOLD = "6 pencils"
PIECES = st.sampled_from(
    [
        *"0123456789+-*/=×÷:().,%$£r \n",
        *(" = ", " is ", " and ", "48", "42", "14", "3", "so ", "####", "\\frac{", "}", "x", "½"),
        *("\\boxed{", "<<", ">>", " pencils", " boxes", "answer is ", "one "),
    ]
)


@cache
def judge() -> Judge:
    return next(default_checker().judges([TEXT]))


@settings(max_examples=150)
@given(st.one_of(st.text(max_size=200), st.lists(PIECES, max_size=60).map("".join)))
def test_no_text_raises(work: str) -> None:
    for gold in (None, GOLD):
        found = judge().check(work, gold)
        assert isinstance(found, CheckResult)
        assert found.reason
        assert found.hint
        found.to_dict()


@settings(max_examples=60)
@given(st.text(max_size=60))
def test_no_gold_raises(gold: str) -> None:
    assert isinstance(judge().check("48 - 42 = 6", gold), CheckResult)


NUMBERS = st.fractions(min_value=Fraction(1, 100), max_value=10**6, max_denominator=100)
FRAMES = st.sampled_from(
    [
        *("{}", "The answer is {}.", "so {}", "Answer: {} pencils", "#### {}", "x = {}"),
        *("\\boxed{{{}}}", "I added up everything.\n\n{}", "**{} pencils**"),
        "{} pencils are left",
    ]
)


@settings(max_examples=150)
@given(NUMBERS, FRAMES)
def test_with_gold_a_right_answer_is_never_called_wrong(value: Fraction, frame: str) -> None:
    number = format_value(value)
    found = judge().check(frame.format(number), f"{number} pencils")
    assert found.verdict is Verdict.RIGHT, (frame, number, found.reason)


@settings(max_examples=100)
@given(st.integers(1, 500), st.integers(1, 500), st.sampled_from("+-*"), FRAMES)
def test_with_gold_a_right_sum_is_never_called_wrong(a: int, b: int, sign: str, frame: str) -> None:
    value = {"+": a + b, "-": a - b, "*": a * b}[sign]
    work = f"{a} {sign} {b} = {value}\n{frame.format(value)}"
    assert judge().check(work, str(value)).verdict is Verdict.RIGHT


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.text[:40])
def test_a_hint_does_not_give_the_answer_away(case) -> None:  # type: ignore[no-untyped-def]
    """Unless the pupil has written it: a hint may repeat their sum."""
    found = judge().check(case.text, "1234567 pencils")
    assert "1234567" not in re.sub(r"[,\s]", "", found.hint)
    assert found.verdict is not Verdict.RIGHT


@pytest.mark.parametrize("piece", ["1+1=2\n", "99 - 7 = 92, ", "(", "3 and ", "12 + 5 = 17 × 2 = "])
def test_time_grows_with_the_length(piece: str) -> None:
    short, long = ((piece * size)[:size] for size in (2_000, 16_000))
    judge().check(short, GOLD)
    taken = [min(_seconds(work) for _ in range(3)) for work in (short, long)]
    assert taken[1] < 40 * taken[0] + 0.5  # 8 times the length; quadratic would be 64 times


def _seconds(work: str) -> float:
    begun = time.perf_counter()
    judge().check(work, GOLD)
    return time.perf_counter() - begun
