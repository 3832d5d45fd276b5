"""What a wrong answer may reveal: a misconception, named, with how plausible it is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from unitdep.units.wording import json_number


class MistakeKind(StrEnum):
    """The kinds of mistakes; those that a finding of a check also names have its words."""

    OTHER_OPERATION = "other operation"
    UNFINISHED = "unfinished"
    UNNEEDED_NUMBER = "used a number that does not matter"
    WRONG_QUANTITY = "wrong quantity"
    NEEDS_ROUNDING = "needs rounding"
    ROUNDED_WRONGLY = "rounded wrongly"
    NOT_CONVERTED = "not converted"
    PERCENT_AS_NUMBER = "percent taken as a number"
    IGNORED_NUMBER = "ignored a needed number"
    REVERSED = "reversed"
    WRONG_WHOLE = "percent of the wrong whole"
    RATE_UPSIDE_DOWN = "rate upside down"
    OFF_BY_ONE = "off by one"
    ARITHMETIC_SLIP = "arithmetic slip"
    COPIED_WRONGLY = "copied a number wrongly"
    GAVE_NUMBER = "gave a number of the problem"
    TWO_MISTAKES = "two mistakes"
    OTHER_EXPRESSION = "another expression"


@dataclass(frozen=True)
class Misconception:
    """One explanation of a wrong answer; none of them is certain."""

    kind: MistakeKind
    name: str  # "subtracted instead of divided"
    expression: str  # that gives the wrong answer: "66 - 10 - 8"; "" if only a slip does
    value: Fraction  # the wrong answer that it explains
    probability: float  # among all explanations that were found, by the table of priors
    teacher: str  # a sentence for a teacher
    pupil: str  # a nudge for the pupil, without the answer

    def to_dict(self) -> dict[str, Any]:
        """Return the misconception as a JSON object; values are exact, next to floats."""
        return {
            "kind": self.kind.value,
            "name": self.name,
            "expression": self.expression or None,
            "value": str(self.value),
            "value_number": json_number(self.value),
            "probability": self.probability,
            "teacher": self.teacher,
            "pupil": self.pupil,
        }
