"""How a question may finish: whether it counts things that come whole, and what it rounds to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from unitdep.lexicon import LEXICON, MEASURES
from unitdep.reading.quantity import NumberKind, Quantity
from unitdep.units.inflection import is_mass
from unitdep.units.unit import Unit

_NEAREST: Final = re.compile(
    r"nearest\s(?P<to>[a-z]+|\d+)|(?P<places>\d|one|two|three)\s(?:decimal\splaces?|d\.?p\b)",
    re.IGNORECASE,
)
_TO: Final = {
    "ten": Fraction(10),
    "hundred": Fraction(100),
    "thousand": Fraction(1000),
    "tenth": Fraction(1, 10),
    "hundredth": Fraction(1, 100),
    "half": Fraction(1, 2),
}
_HUNDREDTHS: Final = ("cent", "penny", "p")
_PLACES: Final = {"one": 1, "two": 2, "three": 3}
_BROKEN: Final = frozenset({"percent", "time", "degree", "mark", "score", "point", "age", ""})


def counts_whole(asked: Unit, quantities: Sequence[Quantity], how_many: bool) -> bool:
    """Whether the question counts things that come whole: buses, not litres."""
    noun = asked.numerator
    if asked.is_rate or not how_many or noun in _BROKEN or is_mass(noun):
        return False
    if any(noun in LEXICON[kind] for kind in MEASURES):
        return False
    return not any(
        q.value.denominator != 1 and q.unit.numerator == noun and q.number.kind is NumberKind.PLAIN
        for q in quantities
    )


def nearest(text: str, asked: Unit) -> Fraction | None:
    """Return what a text asks to round to: "to the nearest ten" is 10.

    The nearest penny is a hundredth if the question asks for pounds.
    """
    m = _NEAREST.search(text)
    if m is None:
        return None
    if places := m["places"]:
        return Fraction(1, 10 ** (_PLACES.get(places.lower()) or int(places)))
    word = m["to"].lower()
    if word.isdigit():
        return Fraction(int(word)) or None
    if word in _HUNDREDTHS and asked.numerator not in _HUNDREDTHS:
        return Fraction(1, 100)
    return _TO.get(word, Fraction(1))
