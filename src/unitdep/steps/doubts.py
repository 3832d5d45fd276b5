"""Doubts: what speaks against an answer, for people and for the calibrator.

None of them says that an answer is wrong. Each says what a careful reader would look at first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from unitdep.core.labels import Kind
from unitdep.lexicon import read_lists
from unitdep.reading.problem import Problem
from unitdep.reading.question import find_questions
from unitdep.steps.step import Step
from unitdep.units.combine import Clash
from unitdep.units.wording import listed

_BEYOND: Final = read_lists("typing")["beyond"].words
_DIGITS: Final = re.compile(r"\d+")


class Concern(StrEnum):
    """What a doubt is about."""

    UNITS = "units-do-not-close"
    ASKED = "unit-not-asked"
    FACTOR = "factor-unused"
    UNREAD = "number-unread"
    QUESTIONS = "several-questions"
    BEYOND = "beyond-arithmetic"


@dataclass(frozen=True)
class Doubt:
    """One thing that speaks against an answer."""

    concern: Concern
    text: str  # a sentence

    def to_dict(self) -> dict[str, Any]:
        """Return the doubt as a JSON object."""
        return {"code": self.concern.value, "text": self.text}


def doubts(problem: Problem, used: frozenset[int], steps: Sequence[Step]) -> Iterator[Doubt]:
    """Yield what speaks against an answer; ``used`` are the quantities of its expression."""
    for number, step in enumerate(steps, start=1):
        if not step.closes and step.clash is not Clash.ASKED:
            yield Doubt(Concern.UNITS, f"The units of step {number} do not close.")
    if steps and steps[-1].clash is Clash.ASKED:
        yield Doubt(Concern.ASKED, "The last step's unit is not the one that is asked for.")
    unused = [
        q.number.text
        for q in problem.quantities
        if q.kind is Kind.FACTOR and not q.implied and q.index not in used
    ]
    if unused:
        yield Doubt(Concern.FACTOR, f"{listed(unused)} {_is(unused)} not used.")
    if unread := list(_unread(problem)):
        yield Doubt(Concern.UNREAD, f"{listed(unread)} {_is(unread)} not read as a number.")
    count = len(find_questions(problem.doc)) if len(problem.doc) else 0
    if count > 1:
        yield Doubt(Concern.QUESTIONS, f"The text asks {count} questions; this answers one.")
    if word := _beyond(problem):
        yield Doubt(Concern.BEYOND, f'"{word}" may ask for more than arithmetic.')


def _is(names: Sequence[str]) -> str:
    return "is" if len(names) == 1 else "are"


def _unread(problem: Problem) -> Iterator[str]:
    spans = [(q.number.start, q.number.end) for q in problem.quantities]
    for digits in _DIGITS.finditer(problem.text):
        if not any(start < digits.end() and digits.start() < end for start, end in spans):
            yield digits[0]


def _beyond(problem: Problem) -> str:
    low = problem.words.low
    for phrase in _BEYOND:
        words = tuple(phrase.split())
        if any(low[i : i + len(words)] == words for i in range(len(low))):
            return phrase
    return ""
