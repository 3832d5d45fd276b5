"""Den Units that follow the number: "4 dollars a ticket", "7 roses in each vase", "20 a day"."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from unitdep.lexicon import LEMMAS, LEXICON
from unitdep.reading.noun_phrases import PLURAL_TAGS, Noun, noun_phrase
from unitdep.reading.unit_rules.rates.case import Case, WordAfter
from unitdep.reading.unit_rules.rates.each import antecedent, each_rate, per_rate
from unitdep.reading.unit_rules.scene import EACH, FINITE, Mention, Rate, comes_again, named
from unitdep.reading.words import Words

MEASURE: Final = LEXICON["measure"]


# The number's own phrase


def in_pack(case: Case) -> Rate | None:
    """Read the pack of "24-packs"."""
    pack = case.mention.pack
    return Rate(pack, pack.head) if pack else None


def measured_goods(case: Case) -> Rate | None:
    """Read the plural after a price or a measure: "$4 tickets", "5-pound bags"."""
    words, mention = case.words, case.mention
    start = mention.phrase_end
    if not (mention.money or _is_single_measure(words, mention)):
        return None
    limit = reach(case)
    first = start
    while first < limit and words.tag[first] == "HYPH":
        first += 1
    goods = noun_phrase(words, first, limit, plural=True)
    if goods is None or words.low[first] == "old" or words.tag[first] in {"VBG", "VBZ", "RB"}:
        return None
    return Rate(goods, start) if goods.lemma != words.low[goods.head] else None


def _is_single_measure(words: Words, mention: Mention) -> bool:
    """Whether a number's noun is a measure in the singular: "5 pound"."""
    if mention.noun is None or words.tag[mention.noun.head] != "NN":
        return False
    return mention.lemma in MEASURE


# Reading on from the number


def reach(case: Case) -> int:
    """Return where the words end that may belong to a number: at the next one, or a sentence's end.

    A 1 may belong to it: "6 miles in 1 hour".
    """
    scene, mention = case.scene, case.mention
    limit = scene.words.sentence[mention.start][1]
    if case.index + 1 < len(scene.mentions):
        following = scene.mentions[case.index + 1].start
        limit = min(limit, max(mention.end, following + (following in scene.ones)))
    return limit


def reading_ends(words: Words, k: int, limit: int) -> bool:
    """Whether nothing from the word at ``k`` on belongs to the number before it.

    "the same number in each", "and each hat has 3 bells", "each of which".
    """
    low = words.low[k]
    if low in LEXICON["equal"]:
        return True
    if low in EACH:
        return words.low[k + 1 : k + 2] == ("of",) and _is_which(words, k + 2)
    return low in LEXICON["clause"] and not _each_time_follows(words, k, limit)


def _is_which(words: Words, k: int) -> bool:
    """Whether the word at ``k`` is "which" or "whom"."""
    return k < len(words.low) and words.low[k] in LEXICON["which"]


def _each_time_follows(words: Words, k: int, limit: int) -> bool:
    """Whether a comma comes before a time: "40 letters, each day"."""
    if words.low[k] != "," or k + 2 >= limit or words.low[k + 1] not in EACH:
        return False
    noun = noun_phrase(words, k + 2, limit)
    return noun is not None and comes_again(noun)


# The word that the Den Unit begins with


def in_one(word: WordAfter) -> Rate | None:
    """Read "6 miles in 1 hour"."""
    one = word.scene.ones.get(word.at)
    return Rate(one, word.at) if one and one.lemma != word.mention.lemma else None


def each(word: WordAfter) -> Rate | None:
    """Read "$3 each", "7 roses in each vase"; "each 5 days" and "each has" are something else."""
    if _counted_next(word) or (_tag_after(word) in FINITE and not word.mention.money):
        return None
    return each_rate(word.scene, word.mention, word.at, word.limit)


def _tag_after(word: WordAfter) -> str:
    """Return the tag of the next word of the sentence, or ""."""
    following = word.at + 1
    return word.words.tag[following] if following < word.words.sentence[word.at][1] else ""


def _counted_next(word: WordAfter) -> bool:
    """Whether "each" is followed by a number other than 1: "each 5 days", not "each 5 of them"."""
    beyond = word.at + 2
    of = beyond < word.words.sentence[word.at][1] and word.words.low[beyond] == "of"
    return _tag_after(word) == "CD" and word.at + 1 not in word.scene.ones and not of


def periodic(word: WordAfter) -> Rate | None:
    """Read "20 pages daily"."""
    return Rate(Noun(word.at, word.at, LEMMAS[word.low]), word.at)


def apiece(word: WordAfter) -> Rate | None:
    """Read "5 mugs at $3 apiece"."""
    return Rate(antecedent(word.scene, word.mention, word.at), word.at)


def per(word: WordAfter) -> Rate | None:
    """Read "40 miles per hour", "40 miles/hour"."""
    return per_rate(word.scene, word.at, word.limit)


def to_the(word: WordAfter) -> Rate | None:
    """Read "90 sheets to the ream", "3 kg the box": "the" for any one of what is counted."""
    words, mention = word.words, word.mention
    to = word.link == "to"
    if word.at - to != mention.phrase_end or not (to or _is_measured(mention)):
        return None
    noun = named(words, word.at + 1, word.limit)
    if noun is None or words.tag[noun.head] in PLURAL_TAGS:
        return None
    known = noun.lemma in word.scene.counted or noun.lemma in MEASURE
    return Rate(noun, word.at) if known else None


def _is_measured(mention: Mention) -> bool:
    """Whether a number counts money or another measure."""
    return mention.money or mention.lemma in MEASURE


# "a box", "one box", "any box" after the number


def a_piece(word: WordAfter) -> Rate | None:
    """Read "5 mugs at $3 a piece", "$3 a head", "$3 a time"."""
    noun = word.one
    if noun is None or not word.adjacent or noun.lemma not in LEXICON["piece"]:
        return None
    return Rate(antecedent(word.scene, word.mention, word.at), word.at)


def at_a_time(word: WordAfter) -> Rate | None:
    """Read "5 plates at a time": for one of what is asked for."""
    noun = word.one
    if noun is None or noun.lemma != "time" or word.link != "at":
        return None
    asked = word.scene.asked
    lemma = asked if asked != word.mention.lemma else "time"
    return Rate(Noun(word.at, word.at, lemma), word.at)


def a_noun(word: WordAfter) -> Rate | None:
    """Read "3 dollars a ticket", "4 hours a day", "6 pens a box"."""
    noun = word.one if word.adjacent else None
    if noun is None:
        return None
    generic = comes_again(noun) or noun.lemma in word.scene.counted
    return Rate(noun, word.at) if generic or _measured_out(word, noun) else None


def _measured_out(word: WordAfter, noun: Noun) -> bool:
    """Whether a price or a measure is for "a noun", which is not the subject of a verb."""
    tags = word.words.tag
    subject = noun.end < len(tags) and tags[noun.end].startswith("VB")
    return word.mention.money or (word.mention.lemma in MEASURE and not subject)


def _linked(word: WordAfter) -> Noun | None:
    """Return the noun of "a box" if other words come between it and the number."""
    return None if word.adjacent else word.one


def make_a(word: WordAfter) -> Rate | None:
    """Read "5 stalks make a bunch"."""
    words, before = word.words, word.at - 1
    made = words.lemma[before] in LEXICON["make"] and words.tag[before] in {"VB", "VBP"}
    noun = _linked(word) if made else None
    return Rate(noun, word.at) if noun else None


def takes_to_make_a(word: WordAfter) -> Rate | None:
    """Read "it takes 3 eggs to bake a tart"."""
    words, before = word.words, word.at - 1
    if words.tag[before] != "VB" or words.low[before - 1] != "to":
        return None
    floor = words.sentence[word.mention.start][0]
    takes = ("it", "takes") in pairwise(words.low[floor : word.mention.start])
    noun = _linked(word) if takes else None
    return Rate(noun, word.at) if noun else None


def price_for_a(word: WordAfter) -> Rate | None:
    """Read "paid $3 for a ticket" if the text has tickets."""
    noun = _linked(word) if word.link == "for" and word.mention.money else None
    return Rate(noun, word.at) if noun and noun.lemma in word.scene.plurals else None


def in_a_time(word: WordAfter) -> Rate | None:
    """Read "eats 9 figs in a day"."""
    noun = _linked(word) if word.link == "in" else None
    return Rate(noun, word.at) if noun and noun.lemma in LEXICON["time"] else None


def to_a(word: WordAfter) -> Rate | None:
    """Read "6 rolls to a tray" if the text has trays."""
    noun = _linked(word) if word.link == "to" else None
    known = noun and (noun.lemma in word.scene.plurals or noun.lemma in MEASURE)
    return Rate(noun, word.at) if noun and known else None


def in_a_counted(word: WordAfter) -> Rate | None:
    """Read "puts 6 pens in a box" if the text counts boxes; "with a box" is something else."""
    words, before = word.words, word.at - 1
    links = words.tag[before] in {"IN", "TO", "VB", "VBG"}
    noun = _linked(word) if links and word.link not in LEXICON["with-a"] else None
    return Rate(noun, word.at) if noun and noun.lemma in word.scene.counted else None
