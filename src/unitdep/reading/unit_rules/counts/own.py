"""Bare numbers whose own phrase says what they count: "she is 9", "Apples: 12", "at 9 o'clock"."""

from __future__ import annotations

from typing import Final

from unitdep.lexicon import LEXICON
from unitdep.reading.noun_phrases import NOUN_TAGS, PLURAL_TAGS, Noun, lemma_of, noun_phrase
from unitdep.reading.unit_rules.counts.figure import Figure
from unitdep.reading.unit_rules.scene import (
    ADJECTIVE_OR_NOUN,
    DETERMINERS,
    EACH,
    back_over,
    phrase_start,
)
from unitdep.reading.words import Words
from unitdep.units.inflection import singular

BE: Final = LEXICON["be"]
NEAR: Final = 10  # how many words may come between "of which" and its number
SOMEONE: Final = NOUN_TAGS | {"WP", "WDT"}  # tags of who can have an age


# People


def crowd(figure: Figure) -> Noun | None:
    """Read who the 9 of "the crew of 9" are."""
    return crowd_members(figure.words, figure.start)


def crowd_members(words: Words, start: int) -> Noun | None:
    """Read who "the crew of 9", "a pirate crew of 9", "every child in a class of 9" are."""
    at = start - 2
    if at < 1 or words.low[at + 1] != "of" or words.low[at] not in LEXICON["crowd"]:
        return None
    before = back_over(words.tag, at - 1, 0, ADJECTIVE_OR_NOUN)
    if not _introduces_one(words, before):
        return None
    if before < at - 1:
        return _sort_of_crowd(words, at)
    return _each_in_crowd(words, before) or _people(words, before, start)


def _introduces_one(words: Words, at: int) -> bool:
    """Whether a word introduces one crowd: "the", "her", "Kim's", but not "each"."""
    determiner = words.tag[at] in DETERMINERS or words.tag[at] == "POS"
    return determiner and words.low[at] not in EACH


def _sort_of_crowd(words: Words, at: int) -> Noun | None:
    """Read the pirates of "a pirate crew" at ``at`` if the text has them later."""
    sort = words.low[at - 1]
    known = any(low == sort or singular(low) == sort for low in words.low[at:])
    return Noun(at - 1, at - 1, lemma_of(words, at - 1)) if known else None


def _each_in_crowd(words: Words, before: int) -> Noun | None:
    """Read the child of "every child in a class"; ``before`` is the place of "a"."""
    member = before - 2
    if member > 0 and words.low[before - 1] == "in" and words.low[member - 1] in EACH:
        return Noun(member, member, lemma_of(words, member))
    return None


def _people(words: Words, before: int, start: int) -> Noun | None:
    """Take "the crew of 9", "Kim's crew of 9" to be people."""
    return Noun(start, start, "person") if words.low[before] in LEXICON["the-own"] else None


def of_us(figure: Figure) -> Noun | None:
    """Read "the 5 of us"."""
    low, end = figure.words.low, figure.end
    us = figure.following == "of" and end + 1 < len(low) and low[end + 1] in LEXICON["us"]
    return Noun(figure.start, figure.start, "person") if us else None


# Ages


def turned(figure: Figure) -> Noun | None:
    """Read "turned 7", "aged 7"."""
    words, at = figure.words, _before_about(figure)
    if at <= figure.floor or words.low[at] not in LEXICON["turn"]:
        return None
    return Noun(figure.start, figure.start, "year") if words.tag[at].startswith("VB") else None


def age(figure: Figure) -> Noun | None:
    """Read "Kim is 7", of others than people only in a text about ages."""
    words, floor = figure.words, figure.floor
    be = _before_about(figure)
    if be <= floor or words.low[be] not in BE or not _clause_ends(words, figure.end):
        return None
    if LEXICON["age"].isdisjoint(words.low) and not _is_person(words, be - 1):
        return None
    subject = back_over(words.tag, be - 1, floor, {"RB"})
    if not _can_have_age(words, subject) or _about_a_number(words, floor, subject + 1):
        return None
    return Noun(figure.start, figure.start, "year")


def _before_about(figure: Figure) -> int:
    """Return the place of the word before a number and its adverbs: "is only 7"."""
    words, at = figure.words, figure.start - 1
    while at > figure.floor and (words.low[at] in LEXICON["about"] or words.tag[at] == "RB"):
        at -= 1
    return at


def _clause_ends(words: Words, end: int) -> bool:
    """Whether nothing follows that a number could count: a mark, "and", "when"."""
    if end >= len(words.tag) or not words.tag[end][:2].isalpha() or words.tag[end] == "CC":
        return True
    return words.low[end] in LEXICON["circumstance"]


def _is_person(words: Words, at: int) -> bool:
    """Whether a word is a name, "he", "she", "I", or the noun of "her son"."""
    if words.tag[at] == "NNP" or words.low[at] in LEXICON["he"]:
        return True
    return words.tag[at] == "NN" and words.tag[at - 1] == "PRP$"


def _can_have_age(words: Words, at: int) -> bool:
    """Whether a word can be the subject of "is 7 years old"; "it is 7" is about something else."""
    return words.tag[at] in SOMEONE or (words.tag[at] == "PRP" and words.low[at] != "it")


def _about_a_number(words: Words, floor: int, end: int) -> bool:
    """Whether a clause is about a number: "the sum is 7"."""
    return any(words.low[k] in LEXICON["amount"] for k in range(floor, end))


# Titles and lists


def title(figure: Figure) -> Noun | None:
    """Read "Apples in store: 12", "Mugs, 4 at $5": a plural that opens its line."""
    words, floor = figure.words, figure.floor
    mark = figure.start - 1
    if mark <= floor or words.low[mark] not in LEXICON["title-mark"]:
        return None
    first = mark
    while first > floor and words.low[first - 1] not in LEXICON["title-edge"]:
        first -= 1
    if words.low[mark] == "," and first > floor and words.low[first - 1] == ",":
        return None
    noun = noun_phrase(words, first, mark)
    if noun is None or words.tag[noun.head] not in PLURAL_TAGS:
        return None
    return noun if words.low[mark] == ":" or noun.end == mark else None


def verb_number(figure: Figure) -> Noun | None:
    """Read "the cars number 4", "cups come 4 to a box"."""
    words, at = figure.words, figure.start - 2
    if at < figure.floor or words.low[at + 1] not in LEXICON["number-verb"]:
        return None
    return Noun(at, at, lemma_of(words, at)) if words.tag[at] in PLURAL_TAGS else None


def number_of(figure: Figure) -> Noun | None:
    """Read "the number of geese is 42"."""
    words, floor, be = figure.words, figure.floor, figure.start - 1
    if be <= floor or words.low[be] not in BE:
        return None
    for k in range(be - 2, floor - 1, -1):
        if words.low[k] == "number" and words.low[k + 1] == "of":
            return noun_phrase(words, k + 2, be)
    return None


def label(figure: Figure) -> Noun | None:
    """Read "page 51", "lane 3": a number that is a name."""
    words, at, end = figure.words, figure.start - 1, figure.end
    if at < 0 or words.low[at] not in LEXICON["label"] or words.tag[at] not in {"NN", "NNP"}:
        return None
    first = phrase_start(words, at, 0, ADJECTIVE_OR_NOUN | {"VBG"})
    if first > 0 and words.low[first - 1] == "the":
        return None  # "the dining room 9" is a list
    following = words.tag[end] if end < len(words.tag) else ""
    return None if following.startswith(("NN", "JJ")) else Noun(at, at, words.low[at])


# Times and dates


def o_clock(figure: Figure) -> Noun | None:
    """Read "9 o'clock"."""
    end = figure.end
    return Noun(end, end, "o'clock") if figure.following == "o'clock" else None


def date(figure: Figure) -> Noun | None:
    """Read "on May 9"."""
    low, at = figure.words.low, figure.start - 1
    if at < 1 or low[at] not in LEXICON["month"] or low[at - 1] != "on":
        return None
    return Noun(at, at, "date")


# Parts of a whole


def of_which(figure: Figure) -> Noun | None:
    """Read the noun that "of which" refers to: "90 minutes, of which he slept through 8"."""
    words, floor, start = figure.words, figure.floor, figure.start
    for k in range(start - 1, max(floor + 1, start - NEAR), -1):
        if words.low[k] in LEXICON["which"] and words.low[k - 1] == "of":
            at = k - 2 if k - 2 < 0 or words.low[k - 2] != "," else k - 3
            if at >= floor and words.tag[at] in NOUN_TAGS:
                return Noun(at, at, lemma_of(words, at))
    return None


def out_of(figure: Figure) -> Noun | None:
    """Read "Of 9 trees, 3", "Out of the 9 trees, 3"."""
    words, i, start = figure.words, figure.floor, figure.start
    if words.low[i] == "out":
        i += 1
    if i + 1 >= start or words.low[i] != "of":
        return None
    i += 1
    while i < start and (words.tag[i] in DETERMINERS or words.tag[i] == "CD"):
        i += 1
    noun = noun_phrase(words, i, start, plural=True)
    return None if noun is None or noun.lemma in LEXICON["measure"] else noun
