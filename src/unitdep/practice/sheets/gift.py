"""GIFT, the plain-text format for questions that Moodle and other systems read.

It has no units: the question says in which unit the answer is. A time of day is a short answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from unitdep.practice.exercise import Exercise
from unitdep.practice.sheets.sheet import Sheet, clock_spellings, decimal, tolerance
from unitdep.practice.tutoring.mistakes import mistakes
from unitdep.units.wording import plural_name

_CONTROL: Final = str.maketrans({c: f"\\{c}" for c in "\\~=#{}:"} | {"\n": "\\n"})


def to_gift(sheet: Sheet) -> str:
    """Write a sheet as GIFT."""
    asked = [f"// {sheet.command}", f"$CATEGORY: unitdep/{sheet.title}"]
    questions = (_question(n, exercise) for n, exercise in enumerate(sheet.exercises, 1))
    return "\n\n".join([*asked, *questions]) + "\n"


def _question(number: int, exercise: Exercise) -> str:
    name = escaped(f"{number:03d} {exercise.title}")
    unit = plural_name(exercise.solution.answer_unit)
    clock = exercise.solution.is_clock
    asked = f" (Answer in {unit}.)" if unit and not clock else ""
    answers = "\n".join(_clock(exercise) if clock else _numbers(exercise))
    worked = escaped("; ".join(step.text for step in exercise.steps))
    start = "{" if clock else "{#"
    return f"::{name}::{escaped(exercise.text + asked)}{start}\n{answers}\n\t####{worked}\n}}"


def _clock(exercise: Exercise) -> Iterator[str]:
    for spelling in clock_spellings(exercise.answer_text):
        yield f"\t=%100%{escaped(spelling)}#Right!"


def _numbers(exercise: Exercise) -> Iterator[str]:
    value = exercise.answer
    yield f"\t=%100%{decimal(value)}:{tolerance(value)}#Right!"
    for mistake in mistakes(exercise):
        yield f"\t=%0%{decimal(mistake.value)}:0#{escaped(mistake.feedback)}"
    yield "\t~#Read the problem again."


def escaped(text: str) -> str:
    """Put a backslash before the characters that steer GIFT."""
    return text.translate(_CONTROL)
