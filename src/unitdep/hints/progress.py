"""Progress: how far a pupil's work has come, and where it goes wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from unitdep.checking import CheckResult, Finding, Judge, Mark, Verdict
from unitdep.hints.types import HintKind
from unitdep.hints.wording import sources
from unitdep.solution import Solution

_STARTS: Final[Mapping[Finding, HintKind]] = {
    Finding.UNNEEDED_NUMBER: HintKind.NUMBERS,
    Finding.WRONG_QUANTITY: HintKind.NUMBERS,
    Finding.IGNORED_NUMBER: HintKind.NUMBERS,
    Finding.COPIED_WRONGLY: HintKind.NUMBERS,
    Finding.UNITS_DO_NOT_CLOSE: HintKind.TOGETHER,
    Finding.WRONG_WHOLE: HintKind.TOGETHER,
    Finding.OTHER_OPERATION: HintKind.TOGETHER,
    Finding.REVERSED: HintKind.OPERATION,
    Finding.ARITHMETIC_SLIP: HintKind.OPERATION,
    Finding.NOT_CONVERTED: HintKind.OPERATION,
    Finding.UNFINISHED: HintKind.OPERATION,
    Finding.NEEDS_ROUNDING: HintKind.FINISH,
    Finding.ROUNDED_WRONGLY: HintKind.FINISH,
}


@dataclass(frozen=True)
class Progress:
    """What a work has done so far."""

    steps: frozenset[int] = frozenset()  # the steps of the solution that are done
    nudge: str = ""  # where it goes wrong; "" if it doesn't
    start: HintKind = HintKind.ASKED  # the first hint that helps
    finished: bool = False


def progress(solution: Solution, work: str) -> Progress:
    """Judge a work by a solution that is right."""
    judge = Judge(solution.problem, solution, scale=None)
    result = judge.check(work, solution.answer_text)
    if result.verdict is Verdict.RIGHT:
        return Progress(finished=True)
    if result.verdict is Verdict.CANNOT_TELL:
        return Progress()
    done = _done(solution, result)
    start = _STARTS.get(result.finding, HintKind.OPERATION if done else HintKind.ASKED)
    if start is HintKind.FINISH:
        done = frozenset(range(len(solution.steps)))
    nudge = result.hint if result.verdict is Verdict.WRONG else ""
    return Progress(done, nudge, start)


def _done(solution: Solution, result: CheckResult) -> frozenset[int]:
    """Return the steps whose results the work has, with those that lead to them."""
    made = {value for step in result.steps if step.mark is Mark.RIGHT for value in _values(step)}
    if result.finding is Finding.UNFINISHED and result.answer is not None:
        made.add(result.answer.value)
    steps, before = solution.steps, sources(solution.steps)
    done: set[int] = set()
    for k in reversed(range(len(steps))):
        if k in done or steps[k].result.value in made:
            done |= {k, *(by for by in before[k] if by is not None)}
    ends = {len(steps) - 1} if result.finding is not Finding.UNFINISHED else set()
    return frozenset(done - ends)


def _values(step: object) -> Iterator[Fraction]:
    written = getattr(step, "written", None)
    if written is not None:
        values = (written.value, written.claim.value if written.claim else None)
        yield from (value for value in values if value is not None)
