"""How hints name numbers, units and results: in a pupil's words, where "per" is "for each"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from unitdep.core.expression import Operator
from unitdep.reading.problem import Problem
from unitdep.steps import Step
from unitdep.units.combine import Term
from unitdep.units.dimension import Dimension
from unitdep.units.unit import Unit
from unitdep.units.wording import SIGNS, plural_name

RESULT: Final = "your result"
DOING: Final = {
    Operator.ADD: "adding",
    Operator.SUB: "subtracting",
    Operator.MUL: "multiplying",
    Operator.DIV: "dividing",
}
DO: Final = {
    Operator.ADD: "add",
    Operator.SUB: "subtract",
    Operator.MUL: "multiply",
    Operator.DIV: "divide",
}
_ITEM: Final = " per item"  # what units are called per if the text doesn't say


def in_words(text: str) -> str:
    """Write units as pupils say them: flowers for each bouquet."""
    return text.replace(_ITEM, "").replace(" per ", " for each ")


def things(unit: Unit | Dimension | None) -> str:
    """Name in the plural what a number counts; "" if that isn't known."""
    return in_words(plural_name(unit))


def span_of(problem: Problem, index: int) -> tuple[int, int]:
    """Return where a quantity is in the text."""
    number = problem.quantities[index].number
    return number.start, number.end


def blank(step: Step, left: str, right: str) -> str:
    """Write a step with a blank for its result."""
    unit = things(step.result.unit)
    what = "what time of day" if step.result.clock else f"? {unit}".strip()
    return f"{left} {SIGNS[step.operator]} {right} = {what}"


def sources(steps: Sequence[Step]) -> list[tuple[int | None, int | None]]:
    """Return for both operands of each step which earlier step made it, if one did."""
    open_results: list[int] = []
    found: list[tuple[int | None, int | None]] = []

    def taken(term: Term) -> int | None:
        if not open_results:
            return None
        last = steps[open_results[-1]]
        made = last.result.value == term.value and (term.derived or last.prepares)
        return open_results.pop() if made else None

    for k, step in enumerate(steps):
        right = taken(step.right)
        found.append((taken(step.left), right))
        open_results.append(k)
    return found
