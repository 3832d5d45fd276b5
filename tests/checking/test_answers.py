"""Answers compared by themselves: at least 80 pairs, and what holds for any."""

from __future__ import annotations

import json
import math
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

import unitdep
from unitdep.checking.answers import Sameness, same_answer
from unitdep.reading.workings import read_answer, read_work
from workings import CASES

EQUAL, CONVERTED, ROUNDED = Sameness.EQUAL, Sameness.CONVERTED, Sameness.ROUNDED
MISSING, UNIT, NUMBER = Sameness.UNIT_MISSING, Sameness.OTHER_UNIT, Sameness.OTHER_NUMBER
DIFFERENT, UNREADABLE = Sameness.DIFFERENT, Sameness.UNREADABLE

WORDS = "pens Pens kg m x p in half dozen million thirds percent r of times a left mph st"
PAIRS = [
    ("7", "7", EQUAL),
    ("7", "7.0", EQUAL),
    ("7", "seven", EQUAL),
    ("7", "7.", EQUAL),
    ("7 bouquets", "7 bouquets", EQUAL),
    ("7 bouquets", "Seven bouquets.", EQUAL),
    ("1 bouquet", "1 bouquets", EQUAL),
    ("7 bouquets", "She can make 7 bouquets.", EQUAL),
    ("7 bouquets", "66 - 10 = 56, 56 / 8 = 7 bouquets", EQUAL),
    ("7 bouquets", r"\boxed{7 \text{ bouquets}}", EQUAL),
    ("7", "#### 7", EQUAL),
    ("6", "48 - 3*14 = 6", EQUAL),
    ("6", "48 - 3*14", EQUAL),
    ("2 1/2", "2.5", EQUAL),
    ("2.5", "5/2", EQUAL),
    ("2½", "2.50", EQUAL),
    ("1/2", "0.5", EQUAL),
    ("1/2", r"\frac{1}{2}", EQUAL),
    ("50%", "1/2", EQUAL),
    ("50%", "0.5", EQUAL),
    ("1/2", "50%", EQUAL),
    ("50%", "50 percent", EQUAL),
    ("1,200", "1200", EQUAL),
    ("$1,200", "1200 dollars", EQUAL),
    ("$3.50", "3.5 dollars", EQUAL),
    ("£27", "27 pounds", EQUAL),
    ("35p", "35 pence", EQUAL),
    ("two dozen eggs", "24 eggs", EQUAL),
    ("a dozen", "12", EQUAL),
    ("9 r 3", "9 remainder 3", EQUAL),
    ("9 r 3", "9 R3", EQUAL),
    ("50 mph", "50 miles per hour", EQUAL),
    ("50 miles an hour", "50 miles/hour", EQUAL),
    ("12 square feet", "12 sq ft", EQUAL),
    ("12 cm²", "12 square centimeters", EQUAL),
    ("7 flowers", "7 tulips", EQUAL),
    ("7 red marbles", "7 marbles", EQUAL),
    ("7 children", "7 child", EQUAL),
    ("5 kg", "5 kilograms", EQUAL),
    ("-4", "−4", EQUAL),
    ("x = 6", "6", EQUAL),
    ("7 bags", "7 bags of apples", EQUAL),
    ("3 people", "3 persons", EQUAL),
    ("1 hour", "60 minutes", CONVERTED),
    ("60 minutes", "1 hour", CONVERTED),
    ("$5", "500 cents", CONVERTED),
    ("$3.50", "350¢", CONVERTED),
    ("£3.50", "350p", CONVERTED),
    ("£3.50", "£3 50p", CONVERTED),
    ("3.5 hours", "3 hours 30 minutes", CONVERTED),
    ("3 hours 30 minutes", "210 minutes", EQUAL),
    ("5 ft 4 in", "64 inches", EQUAL),
    ("5 feet", "60 inches", CONVERTED),
    ("2 weeks", "14 days", CONVERTED),
    ("1.5 km", "1500 m", CONVERTED),
    ("1 square yard", "9 square feet", CONVERTED),
    ("60 miles per hour", "1 mile per minute", CONVERTED),
    ("$2 per pen", "200 cents per pen", CONVERTED),
    ("2 kg", "2000 grams", CONVERTED),
    ("1/3", "0.33", ROUNDED),
    ("1/3", "0.3333", ROUNDED),
    ("2/3", "0.67", ROUNDED),
    ("2/3", "66.7%", ROUNDED),
    ("0.33", "1/3", ROUNDED),
    ("10/3", "3.33", ROUNDED),
    ("1/3 cup", "0.33 cups", ROUNDED),
    ("20 minutes", "0.33 hours", ROUNDED),
    ("7 bouquets", "7", MISSING),
    ("7", "7 bouquets", MISSING),
    ("$3.50", "3.50", MISSING),
    ("3.5", "$3.50", MISSING),
    ("20%", "20", MISSING),
    ("1 hour", "1", MISSING),
    ("7 bouquets", "7 flowers", UNIT),
    ("50 miles per hour", "50 miles", UNIT),
    ("50 miles", "50 mph", UNIT),
    ("$5", "£5", UNIT),
    ("$5", "5 cents", UNIT),
    ("5 hours", "5 minutes", UNIT),
    ("12 square feet", "12 feet", UNIT),
    ("20%", "20 pens", UNIT),
    ("7 red marbles", "7 blue marbles", UNIT),
    ("7 bouquets", "8 bouquets", NUMBER),
    ("7 bouquets", "8", NUMBER),
    ("7", "8", NUMBER),
    ("1 hour", "50 minutes", NUMBER),
    ("$5", "50 cents", NUMBER),
    ("2/3", "0.66", NUMBER),
    ("1/3", "0", NUMBER),
    ("4.4", "4", NUMBER),
    ("$2.25", "$2.3", NUMBER),
    ("50%", "0.05", NUMBER),
    ("9 r 3", "9 r 4", NUMBER),
    ("9 r 3", "9", NUMBER),
    ("-4", "4", NUMBER),
    ("7 bouquets", "8 flowers", DIFFERENT),
    ("20%", "30 pens", DIFFERENT),
    ("-5", "minus 5", EQUAL),
    ("-5", "The answer is minus 5", EQUAL),
    ("half", "0.5", EQUAL),
    ("1/2", "half", EQUAL),
    ("Tuesday", "tuesday", EQUAL),
    ("yes", "Yes.", EQUAL),
    ("66.67", "66.7", ROUNDED),
    ("66.7", "66.67", ROUNDED),
    ("66.67", "66.6", NUMBER),
    ("2.25", "2.3", NUMBER),
    ("5", "minus 5", NUMBER),
    ("Tuesday", "Monday", UNREADABLE),
    ("7", "7 or 8", UNREADABLE),
    ("7", "7, 8", UNREADABLE),
    ("7 or 8", "7 or 8", UNREADABLE),
    ("8:35 pm", "8:35 pm", EQUAL),
    ("8:35 pm", "20:35", EQUAL),
    ("8:35 pm", "8:35", EQUAL),
    ("8 pm", "20:00", EQUAL),
    ("12:10 am", "0:10", EQUAL),
    ("8:35 pm", "It ends at 8:35 p.m.", EQUAL),
    ("8:35 pm", "8:35 am", NUMBER),
    ("8:35 pm", "8:25 pm", NUMBER),
    ("20:35", "08:35 am", NUMBER),
    ("8:35 pm", "8", UNREADABLE),
    ("9 r 3", "9.375", UNREADABLE),
    ("7", "I don't know", UNREADABLE),
    ("7", "", UNREADABLE),
    ("yes", "7", UNREADABLE),
]


@pytest.mark.parametrize(("gold", "given", "verdict"), PAIRS)
def test_pairs(gold: str, given: str, verdict: Sameness) -> None:
    found = same_answer(gold, given)
    assert found.verdict == verdict, found
    same = {EQUAL: True, CONVERTED: True, ROUNDED: True, MISSING: True, UNREADABLE: None}
    assert found.same is same.get(verdict, False)
    assert found.explanation.endswith(".")


@pytest.mark.parametrize(
    ("gold", "given", "explanation"),
    [
        ("7", "7", "Both are 7."),
        ("1 hour", "60 minutes", "60 minutes and 1 hour are the same amount."),
        ("1/3", "0.33", "0.33 is 1/3 after rounding."),
        ("0.33", "1/3", "0.33 is 1/3 after rounding."),
        ("7 bouquets", "7", "The number is right, but a unit (bouquets) is missing."),
        ("20%", "20", "The number is right, but a percent sign is missing."),
        (
            "7 bouquets",
            "7 flowers",
            "The number is right, but the unit is not: 7 flowers instead of 7 bouquets.",
        ),
        ("7 bouquets", "8", "The answer is 7 bouquets, not 8."),
        ("9 r 3", "8 r 3", "The answer is 9 r 3, not 8 r 3."),
        ("25%", "30%", "The answer is 25%, not 30%."),
        ("9 r 3", "9.375", "9.375 may be 9 r 3; that depends on the divisor, which isn't known."),
        ("Tuesday", "tuesday", "Both say the same."),
        ("8:35 pm", "20:35", "Both are 8:35 pm."),
        ("8:35 pm", "8:25", "The answer is 8:35 pm, not 8:25."),
        ("8:35 pm", "8", "8 and 8:35 pm can't be compared: only one is a time of day."),
        ("7", "none", "No number can be read in the given answer."),
        ("none", "7", "No number can be read in the right answer."),
    ],
)
def test_explanations(gold: str, given: str, explanation: str) -> None:
    assert same_answer(gold, given).explanation == explanation


@pytest.mark.parametrize(
    ("gold", "given"), [(7, "7"), (2.5, "2 1/2"), (Fraction(1, 3), "1/3"), ("7", 7.0), (1e-7, 1e-7)]
)
def test_numbers(gold: str | float, given: str | float) -> None:
    assert same_answer(gold, given).verdict is EQUAL


@pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan])
def test_what_is_not_a_number(value: float) -> None:
    assert same_answer(value, "7").verdict is UNREADABLE


def test_json() -> None:
    found = same_answer("7/3 cups", "7 r 1").to_dict()
    assert json.loads(json.dumps(found)) == found
    assert found["gold"]["value"] == "7/3"
    assert found["given"]["remainder"] == "1"
    assert same_answer("?", "?").to_dict()["same"] is None


def test_it_is_public() -> None:
    assert unitdep.same_answer("7 bouquets", "7 flowers").same is False
    assert str(unitdep.same_answer("7", "7")) == "equal: Both are 7."


@pytest.mark.parametrize("text", [case.text for case in CASES])
def test_every_answer_is_itself(text: str) -> None:
    assert same_answer(text, text).verdict in (EQUAL, UNREADABLE)


@drawn(
    st.from_regex(r"\A ?[$£€]?[0-9]{1,4}(,[0-9]{3})?(\.[0-9]{1,3})?%? ?", fullmatch=True),
    st.sampled_from(["", ".", "hundred", "apples.", *WORDS.split()]),
)
@settings(max_examples=300, deadline=None)
def test_the_quick_way_reads_the_same(number: str, word: str) -> None:
    answer = read_work(number + word).answer
    assert read_answer(number + word) == (answer.amount if answer else None)


def test_threads() -> None:
    expected = [same_answer(gold, given) for gold, given, _ in PAIRS]
    with ThreadPoolExecutor(8) as pool:
        for _ in range(5):
            found = list(pool.map(lambda pair: same_answer(*pair[:2]), PAIRS))
            assert found == expected
