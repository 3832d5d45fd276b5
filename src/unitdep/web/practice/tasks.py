"""Work of the practice page. The corpus is imported when it's first asked for."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

from unitdep.checking import Verdict
from unitdep.errors import PracticeError, RequestError
from unitdep.explain import to_bar_model
from unitdep.explain.bars import bars_of
from unitdep.explain.svg.frame import bare

if TYPE_CHECKING:
    from unitdep.practice import Exercise


def kinds() -> dict[str, Any]:
    """Return the kinds of problems and the levels."""
    from unitdep.practice.kinds import KINDS, USUAL
    from unitdep.practice.settings import LEVELS

    return {
        "kinds": [
            {"name": kind.name, "title": kind.title, "usual": kind.name in USUAL}
            for kind in KINDS.values()
        ],
        "levels": [
            {"name": name, "numbers": list(level.numbers), "grade": level.grade}
            for name, level in LEVELS.items()
        ],
    }


def make(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Make problems without their answers."""
    from unitdep.practice import Settings, exercises

    numbers = tuple(asked["numbers"]) if asked["numbers"] else None
    names = tuple(asked["kinds"])
    try:
        settings = Settings(names, asked["level"], asked["count"], asked["seed"], numbers)
        made = exercises(settings)
    except PracticeError as error:
        raise RequestError(str(error)) from None
    return {"seed": settings.seed, "exercises": [exercise.question_json() for exercise in made]}


def check(name: str, work: str) -> dict[str, Any]:
    """Judge what somebody wrote; the key comes only with a right answer."""
    from unitdep.practice.tutoring.judging import feedback, judge

    exercise = _recalled(name)
    result = judge(exercise, work)
    right = result.verdict is Verdict.RIGHT
    return {
        "verdict": result.verdict.value,
        "finding": result.finding.value,
        "hint": feedback(result),
        "remarks": list(result.remarks) if right else [],
        "key": _key(exercise) if right else None,
    }


def hint(name: str, told: Collection[str], work: str) -> dict[str, Any]:
    """Return the first hint that wasn't told yet, given what was written so far."""
    from unitdep.hints import DONE
    from unitdep.practice.tutoring.hints import next_hint

    found = next_hint(_recalled(name), told, work.strip() or None)
    if found is None:
        return {"hint": DONE, "last": False}
    return {"hint": found.text, "last": found.tells_answer}


def key(name: str) -> dict[str, Any]:
    """Return what is right."""
    return _key(_recalled(name))


def _recalled(name: str) -> Exercise:
    from unitdep.practice import recall

    try:
        return recall(name)
    except PracticeError as error:
        raise RequestError(str(error)) from None


def _key(exercise: Exercise) -> dict[str, Any]:
    solution = exercise.solution
    drawn = bare(to_bar_model(solution)) if bars_of(solution).panels else None
    return {**exercise.key_json(), "bars_svg": drawn}
