"""One step of a calculation: an operation with the units of its numbers and of its result."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from unitdep.core.expression import Operator, apply
from unitdep.steps.notes import clash_note
from unitdep.units.combine import Clash, Term, combine
from unitdep.units.wording import SIGNS, json_number, unit_name


@dataclass(frozen=True)
class Step:
    """One operation with the units of its numbers and of its result."""

    operator: Operator
    left: Term
    right: Term
    result: Term
    clash: Clash | None = None  # None if the units close
    note: str = ""  # what there is to say about the units; "" if the sentence says it all
    prepares: bool = False  # whether it only prepares a number: a conversion, or 1 − 1/4

    @property
    def closes(self) -> bool:
        """Whether the unit of the result follows with nothing left over."""
        return self.clash is None

    @property
    def task(self) -> str:
        """The step without its result: "66 flowers − 10 flowers"."""
        return f"{self.left.text} {SIGNS[self.operator]} {self.right.text}"

    @property
    def text(self) -> str:
        """The step as a sentence: "66 flowers − 10 flowers = 56 flowers"."""
        return f"{self.task} = {self.result.text}"

    def noted(self, note: str, clash: Clash | None, *, first: bool = False) -> Step:
        """Return the step with another note, after or before its own, and with ``clash``."""
        both = (note, self.note) if first else (self.note, note)
        return replace(self, clash=clash, note="; ".join(n for n in both if n))

    def to_dict(self) -> dict[str, Any]:
        """Return the step as a JSON object."""
        return {
            "operation": self.operator.value,
            "left": json_number(self.left.value),
            "right": json_number(self.right.value),
            "result": json_number(self.result.value),
            "unit": unit_name(self.result.unit),
            "text": self.text,
            "closes": self.closes,
            "note": self.note,
        }


def take(operator: Operator, left: Term, right: Term) -> Step:
    """Do one operation; raises ZeroDivisionError as arithmetic does."""
    combined = combine(operator, left, right)
    later = operator is Operator.ADD and left.clock != right.clock
    clock = later or (operator is Operator.SUB and left.clock and not right.clock)
    value = apply(operator, left.value, right.value)
    result = Term(value, combined.unit, derived=True, clock=clock)
    note = clash_note(operator, left, right, result, combined)
    return Step(operator, left, right, result, combined.clash, note)
