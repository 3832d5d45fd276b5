"""Problems that leave something out: a measure that is asked for, or an amount to begin with."""

from __future__ import annotations

from typing import Final

from unitdep.lexicon import LEMMAS, LEXICON
from unitdep.reading.problem import Problem
from unitdep.reading.quantity import NumberKind, Quantity
from unitdep.reading.refusals.phrases import LISTS, find_phrase

NO_SUCH_UNIT: Final = "something is missing: the question asks for {kind}, and the text tells none"
NO_BEGINNING: Final = 'something is missing: "{vague}" does not say how many'
ONLY_COMPARED: Final = "something is missing: the text only compares, and no amount is given"

_KINDS: Final = {
    "length": "a length",
    "weight": "a weight",
    "volume": "a volume",
    "time": "a time",
    "money": "money",
}
_COMPARATIVE: Final = frozenset({"JJR", "RBR"})
_BEFORE_THAN: Final = 4  # words from a number to what it compares: "3 years older"
_REACH: Final = 8  # words from a number to "than"


def missing_measure(problem: Problem) -> str | None:
    """Refuse a question for a measure that nothing in the text has.

    "She ran for 20 minutes. How many miles did she run?" states no length.
    """
    if problem.question is None:
        return None
    asked = problem.question.unit.numerator
    if asked == "pound" and any(q.number.kind is NumberKind.MONEY for q in problem.quantities):
        return None
    kind = next((kind for kind in _KINDS if asked in LEXICON[kind]), None)
    if kind is None:
        return None
    stated = _stated_nouns(problem)
    if not stated.isdisjoint(LEXICON[kind]) or any(q.implied for q in problem.quantities):
        return None
    if kind == "money" and any(q.number.kind is NumberKind.MONEY for q in problem.quantities):
        return None
    if kind == "time" and not stated.isdisjoint(LEXICON["age"]):
        return None
    return NO_SUCH_UNIT.format(kind=_KINDS[kind])


def _stated_nouns(problem: Problem) -> set[str]:
    """Return the words outside the question, and the nouns of all units."""
    assert problem.question is not None
    doc, question = problem.doc, problem.question
    outside = (*doc[: question.token_start], *doc[question.token_end :])
    nouns = {LEMMAS.get(token.lower_, token.lower_) for token in outside}
    for quantity in problem.quantities:
        nouns.add(quantity.unit.numerator)
        nouns.add(quantity.unit.denominator or "")
    return nouns


def vague_beginning(problem: Problem) -> str | None:
    """Refuse "had some" if changes follow and the question asks what there is after them."""
    if problem.question is None:
        return None
    stated = problem.text[: problem.question.start]
    asked = problem.text[problem.question.start : problem.question.end]
    if not find_phrase("after", asked) or find_phrase("before", stated):
        return None
    vague = find_phrase("vague", stated)
    return NO_BEGINNING.format(vague=vague.lower()) if vague else None


def only_compared(problem: Problem) -> str | None:
    """Refuse a text whose every number compares, unless the question compares too."""
    if problem.question is None:
        return None
    asked = problem.doc[problem.question.token_start : problem.question.token_end]
    compares = find_phrase("comparison", asked.text) or any(t.tag_ in _COMPARATIVE for t in asked)
    if not compares and all(_compared(problem, q) for q in problem.quantities):
        return ONLY_COMPARED
    return None


def _compared(problem: Problem, quantity: Quantity) -> bool:
    """Whether a number only compares: 5 in "12 pens, 5 more than Max", but not 12."""
    compares = False
    following = problem.doc[quantity.token_end : quantity.token_end + _REACH]
    numbers = {q.token_start for q in problem.quantities}
    for place, token in enumerate(following):
        if token.text in LISTS["clause-end"] or token.i in numbers:
            return False
        compares |= place < _BEFORE_THAN and token.tag_ in _COMPARATIVE
        if compares and token.lower_ == "than":
            return True
    return False
