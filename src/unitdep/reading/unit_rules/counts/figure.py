"""What the rules for the noun of a number are given."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from unitdep.lexicon import LEMMAS, LEXICON
from unitdep.reading.noun_phrases import Noun, Words, noun_phrase, without_verb
from unitdep.reading.quantity import Number

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

    @property
    def floor(self) -> int:
        """Where the number's sentence begins."""
        return self.words.sentence[self.start][0]

    @property
    def following(self) -> str:
        """The word after the number, or ""."""
        return self.words.low[self.end] if self.end < len(self.words.low) else ""

    @cached_property
    def at(self) -> int:
        """The place of the first word after the number and "more", "other" that may be counted."""
        words, i = self.words, self.end
        while i < self.limit and (
            words.low[i] in LEXICON["skip"] or words.tag[i] in SKIPPED_TAGS
        ):
            i += 1
        return i

    @cached_property
    def low(self) -> str:
        """The word at that place, or "" if it says when or belongs to something else."""
        low = self.words.low[self.at] if self.at < self.limit else ""
        return "" if low in LEXICON["calendar"] or low in LEXICON["noon"] else low

    @cached_property
    def measure(self) -> str:
        """The measure or speed that the word there is ("kilogram" for "kg"), or ""."""
        lemma = LEMMAS.get(self.low, "")
        known = lemma in LEXICON["measure"] or lemma in LEXICON["speed"]
        return lemma if known and self.low != "in" else ""

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
