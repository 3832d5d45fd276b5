"""What one of something has or costs: the Den Unit of a rate.

``rules.py`` has the rules in the order in which they are tried, each with an example; the other
modules have their functions. The words after a number are read first ("4 dollars a ticket"), then
the words before it ("each box holds 6"), then the rates next to it ("Bo only 30").
"""

from __future__ import annotations

from dataclasses import replace

from unitdep.reading.noun_phrases import Noun
from unitdep.reading.unit_rules.rates.after import RATE_WORDS, reach, reading_ends
from unitdep.reading.unit_rules.rates.any_one import one_thing
from unitdep.reading.unit_rules.rates.before import other_clause
from unitdep.reading.unit_rules.rates.case import Case, WordAfter, words_before
from unitdep.reading.unit_rules.rates.rules import (
    AFTER,
    ANY_ONE,
    BEFORE,
    GOODS,
    LINKED,
    NEIGHBOURS,
    NEVER,
    SHARED,
    SUBJECTS,
)
from unitdep.reading.unit_rules.rule import Context, Rule, first
from unitdep.reading.unit_rules.scene import NOT_A_RATE, Rate, Scene, comes_again


def den_units(
    scene: Scene, taken: frozenset[int] = frozenset()
) -> list[tuple[Noun, str] | tuple[None, str]]:
    """Return the Den Unit of every number and the rule that read it.

    The Den Unit is None if a number isn't a rate; the rule may then say why. ``taken`` are words
    such as "each" that belong to the question. A word that belongs to the number before it is not
    read again for the number after it.
    """
    rates: list[Rate | None] = [None] * len(scene.mentions)
    cases = [Case(scene, index, rates) for index in range(len(rates))]
    never = [first(NEVER, case)[1] for case in cases]
    cases = [case for case in cases if not never[case.index]]
    for case in cases:
        rates[case.index] = _after(case)
    for case in reversed(cases):
        rates[case.index] = rates[case.index] or _read(SHARED, case)
    used = taken | {rate.trigger for rate in rates if rate}
    for case in cases:
        rates[case.index] = _not_only_time(case, used) or rates[case.index]
    for case in cases:
        rates[case.index] = rates[case.index] or _read(NEIGHBOURS, case)
    return [
        (rate.noun, rate.rule) if rate else (None, rule)
        for rate, rule in zip(rates, never, strict=True)
    ]


def _read(rules: tuple[Rule[Context, Rate], ...], context: Context) -> Rate | None:
    """Return what the first rule that applies has read, with its name."""
    rate, rule = first(rules, context)
    return rate if rate is None or rate is NOT_A_RATE else replace(rate, rule=rule)


def _after(case: Case) -> Rate | None:
    """Read the Den Unit from the words after the number."""
    rate = _read(GOODS, case)
    if rate:
        return rate
    scene, mention = case.scene, case.mention
    start, limit = mention.phrase_end, reach(case)
    for k in range(start, limit):
        if reading_ends(scene.words, k, limit):
            return None
        if scene.words.low[k] not in RATE_WORDS and k not in scene.ones:
            continue
        adjacent = k == start or (k == start + 1 and scene.words.tag[start] == "JJR")
        rate = _read(AFTER, WordAfter(scene, mention, k, limit, adjacent))
        if rate:
            return rate if rate.noun.lemma != mention.lemma else None
    return None


def _not_only_time(case: Case, used: frozenset[int]) -> Rate | None:
    """Read the Den Unit from the words before the number, if those after it only name a time.

    "Each cow gives 7 gallons a day": gallons per cow. A wage is for the hour.
    """
    rate = case.rates[case.index]
    if rate is None:
        return _read(LINKED, case) or _before(case, used)
    wage = case.mention.money and rate.noun.lemma == "hour"
    if wage or not comes_again(rate.noun):
        return None
    other = _before(case, used - {rate.trigger})
    return other if other and other.noun.lemma and not comes_again(other.noun) else None


def _before(case: Case, used: frozenset[int]) -> Rate | None:
    """Read the Den Unit from the clause before the number: "each box holds 6"."""
    for word in words_before(case.scene, case.index, used):
        if word.at in used:
            return None
        rate = _read(BEFORE, word)
        thing = one_thing(word) if rate is None else None
        if thing:
            rate = _read(ANY_ONE, thing)
        if rate:
            return None if rate is NOT_A_RATE else rate
        if other_clause(word):
            return None
    return _read(SUBJECTS, case)
