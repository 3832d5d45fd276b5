"""What a pupil may get: whole sentences, numbers in the range, answers that can be written down."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Final

from unitdep.core.expression import Operator, operations
from unitdep.core.labels import Finish, Kind
from unitdep.practice.exercise import Exercise
from unitdep.practice.kinds import KINDS
from unitdep.practice.settings import Level
from unitdep.solution import Solution

FINEST: Final = 100  # answers and steps have at most two decimals, or are given as fractions
SMALL: Final = 12  # the largest denominator of a fraction
_SENTENCES: Final = re.compile(r"(?<=[.!?])[\"”’']?\s+")
_OPENS: Final = re.compile(r"[\"“‘'(]?[A-Z0-9£$€]")
_ENDS: Final = re.compile(r"[.!?][\"”’')]?$")
_ASKS: Final = re.compile(r"\?|\b(?:find|work out|calculate|how)\b", re.IGNORECASE)


@cache
def left_out() -> frozenset[str]:
    """Return the templates that aren't for pupils, read from left_out.txt."""
    text = files(__package__).joinpath("left_out.txt").read_text("utf-8")
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    return frozenset(line for line in lines if line)


def is_well_written(text: str) -> bool:
    """Whether a text is made of whole sentences, and asks something."""
    sentences = _SENTENCES.split(text)
    opened = all(_OPENS.match(sentence) for sentence in sentences)
    return opened and bool(_ENDS.search(text)) and bool(_ASKS.search(text))


def is_in_range(solution: Solution, numbers: tuple[int, int]) -> bool:
    """Whether the written amounts are in a range, and the answer isn't above it."""
    low, high = numbers
    amounts = [
        q.value for q in solution.problem.quantities if _is_counted(q.kind) and not q.implied
    ]
    if not solution.is_clock and solution.answer is not None:
        amounts.append(max(solution.answer, Fraction(low)))
    return all(low <= value <= high for value in amounts)


def _is_counted(kind: Kind) -> bool:
    return kind is Kind.AMOUNT


def is_plain(solution: Solution) -> bool:
    """Whether answer and steps can be written down exactly, as people do."""
    rounds = solution.finish is not Finish.EXACT
    values = [] if rounds else [step.result.value for step in solution.steps]
    assert solution.answer is not None
    return solution.answer > 0 and all(map(_is_short, [*values, solution.answer]))


def _is_short(value: Fraction) -> bool:
    return (value * FINEST).denominator == 1 or (value.denominator <= SMALL and value < 1)


def fits(exercise: Exercise, limits: Level) -> bool:
    """Whether an exercise is fit for a pupil, within the limits that are asked for."""
    solution = exercise.solution
    used: set[Operator] = {node.operator for node in operations(exercise.tree)}
    return (
        used <= KINDS[exercise.kind].operators
        and exercise.words <= limits.words
        and exercise.grade <= limits.grade
        and is_well_written(exercise.text)
        and is_in_range(solution, limits.numbers)
        and is_plain(solution)
    )
