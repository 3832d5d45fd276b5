"""Workings as pupils and language models write them, judged with the right answer known."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from unitdep.checking import Finding, Judge, Limits, Verdict, default_checker

PROBLEMS = {
    "pencils": (
        "Tom has 48 pencils. He fills 3 boxes with 14 pencils each. How many pencils are left?",
        "6 pencils",
    ),
    "bus": (
        "130 pupils go on a trip. A bus seats 48 pupils. How many buses do they need?",
        "3 buses",
    ),
    "eggs": ("A farmer packs 75 eggs into boxes of 8. How many eggs are left over?", "3 eggs"),
    "price": ("A jacket costs $60. It is reduced by 20%. What does it cost now?", "$48"),
    "walk": ("Mia walks 2 1/2 miles a day. How many miles does she walk in 6 days?", "15 miles"),
    "film": (
        "A film lasts 95 minutes and a cartoon 25 minutes. How long are both together?",
        "120 minutes",
    ),
    "pens": ("A pen costs 35p. How much do 4 pens cost?", "£1.40"),
    "ducks": (
        "In the pond there were 21 ducks and 7 geese. Then 10 ducks flew away. "
        "How many ducks stayed?",
        "11 ducks",
    ),
}
RIGHT = [
    ("pencils", "48 - 3*14 = 6"),
    ("pencils", "six"),
    ("pencils", "half a dozen"),
    ("pencils", "48 − 14 = 34 − 14 = 20 − 14 = 6"),
    ("pencils", "10*3=30, 4*3=12, 30+12=42, so 48-42=6 left"),
    ("pencils", "48 ÷ 14 = 3 r 6 so 6 left over"),
    ("pencils", "3*14=<<3*14=42>>42\n48-42=<<48-42=6>>6\n#### 6"),
    ("pencils", "$3 \\times 14 = 42$\n$48 - 42 = 6$\n\\boxed{6}"),
    ("pencils", "<think>3*14 is 43?</think>3 × 14 = 42 and 48 − 42 = **6**"),
    ("pencils", "14 and 14 and 14 is 42. 48 take away 42 is 6"),
    ("pencils", "6 left over, the rest is in the boxes. 42 are in the boxes."),
    ("bus", "130/48 = 2.7 so 3 buses"),
    ("bus", "about 2.7, so 3 buses"),
    ("bus", "48*2=96, 130-96=34 so one more bus: 3 buses"),
    ("bus", "48+48+48 = 144 which is enough, 3"),
    ("bus", "130 ÷ 48 = 2 r 34. They need 3 buses."),
    ("eggs", "9 r 3"),
    ("eggs", "75-8-8-8-8-8-8-8-8-8=3"),
    ("price", "10% is 6, 20% is 12, 60 − 12 = 48"),
    ("price", "100% - 20% = 80%, 80% of $60 = $48"),
    ("price", "60 x 20/100 = 12; 60 - 12 = $48.00"),
    ("walk", "2*6=12, 1/2*6=3, 12+3=15"),
    ("walk", "2½ + 2½ + 2½ + 2½ + 2½ + 2½ = 15"),
    ("film", "2 hours"),
    ("film", "95 + 25 = 120 min = 2 h"),
    ("pens", "4 x 35p = 140p"),
    ("pens", "35*4=140"),
    ("pens", "0.35 × 4 = £1.40"),
]
WRONG = [
    ("pencils", "48 - 3*14 = 8", Finding.ARITHMETIC_SLIP, 0),
    ("pencils", "3 x 14 = 42", Finding.UNFINISHED, None),
    ("pencils", "42 - 48 = -6", Finding.REVERSED, 0),
    ("pencils", "84 - 3 x 14 = 42", Finding.COPIED_WRONGLY, 0),
    ("pencils", "6 boxes", Finding.WRONG_UNIT, None),
    ("pencils", "3 + 14 = 17, 48 - 17 = 31", Finding.UNITS_DO_NOT_CLOSE, 0),
    ("bus", "130/48 = 2.7", Finding.NEEDS_ROUNDING, 0),
    ("bus", "2 buses", Finding.ROUNDED_WRONGLY, None),
    ("price", "60*0.2 = 12", Finding.UNFINISHED, None),
    ("film", "95 - 25 = 70 minutes", Finding.OTHER_OPERATION, 0),
    ("ducks", "21 + 7 = 28\n28 - 10 = 18", Finding.UNNEEDED_NUMBER, 0),
    ("ducks", "21 - 7 = 14 ducks", Finding.WRONG_QUANTITY, 0),
    ("ducks", "12 - 10 = 2", Finding.COPIED_WRONGLY, 0),
    ("ducks", "11 geese", Finding.WRONG_UNIT, None),
]


@cache
def judge(name: str) -> Judge:
    return next(default_checker().judges([PROBLEMS[name][0]]))


@pytest.mark.parametrize(("name", "work"), RIGHT)
def test_right_in_any_way(name: str, work: str) -> None:
    found = judge(name).check(work, PROBLEMS[name][1])
    assert found.verdict is Verdict.RIGHT, found.reason
    assert found.first_wrong is None


@pytest.mark.model
@pytest.mark.parametrize(("name", "work", "finding", "step"), WRONG)
def test_what_is_wrong_and_where(name: str, work: str, finding: Finding, step: int | None) -> None:
    found = judge(name).check(work, PROBLEMS[name][1])
    assert found.verdict in (Verdict.WRONG, Verdict.INCOMPLETE)
    assert (found.finding, found.first_wrong) == (finding, step), found.reason


@pytest.mark.parametrize("work", ["", "I don't know", "???", "hm :-)", "(((", "= = ="])
def test_nothing_to_judge(work: str) -> None:
    found = judge("pencils").check(work, "6 pencils")
    assert (found.verdict, found.finding) == (Verdict.CANNOT_TELL, Finding.NO_WORK)


def test_slips_are_wrong_whatever_the_answer_is() -> None:
    found = judge("pens").check("35 x 4 = 150")
    assert (found.verdict, found.finding) == (Verdict.WRONG, Finding.ARITHMETIC_SLIP)
    assert found.confidence == 1


def test_evidence_of_the_text_needs_no_answer() -> None:
    found = judge("bus").check("2.7 buses")
    assert found.verdict is Verdict.WRONG
    assert judge("pencils").check("48 - 42 = 6 boxes").verdict is Verdict.WRONG


def test_without_gold_a_low_confidence_decides_nothing() -> None:
    unsure = judge("pencils")
    doubtful = Judge(unsure.problem, unsure.solution, unsure.scale, _impossible())
    assert doubtful.check("48 + 42 = 90 pencils").verdict is Verdict.CANNOT_TELL
    assert doubtful.check("6 pencils").verdict is Verdict.CANNOT_TELL


def _impossible() -> Limits:
    return Limits(agree=2.0, doubt=-1.0, plausible=-1.0)


def test_an_improbable_answer_is_wrong_even_if_the_program_is_not_sure() -> None:
    """A lower limit holds where the working takes all numbers and its units close."""
    sure = judge("ducks")
    solution = replace(sure.solution, confidence=0.6)
    unsure = replace(sure, solution=solution, limits=Limits(doubt=1.0, plausible=0.0))
    found = unsure.check("21 - 7 = 14 ducks")  # 10 is left out
    assert (found.verdict, found.expected) == (Verdict.WRONG, None)
    assert "11" not in found.reason
    assert unsure.check("14 ducks").verdict is Verdict.CANNOT_TELL
    assert unsure.check("21 - 10 = 11 ducks").verdict is Verdict.CANNOT_TELL


def test_a_slip_is_named_even_if_an_earlier_step_seems_wrong_too() -> None:
    sure = judge("ducks")
    strict = replace(sure, limits=Limits(doubt=-1.0, plausible=-1.0))
    found = strict.check("21 + 7 = 28\n28 - 10 = 17")
    assert (found.finding, found.first_wrong) == (Finding.ARITHMETIC_SLIP, 1)


def test_evidence_needs_no_answer_of_the_program() -> None:
    none = replace(judge("ducks"), solution=replace(judge("ducks").solution, answer=None))
    found = none.check("7 - 21 = -14 ducks")
    assert (found.verdict, found.finding, found.first_wrong) == (
        Verdict.WRONG,
        Finding.REVERSED,
        0,
    )
    assert none.check("21 - 10 = 11 ducks").verdict is Verdict.CANNOT_TELL


@pytest.mark.parametrize(
    ("work", "said"),
    [
        ("21 take away 10 is 12", "21 take away 10 is 11, not 12."),
        ("21-10=<<21-10=12>>12\n#### 12", "21-10 is 11, not 12."),
        (r"$21 \times 1/3 = 8$", "21 × 1/3 is 7, not 8."),
        (r"$\frac{21}{7} = 4$", "21/7 is 3, not 4."),
        ("(21 - 7) × 2 = 29 ducks\n= 29", "(21 - 7) × 2 is 28, not 29."),
        ("12 = 21 - 10", "21 - 10 is 11, not 12."),
    ],
)
def test_sums_are_quoted_without_markup_and_without_their_result(work: str, said: str) -> None:
    assert judge("ducks").check(work, "11 ducks").reason == said
