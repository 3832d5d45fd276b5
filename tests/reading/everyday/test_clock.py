"""Times of day."""

from __future__ import annotations

from fractions import Fraction

import pytest

from unitdep.reading.everyday.clock import find_clocks
from unitdep.units.wording import write_clock


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("It starts at 9:15.", [555]),
        ("from 9:15 am to 4:30 pm", [555, 990]),
        ("at 4 pm", [960]),
        ("at 4 o'clock in the afternoon", [960]),
        ("at half past three", [210]),
        ("at quarter to nine", [525]),
        ("at ten to six", [350]),
        ("at noon", [720]),
        ("at midnight", [0]),
        ("from 11:30 to 1:15", [690, 795]),  # past noon
        ("starts at 15:40: a film", [940]),
        ("at 12:30 pm", [750]),
        ("at 12:30 am", [30]),
        ("a score of 3:2 and 25:00", []),
        ("25:99 is no time", []),
    ],
)
def test_find_clocks(text: str, minutes: list[int]) -> None:
    assert [clock.value for clock in find_clocks(text)] == minutes


@pytest.mark.parametrize(
    ("minutes", "text"),
    [(555, "9:15 am"), (0, "12:00 am"), (720, "12:00 pm"), (1500, "1:00 am"), (795, "1:15 pm")],
)
def test_write_clock(minutes: int, text: str) -> None:
    assert write_clock(Fraction(minutes)) == text
