"""Measures: which units of a text can be converted into each other, and how, by pint.

Takes two unit nouns ("hour", "minute") and gives the exact factor between them, or None. Loading
pint takes a moment, so it is loaded only where two different measures of one family meet.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from unitdep.lexicon import LEXICON

if TYPE_CHECKING:
    from pint import UnitRegistry

_FAMILIES: Final = ("length", "weight", "volume", "time", "money")
# A month has no fixed number of days, nor a year of weeks: these convert among themselves only.
_CALENDAR: Final = frozenset({"month", "year", "decade"})
# What pint does not have, or has by the name of something else: our noun -> pint's.
_RENAMED: Final = {"decade": "tenyear", "penny": "cent"}
_DEFINITIONS: Final = (
    "dollar = [currency]",
    "cent = dollar / 100",
    "tenyear = 10 * year",
    "dozen = 12",
)
DOZEN: Final = "dozen"


def is_length(noun: str) -> bool:
    """Return whether a unit is a length: two lengths multiply to an area."""
    return noun in LEXICON["length"]


@cache
def conversion(noun: str, into: str) -> Fraction | None:
    """Return how many of ``into`` one ``noun`` is, or None if neither becomes the other."""
    if noun == into or not _one_family(noun, into):
        return None
    registry = _registry()
    source, target = (_RENAMED.get(name, name) for name in (noun, into))
    if source not in registry or target not in registry:
        return None  # euros and dollars have no fixed rate
    return Fraction(registry.convert(Fraction(1), source, target))


@cache
def dozen() -> Fraction:
    """Return how many a dozen is."""
    return Fraction(_registry().convert(Fraction(1), DOZEN, ""))


def _one_family(first: str, second: str) -> bool:
    if (first in _CALENDAR) != (second in _CALENDAR):
        return False
    return any(first in LEXICON[name] and second in LEXICON[name] for name in _FAMILIES)


@cache
def _registry() -> UnitRegistry[Any]:
    from pint import UnitRegistry

    registry: UnitRegistry[Any] = UnitRegistry(non_int_type=Fraction)
    for definition in _DEFINITIONS:
        registry.define(definition)
    return registry
