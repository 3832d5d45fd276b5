"""Secrecy: whether a sentence says a number, in digits or in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from unitdep.reading.numbers import fold
from unitdep.reading.numbers.spellings import START, read_digits, read_word

_CLOCK: Final = re.compile(r"\b(\d{1,2}):(\d\d)(?:\s?([ap])\.?m\b)?")
_HALF_DAY: Final = 12 * 60


def tells(text: str, secret: Fraction) -> bool:
    """Whether a text says a number: 12, 12.0, "twelve", "a dozen", or 12:00 of its minutes."""
    return any(abs(value) == abs(secret) for value in _said(text))


def _said(text: str) -> Iterator[Fraction]:
    """Yield the values that a text says; a percentage is both 25 and 1/4."""
    folded, at = fold(text), 0
    while begin := START.search(folded, at):
        if begin["word"]:
            found, at = read_word(folded, begin["word"], begin.start())
        else:
            found, at = read_digits(text, folded, begin.start())
        if found is not None:
            at = found.end
            yield found.value
            if folded[at : at + 1] == "%":
                yield found.value / 100
    for hour, minutes, half in _CLOCK.findall(folded):
        value = int(hour) * 60 + int(minutes)
        yield Fraction(value % _HALF_DAY if half else value)
        yield Fraction(value % _HALF_DAY + _HALF_DAY)
