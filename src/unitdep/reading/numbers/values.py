"""Number words and their values, read from lexicon/numbers.txt."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final

from unitdep.lexicon import LEXICON, read_lists, word_sets

_LISTS: Final = read_lists("numbers")
WORDS: Final = word_sets(_LISTS)


def _in_order(name: str, first: int, step: int = 1) -> dict[str, int]:
    return {word: first + step * k for k, word in enumerate(_LISTS[name].words)}


def _stated(name: str) -> dict[str, int]:
    return {word: int(value) for word, value in _LISTS[name].pairs}


# Cardinal words below one hundred, and the multipliers that follow them.
ONES: Final[Mapping[str, int]] = _in_order("ones", 1)
TEENS: Final[Mapping[str, int]] = _in_order("teens", 10)
TENS: Final[Mapping[str, int]] = _in_order("tens", 20, 10)
SMALL: Final[Mapping[str, int]] = {"zero": 0, **ONES, **TEENS, **TENS}
SCALES: Final[Mapping[str, int]] = _stated("scale")
MULTIPLIERS: Final[Mapping[str, int]] = {**_stated("multiplier"), **SCALES}
TIMES_WORDS: Final[Mapping[str, int]] = _stated("times")

DENOMINATORS: Final[Mapping[str, int]] = _stated("denominator")
PLURAL_DENOMINATORS: Final[Mapping[str, int]] = {
    "halves" if word == "half" else word + "s": value for word, value in DENOMINATORS.items()
}
ORDINALS: Final[Mapping[str, int]] = _stated("ordinal-value")
VULGAR: Final[Mapping[str, Fraction]] = {
    c: Fraction(*map(int, unicodedata.normalize("NFKC", c).split("\u2044")))
    for c in "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞⅐⅑⅒"
}


def either(words: Iterable[str]) -> str:
    """Return a pattern that matches any of some words or phrases."""
    return "(?:" + "|".join(re.escape(word).replace(r"\ ", r"\s") for word in words) + ")"


def listed(name: str) -> str:
    """Return a pattern that matches any entry of a list of lexicon/numbers.txt."""
    return either(_LISTS[name].words)


MONTH: Final = either(
    [*sorted(month.capitalize() for month in LEXICON["month"]), *_LISTS["month-short"].words]
)
