"""As people type."""

from __future__ import annotations

import pytest

from unitdep.reading.everyday.typing import tidy


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("He has 2 dogs.He lost 1.How meny now", "He has 2 dogs. He lost 1. How many now"),
        ("each coach has 49seats", "each coach has 49 seats"),
        ("a bag of 5kg, the 3rd at 10.40am", "a bag of 5kg, the 3rd at 10.40am"),
        ("seven 20ps", "seven 20p"),
        ("it costs 4x as much", "it costs 4 times as much"),
        ("HOW MANY ROSES ARE 3 DOZEN", "how many roses are 3 dozen"),
        ("paid with a tenner", "paid with £10"),
        ("he is 5'4\" tall", "he is 5 ft 4 in tall"),
        ("whats left", "what's left"),
        ("Whats left", "What's left"),
        ("it raised £91.how much less", "it raised £91. How much less"),
    ],
)
def test_tidy(typed: str, meant: str) -> None:
    assert tidy(typed) == meant


@pytest.mark.parametrize(
    "text", ["", "Tom has 3.5 m of rope and 1,200 pins.", "At 9.30 a bus left."]
)
def test_what_is_typed_well_stays(text: str) -> None:
    assert tidy(text) == text
