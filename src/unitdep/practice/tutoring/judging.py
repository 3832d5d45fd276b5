"""Judge what somebody writes for an exercise, by its gold solution: no model is loaded."""

from __future__ import annotations

from unitdep.checking import CheckResult, Judge
from unitdep.practice.exercise import Exercise


def judge(exercise: Exercise, work: str) -> CheckResult:
    """Judge an answer or a working; never raises because of what is written."""
    solution = exercise.solution
    return Judge(solution.problem, solution, scale=None).check(work, exercise.answer_text)
