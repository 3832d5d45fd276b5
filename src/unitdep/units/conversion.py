"""Conversion between standard measures: hours and minutes, feet and inches, dollars and cents.

``conversion`` takes two unit nouns and returns the exact factor between them. The definitions are
in the lexicon's measures.txt. They are few, and reading them takes a millisecond; importing pint
for them would take half a second.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Final

from unitdep.lexicon import LEXICON

DOZEN: Final = "dozen"
_ONE: Final = Fraction(1)


def is_length(noun: str) -> bool:
    """Whether a unit is a length: two lengths multiply to an area."""
    return noun in LEXICON["length"]


@cache
def conversion(noun: str, into: str) -> Fraction | None:
    """Return how many of ``into`` one ``noun`` is, or None if they don't convert."""
    measures = _measures()
    if noun == into or noun not in measures or into not in measures:
        return None
    (factor, base), (other, other_base) = measures[noun], measures[into]
    return factor / other if base == other_base != "" else None


def dozen() -> Fraction:
    """Return how many a dozen is."""
    return _measures()[DOZEN][0]


@cache
def _measures() -> Mapping[str, tuple[Fraction, str]]:
    """Read each measure as a multiple of its base: a yard is 914.4 millimeters."""
    measures: dict[str, tuple[Fraction, str]] = {}
    text = files("unitdep.lexicon").joinpath("measures.txt").read_text("utf-8")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            noun, _, definition = line.partition(" = ")
            number, _, of = definition.partition(" ")
            factor, base = measures.setdefault(of, (_ONE, of))
            measures[noun] = (Fraction(number) * factor, base)
    return measures
