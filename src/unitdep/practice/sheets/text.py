"""Sheets as lines of text: cards for Anki, JSON lines, and plain text to read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape

from unitdep.practice.exercise import Exercise
from unitdep.practice.sheets.sheet import Sheet
from unitdep.practice.tutoring.hints import hints
from unitdep.practice.tutoring.mistakes import mistakes
from unitdep.steps.remarks import About
from unitdep.units.wording import json_number


def to_anki(sheet: Sheet) -> str:
    """Write a sheet as tab-separated notes for Anki: guid, front, back, tags."""
    head = ["#separator:tab", "#html:true", "#notetype:Basic", f"#deck:{_field(sheet.title)}"]
    head += ["#columns:guid\tFront\tBack\ttags", "#guid column:1", "#tags column:4"]
    return "\n".join([*head, *map(_note, sheet.exercises)]) + "\n"


def _note(exercise: Exercise) -> str:
    worked = "".join(f"<br>{escape(step.text, quote=False)}" for step in exercise.steps)
    back = f"<b>{escape(exercise.answer_text, quote=False)}</b>{worked}"
    front = escape(exercise.text, quote=False)
    return "\t".join([exercise.id, _field(front), _field(back), f"unitdep {exercise.kind}"])


def _field(text: str) -> str:
    """Return a text without what separates fields, or would begin a quoted one."""
    return " ".join(text.replace('"', "&quot;").split())


def to_jsonl(sheet: Sheet) -> str:
    """Write a sheet as JSON lines: exercises with key, hints and likely mistakes."""
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in json_lines(sheet))


def json_lines(sheet: Sheet) -> Iterator[dict[str, object]]:
    """Yield one JSON object for each exercise."""
    for exercise in sheet.exercises:
        wrong = [
            {"answer": json_number(mistake.value), "feedback": mistake.feedback}
            for mistake in mistakes(exercise)
        ]
        yield {
            **exercise.to_dict(),
            "hints": [hint.text for hint in hints(exercise)],
            "mistakes": wrong,
        }


def to_text(sheet: Sheet) -> str:
    """Write a sheet as plain text: the problems, then the key."""
    problems = [f"{n}. {exercise.text}" for n, exercise in enumerate(sheet.exercises, 1)]
    key = [_keyed(n, exercise) for n, exercise in enumerate(sheet.exercises, 1)]
    parts = [sheet.title, *problems, *(["Key", *key] if sheet.key else []), f"({sheet.command})"]
    return "\n\n".join(parts) + "\n"


def _keyed(number: int, exercise: Exercise) -> str:
    told = [step.text for step in exercise.steps]
    told += [remark.text for remark in exercise.solution.remarks if remark.about is About.FINISH]
    steps = "\n".join(f"   {line}" for line in told)
    return f"{number}. {exercise.answer_text} = {exercise.solution.working}\n{steps}"
