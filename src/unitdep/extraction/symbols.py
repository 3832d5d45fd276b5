"""Units of measurement right after a number: "5 kWh", "9.8 m/s²", "180 °C", from symbols.txt."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from unitdep.lexicon import read_lists
from unitdep.reading.numbers.values import either
from unitdep.units.dimension import POWERS
from unitdep.units.unit import Unit

_LISTS: Final = read_lists("symbols")
_SYMBOLS: Final[Mapping[str, str]] = dict(_LISTS["symbol"].pairs)
_WORDS: Final[Mapping[str, str]] = dict(_LISTS["word"].pairs)
_SPEEDS: Final[Mapping[str, str]] = dict(_LISTS["speed"].pairs)
_PINT_NAMES: Final[Mapping[str, str]] = dict(_LISTS["pint"].pairs)
PHYSICAL: Final = frozenset({*_SYMBOLS.values(), *_WORDS.values()})


def _longest_first(words: Mapping[str, str]) -> str:
    return either(sorted(words, key=len, reverse=True))


_POWER: Final = r"(?:\^?([23])(?!\d)|([²³]))?"
_BARE: Final = r"(?![\w²³^])"
_SYMBOL: Final = re.compile(
    rf"\s?(?P<top>{_longest_first(_SYMBOLS)}){_POWER}"
    rf"(?:\s?/\s?(?P<under>{_longest_first(_SYMBOLS)}){_POWER})?{_BARE}"
)
_SPEED: Final = re.compile(rf"\s?(?P<speed>{_longest_first(_SPEEDS)}){_BARE}")
_WORD: Final = re.compile(rf"[\s-]?(?P<word>{_longest_first(_WORDS)})\b(?!-)", re.IGNORECASE)
# A single letter is a unit only if no word follows that it could belong to: "5 A grades".
_NOTHING_AFTER: Final = re.compile(
    r"\s*(?:$|[.,;:!?)\]–-]|(?:a|an|and|or|of|at|to|in|by|on|per|each|every|for|from|after|with|is|"
    r"was|are|were|than|long|wide|high|tall|deep|away|thick|apart|ago|later)\b)"
)
_RATE_AFTER: Final = re.compile(r"\s(?:per|an?|each|every)\b|\s?/")
_EXPONENTS: Final = {"2": "square", "²": "square", "3": "cubic", "³": "cubic"}


@dataclass(frozen=True)
class Symbol:
    """A unit of measurement as written after a number."""

    unit: Unit
    end: int  # where it ends in the text
    rate_follows: bool  # whether "per" or "a" follows it


def pint_name(noun: str) -> str:
    """Return what pint calls a unit of measurement."""
    return _PINT_NAMES.get(noun) or noun.replace(" ", "_").replace("-", "_")


def symbol_after(text: str, end: int) -> Symbol | None:
    """Return the unit of measurement right after a number that ends at ``end``, if there is one."""
    if m := _SPEED.match(text, end):
        top, _, under = _SPEEDS[m["speed"]].partition("/")
        return Symbol(Unit(top, denominator=under, rule="symbol"), m.end(), False)
    if m := _WORD.match(text, end):
        unit = Unit(_WORDS[" ".join(m["word"].lower().split())], rule="symbol")
        return _symbol(text, unit, m.end())
    m = _SYMBOL.match(text, end)
    if m is None or (len(m["top"]) == 1 and not m["under"] and not _alone(text, m)):
        return None
    above, below = m[2] or m[3], m[5] or m[6]
    under = m["under"]
    unit = Unit(
        _SYMBOLS[m["top"]],
        (_EXPONENTS[above],) if above else (),
        _SYMBOLS[under] if under else None,
        (_EXPONENTS[below],) if below else (),
        rule="symbol",
    )
    return _symbol(text, unit, m.end())


def _symbol(text: str, unit: Unit, end: int) -> Symbol:
    return Symbol(unit, end, bool(_RATE_AFTER.match(text, end)))


def _alone(text: str, m: re.Match[str]) -> bool:
    return m["top"] == "°" or bool(_NOTHING_AFTER.match(text, m.end()))


def measured(unit: Unit, symbol: Symbol) -> Unit:
    """Return the unit that the rules have read with the measure that is written, and its Den Unit.

    "40 kWh per month": the rules know the month, the symbol is the measure.
    """
    if symbol.unit.is_rate or not (symbol.rate_follows and unit.is_rate):
        return symbol.unit
    powers = tuple(word for word in symbol.unit.modifiers if word in POWERS)
    return Unit(
        symbol.unit.numerator, powers, unit.denominator, unit.denominator_modifiers, unit.rule
    )
