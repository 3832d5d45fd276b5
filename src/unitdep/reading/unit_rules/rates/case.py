"""What the rate rules are given: a number, or a word before or after one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from unitdep.lexicon import LEXICON
from unitdep.reading.noun_phrases import NOUN_TAGS, Noun
from unitdep.reading.unit_rules.scene import (
    ANY_ONE,
    EACH,
    FINITE,
    Mention,
    Rate,
    Scene,
    back_over,
    comes_again,
    named,
)
from unitdep.reading.words import Words

BEFORE_NUMBER: Final = LEXICON["about"] | LEXICON["currency-sign"]
SUBJECTS: Final = NOUN_TAGS | {"PRP", "EX", "DT"}  # tags of what a verb has as its subject


@dataclass(frozen=True)
class Case:
    """A number whose Den Unit is sought."""

    scene: Scene
    words: Words  # of the text
    mention: Mention  # the number
    index: int  # of the number in the text
    floor: int  # where the number's sentence begins
    rates: Sequence[Rate | None]  # what has been read so far, one entry per number

    @cached_property
    def link_at(self) -> int:
        """The place of the word that links the number to what is before it, or -1."""
        at = back_over(self.words.low, self.mention.start - 1, self.floor, BEFORE_NUMBER)
        return at if at > self.floor else -1

    @cached_property
    def link(self) -> str:
        """The word that links the number to what is before it ("of", "at"), or ""."""
        return self.words.low[self.link_at] if self.link_at >= 0 else ""


def cases(scene: Scene, rates: Sequence[Rate | None]) -> list[Case]:
    """Return a case for every number; ``rates`` are the Den Units read so far."""
    words = scene.words
    return [
        Case(scene, words, mention, index, words.sentence[mention.start][0], rates)
        for index, mention in enumerate(scene.mentions)
    ]


@dataclass(frozen=True)
class WordAfter:
    """A word after a number or after the noun asked for, at which its Den Unit may begin."""

    scene: Scene
    mention: Mention
    at: int  # the place of the word
    limit: int  # where the words end that may belong to the number
    adjacent: bool  # whether nothing comes between

    @property
    def words(self) -> Words:
        """The words of the text."""
        return self.scene.words

    @property
    def low(self) -> str:
        """The word itself."""
        return self.scene.words.low[self.at]

    @property
    def link(self) -> str:
        """The word before it: "for", "in", "to"."""
        return self.scene.words.low[self.at - 1]

    @cached_property
    def one(self) -> Noun | None:
        """The noun of "a box", unless it is a time of the story, such as "one night"."""
        if self.low not in ANY_ONE:
            return None
        noun = named(self.words, self.at + 1, self.limit)
        return None if noun and one_time(self.words, noun, self.at) else noun


def one_time(words: Words, noun: Noun, k: int) -> bool:
    """Whether "a day" at ``k`` is one day of the story: "a day later", "one stormy night"."""
    after = words.low[noun.end] if noun.end < len(words.low) else ""
    once = words.low[k] in LEXICON["some-one"] and k > 0
    once = once and words.low[k - 1] not in LEXICON["in-per"]
    return comes_again(noun) and (once or after in LEXICON["apart"])


@dataclass(frozen=True)
class WordBefore:
    """A word in the clause before a number, at which its Den Unit may be."""

    scene: Scene
    mention: Mention
    at: int  # the place of the word
    other: Mention | None  # the earlier number that ends with this word
    joined: bool  # whether "and", "or", "but" or a comma comes between
    crossed: bool  # whether another number comes between
    used: frozenset[int]  # words such as "each" that belong to other numbers

    @property
    def words(self) -> Words:
        """The words of the text."""
        return self.scene.words

    @property
    def low(self) -> str:
        """The word itself."""
        return self.scene.words.low[self.at]

    @property
    def each_one(self) -> bool:
        """Whether it is the 1 of "each 1 costs $3", which is "each one"."""
        counts_one = self.other is not None and self.other.one
        return counts_one and self.words.low[self.at - 1] in EACH


def words_before(case: Case, known: AbstractSet[str], used: frozenset[int]) -> Iterator[WordBefore]:
    """Yield the known words, the used ones and the numbers of a number's clause, the last first.

    The colon of a list ends the clause.
    """
    scene, words, mention = case.scene, case.words, case.mention
    ends = {m.end - 1: m for m in scene.mentions[: case.index]}
    crossed = joined = False
    for k in clause_left(words, mention):
        low = words.low[k]
        if low == ":" and _heads_list(words, mention, k):
            return
        joined = joined or low in LEXICON["joint"]
        if low in known or k in ends or k in used:
            word = WordBefore(scene, mention, k, ends.get(k), joined, crossed, used)
            yield word
            crossed = crossed or (word.other is not None and not word.each_one)


def _heads_list(words: Words, mention: Mention, k: int) -> bool:
    """Whether a colon at ``k`` ends what belongs to a number: "He bought: 3 hats"."""
    says_more = any(words.tag[i] in FINITE for i in range(words.sentence[k][0], k))
    return k < mention.start - 1 or says_more


def clause_left(words: Words, mention: Mention) -> Iterator[int]:
    """Go left from a number through its clause, over verbs that share its subject.

    A comma after a fronted phrase without a verb of its own doesn't end the clause: "To sew a
    coat, she needs 3".
    """
    after = mention.phrase_end
    verb = subject = after < len(words.tag) and words.tag[after] in FINITE
    floor = words.sentence[mention.start][0]
    for k in _outside_asides(words, floor, mention.start):
        tag = words.tag[k]
        if tag in FINITE:
            verb, subject = True, False
        elif verb and tag in SUBJECTS:
            subject = True
        elif subject and _opens_clause(words, floor, k):
            return
        yield k


def _outside_asides(words: Words, floor: int, end: int) -> Iterator[int]:
    """Go left through a sentence, past what stands between commas before a verb.

    "Each van, however old, carries 9 crates."
    """
    aside = floor - 1  # where an aside begins whose end has been seen
    for k in range(end - 1, floor - 1, -1):
        if k > aside >= floor:
            continue
        if words.low[k] == "," and words.tag[k + 1] in FINITE:
            aside = next((i for i in range(k - 1, floor, -1) if words.low[i] == ","), floor - 1)
        elif k == aside:
            continue
        yield k


def _opens_clause(words: Words, floor: int, k: int) -> bool:
    """Whether another clause ends at ``k``; "of which" and a fronted phrase don't count."""
    low = words.low[k]
    if low not in LEXICON["clause"]:
        return False
    if low in LEXICON["which"] and k > floor and words.low[k - 1] == "of":
        return False
    return low != "," or any(words.tag[i] in FINITE for i in range(floor, k))
