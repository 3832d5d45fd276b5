"""What a stranger's pupils wrote: shorthand, stops, sums that lead nowhere, units, remainders."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from unitdep.checking import CheckResult, Finding, Judge, Limits, Mark, Verdict, default_checker
from unitdep.steps.doubts import Concern, Doubt

PROBLEMS = {
    "rolls": (
        "A baker sold 120 rolls on Monday and 30% more on Tuesday. How many rolls did he sell on "
        "Tuesday?",
        "156 rolls",
    ),
    "seats": (
        "A cinema has 14 rows of 20 seats. 35% of the seats are empty. How many seats are taken?",
        "182 seats",
    ),
    "muffins": (
        "Lena bakes 66 muffins and keeps 10 for her family. She packs the rest in boxes of 8. How "
        "many boxes does she fill?",
        "7 boxes",
    ),
    "coaches": (
        "A coach holds 45 people. 212 pupils and 8 teachers are going to the zoo. How many coaches "
        "are needed?",
        "5 coaches",
    ),
    "fair": (
        "Tickets for the fair cost £6 for adults and £4 for children. The Khan family has 2 adults "
        "and 3 children. How much do the tickets cost in all?",
        "£24",
    ),
    "girls": (
        "There are 28 pupils in a class. There are 4 more girls than boys. How many girls are "
        "there?",
        "16 girls",
    ),
    "eggs": (
        "A farmer has 50 eggs. He puts them into trays of 6. How many eggs are left over?",
        "2 eggs",
    ),
    "jacket": (
        "A jacket costs £80. In the sale it is 15% off. Priya pays with four £20 notes. How much "
        "change does she get?",
        "£12",
    ),
    "pencils": (
        "Mrs Okafor buys 6 boxes of pencils. Each box holds 12 pencils. She shares all the pencils "
        "equally among 9 children. How many pencils does each child get?",
        "8 pencils",
    ),
    "weeks": (
        "Ravi saves £4 every week. He already has £17. He wants to buy a game for £45. How many "
        "weeks must he save?",
        "7 weeks",
    ),
    "shop": ("A pen costs 35p and a pad 90p. How many pence do both cost?", "125p"),
}
NOT_SHOWN = "The answer is right, but the working doesn't show how."
R, U = Mark.RIGHT, Mark.UNCLEAR


@cache
def judge(name: str) -> Judge:
    return next(default_checker().judges([PROBLEMS[name][0]]))


def check(name: str, work: str) -> CheckResult:
    return judge(name).check(work, PROBLEMS[name][1])


def marks(found: CheckResult) -> list[Mark]:
    return [step.mark for step in found.steps]


@pytest.mark.parametrize(
    ("name", "work"),
    [
        ("rolls", "30% = 36, 120 + 36 = 156"),
        ("rolls", "10% = 12\n30% = 36\n120 + 36 = 156 rolls"),
        ("seats", "14*20=280, 35% = 98, 280-98=182"),
        ("seats", "10% = 28, 30% = 84, 5% = 14, 65% = 182"),
        ("jacket", "10% = 8, 5% = 4, so 15% = 12. She pays 68. 80-68 = £12"),
    ],
)
def test_a_percentage_alone_is_a_share_of_a_whole(name: str, work: str) -> None:
    found = check(name, work)
    assert found.verdict is Verdict.RIGHT
    assert set(marks(found)) == {R}
    assert judge(name).check(work).verdict is not Verdict.WRONG


def test_a_share_of_nothing_is_a_slip() -> None:
    found = check("rolls", "30% = 40, 120 + 40 = 160")
    assert (found.finding, found.first_wrong) == (Finding.ARITHMETIC_SLIP, 0)
    assert found.reason.startswith("40 isn't 30% of any number in the problem")


def test_unsure_answers_are_no_basis_and_stay_hidden() -> None:
    sure = judge("muffins")
    unsure = replace(sure, solution=replace(sure.solution, confidence=0.5))
    for work in ("7 boxes", "9 boxes"):
        found = unsure.check(work)
        assert (found.verdict, found.expected) == (Verdict.CANNOT_TELL, None)
        assert not any(sign.isdigit() for sign in found.reason + found.hint)
    slip = unsure.check("66 - 10 = 54")
    assert (slip.verdict, slip.expected) == (Verdict.WRONG, None)
    assert (
        unsure.check("8.25 boxes").reason == ("8.25 boxes can't be the answer.")
        or "7" not in unsure.check("8.25 boxes").reason
    )


def test_doubtful_answers_are_no_basis_however_confident() -> None:
    sure = judge("muffins")
    keen = replace(sure, limits=Limits(agree=0.0, doubt=1.0, plausible=1.0))
    assert keen.check("7 boxes").verdict is Verdict.RIGHT
    assert keen.check("9 boxes").verdict is Verdict.WRONG
    solution = replace(sure.solution)
    vars(solution)["warnings"] = (Doubt(Concern.UNITS, "The units of step 1 do not close."),)
    doubtful = replace(keen, solution=solution)
    found = doubtful.check("7 boxes")
    assert (found.verdict, found.expected) == (Verdict.CANNOT_TELL, None)
    strict = replace(doubtful, limits=Limits(agree=0.0, doubt=1.0, plausible=0.0))
    found = strict.check("9 boxes")
    assert (found.verdict, found.expected) == (Verdict.CANNOT_TELL, None)


@pytest.mark.parametrize(
    ("name", "work", "said"),
    [
        ("muffins", "-7", "−7 is less than nothing"),
        ("muffins", "60-10=50, 50/8=6 r 2, 6 boxes", "The text says 66; the working has 60."),
        ("coaches", "220/45 = 4.89 = 5 r 40", "4.89 isn't the same as 5 r 40."),
        ("coaches", "212+8=220, 220/45=4.5, 5 coaches", "220/45 is about 4.89, not 4.5."),
        ("coaches", "220/45 = 4.89 so 4 coaches", "220/45 is about 4.89, which was rounded wrong"),
        ("jacket", "12%", "The answer is 12 pounds, not 12%."),
        ("jacket", "80 - 15 = 65. 80-65=15", "and 15 is a percentage."),
        ("eggs", "50/6 = 8 r 3", "50/6 is 8 r 2, not 8 r 3."),
        ("shop", "90 - 35 = 55", "125 pence"),
    ],
)
def test_reasons_quote_what_is_written(name: str, work: str, said: str) -> None:
    found = check(name, work)
    assert said in f"{found.reason} {found.expected}"
    assert "  " not in found.reason + found.hint
    assert not found.hint.startswith("Look at  ")


def test_numbers_that_are_somewhere_are_not_left_out() -> None:
    found = check("muffins", "7 boxes since 6x8=48 and 48+10=66")
    assert found.finding is Finding.ARITHMETIC_SLIP
    assert check("muffins", "76 - 10 = 66 boxes").finding is not Finding.IGNORED_NUMBER


@pytest.mark.parametrize(
    ("name", "work", "verdict"),
    [
        ("muffins", "66-10=56", Verdict.INCOMPLETE),
        ("muffins", "66-10=56 muffins", Verdict.INCOMPLETE),
        ("muffins", "66-10=56, so 56 boxes", Verdict.WRONG),
        ("muffins", "The answer is 56", Verdict.WRONG),
        ("seats", "98 seats", Verdict.WRONG),
        ("jacket", "£68", Verdict.WRONG),
        ("coaches", "212+8=220\n220/45=4 r 40", Verdict.INCOMPLETE),
    ],
)
def test_stops(name: str, work: str, verdict: Verdict) -> None:
    found = check(name, work)
    assert (found.verdict, found.finding) == (verdict, Finding.UNFINISHED)
    assert found.first_wrong is None
    assert set(marks(found)) <= {R}


def test_what_is_left_over_is_asked_for() -> None:
    assert "What about the 40 left over?" in check("coaches", "220/45=4 r 40").hint


@pytest.mark.parametrize(
    ("name", "work", "expected"),
    [
        ("muffins", "5+2=7", [U]),
        ("muffins", "70/10=7", [U]),
        ("muffins", "8-1=7 boxes", [U]),
        ("muffins", "66-10=56, 56-49=7", [R, U]),
        ("muffins", "68-10=58, 58/8=7.25, 7 boxes", [U, U]),
        ("coaches", "212+18=230, 230/45=5.1, 5 coaches", [U, U]),
        ("coaches", "212/45=4.7, so 5 coaches", [U]),
        ("coaches", "212+8=220, 220/50=4.4, 5 coaches", [R, U]),
        ("pencils", "9-1=8", [U]),
    ],
)
def test_right_answers_of_sums_that_lead_nowhere(
    name: str, work: str, expected: list[Mark]
) -> None:
    found = check(name, work)
    assert (found.verdict, found.finding) == (Verdict.RIGHT, Finding.RIGHT)
    assert marks(found) == expected
    assert NOT_SHOWN in found.remarks


@pytest.mark.parametrize(
    ("name", "work"),
    [
        ("muffins", "56/8 = 7"),
        ("muffins", "8*5=40, 56-40=16, 8*2=16, 5+2=7"),
        ("muffins", "80/8=10, 80-56=24, 24/8=3, 10-3=7"),
        ("muffins", "64/8=8, 8-1=7"),
        ("coaches", "4 x 45 = 180, 220 - 180 = 40 left over, 4 + 1 = 5"),
        ("weeks", "17+4=21, 21+4=25, 25+4=29, 29+4=33, 33+4=37, 37+4=41, 41+4=45, so 7 weeks"),
        ("weeks", "17/4=4.25, 45/4=11.25, 11.25-4.25=7"),
        ("pencils", "12/9 = 4/3, 6 * 4/3 = 8"),
        ("girls", "28/2=14, 14+2=16"),
        ("weeks", "45 = 17 + 4*7"),
        ("muffins", "7x8=56, 56+10=66"),
    ],
)
def test_other_ways_are_shown(name: str, work: str) -> None:
    found = check(name, work)
    assert found.verdict is Verdict.RIGHT, found.reason
    assert set(marks(found)) == {R}
    assert NOT_SHOWN not in found.remarks


@pytest.mark.parametrize(
    ("name", "work"),
    [
        ("fair", "24 tickets"),
        ("fair", "£24 per person"),
        ("girls", "16 boys"),
        ("muffins", "7 boxes per muffin"),
        ("coaches", "5 people per coach"),
    ],
)
def test_units_of_something_else(name: str, work: str) -> None:
    assert check(name, work).finding is Finding.WRONG_UNIT


@pytest.mark.parametrize(
    ("name", "work"),
    [
        ("pencils", "8 pencils per child"),
        ("pencils", "8 per child"),
        ("coaches", "5 buses"),
        ("girls", "16 children"),
        ("muffins", "7 full ones"),
    ],
)
def test_other_words_for_the_unit_are_fine(name: str, work: str) -> None:
    assert check(name, work).verdict is Verdict.RIGHT


def test_remainders() -> None:
    for work in ("7 r 2", "7 boxes remainder 4"):
        found = check("muffins", work)
        assert found.verdict is Verdict.RIGHT
        assert any("nothing is left over" in remark for remark in found.remarks)
    slip = check("muffins", "56/8=7 r 3")
    assert (slip.finding, slip.first_wrong) == (Finding.ARITHMETIC_SLIP, 0)
    assert "no remainder" in slip.reason


def test_a_missing_unit_is_remarked_on_only_if_it_is_nowhere() -> None:
    assert any("unit is missing" in remark for remark in check("pencils", "8").remarks)
    work = "Each child gets 72/9=8 pencils.\n#### 8"
    assert not any("unit is missing" in remark for remark in check("pencils", work).remarks)
