"""Hints for an exercise, from general to particular; the last one gives the whole away."""

from __future__ import annotations

from collections.abc import Collection

from unitdep.hints import Hint, ladder
from unitdep.practice.exercise import Exercise


def hints(exercise: Exercise, work: str | None = None) -> tuple[Hint, ...]:
    """Return the hints in order, from the first thing that the work so far lacks.

    Only the last one tells the answer. A work that is right needs none.
    """
    return ladder(exercise.solution, work=work, known=True).hints


def next_hint(exercise: Exercise, told: Collection[str], work: str | None = None) -> Hint | None:
    """Return the first hint that wasn't told yet, or the last of all; None if the work is right."""
    rungs = hints(exercise, work)
    last = rungs[-1] if rungs else None
    return next((hint for hint in rungs if hint.text not in told), last)
