"""What the rules for the noun of a number are given."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from unitdep.lexicon import LEMMAS, LEXICON
from unitdep.reading.noun_phrases import Noun, noun_phrase, without_verb
from unitdep.reading.quantity import Number
from unitdep.reading.words import Words

SKIPPED_TAGS: Final = frozenset({"HYPH", "CD"})


@dataclass(frozen=True)
class Phrase:
    """The noun that a number counts, if it has one, and where the words end that belong to it."""

    noun: Noun | None
    end: int
    sure: bool = False  # whether the noun can't be a verb


@dataclass(frozen=True)
class Figure:
    """A number in its text, whose noun is sought."""

    words: Words
    number: Number
    start: int  # its first token
    end: int  # one past its last token
    limit: int  # where the next number or sentence begins
    plurals: frozenset[str]  # the lemmas that the text has in the plural
    floor: int  # where its sentence begins
    at: int  # the place of the first word after it and "more", "other" that it may count
    low: str  # the word there, or "" if it says when or belongs to something else
    measure: str  # the measure or speed that this word is ("kilogram" for "kg"), or ""

    @property
    def following(self) -> str:
        """The word after the number, or ""."""
        return self.words.low[self.end] if self.end < len(self.words.low) else ""

    @cached_property
    def phrase(self) -> Noun | None:
        """The noun phrase there, which may be "others"."""
        if not self.low:
            return None
        words, plural = self.words, self.number.value != 1
        noun = noun_phrase(words, self.at, self.limit, plural=plural)
        if not plural and not self.measure:
            noun = without_verb(words, noun, self.limit)
        return None if noun is None or words.low[noun.head] in LEXICON["calendar"] else noun

    @property
    def noun(self) -> Noun | None:
        """The noun phrase there, if it names something."""
        phrase = self.phrase
        if phrase is None or self.words.low[phrase.head] in LEXICON["stand-in"]:
            return None
        return phrase


def figure(
    words: Words, number: Number, span: tuple[int, int], following: int, plurals: frozenset[str]
) -> Figure:
    """Return what the rules for the noun of a number look at.

    ``span`` are the number's tokens, ``following`` is where the next number begins.
    """
    start, end = span
    floor, limit = words.sentence[start]
    limit = max(end, min(limit, following))
    at = end
    while at < limit and (words.low[at] in LEXICON["skip"] or words.tag[at] in SKIPPED_TAGS):
        at += 1
    low = words.low[at] if at < limit else ""
    if low in LEXICON["calendar"] or low in LEXICON["noon"]:
        low = ""
    return Figure(words, number, start, end, limit, plurals, floor, at, low, _measure(low))


def _measure(low: str) -> str:
    """Return the measure or speed that a word is, or ""."""
    lemma = LEMMAS.get(low, "")
    known = lemma in LEXICON["measure"] or lemma in LEXICON["speed"]
    return lemma if known and low != "in" else ""
