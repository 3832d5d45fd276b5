"""Numbers that were copied wrongly: 28 for 82, 147.52 for 1475.20."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction

from unitdep.checking.trace import Traced
from unitdep.checking.types import Origin, Source
from unitdep.reading.problem import Problem
from unitdep.units.wording import format_value


def copied(
    problem: Problem, traced: Sequence[Traced], at: int, *, short: bool = False
) -> Fraction | None:
    """Return the number of the text that a number from nowhere in a step was meant to be.

    Numbers of one digit all look alike, so they count only if ``short`` is set. A number that
    others of the working complete to one of the text is a part of it: 8 and 1 for 9.
    """
    used = frozenset().union(*(step.leaves for step in traced))
    unused = [q.value for q in problem.quantities if q.index not in used and not q.implied]
    for origin in traced[at].origins:
        if not _is_strange(origin) or _is_piece(origin, traced, unused):
            continue
        for value in unused:
            if is_alike(origin.amount.value, value, short=short):
                return value
    return None


def _is_strange(origin: Origin) -> bool:
    """Whether nothing of the problem explains a number; a common one may be anything."""
    known = origin.source is Source.IMPLIED and origin.quantity is None
    return origin.source is Source.NOWHERE or (known and origin.amount.value > 10)


def _is_piece(origin: Origin, traced: Sequence[Traced], wholes: Collection[Fraction]) -> bool:
    """Whether other numbers of a working add up with this one to a number of the text."""
    value = origin.amount.value
    others = [o.amount.value for step in traced for o in step.origins if o is not origin]
    near = {value + other for other in others} | {value - other for other in others}
    return not near.isdisjoint(wholes)


def is_alike(given: Fraction, value: Fraction, *, short: bool = False) -> bool:
    """Whether one number may be the other copied wrongly: a digit changed, added or turned."""
    first, second = format_value(given), format_value(value)
    if max(len(first), len(second)) < 2 and not short:
        return False
    if sorted(first) == sorted(second):
        return True
    if abs(len(first) - len(second)) == 1:
        longer, shorter = sorted((first, second), key=len, reverse=True)
        return any(longer[:k] + longer[k + 1 :] == shorter for k in range(len(longer)))
    if len(first) != len(second):
        return False
    return sum(a != b for a, b in zip(first, second, strict=True)) == 1
