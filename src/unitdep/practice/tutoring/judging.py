"""Judge what somebody writes for an exercise, by its gold solution: no model is loaded."""

from __future__ import annotations

from unitdep.checking import CheckResult, Finding, Judge
from unitdep.practice.exercise import Exercise


def judge(exercise: Exercise, work: str) -> CheckResult:
    """Judge an answer or a working; never raises because of what is written."""
    solution = exercise.solution
    return Judge(solution.problem, solution, scale=None).check(work, exercise.answer_text)


def feedback(result: CheckResult) -> str:
    """Return what to tell a pupil about work that isn't right, without the answer.

    Where nothing but a wrong answer was written, it's what most plausibly lies behind it.
    """
    alone = result.finding is Finding.OTHER_ANSWER
    behind = result.misconception if alone else None
    return behind.pupil if behind is not None else result.hint
