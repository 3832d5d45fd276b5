"""Den Units in the clause before the number: "each box holds 6", "an octopus has 8 arms"."""

from __future__ import annotations

from typing import Final

from unitdep.lexicon import LEMMAS, LEXICON
from unitdep.reading.noun_phrases import Noun
from unitdep.reading.unit_rules.rates.case import Case, WordBefore
from unitdep.reading.unit_rules.rates.each import (
    antecedent,
    each_noun,
    each_of,
    each_rate,
    per_rate,
)
from unitdep.reading.unit_rules.scene import EACH, FINITE, NOT_A_RATE, Rate
from unitdep.reading.words import Words

CERTAIN: Final = frozenset({"PRP$", "NNP", "PRP"})  # tags of words for certain people and things


def per(word: WordBefore) -> Rate | None:
    """Read "Cups per tray: 6"."""
    return per_rate(word.scene, word.at, word.mention.start)


def everything(word: WordBefore) -> Rate | None:
    """Read "everything costs $2"."""
    return Rate(Noun(word.at, word.at, "item"), word.at) if word.mention.money else None


def all_alike(word: WordBefore) -> Rate | None:
    """Read "6 sides, all 5 inches long"."""
    words, mention, k = word.words, word.mention, word.at
    if k != mention.start - 1 or words.low[k - 1] != ",":
        return None
    noun = antecedent(word.scene, mention, k) if mention.lemma in LEXICON["measure"] else None
    return Rate(noun, k) if noun and noun.lemma else None


def one_of_them(word: WordBefore) -> Rate | None:
    """Read "one of them weighs 4 pounds"."""
    low = word.words.low
    them = low[word.at + 1] == "of" and low[word.at + 2] in LEXICON["them"]
    return _for_one(word) if them else None


def doing_one(word: WordBefore) -> Rate | None:
    """Read "painting one takes 5 minutes"."""
    tag, k = word.words.tag, word.at
    done = k > 0 and tag[k - 1] == "VBG" and tag[k + 1] in FINITE
    return _for_one(word) if done else None


def _for_one(word: WordBefore) -> Rate | None:
    """Read what a bare "one" refers to."""
    noun = antecedent(word.scene, word.mention, word.at, far=True)
    return Rate(noun, word.at) if noun.lemma else None


def each_of_several(word: WordBefore) -> Rate | None:
    """Read "in each of 5 bags Kim put 7 nuts"."""
    other = word.other
    at = each_of(word.words, other) if other and other.noun else None
    if other is None or other.noun is None or at is None:
        return None
    return NOT_A_RATE if at in word.used else Rate(other.noun, at)


def each_subject(word: WordBefore) -> Rate | None:
    """Read "each student has 3 books"."""
    if word.other:
        return None
    start = word.mention.start
    rate = each_rate(word.scene, word.mention, word.at, start)
    bare = each_noun(word.words, word.at, start) is None
    same = rate.noun.lemma == word.mention.lemma
    return NOT_A_RATE if same or (bare and word.crossed) else rate


def periodic(word: WordBefore) -> Rate | None:
    """Read "her hourly wage is $9"; "a monthly pass costs $9" is the price of a pass."""
    if word.other:
        return None
    if "cost" in word.words.lemma[word.at : word.mention.start]:
        return NOT_A_RATE
    return Rate(Noun(word.at, word.at, LEMMAS[word.low]), word.at)


def other_clause(word: WordBefore) -> bool:
    """Whether another number comes first to which the words further left belong."""
    return word.other is not None and not word.each_one and not word.joined


# After the clause has been read in vain


def fronted_each(case: Case) -> Rate | None:
    """Read "For every lap that she ran, he paid $3": a phrase that opens the sentence."""
    words, mention, floor = case.words, case.mention, case.floor
    if words.tag[floor] != "IN" or _number_between(case, floor):
        return None
    for k in range(floor + 1, min(floor + 3, mention.start)):
        if words.low[k] in EACH:
            return each_rate(case.scene, mention, k, mention.start)
    return None


def _number_between(case: Case, start: int) -> bool:
    """Whether another number comes between a place and this one."""
    return any(start <= m.start < case.mention.start for m in case.scene.mentions)


def own_subject(words: Words, start: int) -> bool:
    """Whether the clause of the number at ``start`` has one certain subject of its own.

    "and the lid for 5 cents"
    """
    own = False
    for k in range(start - 1, words.sentence[start][0], -1):
        if words.low[k] in LEXICON["clause-joint"]:
            return own
        if words.low[k] == "one":
            return False
        own = own or words.low[k] == "the" or words.tag[k] in CERTAIN
    return False
