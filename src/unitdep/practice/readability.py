"""How hard a text is to read: its length, and a school grade by the Flesch–Kincaid formula.

The formula counts words per sentence and syllables per word, which are counted by their vowels.
It's an estimate for whole texts; for two sentences it can be off by a grade or two.
"""

from __future__ import annotations

import re
from typing import Final

_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|[\d.,:/]*\d")
_SENTENCE: Final = re.compile(r"[.!?]+(?:[\"”'’)]*)(?=\s|$)")
_VOWELS: Final = re.compile(r"[aeiouyáéíóúäöü]+")
_SILENT: Final = re.compile(
    r"(?<=[^aeiouyl])e$|(?<=[^aeiouytd])ed$|(?<=[^aeiouycghlsxz])es$|(?<=[aeiou]l)es?$"
)
PER_WORD, PER_SENTENCE, OFFSET = 11.8, 0.39, 15.59  # the published coefficients


def words(text: str) -> int:
    """Return the number of words, numbers included."""
    return len(_WORD.findall(text))


def syllables(word: str) -> int:
    """Estimate the syllables of a word; a number counts as one."""
    low = word.lower()
    if not low.isalpha() and any(c.isdigit() for c in low):
        return 1
    return max(1, len(_VOWELS.findall(_SILENT.sub("", low))))


def grade(text: str) -> float:
    """Return the school grade that can read a text, from 0; one decimal."""
    found = _WORD.findall(text)
    if not found:
        return 0.0
    sentences = max(1, len(_SENTENCE.findall(text)))
    per_word = sum(map(syllables, found)) / len(found)
    value = PER_SENTENCE * len(found) / sentences + PER_WORD * per_word - OFFSET
    return round(max(0.0, value), 1)
