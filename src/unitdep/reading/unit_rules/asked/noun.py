"""The noun that a question asks for: "how many pens", "the number of pens"."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from unitdep.lexicon import LEMMAS, LEXICON
from unitdep.reading.noun_phrases import PLURAL_TAGS, Noun, noun_phrase
from unitdep.reading.unit_rules.scene import DETERMINERS
from unitdep.reading.words import Words

SKIPPED: Final = LEXICON["skip"] | LEXICON["of-total"]
SKIPPED_TAGS: Final = DETERMINERS | {"CD"}


@dataclass(frozen=True)
class Asking:
    """The words that ask."""

    words: Words
    start: int
    end: int

    @cached_property
    def many(self) -> int | None:
        """The place of "many" or "number", if the question has one."""
        low = self.words.low
        return next((i for i in range(self.start, self.end) if low[i] in LEXICON["many"]), None)

    @cached_property
    def at(self) -> int:
        """The first place after it that may be what is counted."""
        words, i = self.words, self.end if self.many is None else self.many + 1
        while i < self.end and (words.low[i] in SKIPPED or words.tag[i] in SKIPPED_TAGS):
            i += 1
        return i

    @cached_property
    def phrase(self) -> Noun | None:
        """The noun phrase there."""
        if self.at >= self.end:
            return None
        first = _past_owner(self.words, self.at, self.end)
        return noun_phrase(self.words, first, self.end, plural=True)


def _past_owner(words: Words, i: int, end: int) -> int:
    """Return the place after an owner: "of class A's lanterns"."""
    if words.low[i - 1] != "of":
        return i
    return next((k + 1 for k in range(i, min(i + 4, end - 1)) if words.tag[k] == "POS"), i)


def times(asking: Asking) -> Noun | None:
    """Read "how many times as many"."""
    at = asking.at
    return Noun(at, at, "times") if at < asking.end and asking.words.low[at] == "times" else None


def how_many(asking: Asking) -> Noun | None:
    """Read "how many bouquets", "the total number of hats"."""
    noun, words = asking.phrase, asking.words
    if noun is None or words.low[noun.head] in LEXICON["stand-in"] or _is_verb(words, noun):
        return None
    return noun


def _is_verb(words: Words, noun: Noun) -> bool:
    """Whether what comes where a plural should be is a verb: "how many land in"."""
    low = words.low[noun.head]
    if noun.head != noun.start or words.tag[noun.head] != "NN" or low.endswith("s"):
        return False
    return low not in LEMMAS and low not in LEXICON["invariant"] and low != "percent"


def outnumber(asking: Asking) -> Noun | None:
    """Read "by how many did the ducks outnumber the geese"."""
    words, i, end = asking.words, asking.at, asking.end
    if asking.many is None or asking.phrase or "outnumber" not in words.low[i:end]:
        return None
    while i < end and (words.tag[i] in DETERMINERS or words.low[i] in LEXICON["question-verb"]):
        i += 1
    return noun_phrase(words, i, end)


def terse(asking: Asking) -> Noun | None:
    """Read "Flasks needed?": a plural that opens a question without question word."""
    words, start, end = asking.words, asking.start, asking.end
    if asking.many is not None or start >= end:
        return None
    if words.low[start] in LEXICON["ask-first"] or words.low[start] in LEXICON["ask-imperative"]:
        return None
    noun = noun_phrase(words, start, end)
    return noun if noun and words.tag[noun.head] in PLURAL_TAGS else None
