"""How hints name numbers, units and results: in a pupil's words, where "per" is "for each"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from unitdep.checking.voices import number_text
from unitdep.core.expression import Operator
from unitdep.core.labels import Kind
from unitdep.reading.problem import Problem
from unitdep.steps import Step
from unitdep.units.combine import Term
from unitdep.units.dimension import Dimension
from unitdep.units.unit import Unit
from unitdep.units.wording import SIGNS, format_value, plural_name

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


def number_of(problem: Problem, index: int) -> str:
    """Write a number as the text does, but with digits; a fraction or a time stays in words."""
    quantity = problem.quantities[index]
    in_words_only = quantity.kind is Kind.CLOCK or quantity.value.denominator != 1
    if in_words_only and not quantity.implied:
        written = " ".join(quantity.number.text.split())
        return written if any(map(str.isdigit, written)) else written.lower()
    return number_text(problem, index)


def is_odd(unit: Dimension | None) -> bool:
    """Whether a unit can't be said in a pupil's words: pounds times rolls, per pound per dozen."""
    if unit is None:
        return False
    area = len(unit.over) == len(unit.under) + 2 and len(set(unit.over)) == 1
    return len(unit.under) > 1 or (len(unit.over) > 1 and not area) or _has_two(unit)


def _has_two(unit: Dimension) -> bool:
    """Whether a noun is itself a rate, or a unit is only per something."""
    nouns = [noun for group in (*unit.over, *unit.under) for noun in group]
    return any(" per " in noun for noun in nouns) or (bool(unit.under) and not unit.over)


def amount_of(term: Term, shares: Mapping[Fraction, str]) -> str:
    """Write a number of a step with its unit; a percentage as the text has it."""
    if term.part and term.value in shares:
        return shares[term.value]
    return format_value(term.value) if is_odd(term.unit) else in_words(term.text)


def blank(step: Step, left: str, right: str) -> str:
    """Write a step with a blank for its result."""
    unit = "" if step.result.clock or is_odd(step.result.unit) else things(step.result.unit)
    return f"{left} {SIGNS[step.operator]} {right} = {f'? {unit}'.strip()}"


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
