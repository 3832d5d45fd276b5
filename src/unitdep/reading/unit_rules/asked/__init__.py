"""The unit that the question asks for.

``rules.py`` has the rules in the order in which they are tried, each with an example; the other
modules have their functions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from unitdep.lexicon import LEXICON
from unitdep.reading.noun_phrases import Noun
from unitdep.reading.unit_rules.asked.measure import Sought
from unitdep.reading.unit_rules.asked.noun import Asking
from unitdep.reading.unit_rules.asked.rate import tells_after
from unitdep.reading.unit_rules.asked.rules import MEASURES, NOUNS, PERIODS, RATES
from unitdep.reading.unit_rules.rates.case import WordAfter
from unitdep.reading.unit_rules.rates.rules import IN_ONE
from unitdep.reading.unit_rules.rule import by_word, first, together
from unitdep.reading.unit_rules.scene import Mention, Rate, Scene, comes_again
from unitdep.reading.words import Words
from unitdep.units.unit import Unit

RATES_AT: Final = by_word(RATES)


def asked_noun(words: Words, start: int, end: int) -> tuple[Noun, str] | tuple[None, str]:
    """Return the noun after "how many" or "number of" with its rule, if the question names one."""
    return first(NOUNS, Asking(words, start, end))


def asked_rate(scene: Scene, noun: Noun | None, start: int, end: int) -> Rate | None:
    """Return the Den Unit that the asking clause names; ``noun`` comes from ``asked_noun``."""
    told = tells_after(scene, start, end)
    if noun and noun.head < told:
        mention = Mention(start, start + 1, noun, noun.end, noun.lemma in LEXICON["money"])
    else:
        mention = Mention(start, start + 1, None, min(start + 1, told), True)
    rate = _rate_after(scene, mention, told)
    if rate is None and told < end and scene.words.low[told] == "than":
        rate = _rate_after(scene, replace(mention, phrase_end=told), end)
        return rate if rate and comes_again(rate.noun) else None
    return rate


def _rate_after(scene: Scene, mention: Mention, end: int) -> Rate | None:
    """Read the Den Unit after "how many" and its noun, which are the "number" here."""
    start = mention.phrase_end
    for k in range(start, end):
        rules = RATES_AT.get(scene.words.low[k], ())
        if k in scene.ones:
            rules = (IN_ONE, *rules)
        word = WordAfter(scene, mention, k, end, adjacent=k == start)
        rate, rule = first(rules, word)
        if rate and rate.noun.lemma != mention.lemma:
            return replace(rate, rule=rule)
    return None


def question_unit(
    scene: Scene,
    span: tuple[int, int],
    noun: tuple[Noun, str] | tuple[None, str],
    rate: Rate | None,
    units: Sequence[Unit],
) -> Unit:
    """Return the unit asked for, from the noun and rate that the question names, or the text's."""
    sought = Sought(scene, *span, units, rate.noun.lemma if rate else "")
    unit, rule = _num_unit(sought, noun)
    if unit.is_rate:
        return replace(unit, rule=rule)
    if rate:
        den, modifiers, den_rule = rate.noun.lemma, rate.noun.modifiers, rate.rule
        return replace(
            unit,
            denominator=den,
            denominator_modifiers=modifiers,
            rule=together(rule, den_rule),
        )
    period, den_rule = first(PERIODS, sought)
    den_unit = period.denominator if period else None
    return replace(unit, denominator=den_unit, rule=together(rule, den_rule))


def _num_unit(sought: Sought, noun: tuple[Noun, str] | tuple[None, str]) -> tuple[Unit, str]:
    """Return the unit of the noun asked for, or the one of the text that the question means."""
    if noun[0]:
        return Unit(noun[0].lemma, noun[0].modifiers), noun[1]
    unit, rule = first(MEASURES, sought)
    return unit or Unit(), rule
