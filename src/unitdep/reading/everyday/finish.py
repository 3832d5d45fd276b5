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
    r"nearest\s(?P<to>ten|hundred|thousand|whole|one|\d+|pound|dollar|euro|penny|cent|metre|meter|"
    r"minute|hour|day|kilo\w*|gram|litre|liter|mile|year|week|km|cm|kg|\w+)",
    re.IGNORECASE,
)
_TO: Final = {"ten": 10, "hundred": 100, "thousand": 1000}
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


def nearest(text: str) -> Fraction | None:
    """Return what a text asks to round to: "to the nearest ten" is 10."""
    m = _NEAREST.search(text)
    if m is None:
        return None
    word = m["to"].lower()
    if word.isdigit():
        return Fraction(int(word)) or None
    return Fraction(_TO.get(word, 1))
