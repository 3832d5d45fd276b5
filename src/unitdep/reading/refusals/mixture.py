"""Two unknowns that no word gives away: two kinds of things of which only sums are told.

"35 heads and 94 legs", "120 tickets for $9 and $5, $840 in all", "2 pens and 3 cups cost $7, 4 pens
and 1 cup $9": the units show it. Each rule gives the two things, or nothing.
"""

from __future__ import annotations

from collections import Counter

from unitdep.lexicon import LEXICON
from unitdep.reading.noun_phrases import PLURAL_TAGS, lemma_of, noun_phrase
from unitdep.reading.problem import Problem
from unitdep.reading.quantity import Question
from unitdep.reading.refusals.phrases import found


def two_kinds(problem: Problem) -> str:
    """Return the two things whose amounts are both unknown: "hen and rabbit", or "" if none are."""
    if problem.question is None:
        return ""
    return (
        _uncounted_pair(problem, problem.question)
        or _two_prices(problem, problem.question)
        or _two_purchases(problem, problem.question)
        or _sum_and_difference(problem, problem.question)
    )


def _uncounted_pair(problem: Problem, question: Question) -> str:
    """Find "hens and rabbits" where one kind is asked for and neither is counted by itself.

    What is counted instead, such as heads and legs, has a unit of its own each.
    """
    count = Counter(q.unit.numerator for q in problem.quantities)
    if max(count.values()) > 1:
        return ""
    words = problem.words
    for i in range(1, len(words.low) - 1):
        if words.low[i] != "and" or words.tag[i - 1] not in PLURAL_TAGS:
            continue
        second = noun_phrase(words, i + 1, words.sentence[i][1])
        if second is None or words.tag[second.head] not in PLURAL_TAGS:
            continue
        pair = (lemma_of(words, i - 1), second.lemma)
        asked = question.unit.numerator in pair and pair[0] != pair[1]
        if asked and not _counted(problem, pair, i - 1):
            return " and ".join(pair)
    return ""


def _counted(problem: Problem, pair: tuple[str, str], place: int) -> bool:
    """Return whether one of two things has a number of its own, not one before them both."""
    return any(
        q.unit.numerator in pair or q.unit.denominator in pair
        for q in problem.quantities
        if q.token_end != place
    )


def _two_prices(problem: Problem, question: Question) -> str:
    """Find two prices of one thing, how many there are of both, and what they cost together."""
    rates = [q for q in problem.quantities if q.unit.is_rate]
    plain = [q for q in problem.quantities if not q.unit.is_rate]
    kinds = {(q.unit.numerator, q.unit.denominator) for q in rates}
    if len(rates) != 2 or len(plain) != 2 or len(kinds) != 1 or question.unit.is_rate:
        return ""
    [(money, thing)] = kinds
    told = {q.unit.numerator for q in plain}
    bare = not any(q.unit.modifiers for q in plain if q.unit.numerator == thing)
    if thing and told == {money, thing} and question.unit.numerator == thing and bare:
        return f"{thing} of two kinds"
    return ""


def _two_purchases(problem: Problem, question: Question) -> str:
    """Find two things bought twice, each time for one sum of money, where a price is asked for."""
    units = Counter(q.unit.numerator for q in problem.quantities)
    sums = sum(units.pop(name, 0) for name in LEXICON["money"])
    price = question.unit.is_rate and question.unit.numerator in LEXICON["money"]
    if price and sums == 2 and len(units) == 2 and units.total() >= 4:
        return " and ".join(units)
    return ""


def _sum_and_difference(problem: Problem, question: Question) -> str:
    """Find a sum and a difference of two things where both are asked: "how many has each"."""
    asked = problem.text[question.start : question.end].lower()
    told = problem.text[: question.start].lower()
    if word := found("asked-pair", asked):
        return word
    alike = problem.size <= 3 and len({q.unit.numerator for q in problem.quantities}) == 1
    differ = " than " in told and " than " not in asked
    return "what each has" if alike and differ and " each" in asked else ""
