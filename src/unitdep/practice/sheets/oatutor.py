"""OATutor: a zip file with problems, steps, hint pathways, a skill model and a course.

The folders are those of OATutor's ``src/content-sources/oatutor``. A problem has one step, whose
hints are the ladder of the exercise; after them each operation is a question of its own.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator, Mapping
from fractions import Fraction
from hashlib import sha256
from typing import Any, Final

from unitdep.practice.exercise import Exercise
from unitdep.practice.kinds import KINDS
from unitdep.practice.sheets.sheet import Sheet, clock_spellings
from unitdep.practice.tutoring.hints import hints
from unitdep.units.wording import format_value, plural_name

POOL: Final = "content-pool"
PATHWAY: Final = "DefaultPathway"
OBJECTIVE: Final = 0.85  # the mastery at which a lesson is done
START: Final = {"probMastery": 0.1, "probTransit": 0.1, "probSlip": 0.1, "probGuess": 0.1}
_DATE: Final = (1980, 1, 1, 0, 0, 0)  # of files in the zip, so that the bytes stay the same


def to_oatutor(sheet: Sheet) -> bytes:
    """Write a sheet as a zip file."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files(sheet).items():
            entry = zipfile.ZipInfo(name, _DATE)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, json.dumps(content, indent=4, ensure_ascii=False) + "\n")
    return target.getvalue()


def files(sheet: Sheet) -> Mapping[str, Any]:
    """Return the JSON files by path."""
    written: dict[str, Any] = {}
    skills: dict[str, list[str]] = {}
    for exercise in sheet.exercises:
        name = problem_id(exercise)
        step = f"{name}a"
        folder = f"{POOL}/{name}"
        written[f"{folder}/{name}.json"] = _problem(name, exercise, sheet)
        written[f"{folder}/steps/{step}/{step}.json"] = _step(step, exercise)
        written[f"{folder}/steps/{step}/tutoring/{step}{PATHWAY}.json"] = list(
            _pathway(step, exercise)
        )
        skills[step] = [skill(exercise.kind)]
    kinds = list(dict.fromkeys(exercise.kind for exercise in sheet.exercises))
    parameters = {skill(kind): START for kind in kinds}
    return {
        **written,
        "skillModel.json": skills,
        "bkt-params/defaultBKTParams.json": parameters,
        "bkt-params/experimentalBKTParams.json": parameters,
        "coursePlans.json": [_course(sheet, kinds)],
    }


def problem_id(exercise: Exercise) -> str:
    """Return the id of a problem: letters and digits, and no two alike."""
    return f"ud{sha256(exercise.id.encode()).hexdigest()[:10]}"


def skill(kind: str) -> str:
    """Return the name of the skill that a kind of problem trains."""
    return f"word_problems_{kind.replace('-', '_')}"


def _problem(name: str, exercise: Exercise, sheet: Sheet) -> dict[str, Any]:
    return {
        "id": name,
        "title": exercise.title,
        "body": _plain(exercise.text),
        "variabilization": {},
        "oer": "",
        "license": "",
        "lesson": exercise.title,
        "courseName": sheet.title,
    }


def _step(name: str, exercise: Exercise) -> dict[str, Any]:
    asked = plural_name(exercise.solution.answer_unit)
    return {
        "id": name,
        "stepTitle": f"What is the answer, in {asked}?" if asked else "What is the answer?",
        "stepBody": "",
        "problemType": "TextBox",
        **_expected("stepAnswer", exercise),
        "variabilization": {},
    }


def _expected(key: str, exercise: Exercise) -> dict[str, Any]:
    if exercise.solution.is_clock:
        return {key: list(clock_spellings(exercise.answer_text)), "answerType": "string"}
    return {key: [_math(exercise.answer)], "answerType": "arithmetic"}


def _math(value: Fraction) -> str:
    written = format_value(value)
    if "/" in written:
        return f"$$\\frac{{{value.numerator}}}{{{value.denominator}}}$$"
    return f"$${written}$$"


def _pathway(step: str, exercise: Exercise) -> Iterator[dict[str, Any]]:
    """Yield the hints, each of which opens after the one before it."""
    before: list[str] = []
    *rungs, whole = hints(exercise)
    scaffolds = [s for s in exercise.steps[:-1] if not (s.result.clock or s.prepares)]
    entries: list[dict[str, Any]] = [
        {"type": "hint", "title": "Hint", "text": _plain(r.text)} for r in rungs
    ]
    entries += [
        {
            "type": "scaffold",
            "title": "One step",
            "text": _plain(f"{one.task} = ?"),
            "problemType": "TextBox",
            "answerType": "arithmetic",
            "hintAnswer": [_math(one.result.value)],
        }
        for one in scaffolds
    ]
    entries.append({"type": "hint", "title": "The whole working", "text": _plain(whole.text)})
    for number, entry in enumerate(entries, 1):
        name = f"{step}-h{number}"
        yield {"id": name, "dependencies": before, "variabilization": {}, **entry}
        before = [name]


def _plain(text: str) -> str:
    """Escape what OATutor takes for mathematics: two dollar signs in a row."""
    return text.replace("$$", "$ $")


def _course(sheet: Sheet, kinds: list[str]) -> dict[str, Any]:
    lessons = [
        {
            "id": sha256(f"{sheet.command}:{kind}".encode()).hexdigest()[:24],
            "name": f"Lesson {number}",
            "topics": KINDS[kind].title,
            "allowRecycle": True,
            "learningObjectives": {skill(kind): OBJECTIVE},
        }
        for number, kind in enumerate(kinds, 1)
    ]
    return {"courseName": sheet.title, "courseOER": "", "courseLicense": "", "lessons": lessons}
