"""What one of something has or costs: the Den Unit of a rate.

``rules.py`` has the rules in the order in which they are tried, each with an example; the other
modules have their functions. The words after a number are read first ("4 dollars a ticket"), then
the words before it ("each box holds 6"), then the rates next to it ("Bo only 30").
"""

from __future__ import annotations

from typing import Final

from unitdep.reading.noun_phrases import Noun
from unitdep.reading.unit_rules.rates.after import reach, reading_ends
from unitdep.reading.unit_rules.rates.any_one import one_thing
from unitdep.reading.unit_rules.rates.before import other_clause
from unitdep.reading.unit_rules.rates.case import Case, WordAfter, WordBefore, cases, words_before
from unitdep.reading.unit_rules.rates.rules import (
    AFTER,
    ANY_ONE,
    BEFORE,
    CONTINUED,
    GOODS,
    IN_ONE,
    LINKS,
    NEIGHBOURS,
    NEVER,
    NUMBERS_BEFORE,
    OTHER_LINKS,
    PACKS,
    SHARED,
    SUBJECTS,
)
from unitdep.reading.unit_rules.rule import Context, Rule, by_word, first
from unitdep.reading.unit_rules.scene import ANY_ONE as ANY_ONE_WORDS
from unitdep.reading.unit_rules.scene import NOT_A_RATE, Rate, Scene, comes_again

AFTER_AT: Final = by_word(AFTER)
LINKS_AT: Final = by_word(LINKS)
BEFORE_AT: Final = by_word(BEFORE)
KNOWN_BEFORE: Final = ANY_ONE_WORDS | BEFORE_AT.keys()


def den_units(
    scene: Scene, taken: frozenset[int] = frozenset()
) -> list[tuple[Noun, str] | tuple[None, str]]:
    """Return the Den Unit of every number and the rule that read it.

    The Den Unit is None if a number isn't a rate; the rule may then say why. ``taken`` are words
    such as "each" that belong to the question. A word that belongs to the number before it is not
    read again for the number after it.
    """
    rates: list[Rate | None] = [None] * len(scene.mentions)
    every = cases(scene, rates)
    never = [first(NEVER, case)[1] for case in every]
    left = [case for case in every if not never[case.index]]
    for case in left:
        rates[case.index] = _after(case)
    for case in reversed(left):
        rates[case.index] = rates[case.index] or _read(SHARED, case)
    used = taken | {rate.trigger for rate in rates if rate}
    for case in left:
        rates[case.index] = _not_only_time(case, used) or rates[case.index]
    for case in left:
        rates[case.index] = rates[case.index] or _read(NEIGHBOURS, case)
    return [
        (rate.noun, rate.rule) if rate else (None, rule)
        for rate, rule in zip(rates, never, strict=True)
    ]


def _read(rules: tuple[Rule[Context, Rate], ...], context: Context) -> Rate | None:
    """Return what the first rule that applies has read, with its name."""
    rate, rule = first(rules, context)
    if rate is None or rate is NOT_A_RATE:
        return rate
    return Rate(rate.noun, rate.trigger, rule)


def _after(case: Case) -> Rate | None:
    """Read the Den Unit from the words after the number."""
    rate = _read(GOODS, case)
    if rate:
        return rate
    scene, words, mention = case.scene, case.words, case.mention
    start, limit = mention.phrase_end, reach(case)
    for k in range(start, limit):
        if reading_ends(words, k, limit):
            return None
        rules = AFTER_AT.get(words.low[k], ())
        if k in scene.ones:
            rules = (IN_ONE, *rules)
        if rules:
            adjacent = k == start or (k == start + 1 and words.tag[start] == "JJR")
            rate = _read(rules, WordAfter(scene, mention, k, limit, adjacent))
        if rate:
            return rate if rate.noun.lemma != mention.lemma else None
    return None


def _not_only_time(case: Case, used: frozenset[int]) -> Rate | None:
    """Read the Den Unit from the words before the number, if those after it only name a time.

    "Each cow gives 7 gallons a day": gallons per cow. A wage is for the hour.
    """
    rate = case.rates[case.index]
    if rate is None:
        return _linked(case) or _before(case, used)
    wage = case.mention.money and rate.noun.lemma == "hour"
    if wage or not comes_again(rate.noun):
        return None
    other = _before(case, used - {rate.trigger})
    return other if other and other.noun.lemma and not comes_again(other.noun) else None


def _linked(case: Case) -> Rate | None:
    """Read the Den Unit that the word before the number links it to, or the one left out."""
    rate = _read(PACKS, case)
    if rate is None and case.link:
        rate = _read(LINKS_AT.get(case.link, OTHER_LINKS), case)
    return rate or _read(CONTINUED, case)


def _before(case: Case, used: frozenset[int]) -> Rate | None:
    """Read the Den Unit from the clause before the number: "each box holds 6"."""
    for word in words_before(case, KNOWN_BEFORE, used):
        if word.at in used:
            return None
        rate = _at_word_before(word)
        if rate:
            return None if rate is NOT_A_RATE else rate
        if other_clause(word):
            return None
    return _read(SUBJECTS, case)


def _at_word_before(word: WordBefore) -> Rate | None:
    """Read the Den Unit at a word of the clause before the number."""
    rate = _read(BEFORE_AT.get(word.low, ()), word)
    if rate is None and word.other:
        rate = _read(NUMBERS_BEFORE, word)
    thing = one_thing(word) if rate is None else None
    return _read(ANY_ONE, thing) if thing else rate
