"""What the rules look at: the words of a text, its numbers, and what it counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Final

from unitdep.lexicon import LEMMAS, LEXICON
from unitdep.reading.noun_phrases import Noun, lemma_of, noun_phrase, without_verb
from unitdep.reading.words import Words

EACH: Final = LEXICON["each"]
ANY_ONE: Final = LEXICON["any-one"]
FINITE: Final = frozenset({"VBD", "VBZ", "VBP", "MD"})
DETERMINERS: Final = frozenset({"DT", "PRP$"})
ADJECTIVE_OR_NOUN: Final = frozenset({"JJ", "NN"})
REACH: Final = 200  # how many words back a pronoun may look


@dataclass(frozen=True)
class Mention:
    """A number's tokens, its noun phrase (None for a bare number), and where that phrase ends."""

    start: int
    end: int
    noun: Noun | None
    phrase_end: int
    money: bool = False
    pack: Noun | None = None  # what a "24-pack" is, if the number is part of such a word
    one: bool = False  # the number is 1, so "1 hour" may be what a rate is for
    rule: str = ""  # the rule that read the noun

    @property
    def lemma(self) -> str:
        """The lemma of its noun, or "" for a bare number."""
        return self.noun.lemma if self.noun else ""


@dataclass(frozen=True)
class Scene:
    """A text with its numbers, and what it counts."""

    words: Words
    mentions: tuple[Mention, ...]  # the numbers in text order
    counted: frozenset[str]  # the lemmas that numbers, the question or "each" single out
    plurals: frozenset[str]  # the lemmas that the text has in the plural
    asked: str = ""  # the lemma of the noun that is asked for
    # where the numbers 1 are, each with its noun if the text counts that elsewhere too
    ones: Mapping[int, Noun | None] = field(default_factory=dict)

    def has_number(self, head: int) -> bool:
        """Whether the noun whose head is at ``head`` has a number."""
        return any(m.noun and m.noun.head == head for m in self.mentions)


@dataclass(frozen=True)
class Rate:
    """A Den Unit and the word that showed it ("each", "per", "of")."""

    noun: Noun
    trigger: int
    rule: str = field(default="", compare=False)  # the rule that read it


# What a rule returns that has seen that a number is not a rate; later rules are not tried then.
NOT_A_RATE: Final = Rate(Noun(0, 0, ""), -1)


def comes_again(noun: Noun) -> bool:
    """Whether a noun is a time, such as "day" or "morning"."""
    return noun.lemma in LEXICON["time"] or noun.lemma in LEXICON["moment"]


def named(words: Words, start: int, limit: int) -> Noun | None:
    """Read a noun phrase after a word that must have one, whatever its tag."""
    while start < limit and (words.tag[start] in DETERMINERS or words.low[start] == "single"):
        start += 1
    if start >= limit:
        return None
    time = LEMMAS.get(words.low[start]) in LEXICON["time"]
    if time and start + 1 < limit and _what_is_done(words, start + 1):
        limit = start + 1  # "an hour washing cars"
    noun = without_verb(words, noun_phrase(words, start, limit), limit)
    if noun is None and (time or words.tag[start] in LEXICON["noun-like"]):
        return Noun(start, start, lemma_of(words, start))
    return noun


def _what_is_done(words: Words, at: int) -> bool:
    """Whether the word after a time is what is done in it: "washing cars", "laps"."""
    return words.tag[at] in {"VBG", "NNS"} or words.low[at].endswith("ing")


def back_over(column: Sequence[str], at: int, floor: int, members: AbstractSet[str]) -> int:
    """Return the last place up to ``at`` whose entry is not a member, or ``floor``."""
    while at > floor and column[at] in members:
        at -= 1
    return at


def phrase_start(words: Words, head: int, floor: int, tags: AbstractSet[str]) -> int:
    """Return where the run of words with these tags that ends before ``head`` begins."""
    while head > floor and words.tag[head - 1] in tags:
        head -= 1
    return head
