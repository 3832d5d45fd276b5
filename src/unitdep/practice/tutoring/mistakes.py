"""Wrong answers that pupils are likely to give, with what to say about each.

They're what a single mistake makes of the gold expression, the most plausible kinds first; what is
said is what ``judge`` would say to a pupil who gives that answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from unitdep.checking.misconceptions.priors import priors
from unitdep.checking.misconceptions.types import MistakeKind
from unitdep.checking.misconceptions.variations import Numbers, Varied
from unitdep.core.expression import evaluate
from unitdep.core.labels import Finish
from unitdep.practice.exercise import Exercise
from unitdep.practice.tutoring.judging import feedback, judge
from unitdep.units.wording import format_value

MOST: Final = 4  # wrong answers of an exercise
_ODD: Final = (MistakeKind.GAVE_NUMBER, MistakeKind.COPIED_WRONGLY)  # not worth an entry
_PLACES: Final = 100


@dataclass(frozen=True)
class Mistake:
    """A wrong answer."""

    value: Fraction
    feedback: str  # for the pupil; it doesn't give the answer away


def mistakes(exercise: Exercise) -> tuple[Mistake, ...]:
    """Return likely wrong answers, each once, none of them right."""
    if exercise.solution.is_clock:
        return ()
    weights = priors()
    found: dict[Fraction, float] = {}
    for value, kind in _wrong(exercise):
        if value > 0 and (value * _PLACES).denominator == 1 and value != exercise.answer:
            found[value] = max(found.get(value, 0.0), weights[kind])
    likely = sorted(found, key=lambda value: (-found[value], value))[:MOST]
    said = (feedback(judge(exercise, format_value(value))) for value in likely)
    return tuple(map(Mistake, likely, said))


def _wrong(exercise: Exercise) -> Iterator[tuple[Fraction, MistakeKind]]:
    solution = exercise.solution
    if solution.finish is not Finish.EXACT:
        yield exercise.steps[-1].result.value, MistakeKind.NEEDS_ROUNDING
    numbers = Numbers(solution.problem)
    for variation in Varied(solution.problem, solution.graph, exercise.tree, numbers).all():
        if variation.kind in _ODD:
            continue
        try:
            yield evaluate(variation.tree, numbers.values), variation.kind
        except ZeroDivisionError:
            continue
