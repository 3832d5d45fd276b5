"""How hints name numbers, units and results: in a pupil's words, where "per" is "for each"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from unitdep.checking.voices import number_text
from unitdep.core.expression import Operator
from unitdep.core.labels import Kind
from unitdep.reading.problem import Problem
from unitdep.reading.quantity import Quantity
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
_HALF_DAY: Final = re.compile(r"(?<![a-z])([ap])\.?\s?m\b\.?")  # "p.m.", "pm."
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


def paired(operator: Operator, left: str, right: str) -> str:
    """Name the numbers of an operation, to go after its verb: "divide 6 by 2"."""
    match operator:
        case Operator.ADD:
            return f"{left} and {right}"
        case Operator.SUB:
            return f"{right} from {left}"
        case Operator.MUL | Operator.DIV:
            return f"{left} by {right}"


def seen(quantity: Quantity) -> bool:
    """Whether people see a number there: not in "noon", nor in the "one" of "in one sitting"."""
    if quantity.implied:
        return False
    digits = any(map(str.isdigit, quantity.number.text))
    return digits or not (quantity.kind is Kind.CLOCK or quantity.value == 1)


def number_of(problem: Problem, index: int) -> str:
    """Quote a number as the text writes it. If a word implies it, it has digits."""
    quantity = problem.quantities[index]
    if quantity.implied:
        return number_text(problem, index)
    written = " ".join(quantity.number.text.split())
    if quantity.kind is Kind.CLOCK:
        return _HALF_DAY.sub(r"\1m", written.lower())
    return written if any(map(str.isdigit, written)) else written.lower()


def capital(said: str) -> str:
    """Begin a sentence with a capital letter."""
    return said[:1].upper() + said[1:]


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
