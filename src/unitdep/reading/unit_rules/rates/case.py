"""What the rate rules are given: a number, or a word before or after one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from unitdep.lexicon import LEXICON
from unitdep.reading.noun_phrases import NOUN_TAGS, Noun, Words
from unitdep.reading.unit_rules.scene import (
    ANY_ONE,
    EACH,
    FINITE,
    Mention,
    Rate,
    Scene,
    comes_again,
    named,
)

SUBJECTS: Final = NOUN_TAGS | {"PRP", "EX", "DT"}  # tags of what a verb has as its subject


@dataclass(frozen=True)
class Case:
    """A number whose Den Unit is sought."""

    scene: Scene
    index: int  # of the number in the text
    rates: Sequence[Rate | None]  # what has been read so far, one entry per number

    @property
    def words(self) -> Words:
        """The words of the text."""
        return self.scene.words

    @property
    def mention(self) -> Mention:
        """The number."""
        return self.scene.mentions[self.index]

    @property
    def floor(self) -> int:
        """Where the number's sentence begins."""
        return self.words.sentence[self.mention.start][0]


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


def words_before(scene: Scene, index: int, used: frozenset[int]) -> Iterator[WordBefore]:
    """Yield the words of a number's clause from right to left, up to the colon of a list."""
    words, mention = scene.words, scene.mentions[index]
    ends = {m.end - 1: m for m in scene.mentions[:index]}
    crossed = joined = False
    for k in clause_left(words, mention):
        if _heads_list(words, mention, k):
            return
        joined = joined or words.low[k] in LEXICON["joint"]
        word = WordBefore(scene, mention, k, ends.get(k), joined, crossed, used)
        yield word
        crossed = crossed or (word.other is not None and not word.each_one)


def _heads_list(words: Words, mention: Mention, k: int) -> bool:
    """Whether a colon at ``k`` ends what belongs to a number: "He bought: 3 hats"."""
    if words.low[k] != ":":
        return False
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
