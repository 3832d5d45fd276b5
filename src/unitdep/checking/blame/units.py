"""Units of answers: does an answer name other things than the question asks for?"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from unitdep.reading.problem import Problem
from unitdep.reading.workings import Amount
from unitdep.units.conversion import conversion, is_measure, is_money
from unitdep.units.dimension import POWERS
from unitdep.units.inflection import singular
from unitdep.units.kinds import kinds

# Words that may stand for whatever is counted: "30 men" for soldiers, "7 things" for pens.
_ANYTHING: Final = frozenset({"man", "woman", "people", "person", "one", "thing", "item", "piece"})
_EACH: Final = frozenset({"a", "an", "average", "each", "every", "fast", "per", "rate"})


def measure_factors(problem: Problem) -> tuple[Fraction, ...]:
    """Return the factors between the measures of a problem."""
    nouns = set(_nouns(problem))
    if problem.question is not None:
        nouns |= {problem.question.unit.numerator, problem.question.unit.denominator or ""}
    measures = sorted(noun for noun in nouns if noun and is_measure(noun))
    pairs = (conversion(one, other) for one in measures for other in measures)
    return tuple(factor for factor in pairs if factor is not None and factor != 1)


def names_other_unit(
    problem: Problem, answer: Amount, right: Amount, *, plainly: bool = False
) -> bool:
    """Whether an answer plainly names another thing than the question asks for.

    Words that the program can't place aren't held against anybody: "6 left", "50 bucks". If the
    right unit is known ``plainly``, all nouns of the text count, not only those of its numbers.
    """
    noun, wanted = answer.unit.numerator, right.unit.numerator
    if not noun or not wanted:
        return False
    rate = answer.unit.is_rate and not right.unit.is_rate
    if rate and not (plainly and _is_no_rate(problem, answer, wanted)):
        return False
    if noun == wanted:
        return rate or _power(answer) != _power(right)
    named = {noun, *map(singular, answer.words.partition(" per ")[0].split())}
    if any(_related(one, wanted) for one in named) or _says_little(problem, noun, wanted):
        return False
    return _is_placed(problem, noun, wanted, named) or (
        plainly and not is_measure(noun) and _is_told_apart(problem, noun, wanted)
    )


def _is_placed(problem: Problem, noun: str, wanted: str, named: set[str]) -> bool:
    """Whether a number of the text counts what an answer names."""
    nouns = {name for name in _nouns(problem) if name}
    if is_measure(noun):
        return is_measure(wanted) or wanted in nouns or noun in nouns
    return any(_related(one, other) for one in named for other in nouns)


def _is_no_rate(problem: Problem, answer: Amount, wanted: str) -> bool:
    """Whether an amount per something can't answer the question: 5 people per coach."""
    per = answer.unit.denominator or ""
    return per == wanted or not _asks_for_each(problem, per)


def _is_told_apart(problem: Problem, noun: str, wanted: str) -> bool:
    """Whether a text has both nouns, and doesn't ask for the first."""
    nouns = _text_nouns(problem)
    asked = problem.question.unit.numerator if problem.question else noun
    return noun in nouns and noun != asked and (wanted in nouns or is_money(wanted))


def _text_nouns(problem: Problem) -> frozenset[str]:
    """Return the nouns of a text, in the singular."""
    words = problem.words
    pairs = zip(words.low, words.tag, strict=True)
    return frozenset(singular(word) for word, tag in pairs if tag in ("NN", "NNS"))


def _asks_for_each(problem: Problem, noun: str) -> bool:
    """Whether the question asks for an amount per something, so that a rate may answer it."""
    asked = problem.question
    if asked is None:
        return True
    words = problem.words.low[asked.token_start : asked.token_end]
    return bool(_EACH & {*words}) or noun in {singular(word) for word in words}


def _nouns(problem: Problem) -> list[str]:
    """Return what the numbers of a problem count."""
    units = [q.unit for q in problem.quantities]
    return [unit.numerator for unit in units] + [unit.denominator or "" for unit in units]


def _power(amount: Amount) -> int:
    """Return 2 for an area and 3 for a volume."""
    return next((POWERS[word] for word in amount.unit.modifiers if word in POWERS), 1)


def _related(noun: str, other: str) -> bool:
    """Whether two nouns may count the same: one is a kind of the other."""
    if noun == other:
        return True
    first, second = frozenset({noun}), frozenset({other})
    return kinds().related(first, second)


def _says_little(problem: Problem, noun: str, wanted: str) -> bool:
    """Whether one of two nouns may stand for the other; 2 men of a company aren't companies."""
    if noun not in _ANYTHING and wanted not in _ANYTHING:
        return False
    pairs = {(q.unit.numerator, q.unit.denominator) for q in problem.quantities}
    plain = not any(is_measure(one) or is_money(one) for one in (noun, wanted))
    return plain and (noun, wanted) not in pairs and (wanted, noun) not in pairs
