"""How "each box", a bare "each" and "per box" are read, wherever they are.

Also which numbers are never rates: in "each of 5 bags" and "in 1 hour" they are what a rate is per.
"""

from __future__ import annotations

from typing import Final

from unitdep.lexicon import LEXICON
from unitdep.reading.noun_phrases import (
    NOUN_TAGS,
    PLURAL_TAGS,
    Noun,
    lemma_of,
    noun_phrase,
    without_verb,
)
from unitdep.reading.unit_rules.counts.own import crowd_members
from unitdep.reading.unit_rules.rates.case import Case
from unitdep.reading.unit_rules.scene import (
    ADJECTIVE_OR_NOUN,
    ANY_ONE,
    DETERMINERS,
    EACH,
    NOT_A_RATE,
    REACH,
    Mention,
    Rate,
    Scene,
    comes_again,
    named,
    phrase_start,
)
from unitdep.reading.words import Words

OWNERS: Final = NOUN_TAGS | DETERMINERS | {"POS"}
ONE: Final = LEXICON["one"]


def per_rate(scene: Scene, k: int, limit: int) -> Rate | None:
    """Read the Den Unit of "per" at ``k``: a head is a person, and "as per" is not a rate."""
    if k > 0 and scene.words.low[k - 1] == "as":
        return None
    noun = named(scene.words, k + 1, limit)
    if noun and noun.lemma == "head" and "head" not in scene.plurals:
        noun = Noun(noun.start, noun.head, "person")
    return Rate(noun, k) if noun else None


def each_rate(scene: Scene, mention: Mention, k: int, limit: int) -> Rate:
    """Read the Den Unit of "each" or "every" at ``k``: its noun, or the one it refers to."""
    words = scene.words
    noun = each_noun(words, k, limit)
    if noun is None and k + 1 < limit and words.low[k + 1] in scene.counted:
        noun = Noun(k + 1, k + 1, words.low[k + 1])  # a noun with the tag of another word
    if noun and noun.lemma == "time":
        noun = _occasion(scene, mention)
    if noun is None or noun.lemma in LEXICON["stand-in"]:
        noun = antecedent(scene, mention, k)
    return Rate(noun, k)


def _occasion(scene: Scene, mention: Mention) -> Noun | None:
    """Return what "each time" means: the mornings or deeds last counted in the sentence."""
    words = scene.words
    floor = words.sentence[mention.start][0]
    for other in reversed(scene.mentions):
        if other.noun and floor <= other.start < mention.start:
            deed = other.end < len(words.low) and words.low[other.end] == "times"
            if deed or comes_again(other.noun):
                return other.noun
    return None


def each_noun(words: Words, k: int, limit: int) -> Noun | None:
    """Read the noun of "each": "each box", "each of her 5 boxes", "each one of them"."""
    i = k + 1
    end = words.sentence[k][1]
    if i + 1 < end and words.low[i] in ONE and words.low[i + 1] == "of":
        i += 1
    if i < end and words.low[i] == "of":
        return _of_several(words, i + 1, end)
    if words.low[k] == "every":
        return named(words, i, limit)
    return without_verb(words, noun_phrase(words, i, limit), limit)


def _of_several(words: Words, i: int, end: int) -> Noun | None:
    """Read the noun of "the boxes", "her 5 boxes"."""
    while i < end and (words.tag[i] in DETERMINERS or words.tag[i] == "CD"):
        i += 1
    return noun_phrase(words, i, end, plural=words.tag[i - 1] == "CD")


def each_of(words: Words, mention: Mention) -> int | None:
    """Return the place of "each" if the number says how many there are: "each of 5 vases"."""
    i = mention.start - 1
    while i > 0 and words.tag[i] in OWNERS:
        i -= 1
    if i <= 0 or words.low[i] != "of":
        return None
    i -= 2 if i > 1 and words.low[i - 1] in ONE else 1
    return i if words.low[i] in EACH else None


def antecedent(scene: Scene, mention: Mention, k: int, *, far: bool = False) -> Noun:
    """Return the plural that a bare "each" at ``k`` refers to: the nearest one to its left.

    A noun that the text counts is preferred to one of an earlier sentence, with ``far`` to any.
    """
    nearby = min(mention.start, k) - 1
    noun = _filled_group(scene, mention, nearby, k)
    if noun is None:
        noun = _nearest_plural(scene, mention, nearby, k, far=far)
    return noun or Noun(k, k, "")


def _filled_group(scene: Scene, mention: Mention, nearby: int, k: int) -> Noun | None:
    """Read the boxes of "boxes of pens with 9 in each"."""
    words = scene.words
    if nearby <= 0 or not (words.low[nearby] == "of" or words.low[nearby] in LEXICON["with"]):
        return None
    group = _plural_at(scene, group_of(words, nearby - 1, words.sentence[k][0]))
    if group is None or group.lemma == mention.lemma or group.lemma in LEXICON["measure"]:
        return None
    return group


def _nearest_plural(
    scene: Scene, mention: Mention, nearby: int, k: int, *, far: bool
) -> Noun | None:
    """Return the nearest plural up to ``nearby``, rather one that the text counts."""
    words = scene.words
    nearest: Noun | None = None
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
    return nearest


def _plural_at(scene: Scene, i: int) -> Noun | None:
    """Return the plural noun that a word is: by its tag, its form, or a number before it."""
    words = scene.words
    if words.low[i] in LEXICON["stand-in"]:
        return None
    if words.tag[i] in PLURAL_TAGS or words.low[i] in LEXICON["invariant"]:
        return Noun(i, i, lemma_of(words, i))
    return next((m.noun for m in scene.mentions if m.noun and m.noun.head == i and not m.one), None)


def group_of(words: Words, at: int, floor: int) -> int:
    """Return the place of the plural that the noun at ``at`` fills: "boxes of red pens"."""
    first = phrase_start(words, at, floor, ADJECTIVE_OR_NOUN)
    linked = first - 2 > floor and words.low[first - 1] == "of"
    return first - 2 if linked and words.tag[first - 2] in PLURAL_TAGS else at


# "every 8 minutes"


def again(words: Words, at: int) -> Noun | None:
    """Return the singular before "every" at ``at``: the level of "a level every 8 minutes"."""
    floor = words.sentence[at][0] if at >= 0 else 0
    if at <= floor or words.low[at] != "every" or words.tag[at - 1] != "NN":
        return None
    first = phrase_start(words, at - 1, floor, ADJECTIVE_OR_NOUN)
    one = first > floor and words.low[first - 1] in ANY_ONE
    return noun_phrase(words, first, at) if one else None


def one_every(case: Case) -> Rate | None:
    """Read "a new level every 8 minutes": minutes for one level."""
    if case.mention.lemma not in LEXICON["time"]:
        return None
    noun = again(case.words, case.mention.start - 1)
    return Rate(noun, case.mention.start - 1) if noun else None


# Numbers that are never rates: mostly they are what a rate is for


def factor(case: Case) -> Rate | None:
    """See that the 3 of "3 times as many" only multiplies."""
    return NOT_A_RATE if case.mention.lemma == "times" else None


def crowd_size(case: Case) -> Rate | None:
    """See that "the crew of 9" counts the crew."""
    mention = case.mention
    bare = mention.end == mention.phrase_end
    return NOT_A_RATE if bare and crowd_members(case.words, mention.start) else None


def number_one(case: Case) -> Rate | None:
    """See that "1 hour" is what a rate is for."""
    return NOT_A_RATE if case.mention.one else None


def every_few(case: Case) -> Rate | None:
    """See that "every 5 days" is what a rate is for."""
    words, mention = case.words, case.mention
    at = mention.start - 1
    if at < 0 or words.low[at] not in EACH or _each_long(words, at):
        return None
    timed = mention.lemma in LEXICON["time"] and again(words, at) is not None
    return None if timed else NOT_A_RATE


def _each_long(words: Words, at: int) -> bool:
    """Whether "each" at ``at`` refers to what is before it: "pipes, each 5 feet long"."""
    return at > 0 and words.low[at] == "each" and words.low[at - 1] == ","


def each_of_few(case: Case) -> Rate | None:
    """See that "each of 5 bags" is what a rate is for."""
    return NOT_A_RATE if each_of(case.words, case.mention) is not None else None
