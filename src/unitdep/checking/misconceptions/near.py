"""Answers that are nearly right: rounded, off by one, or with a slip in the arithmetic."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Final

from unitdep.checking.misconceptions.types import MistakeKind
from unitdep.checking.right import Right
from unitdep.checking.routes import last_division
from unitdep.core.labels import Finish
from unitdep.units.wording import format_value

_ROUNDS: Final = (Finish.UP, Finish.DOWN, Finish.NEAREST)
SLIPS: Final = (2, 10, 100)  # by how much a slip is off
FAR: Final = 3  # an answer that is off by more than a third of the right one isn't a slip


@dataclass(frozen=True)
class Near:
    """A wrong answer that the right sums lead to."""

    kind: MistakeKind
    name: str
    value: Fraction


def nearly_right(right: Right) -> Iterator[Near]:
    """Yield wrong answers that are near to the right one."""
    yield from _unrounded(right)
    answer = right.answer.value
    if answer.denominator == 1:
        for value in (answer + 1, answer - 1):
            yield Near(MistakeKind.OFF_BY_ONE, "off by one", value)
    for value in dict.fromkeys(_slips(answer)):
        if value > 0 and value != answer:
            yield Near(MistakeKind.ARITHMETIC_SLIP, "arithmetic slip", value)


def _unrounded(right: Right) -> Iterator[Near]:
    """Yield what comes of the same division if it's finished in another way."""
    exact, answer = right.exact, right.answer.value
    if right.finish is Finish.EXACT or exact.denominator == 1:
        return
    yield Near(MistakeKind.NEEDS_ROUNDING, "didn't round", exact)
    others: dict[str, Fraction] = {}
    if right.finish in _ROUNDS:
        others["rounded up instead of down"] = Fraction(ceil(exact))
        others["rounded down instead of up"] = Fraction(floor(exact))
    else:
        others["took how often it goes in"] = Fraction(floor(exact))
        others["took how often it goes in, rounded up"] = Fraction(ceil(exact))
    values = [q.value for q in right.problem.quantities] if right.problem else []
    division = last_division(right.tree, values) if right.tree is not None else None
    if division is not None:
        rest = division[0] - floor(exact) * division[1]
        others["took what is left over"] = rest
        others["took what is missing to the next whole"] = division[1] - rest
    for name, value in others.items():
        if value != answer:
            yield Near(MistakeKind.ROUNDED_WRONGLY, name, value)


def _slips(answer: Fraction) -> Iterator[Fraction]:
    """Yield answers with a slip: a digit, a ten, a place, two digits swapped."""
    for off in SLIPS:
        if abs(answer) >= FAR * off:
            yield from (answer + off, answer - off)
    yield from (answer * 10, answer / 10)
    digits = format_value(answer)
    if not digits.isdigit():
        return
    for k, digit in enumerate(digits):
        if len(digits) > 2:
            for other in "0123456789":
                yield Fraction(digits[:k] + other + digits[k + 1 :])
        if k and digits[k - 1] != digit:
            yield Fraction(digits[: k - 1] + digit + digits[k - 1] + digits[k + 1 :])
