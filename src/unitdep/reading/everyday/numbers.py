"""The numbers of a text as everyday problems mean them: names dropped, years and times read.

"2 hours and 45 minutes" is one amount there, of 165 minutes, and "-3 degrees" is below zero.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from unitdep.lexicon import LEMMAS
from unitdep.reading.everyday.clock import with_clocks
from unitdep.reading.everyday.kinds import is_name
from unitdep.reading.quantity import Compound, Number, NumberKind
from unitdep.units.conversion import DOZEN, IN_A_DOZEN, conversion

_YEAR: Final = re.compile(r"(?<![\w$£€.,#-])(?:1[1-9]|20)\d\d(?![\w%-]|[.,]\d|\s[a-z]+s\b)")
_ASKS_YEARS: Final = re.compile(r"\b(?:how old|how many years|how long|what age|years old)\b", re.I)
_ASKS_A_YEAR: Final = re.compile(r"\b(?:what|which) year\b|\bwhen\b[^.?]*\?", re.IGNORECASE)
_LARGER: Final = re.compile(r"[\s-]?([a-z]+)\.?(?:\sand)?\s$", re.IGNORECASE)
_SMALLER: Final = re.compile(r"[\s-]?([a-z]+)", re.IGNORECASE)
_MINUS: Final = re.compile(r"(?<!\d)(?<!\d\s)(?<![\w.,)])[-−]$")
_MINUS_WORD: Final = re.compile(r"\bminus\s$", re.IGNORECASE)
_DEGREES: Final = re.compile(r"\s?(?:°|degrees?\b)", re.IGNORECASE)
_BELOW: Final = re.compile(
    r"\s?(?:°\s?[cf]?|degrees?)(?:\s[a-z]+)?\sbelow\s(?:zero|freezing)\b", re.I
)


def everyday_numbers(text: str, numbers: Sequence[Number]) -> list[Number]:
    """Return the numbers of a text, given those of the paper's scope."""
    meant = [n for n in numbers if not is_name(text, n) and not _is_trade(text, n)]
    return [_signed(text, n) for n in _fused(text, _with_years(text, with_clocks(meant, text)))]


def _signed(text: str, number: Number) -> Number:
    """Read the sign of a number below zero: "-3", "minus 3 degrees", "3 degrees below zero"."""
    if number.kind is not NumberKind.PLAIN:
        return number
    before, after = text[max(0, number.start - 8) : number.start], text[number.end :]
    minus = _MINUS_WORD.search(before) and _DEGREES.match(after)
    below = minus or _MINUS.search(before) or _BELOW.match(after)
    return replace(number, value=-number.value) if below else number


def _with_years(text: str, numbers: Sequence[Number]) -> list[Number]:
    """Add years such as 1998 if the text asks how long it was, or in which year."""
    years = list(_YEAR.finditer(text))
    lone = {n.start for n in numbers}
    if not (len(years) > 1 and _ASKS_YEARS.search(text)) and not _ASKS_A_YEAR.search(text):
        return list(numbers)
    added = [
        Number(m.start(), m.end(), m[0], Fraction(m[0]), NumberKind.YEAR)
        for m in years
        if m.start() not in lone
    ]
    return sorted([*numbers, *added], key=lambda number: number.start)


def _fused(text: str, numbers: Sequence[Number]) -> list[Number]:
    """Join an amount in two measures to one in the smaller: "5 ft 4 in" is 64 inches."""
    fused: list[Number] = []
    for number in numbers:
        parts = _compound(text, fused[-1], number) if fused else None
        if parts is None:
            fused.append(_of_dozens(number))
            continue
        start, end = fused.pop().start, number.end
        fused.append(Number(start, end, text[start:end], parts.value, number.kind, parts))
    return fused


def _is_trade(text: str, number: Number) -> bool:
    """Whether a dozen is only how something is sold: "by the dozen"."""
    return number.text.lower() == DOZEN and text[: number.start].lower().endswith("by the ")


def _of_dozens(number: Number) -> Number:
    if not number.text.lower().endswith(DOZEN) or number.text.lower() in (DOZEN, f"a {DOZEN}"):
        return number
    dozens = Compound(number.value / IN_A_DOZEN, DOZEN, IN_A_DOZEN)
    return replace(number, made_of=dozens)


def _compound(text: str, first: Number, second: Number) -> Compound | None:
    """Return the amount that two neighbouring numbers make: 2 hours and 45 minutes."""
    allowed = (NumberKind.PLAIN, NumberKind.MONEY)
    if first.kind not in allowed or second.kind not in allowed or first.value.denominator != 1:
        return None
    between, after = text[first.end : second.start], text[second.end :]
    larger = LEMMAS.get(m[1].lower()) if (m := _LARGER.fullmatch(between)) else None
    smaller = LEMMAS.get(m[1].lower()) if (m := _SMALLER.match(after)) else None
    if larger is None or smaller is None:
        return None
    factor = conversion(larger, smaller)
    if factor is None or not second.value < factor:
        return None
    return Compound(first.value, larger, factor, second.value, smaller)
