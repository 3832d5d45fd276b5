"""How the final answer of a working compares with the right one, with its unit and its finish."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Final

from unitdep.checking.answers import Sameness, compare, units_factor
from unitdep.checking.blame import names_other_unit
from unitdep.checking.right import Right
from unitdep.checking.routes import last_division
from unitdep.checking.types import Finding
from unitdep.core.labels import Finish
from unitdep.reading.problem import Problem
from unitdep.reading.workings import Amount, Answer
from unitdep.units.conversion import conversion, is_measure
from unitdep.units.wording import format_value, plural_name

LARGE: Final = {"thousand": 1000, "million": 10**6, "billion": 10**9}
_EXACTLY: Final = frozenset({Sameness.EQUAL, Sameness.CONVERTED, Sameness.UNIT_MISSING})
UNIT_MISSING: Final = "The unit is missing"


def meant(given: Answer, right: Amount) -> Amount:
    """Return which amount of a working is its answer, where that is open.

    What has the unit that's asked for goes first, and nobody is called wrong for a second number.
    """
    if not given.others:
        return given.amount
    amounts = (given.amount, *given.others)
    fits = [a for a in amounts if not a.has_unit or units_factor(a.unit, right.unit) is not None]
    fits = fits if right.has_unit else list(amounts)
    same = [a for a in fits if compare(right, a) in _EXACTLY]
    named = [a for a in fits if a.has_unit]
    return (same or ([given.amount] if given.amount in fits else named) or [given.amount])[0]


@dataclass(frozen=True)
class Compared:
    """How an answer compares with the right one."""

    right: bool
    finding: Finding | None = None  # if that alone says what's wrong
    remarks: tuple[str, ...] = ()


def compare_with(
    problem: Problem, right: Right, answer: Amount | None, *, plainly: bool = False
) -> Compared:
    """Compare the answer of a working with the right one, with its unit and its finish.

    ``plainly`` is whether gold names the unit, so that nouns of the text are held against it.
    """
    if answer is None:
        return Compared(False, Finding.UNFINISHED)
    if answer.remainder is not None and right.answer.remainder is None:
        return _with_remainder(right, answer)
    same = compare(right.answer, answer)
    if same in (Sameness.EQUAL, Sameness.CONVERTED):
        return Compared(True)
    if same is Sameness.ROUNDED:
        return Compared(True, remarks=("The answer is rounded.",))
    if same is Sameness.UNIT_MISSING:
        unit = plural_name(right.answer.unit) if right.answer.has_unit else ""
        return Compared(True, remarks=(f"{UNIT_MISSING}: {unit}.",) if unit else ())
    if same is Sameness.OTHER_UNIT:
        if names_other_unit(problem, answer, right.answer, plainly=plainly):
            return Compared(False, Finding.WRONG_UNIT)
        if answer.value == right.answer.value:
            unit = plural_name(answer.unit)
            return Compared(True, remarks=(f"The unit was not compared: {unit}.",))
    if _is_large(problem, right.answer, answer) or _is_converted(problem, right.answer, answer):
        return Compared(True)
    return Compared(False)


def _is_large(problem: Problem, right: Amount, answer: Amount) -> bool:
    """Whether one of the answers counts thousands or millions, as the question does."""
    large = _large_numbers(problem)
    short = not answer.has_unit and any(right.value == answer.value * n for n in large)
    return short or any(answer.value == right.value * n for n in large)


def _is_converted(problem: Problem, right: Amount, answer: Amount) -> bool:
    """Whether an answer is the right number in another measure of the text: £1.40 for 140."""
    noun = answer.unit.numerator
    if not is_measure(noun) or is_measure(right.unit.numerator):
        return False
    factors = (conversion(noun, q.unit.numerator) for q in problem.quantities)
    return any(f is not None and f != 1 and answer.value * f == right.value for f in factors)


def _large_numbers(problem: Problem) -> list[int]:
    """Return what a question counts in: "how many million years" may be answered either way."""
    asked = problem.question
    words = problem.text[asked.start : asked.end].lower() if asked else ""
    return [size for word, size in LARGE.items() if word in words]


def _with_remainder(right: Right, answer: Amount) -> Compared:
    """Compare "9 r 3" with an answer that is one number."""
    value, rest = right.answer.value, answer.remainder
    if right.finish is Finish.REMAINDER and rest == value:
        return Compared(True)
    if answer.value != floor(right.exact):
        return Compared(False)
    real = _remainder(right)
    if right.finish in (Finish.EXACT, Finish.DOWN):
        return Compared(True, remarks=_of_remainder(real, rest))
    return Compared(False, Finding.UNFINISHED if rest == real else Finding.NEEDS_ROUNDING)


def _remainder(right: Right) -> Fraction | None:
    """Return what the last division leaves over; None if that isn't known."""
    if right.exact.denominator == 1:
        return Fraction(0)
    if right.tree is None or right.problem is None:
        return None
    division = last_division(right.tree, [q.value for q in right.problem.quantities])
    return division[0] - floor(right.exact) * division[1] if division else None


def _of_remainder(real: Fraction | None, given: Fraction | None) -> tuple[str, ...]:
    """Remark on a remainder that isn't the right one."""
    if real is None or given is None or real == given:
        return ()
    over = format_value(real) if real else "nothing"
    return (f"The remainder is wrong: {over} is left over, not {format_value(given)}.",)
