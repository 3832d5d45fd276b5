"""Powers and roots of a working, where they are exact: 5², 4^3, 10^4, √16."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import Final

from unitdep.reading.workings.terms.amounts import Tokens
from unitdep.reading.workings.tokens import CLOSE, NUMBER, OPEN, POWER, SIGN, WORD

SQUARE: Final = 2
CUBE: Final = 3
MAX_EXPONENT: Final = 12  # of numbers up to MAX_BASE; others are only squared and cubed
MAX_BASE: Final = 12
RAISES: Final = frozenset({SIGN, POWER, WORD})  # what a power begins with
_WORDS: Final = {"squared": SQUARE, "cubed": CUBE}
_SIGNS: Final = {"²": SQUARE, "³": CUBE}


def read_exponent(tokens: Tokens, at: int) -> tuple[int, int]:
    """Return the exponent that follows a base, with the index after it; 0 if there is none."""
    token = tokens[at]
    if token.kind == POWER:
        return _SIGNS.get(token.text, 0), at + 1
    if token.kind == WORD:
        return _WORDS.get(token.text, 0), at + 1
    if token.text == "*":  # 5**2
        double = tokens[at + 1].text == "*" and tokens[at + 1].start == token.end
        return _whole(tokens, at + 2, at + 3) if double else (0, at)
    if token.text != "^":
        return 0, at
    if tokens[at + 1].kind == OPEN and tokens[at + 1].partner == at + 3:
        return _whole(tokens, at + 2, at + 4)
    return _whole(tokens, at + 1, at + 2)


def _whole(tokens: Tokens, at: int, after: int) -> tuple[int, int]:
    """Return the whole number at an index; 0 if it isn't one, or if another power follows."""
    number = tokens[at]
    value = number.value if number.kind == NUMBER else None
    last = tokens[after - 1]
    closed = last.kind in (NUMBER, CLOSE)
    if value is None or value.denominator != 1 or not closed or tokens[after].text == "^":
        return 0, after
    return int(value), after


def exact_root(value: Fraction) -> Fraction | None:
    """Return the square root of a square, or None if it isn't one."""
    if value < 0:
        return None
    above, below = isqrt(value.numerator), isqrt(value.denominator)
    exact = above * above == value.numerator and below * below == value.denominator
    return Fraction(above, below) if exact else None
