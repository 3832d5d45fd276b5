"""Scene: what the rate rules look at, and how they read "each box", "each", "a box"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from unitdep.quantities.lexicon import LEXICON
from unitdep.quantities.phrases import (
    NOUN_TAGS,
    PLURAL_TAGS,
    Noun,
    Words,
    lemma_of,
    noun_phrase,
    without_verb,
)

FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})
EACH = frozenset({"each", "every"})
REACH = 200  # how many words back a pronoun may look
ONE = frozenset({"a", "an", "one", "any"})


@dataclass(frozen=True)
class Mention:
    """A number's tokens, its noun phrase (None for a bare number), and where that phrase ends."""

    start: int
    end: int
    noun: Noun | None
    phrase_end: int
    money: bool = False
    pack: Noun | None = None  # what "24-pack" holds the number of
    one: bool = False  # the number is 1, so that "1 hour" may say what a rate is for

    @property
    def lemma(self) -> str:
        """The lemma of its noun, or nothing."""
        return self.noun.lemma if self.noun else ""


@dataclass(frozen=True)
class Scene:
    """What the rate rules look at.

    ``counted`` are the lemmas that numbers, the question or "each" single out, ``plurals`` those
    that the text has in the plural, ``asked`` is the lemma asked for, ``ones`` the places of the
    numbers 1, with their noun where the text counts it elsewhere.
    """

    words: Words
    mentions: tuple[Mention, ...]
    counted: frozenset[str]
    plurals: frozenset[str]
    asked: str = ""
    ones: Mapping[int, Noun | None] = field(default_factory=dict)


@dataclass(frozen=True)
class Rate:
    """A Den Unit and the word that showed it ("each", "per", "of")."""

    noun: Noun
    trigger: int


def comes_again(noun: Noun) -> bool:
    """Tell whether a noun is a time, such as "day" or "morning"."""
    return noun.lemma in LEXICON["time"] or noun.lemma in LEXICON["moment"]


def named(words: Words, start: int, limit: int) -> Noun | None:
    """Read a noun phrase after a word that must have one, whatever the tagger thinks of it."""
    while start < limit and (words.tag[start] in {"DT", "PRP$"} or words.low[start] == "single"):
        start += 1
    noun = without_verb(words, noun_phrase(words, start, limit), limit)
    if noun is None and start < limit and words.tag[start] in LEXICON["noun-like"]:
        return Noun(start, start, lemma_of(words, start))
    return noun


def each_rate(scene: Scene, mention: Mention, k: int, limit: int) -> Rate:
    """Read the Den Unit of "each" or "every" at ``k``: its noun, or what it stands for."""
    words = scene.words
    noun = each_noun(words, k, limit)
    if noun is None or noun.lemma in LEXICON["stand-in"]:
        noun = antecedent(scene, mention, k)
    return Rate(noun, k)


def each_noun(words: Words, k: int, limit: int) -> Noun | None:
    """Read the noun of "each": "each box", "each of her 5 boxes", "each one"."""
    i = k + 1
    if i < limit and words.low[i] == "of":
        limit = words.sentence[k][1]
        i += 1
        while i < limit and words.tag[i] in {"DT", "PRP$", "CD"}:
            i += 1
        return noun_phrase(words, i, limit)
    if words.low[k] == "every":
        return named(words, i, limit)
    return without_verb(words, noun_phrase(words, i, limit), limit)


def antecedent(scene: Scene, mention: Mention, k: int) -> Noun:
    """Give the plural noun that a bare "each" at ``k`` stands for: the nearest one to its left."""
    words = scene.words
    nearest: Noun | None = None
    nearby = min(mention.start, k) - 1
    for i in range(nearby, max(-1, nearby - REACH), -1):
        if nearest and i < words.sentence[k][0]:
            break
        if words.tag[i] not in PLURAL_TAGS:
            continue
        noun = Noun(i, i, lemma_of(words, i))
        if noun.lemma == mention.lemma or noun.lemma in LEXICON["money"]:
            continue
        if noun.lemma in scene.counted:
            return noun
        nearest = nearest or noun
    return nearest or Noun(k, k, "")


def each_of(words: Words, mention: Mention) -> int | None:
    """Give the place of "each" where the number counts what it goes through: "each of 5 vases"."""
    i = mention.start - 1
    while i > 0 and (words.tag[i] in {"DT", "PRP$", "POS"} or words.tag[i] in NOUN_TAGS):
        i -= 1
    return i - 1 if i > 0 and words.low[i] == "of" and words.low[i - 1] in EACH else None
