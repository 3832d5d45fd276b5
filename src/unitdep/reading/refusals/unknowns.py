"""Problems that need more than an expression of their numbers: unknowns, formulas, mathematics.

Some words give such a problem away. Others show in the units: two kinds of things of which only
sums are stated, as in "35 heads and 94 legs", "120 tickets for $9 and $5, $840 in all" or "2 pens
and 3 cups cost $7, 4 pens and 1 cup $9".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from unitdep.lexicon import LEXICON
from unitdep.reading.noun_phrases import PLURAL_TAGS, lemma_of, noun_phrase
from unitdep.reading.problem import Problem, Scope
from unitdep.reading.refusals.phrases import find_phrase

EQUATION: Final = 'this needs an equation: "{sign}" stands for an unknown'
UNKNOWNS: Final = 'this needs an equation with unknowns: "{sign}"'
TWO_UNKNOWNS: Final = "this needs two unknowns: {kinds}"
GEOMETRY: Final = 'this needs a formula of geometry that the text does not give: "{word}"'
MATHEMATICS: Final = 'this needs more than + - × ÷: "{word}"'

# "k" or "3k"; "1 m", "1m" and "3 x 4" are a measure and a product
_LETTER: Final = r"(?<![\w'’.-])(?<!\d )\d*((?<=\d)[a-fi-kn-ru-z]|(?<!\d)[a-z])(?![\w'’])"
_VARIABLES: Final = (  # the group is the variable
    re.compile(rf"{_LETTER}\s*[-+*/=](?=[^=]*=)"),  # "3k + 4 = 10"
    re.compile(r"=\s*-?(?!a\s)([a-z])(?![\w'’])"),  # "10 = k", not "12 eggs = a box"
    re.compile(r"(?<![\w'’.-])(?<!\d )\d*([xyz])(?![\w'’-])"),
    re.compile(r"(?<!\w)[a-z]\(([a-z])\)"),  # "f(x)"
)
_POINT: Final = re.compile(r"\(\s*-?\d+\s*,\s*-?\d+\s*\)")


def equation(problem: Problem) -> str | None:
    """Refuse a text with a variable."""
    for pattern in _VARIABLES:
        if match := pattern.search(problem.text):
            return EQUATION.format(sign=match[1])
    return None


def several_unknowns(problem: Problem) -> str | None:
    """Refuse a text whose words show several unknowns."""
    word = find_phrase("unknowns", problem.text)
    return UNKNOWNS.format(sign=word.lower()) if word else None


def mathematics(problem: Problem) -> str | None:
    """Refuse a text with words of other mathematics."""
    word = find_phrase("mathematics", problem.text)
    if not word and problem.scope is Scope.PAPER:
        word = find_phrase("rounding", problem.text)
    return MATHEMATICS.format(word=word.lower()) if word else None


def geometry(problem: Problem) -> str | None:
    """Refuse a text that needs a formula of geometry: by its words, or by a shape's measure."""
    if word := find_phrase("geometry", problem.text):
        return GEOMETRY.format(word=word.lower())
    if point := _POINT.search(problem.text):
        return GEOMETRY.format(word=point[0].lower())
    shape = find_phrase("shape", problem.text)
    if shape and find_phrase("measure", _asked(problem)):
        return GEOMETRY.format(word=shape.lower())
    return None


def _asked(problem: Problem) -> str:
    question = problem.question
    return "" if question is None else problem.text[question.start : question.end]


def two_kinds(problem: Problem) -> str | None:
    """Refuse "hens and rabbits" if one kind is asked for and neither is counted by itself.

    What is counted instead, such as heads and legs, has a different unit each.
    """
    counts = Counter(q.unit.numerator for q in problem.quantities)
    if problem.question is None or max(counts.values()) > 1:
        return None
    asked = problem.question.unit.numerator
    for last, pair in _plural_pairs(problem):
        if asked in pair and pair[0] != pair[1] and not _counted(problem, pair, last):
            return TWO_UNKNOWNS.format(kinds=" and ".join(pair))
    return None


def _plural_pairs(problem: Problem) -> Iterator[tuple[int, tuple[str, str]]]:
    """Yield the pairs of plurals that "and" joins, each with the token before the "and"."""
    words = problem.words
    for i in range(1, len(words.low) - 1):
        if words.low[i] == "and" and words.tag[i - 1] in PLURAL_TAGS:
            second = noun_phrase(words, i + 1, words.sentence[i][1])
            if second is not None and words.tag[second.head] in PLURAL_TAGS:
                yield i - 1, (lemma_of(words, i - 1), second.lemma)


def _counted(problem: Problem, pair: tuple[str, str], place: int) -> bool:
    """Whether one of two things has a number of its own, not one before them both."""
    return any(
        q.unit.numerator in pair or q.unit.denominator in pair
        for q in problem.quantities
        if q.token_end != place
    )


def two_prices(problem: Problem) -> str | None:
    """Refuse two prices of one thing with the number of both and what they cost together."""
    question = problem.question
    rates = [q.unit for q in problem.quantities if q.unit.is_rate]
    amounts = [q.unit for q in problem.quantities if not q.unit.is_rate]
    kinds = {(unit.numerator, unit.denominator) for unit in rates}
    if question is None or len(rates) != 2 or len(amounts) != 2 or len(kinds) != 1:
        return None
    [(money, thing)] = kinds
    if not thing or {unit.numerator for unit in amounts} != {money, thing}:
        return None
    if question.unit.is_rate or question.unit.numerator != thing:
        return None
    if any(unit.modifiers for unit in amounts if unit.numerator == thing):
        return None
    return TWO_UNKNOWNS.format(kinds=f"{thing} of two kinds")


def two_purchases(problem: Problem) -> str | None:
    """Refuse two things bought twice, each time for one sum, if a price is asked for."""
    if problem.question is None:
        return None
    units = Counter(q.unit.numerator for q in problem.quantities)
    sums = sum(units.pop(name, 0) for name in LEXICON["money"])
    asked = problem.question.unit
    price = asked.is_rate and asked.numerator in LEXICON["money"]
    if price and sums == 2 and len(units) == 2 and units.total() >= 4:
        return TWO_UNKNOWNS.format(kinds=" and ".join(units))
    return None


def sum_and_difference(problem: Problem) -> str | None:
    """Refuse a sum and a difference of two things if both are asked for: "how many has each"."""
    if problem.question is None:
        return None
    asked = _asked(problem).lower()
    stated = problem.text[: problem.question.start].lower()
    if word := find_phrase("asked-pair", asked):
        return TWO_UNKNOWNS.format(kinds=word)
    alike = problem.size <= 3 and len({q.unit.numerator for q in problem.quantities}) == 1
    differ = " than " in stated and " than " not in asked
    if alike and differ and " each" in asked:
        return TWO_UNKNOWNS.format(kinds="what each has")
    return None
