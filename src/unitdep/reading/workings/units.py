"""The unit words next to a number, as a unit of the one algebra."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from unitdep.lexicon import LEMMAS, LEXICON
from unitdep.units.dimension import POWERS
from unitdep.units.inflection import singular, undo_plural
from unitdep.units.unit import Unit

CURRENCIES: Final = {
    "$": "dollar",
    "£": "pound",
    "€": "euro",
    "¥": "yen",
    "₹": "rupee",
    "¢": "cent",
}
_LEMMA_NOUNS: Final = frozenset(LEMMAS.values())
_SQUARE: Final = {"sq": "square", "cu": "cubic"}


@lru_cache(maxsize=4096)
def unit_of(words: str, currency: str = "") -> Unit:
    """Return the unit that words and the sign of a currency write: "miles per hour"."""
    over, _, under = words.partition(" per ") if " per " in words else _leading(words)
    if over in LEXICON["speed"] or LEMMAS.get(over) in LEXICON["speed"]:
        over, _, under = LEMMAS.get(over, over).partition("/")
    noun, modifiers = _noun(over)
    if currency:
        noun, modifiers = CURRENCIES[currency], ()
    if not under:
        return Unit(noun, modifiers)
    denominator, denominator_modifiers = _noun(under)
    return Unit(noun, modifiers, denominator, denominator_modifiers)


def _leading(words: str) -> tuple[str, str, str]:
    """Split "per pen", which follows a price; other words are a unit that is not a rate."""
    return ("", "", words[4:]) if words.startswith("per ") else (words, "", "")


def _noun(words: str) -> tuple[str, tuple[str, ...]]:
    """Return the singular of the head noun, and the words before it; without "of pencils"."""
    head = words.partition(" of ")[0].split()
    if not head:
        return "", ()
    noun = head[-1] if head[-1] in _LEMMA_NOUNS else undo_plural(singular(head[-1]))
    return noun, tuple(_SQUARE.get(word, word) for word in head[:-1])


def is_power(word: str) -> bool:
    """Whether a word makes an area or a volume of the length after it."""
    return _SQUARE.get(word, word) in POWERS
