"""Conversion between standard measures: hours and minutes, feet and inches, dollars and cents.

``conversion`` takes two unit nouns and returns the exact factor between them. The definitions are
in the lexicon's measures.txt. There are few of them, and reading them takes a millisecond; to
import pint for that would take half a second.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Final

from unitdep.lexicon import LEXICON, read_lists

DOZEN: Final = "dozen"
IN_A_DOZEN: Final = Fraction(12)
_ONE: Final = Fraction(1)
_MONEY: Final = {  # a pound is a weight too
    ("penny", "pound"): Fraction(1, 100),
    ("pound", "penny"): Fraction(100),
}


def is_length(noun: str) -> bool:
    """Whether a unit is a length: two lengths multiply to an area."""
    return noun in LEXICON["length"]


def is_measure(noun: str) -> bool:
    """Whether a unit converts into others."""
    return noun in _measures() or any(noun in pair for pair in _MONEY)


def is_money(noun: str) -> bool:
    """Whether a unit is a currency, or part of one."""
    return noun in LEXICON["money"] or any(noun in pair for pair in _MONEY)


def conversion(noun: str, into: str) -> Fraction | None:
    """Return how many of ``into`` one ``noun`` is, or None if they don't convert."""
    if (noun, into) in _MONEY:
        return _MONEY[noun, into]
    measures = _measures()
    if noun == into or noun not in measures or into not in measures:
        return None
    (factor, base), (other, other_base) = measures[noun], measures[into]
    return factor / other if base == other_base else None


@cache
def _measures() -> Mapping[str, tuple[Fraction, str]]:
    """Return each measure as a multiple of its base: a yard is 914.4 millimeters."""
    measures: dict[str, tuple[Fraction, str]] = {}
    for entry in read_lists("measures").values():
        for amount, noun in entry.pairs:
            number, _, part = amount.partition(" ")
            factor, base = measures.setdefault(part, (_ONE, part))
            measures[noun] = (Fraction(number) * factor, base)
    return measures
