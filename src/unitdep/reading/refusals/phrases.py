"""The phrases of lexicon/refusals.txt, as sets and as patterns."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from unitdep.lexicon import read_lists, word_sets

LISTS: Final = word_sets(read_lists("refusals"))
_WILD: Final = {"*": r"(?:\S+\s+){0,3}?", "0": r"\d[\d.,]*\s+"}


def find_phrase(name: str, text: str) -> str:
    """Return the first part of a text that matches a phrase of a list, as written, or ""."""
    match = _pattern(name).search(text)
    return match[0] if match else ""


@cache
def _pattern(name: str) -> re.Pattern[str]:
    longest_first = sorted(LISTS[name], key=lambda phrase: (-len(phrase), phrase))
    phrases = "|".join(map(_expression, longest_first))
    return re.compile(rf"(?<![\w'’-])(?:{phrases})(?![\w'’-])", re.IGNORECASE)


def _expression(phrase: str) -> str:
    parts = (_WILD.get(word) or re.escape(word) + r"\s+" for word in phrase.split())
    return "".join(parts).removesuffix(r"\s+")
