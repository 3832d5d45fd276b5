"""Doubts: what speaks against an answer, for people and for the calibrator.

None of them says that an answer is wrong. Each says what a careful reader would look at first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final

from unitdep.core.labels import Finish, Kind
from unitdep.lexicon import read_lists
from unitdep.reading.everyday.finish import counts_whole
from unitdep.reading.problem import Problem
from unitdep.reading.quantity import NumberKind, Quantity
from unitdep.steps.step import Step
from unitdep.steps.unstated import other_kind, unstated
from unitdep.units.combine import Clash
from unitdep.units.inflection import plural
from unitdep.units.wording import listed


def _any_of(name: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(read_lists('typing')[name].words)})\b")


_BEYOND: Final = _any_of("beyond")
_VAGUE: Final = _any_of("vague")
_SHARED: Final = re.compile(r"\bfor every\b.*\b(?:altogether|in total|in all)\b")  # a ratio?
_DIGITS_IN_WORD: Final = re.compile(r"\b(?:[a-z]+\d|\d+[a-z])\w*", re.IGNORECASE)


class Concern(StrEnum):
    """What a doubt is about."""

    UNITS = "units-do-not-close"
    ASKED = "unit-not-asked"
    BROKEN = "broken-number"
    FACTOR = "factor-unused"
    UNREAD = "number-unread"
    QUESTIONS = "several-questions"
    BEYOND = "beyond-arithmetic"
    VAGUE = "vague-amount"
    NEGATIVE = "negative-number"
    UNSTATED = "amount-not-stated"


@dataclass(frozen=True)
class Doubt:
    """One thing that speaks against an answer."""

    concern: Concern
    text: str  # a sentence

    def to_dict(self) -> dict[str, Any]:
        """Return the doubt as a JSON object."""
        return {"code": self.concern.value, "text": self.text}


def doubts(
    problem: Problem,
    answer: Fraction,
    used: frozenset[int],
    steps: Sequence[Step],
    finish: Finish,
) -> Iterator[Doubt]:
    """Yield what speaks against an answer; ``used`` are the quantities of its expression."""
    if answer.denominator != 1 and (noun := whole_things(problem)):
        yield Doubt(Concern.BROKEN, f"The answer is not a whole number of {plural(noun)}.")
    yield from _of_units(problem, steps)
    unused = [q.number.text for q in problem.quantities if _is_factor(q) and q.index not in used]
    if unused:
        yield Doubt(Concern.FACTOR, f"{listed(unused)} {_is(unused)} not used.")
    yield from _of_text(problem)
    for sentence in unstated(problem, steps, finish):
        yield Doubt(Concern.UNSTATED, sentence)


def _of_units(problem: Problem, steps: Sequence[Step]) -> Iterator[Doubt]:
    """Yield what is wrong with the units of steps."""
    for number, step in enumerate(steps, start=1):
        if not step.closes and step.clash is not Clash.ASKED:
            yield Doubt(Concern.UNITS, f"The units of step {number} do not close.")
    if steps and steps[-1].clash is Clash.ASKED:
        yield Doubt(Concern.ASKED, "The last step's unit is not the one that is asked for.")
    elif steps and (kind := other_kind(problem, steps[-1].result.unit)):
        yield Doubt(Concern.ASKED, f"The question asks for {kind}, and this is none.")


def _of_text(problem: Problem) -> Iterator[Doubt]:
    """Yield what a text has that the program can't handle."""
    if unread := list(_unread(problem)):
        yield Doubt(Concern.UNREAD, f"{listed(unread)} {_is(unread)} not read as a number.")
    if problem.questions > 1:
        asked = f"The text asks {problem.questions} questions"
        yield Doubt(Concern.QUESTIONS, f"{asked}; this answers one.")
    stated = problem.text.lower()
    if word := _BEYOND.search(stated):
        yield Doubt(Concern.BEYOND, f'"{word[0]}" may ask for more than arithmetic.')
    elif _SHARED.search(stated):
        yield Doubt(Concern.BEYOND, '"for every" and a total may ask for a ratio.')
    if word := _VAGUE.search(stated):
        yield Doubt(Concern.VAGUE, f'"{word[0]}" is not a number.')
    if below := [str(q.value) for q in problem.quantities if q.value < 0]:
        text = f"{listed(below)} {_is(below)} below zero, but only answers above zero are found."
        yield Doubt(Concern.NEGATIVE, text)


def whole_things(problem: Problem) -> str:
    """Return what the question counts if that comes whole, or ""."""
    question = problem.question
    if question is None:
        return ""
    how_many = "many" in problem.words.low[question.token_start : question.token_end]
    whole = counts_whole(question.unit, problem.quantities, how_many)
    return question.unit.numerator if whole else ""


def _is_factor(quantity: Quantity) -> bool:
    percent = quantity.number.kind is NumberKind.PERCENT
    return percent or (quantity.kind is Kind.FACTOR and not quantity.implied)


def _is(names: Sequence[str]) -> str:
    return "is" if len(names) == 1 else "are"


def _unread(problem: Problem) -> Iterator[str]:
    """Yield words with digits that no quantity has; "Room 25" was read, as a name."""
    spans = [(q.number.start, q.number.end) for q in problem.quantities]
    for word in _DIGITS_IN_WORD.finditer(problem.text):
        if not any(start < word.end() and word.start() < end for start, end in spans):
            yield word[0]
