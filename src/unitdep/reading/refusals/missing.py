"""What a problem does not tell: a measure that is asked for, an amount to begin with."""

from __future__ import annotations

from typing import Final

from unitdep.lexicon import LEMMAS, LEXICON
from unitdep.reading.problem import Problem
from unitdep.reading.quantity import Quantity, Question
from unitdep.reading.refusals.phrases import found

NO_SUCH_UNIT = "something is missing: the question asks for {kind}, and the text tells none"
NO_BEGINNING = 'something is missing: "{vague}" does not say how many'
ONLY_COMPARED = "something is missing: the text only compares, and no amount is told"

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


def missing(problem: Problem) -> str | None:
    """Say what a problem does not tell, or None if nothing is known to be missing."""
    question = problem.question
    if question is None:
        return None
    if kind := _missing_kind(problem, question):
        return NO_SUCH_UNIT.format(kind=_KINDS[kind])
    if vague := _vague_beginning(problem, question):
        return NO_BEGINNING.format(vague=vague.lower())
    asked = problem.doc[question.token_start : question.token_end]
    compares = found("comparison", asked.text) or any(t.tag_ in _COMPARATIVE for t in asked)
    if not compares and all(_compared(problem, q) for q in problem.quantities):
        return ONLY_COMPARED
    return None


def _missing_kind(problem: Problem, question: Question) -> str:
    """Return the kind of measure that is asked for where nothing in the text has it; else "".

    "She ran for 20 minutes. How many miles did she run?" - no length is told.
    """
    asked = question.unit.numerator
    kind = next((kind for kind in _KINDS if asked in LEXICON[kind]), "")
    units = {u for q in problem.quantities for u in (q.unit.numerator, q.unit.denominator)}
    outside = (*problem.doc[: question.token_start], *problem.doc[question.token_end :])
    told = {LEMMAS.get(token.lower_, token.lower_) for token in outside} | units
    if not kind or not told.isdisjoint(LEXICON[kind]):
        return ""
    return "" if kind == "time" and not told.isdisjoint(LEXICON["age"]) else kind


def _vague_beginning(problem: Problem, question: Question) -> str:
    """Return "had some" where changes follow and the question asks for what there is after them."""
    told = problem.text[: question.start]
    asked = problem.text[question.start : question.end]
    return found("vague", told) if found("after", asked) and not found("before", told) else ""


def _compared(problem: Problem, quantity: Quantity) -> bool:
    """Return whether a number only compares: 5 in "12 pens, 5 more than Max", not 12."""
    compares = False
    following = problem.doc[quantity.token_end : quantity.token_end + _REACH]
    numbers = {q.token_start for q in problem.quantities}
    for place, token in enumerate(following):
        if token.text in {".", "?", "!", ";"} or token.i in numbers:
            return False
        compares |= place < _BEFORE_THAN and token.tag_ in _COMPARATIVE
        if compares and token.lower_ == "than":
            return True
    return False
