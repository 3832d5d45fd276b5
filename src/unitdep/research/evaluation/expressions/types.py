"""The types of a check: task, verdict, finding, result."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

from unitdep.core.expression import Expression
from unitdep.solution import Solution
from unitdep.steps import Step
from unitdep.units.wording import json_number


class Verdict(Enum):
    """How an expression or an answer is judged."""

    AGREES = "agrees"
    UNIT_ERROR = "unit error"  # a step combines units that do not go together
    WRONG_QUANTITY = "wrong quantity"  # a number too many, too few, or not in the text
    OTHER_OPERATION = "other operation"  # the right numbers, another operation
    CANNOT_TELL = "cannot tell"  # the program is not sure of its own answer, or has none

    @property
    def rejects(self) -> bool:
        """Whether the program considers what was given wrong."""
        return self not in (Verdict.AGREES, Verdict.CANNOT_TELL)


@dataclass(frozen=True)
class Task:
    """A text, and the expression or the answer that is to be checked: exactly one of the two."""

    text: str
    expression: str | None = None
    answer: str | None = None

    def __post_init__(self) -> None:
        if (self.expression is None) == (self.answer is None):
            raise ValueError("give an expression or an answer, and not both")


@dataclass(frozen=True)
class Finding:
    """A verdict with its reason: one sentence, and the first step that breaks."""

    verdict: Verdict
    reason: str
    step: Step | None = None


@dataclass(frozen=True)
class CheckResult:
    """A checked expression or answer: the verdict, its reason, and the program's own solution."""

    given: str  # the expression or the answer as it was written
    value: Fraction | None  # its value; None if it divides by zero
    verdict: Verdict
    reason: str  # one sentence
    step: Step | None  # the first step that breaks; None if none does
    expression: str | None  # as understood; of an answer, the likeliest one that gives it
    behind: float  # log of how many times more probable the program's own answer is
    solution: Solution  # what the program makes of the text
    tree: Expression | None = None  # of ``expression``, over the quantities of the text

    @property
    def text(self) -> str:
        """The problem."""
        return self.solution.problem.text

    def to_dict(self) -> dict[str, Any]:
        """Return the result as a JSON object."""
        own = self.solution
        return {
            "text": self.text,
            "given": self.given,
            "value": None if self.value is None else json_number(self.value),
            "verdict": self.verdict.value,
            "reason": self.reason,
            "step": self.step.to_dict() if self.step else None,
            "expression": self.expression,
            "odds": math.exp(-self.behind),
            "solution": {
                "answer": None if own.answer is None else json_number(own.answer),
                "answer_text": own.answer_text or None,
                "expression": own.expression or None,
                "confidence": own.confidence,
            },
        }

    def __str__(self) -> str:
        return f"{self.verdict.value}: {self.reason}"
