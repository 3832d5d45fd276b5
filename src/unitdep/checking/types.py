"""The types of a check: what is judged of every step, and of a working as a whole."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any

from unitdep.reading.workings import Amount, Working
from unitdep.reading.workings.types import Step as WrittenStep
from unitdep.solution import Solution
from unitdep.units.wording import json_number, percentage

if TYPE_CHECKING:
    from unitdep.checking.misconceptions import Misconception
    from unitdep.checking.right import Right
    from unitdep.inference.compare import Scale


class Verdict(StrEnum):
    """How a working is judged as a whole."""

    RIGHT = "right"
    WRONG = "wrong"
    INCOMPLETE = "incomplete"  # right so far, but it stops before the answer
    CANNOT_TELL = "cannot tell"  # the program isn't sure enough, or can't read or judge it


class Finding(StrEnum):
    """What a verdict rests on."""

    RIGHT = "right"
    ANOTHER_WAY = "right another way"
    ARITHMETIC_SLIP = "arithmetic slip"  # a step doesn't make what it claims
    COPIED_WRONGLY = "copied a number wrongly"
    OTHER_OPERATION = "other operation"
    REVERSED = "reversed"  # 5 - 12 for 12 - 5
    WRONG_QUANTITY = "wrong quantity"  # another number of the text than the one that's needed
    IGNORED_NUMBER = "ignored a needed number"
    UNNEEDED_NUMBER = "used a number that does not matter"
    UNITS_DO_NOT_CLOSE = "units do not close"
    WRONG_UNIT = "wrong unit of the answer"
    NEEDS_ROUNDING = "needs rounding"
    ROUNDED_WRONGLY = "rounded wrongly"
    NOT_CONVERTED = "not converted"
    WRONG_WHOLE = "percent of the wrong whole"
    UNFINISHED = "unfinished"
    OTHER_ANSWER = "another answer"  # only a number was given, and it's not the right one
    NO_WORK = "no work found"
    OUTSIDE = "outside what the program can judge"


class Basis(StrEnum):
    """What the final answer was compared with."""

    MODEL = "model"  # the program's own answer
    GOLD = "gold"  # an answer that the caller knows


class Arithmetic(StrEnum):
    """Whether a step makes what it claims."""

    RIGHT = "right"
    ROUNDED = "rounded"  # right within the decimals that are written
    WRONG = "wrong"
    NOT_CLAIMED = "not claimed"  # no result is written


class Source(StrEnum):
    """Where a number of a working comes from."""

    TEXT = "text"  # a number of the problem
    IMPLIED = "implied"  # the 7 of a week, the 100 of a percentage
    STEP = "step"  # the result of an earlier step
    PART = "part"  # part of a number of the problem: the 50 and the 4 of 54
    NOWHERE = "nowhere"


class Mark(StrEnum):
    """What a page shows at a step."""

    RIGHT = "right"
    WRONG = "wrong"  # the first wrong step
    FOLLOWS = "follows"  # carries an earlier error on, and is right otherwise
    UNCLEAR = "unclear"  # can't be judged


@dataclass(frozen=True)
class Origin:
    """Where one operand of a step comes from."""

    amount: Amount
    source: Source
    quantity: int | None = None  # index in the problem, for TEXT and IMPLIED
    step: int | None = None  # index of the earlier step, for STEP

    def to_dict(self) -> dict[str, Any]:
        """Return the origin as a JSON object."""
        return {
            "start": self.amount.start,
            "end": self.amount.end,
            "value": str(self.amount.value),
            "number": json_number(self.amount.value),
            "source": self.source.value,
            "quantity": self.quantity,
            "step": self.step,
        }


@dataclass(frozen=True)
class UnitTrail:
    """The units of a step: "66 flowers − 10 flowers = 56 flowers"."""

    lines: tuple[str, ...]  # one for every operation of the step
    closes: bool
    unit: str  # of the result; "" if it isn't known
    note: str = ""  # why the units don't close


@dataclass(frozen=True)
class JudgedStep:
    """One step of a working with its three judgements."""

    written: WrittenStep
    mark: Mark
    arithmetic: Arithmetic
    origins: tuple[Origin, ...]  # of the operands, in reading order
    units: UnitTrail
    note: str = ""  # what is wrong with it, in a few words

    def to_dict(self, text: str) -> dict[str, Any]:
        """Return the step as a JSON object; ``text`` is the working."""
        step = self.written
        value, claim = step.value, step.claim
        return {
            "start": step.start,
            "end": step.end,
            "text": text[step.start : step.end],
            "mark": self.mark.value,
            "arithmetic": self.arithmetic.value,
            "value": _exact(value),
            "value_number": _number(value),
            "claimed": None if claim is None else _exact(claim.value),
            "claimed_number": None if claim is None else _number(claim.value),
            "numbers": [origin.to_dict() for origin in self.origins],
            "units": {
                "lines": list(self.units.lines),
                "closes": self.units.closes,
                "unit": self.units.unit,
                "note": self.units.note,
            },
            "note": self.note,
        }


@dataclass(frozen=True)
class CheckResult:
    """A judged working: a verdict, what it rests on, and every step with its own judgements."""

    working: Working  # what was read, with the text as it was given
    verdict: Verdict
    finding: Finding
    reason: str  # what happened, for a teacher
    hint: str  # a nudge for the pupil, which doesn't give the answer away
    basis: Basis
    solution: Solution  # what the program makes of the problem
    steps: tuple[JudgedStep, ...] = ()
    first_wrong: int | None = None  # index of the first wrong step
    expected: str | None = None  # the right answer with its unit; None if it isn't known
    remarks: tuple[
        str, ...
    ] = ()  # what doesn't change the verdict: a missing unit, 12 + 5 = 17 * 2
    confidence: float = 0.0  # that the verdict holds; 1 if nothing but arithmetic decides it
    # What the answer was compared with, and the search's ranking, for ``misconception``.
    right: Right | None = field(default=None, repr=False, compare=False)
    scale: Scale | None = field(default=None, repr=False, compare=False)

    @cached_property
    def misconception(self) -> Misconception | None:
        """What may be behind a wrong answer, most plausibly; None if nothing explains it."""
        from unitdep.checking.misconceptions.diagnosis import leading  # it builds on this module

        return leading(self)

    @property
    def text(self) -> str:
        """The problem."""
        return self.solution.problem.text

    @property
    def work(self) -> str:
        """The working as it was given."""
        return self.working.text

    @property
    def answer(self) -> Amount | None:
        """The final answer of the working."""
        return self.working.answer.amount if self.working.answer else None

    def to_dict(self) -> dict[str, Any]:
        """Return the result as a JSON object; values are exact, "7/3", next to floats."""
        answer = self.answer
        return {
            "text": self.text,
            "work": self.work,
            "verdict": self.verdict.value,
            "finding": self.finding.value,
            "first_wrong": self.first_wrong,
            "basis": self.basis.value,
            "confidence": self.confidence,
            "reason": self.reason,
            "hint": self.hint,
            "misconception": None if self.misconception is None else self.misconception.to_dict(),
            "answer": None
            if answer is None
            else {**answer.to_dict(), "number": json_number(answer.value)},
            "expected": self.expected,
            "steps": [step.to_dict(self.work) for step in self.steps],
            "remarks": list(self.remarks),
            "unread": [{"start": span.start, "end": span.end} for span in self.working.unread],
            "solution": _solution(self.solution),
        }

    def __str__(self) -> str:
        return f"{self.verdict.value} ({self.finding.value}): {self.reason}"

    def _repr_html_(self) -> str:
        """Show the verdict, the reason and every step with its mark in a notebook."""
        told = f"<p><b>{escape(self.verdict.value)}</b> ({escape(percentage(self.confidence))}): "
        steps = "".join(
            f"<li>{escape(self.work[step.written.start : step.written.end])}"
            f" <i>{escape(step.mark.value)}</i> {escape(step.note)}</li>"
            for step in self.steps
        )
        remarks = "".join(f"<li>{escape(remark)}</li>" for remark in self.remarks)
        return (
            f"<div>{told}{escape(self.reason)}</p>{steps and f'<ol>{steps}</ol>'}"
            f"{remarks and f'<ul>{remarks}</ul>'}</div>"
        )


def _solution(own: Solution) -> dict[str, Any]:
    return {
        "answer": _exact(own.answer),
        "answer_number": _number(own.answer),
        "answer_text": own.answer_text or None,
        "expression": own.expression or None,
        "confidence": own.confidence,
        "reason": own.reason,
    }


def _exact(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


def _number(value: Fraction | None) -> int | float | None:
    return None if value is None else json_number(value)
