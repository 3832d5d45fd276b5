"""Diagnosis: what may be behind the answer that a pupil gave to a problem.

It rests on a check. If the answer is right there is nothing to explain. If nobody knows what is
right, the explanations are only what would hold if the program's own answer were right, and say so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from unitdep.checking.answers import units_factor
from unitdep.checking.misconceptions.ranking import misconceptions
from unitdep.checking.misconceptions.types import Misconception
from unitdep.checking.types import Basis, CheckResult, Finding, Verdict
from unitdep.checking.voices import say_unsure

if TYPE_CHECKING:
    from unitdep.checking.judge import Judge

RIGHT: Final = "The answer is right."
UNEXPLAINED: Final = "The answer is wrong, and no known mistake explains it."
EXPLAINED: Final = "The answer is wrong. This may be behind it, the most plausible first:"
WRONG_ANYWAY: Final = "The answer can't be right, but the program isn't sure what is."
UNSURE: Final = (
    "The program isn't sure what is right here, so it can't say that the answer is wrong."
)
NO_ANSWER: Final = "There is no answer to explain."
_WRONG: Final = (Verdict.WRONG, Verdict.INCOMPLETE)
_OPEN: Final = (Finding.OTHER_ANSWER, Finding.UNFINISHED)  # what a bare answer may have


@dataclass(frozen=True)
class Diagnosis:
    """What may be behind an answer."""

    check: CheckResult  # whether it's right, and by what
    note: str  # what can be said as a whole
    misconceptions: tuple[Misconception, ...] = ()  # the most plausible first

    @property
    def sure(self) -> bool:
        """Whether it's known that the answer is wrong, and what is right."""
        return _is_known(self.check)

    def to_dict(self) -> dict[str, Any]:
        """Return the diagnosis as a JSON object."""
        return {
            "text": self.check.text,
            "answer": self.check.work,
            "verdict": self.check.verdict.value,
            "basis": self.check.basis.value,
            "expected": self.check.expected,
            "sure": self.sure,
            "note": self.note,
            "misconceptions": [found.to_dict() for found in self.misconceptions],
        }


def diagnose_by(judge: Judge, answer: str, gold: str | None = None) -> Diagnosis:
    """Explain an answer by a judge, with gold or with the program's own solution."""
    result = judge.check(answer, gold)
    if result.verdict is Verdict.RIGHT:
        return Diagnosis(result, RIGHT)
    if result.answer is None:
        return Diagnosis(result, NO_ANSWER)
    found = explained(result)
    if _is_known(result):
        return Diagnosis(result, EXPLAINED if found else UNEXPLAINED, found)
    perhaps = tuple(_if_right(one, result.solution.answer_text) for one in found)
    note = WRONG_ANYWAY if result.verdict in _WRONG else UNSURE
    return Diagnosis(result, note if result.basis is Basis.MODEL else result.reason, perhaps)


def _is_known(result: CheckResult) -> bool:
    """Whether an answer is wrong and the right one is known."""
    return result.verdict in _WRONG and result.expected is not None


def explained(result: CheckResult) -> tuple[Misconception, ...]:
    """Return what may be behind the answer of a checked working, if it isn't right."""
    right, answer = result.right, result.answer
    if right is None or answer is None or result.verdict is Verdict.RIGHT:
        return ()
    factor = units_factor(answer.unit, right.answer.unit) if answer.has_unit else None
    return misconceptions([right], answer.value * (factor or 1), scale=result.scale)


def leading(result: CheckResult) -> Misconception | None:
    """Return the most plausible misconception that agrees with the finding of a check.

    A working shows its mistake in its steps; then only what explains that finding counts.
    """
    if not _is_known(result):
        return None
    found: Sequence[Misconception] = explained(result)
    if result.steps and result.finding not in _OPEN:
        found = [one for one in found if one.kind.value == result.finding.value]
    return next(iter(found), None)


def _if_right(found: Misconception, answer: str) -> Misconception:
    """Return a misconception that only holds if the program's own answer is right."""
    teacher = f"If {answer} is right: {found.teacher}"
    return replace(found, teacher=teacher, pupil=say_unsure().hint)
