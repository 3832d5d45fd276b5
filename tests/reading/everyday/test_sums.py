"""Bare sums."""

from __future__ import annotations

from fractions import Fraction

import pytest

from unitdep.core.expression import evaluate
from unitdep.reading.everyday.sums import read_sum


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("What is 3 times 4?", 12),
        ("12 * 4 = ?", 48),
        ("(14 + 6) x 3 - 8", 52),
        ("144 divided by 9", 16),
        ("20% of 350 is what", 70),
        ("can u do 3/4 of 92 for me", 69),
        ("what's half of 36", 18),
        ("7.5 x 24 =", 180),
        ("1,200 minus 350", 850),
    ],
)
def test_sums(text: str, value: int) -> None:
    found = read_sum(text)
    assert found is not None
    assert evaluate(found.tree, [n.value for n in found.numbers]) == Fraction(value)
    for number in found.numbers:
        assert text[number.start : number.end] == number.text


@pytest.mark.parametrize(
    "text",
    ["", "7", "What is 3?", "Ann has 3 pens and 4 cups. How many things?", "3 + = 4", "3 + x = 4"],
)
def test_what_is_not_a_sum(text: str) -> None:
    assert read_sum(text) is None
