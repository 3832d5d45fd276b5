"""Scene: what the rate rules look at, and how they read "each box", "each", "a box"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from unitdep.lexicon import LEMMAS, LEXICON
from unitdep.reading.noun_phrases import (
    NOUN_TAGS,
    PLURAL_TAGS,
    Noun,
    lemma_of,
    noun_phrase,
    without_verb,
)
from unitdep.reading.words import Words

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
    """Return whether a noun is a time, such as "day" or "morning"."""
    return noun.lemma in LEXICON["time"] or noun.lemma in LEXICON["moment"]


def named(words: Words, start: int, limit: int) -> Noun | None:
    """Read a noun phrase after a word that must have one, whatever the tagger thinks of it."""
    while start < limit and (words.tag[start] in {"DT", "PRP$"} or words.low[start] == "single"):
        start += 1
    if start + 1 < limit and LEMMAS.get(words.low[start]) in LEXICON["time"]:
        following = words.tag[start + 1]
        if following in {"VBG", "NNS"} or words.low[start + 1].endswith("ing"):
            limit = start + 1  # "an hour washing cars"
    noun = without_verb(words, noun_phrase(words, start, limit), limit)
    time = start < limit and LEMMAS.get(words.low[start]) in LEXICON["time"]
    if noun is None and start < limit and (time or words.tag[start] in LEXICON["noun-like"]):
        return Noun(start, start, lemma_of(words, start))
    return noun


def per_rate(scene: Scene, k: int, limit: int) -> Rate | None:
    """Read the Den Unit of "per" at ``k``; a head is a person, and "as per" tells no rate."""
    if k > 0 and scene.words.low[k - 1] == "as":
        return None
    noun = named(scene.words, k + 1, limit)
    if noun and noun.lemma == "head" and "head" not in scene.plurals:
        noun = Noun(noun.start, noun.head, "person")
    return Rate(noun, k) if noun else None


def each_rate(scene: Scene, mention: Mention, k: int, limit: int) -> Rate:
    """Read the Den Unit of "each" or "every" at ``k``: its noun, or what it stands for."""
    words = scene.words
    noun = each_noun(words, k, limit)
    if noun is None and k + 1 < limit and words.low[k + 1] in scene.counted:
        noun = Noun(k + 1, k + 1, words.low[k + 1])  # a noun that the tagger took for another word
    if noun and noun.lemma == "time":
        noun = _occasion(scene, mention)
    if noun is None or noun.lemma in LEXICON["stand-in"]:
        noun = antecedent(scene, mention, k)
    return Rate(noun, k)


def _occasion(scene: Scene, mention: Mention) -> Noun | None:
    """Return what "each time" stands for: the mornings or deeds last counted in the sentence."""
    words = scene.words
    floor = words.sentence[mention.start][0]
    for other in reversed(scene.mentions):
        if other.noun and floor <= other.start < mention.start:
            deed = other.end < len(words.low) and words.low[other.end] == "times"
            if deed or comes_again(other.noun):
                return other.noun
    return None


def each_noun(words: Words, k: int, limit: int) -> Noun | None:
    """Read the noun of "each": "each box", "each of her 5 boxes", "each one"."""
    i = k + 1
    end = words.sentence[k][1]
    if i + 1 < end and words.low[i] in {"one", "1"} and words.low[i + 1] == "of":
        i += 1
    if i < end and words.low[i] == "of":
        i += 1
        while i < end and words.tag[i] in {"DT", "PRP$", "CD"}:
            i += 1
        return noun_phrase(words, i, end, plural=words.tag[i - 1] == "CD")
    if words.low[k] == "every":
        return named(words, i, limit)
    return without_verb(words, noun_phrase(words, i, limit), limit)


def antecedent(scene: Scene, mention: Mention, k: int, *, far: bool = False) -> Noun:
    """Return the plural noun that a bare "each" at ``k`` stands for: the nearest one to its left.

    One that the text counts goes before others of earlier sentences, with ``far`` before all.
    """
    words = scene.words
    nearest: Noun | None = None
    nearby = min(mention.start, k) - 1
    if nearby > 0 and (words.low[nearby] == "of" or words.low[nearby] in LEXICON["with"]):
        group = _plural_at(scene, group_of(words, nearby - 1, words.sentence[k][0]))
        if group and group.lemma not in {mention.lemma, *LEXICON["measure"]}:
            return group
    for i in range(nearby, max(-1, nearby - REACH), -1):
        if nearest and not far and i < words.sentence[k][0]:
            break
        noun = _plural_at(scene, i) if words.tag[i + 1 : i + 2] != ("POS",) else None
        if noun is None or noun.lemma == mention.lemma or noun.lemma in LEXICON["money"]:
            continue
        if noun.lemma in scene.counted:
            return noun
        if words.low[i] not in LEXICON["part"]:
            nearest = nearest or noun
    return nearest or Noun(k, k, "")


def group_of(words: Words, at: int, floor: int) -> int:
    """Return the place of the plural that the noun at ``at`` fills: "boxes of red pens with 9"."""
    first = at
    while first > floor and words.tag[first - 1] in {"JJ", "NN"}:
        first -= 1
    linked = first - 2 > floor and words.low[first - 1] == "of"
    return first - 2 if linked and words.tag[first - 2] in PLURAL_TAGS else at


def _plural_at(scene: Scene, i: int) -> Noun | None:
    """Return the plural noun that a word is: by its tag, its form, or a number before it."""
    words = scene.words
    if words.low[i] in LEXICON["stand-in"]:
        return None
    if words.tag[i] in PLURAL_TAGS or words.low[i] in LEXICON["invariant"]:
        return Noun(i, i, lemma_of(words, i))
    return next((m.noun for m in scene.mentions if m.noun and m.noun.head == i and not m.one), None)


def each_of(words: Words, mention: Mention) -> int | None:
    """Return place of "each" where the number counts what it goes through: "each of 5 vases"."""
    i = mention.start - 1
    while i > 0 and (words.tag[i] in {"DT", "PRP$", "POS"} or words.tag[i] in NOUN_TAGS):
        i -= 1
    if i <= 0 or words.low[i] != "of":
        return None
    i -= 2 if i > 1 and words.low[i - 1] in {"one", "1"} else 1
    return i if words.low[i] in EACH else None
