"""Numbers that were copied wrongly: 28 for 82, 147.52 for 1475.20."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from unitdep.checking.trace import Traced
from unitdep.checking.types import Origin, Source
from unitdep.reading.problem import Problem
from unitdep.reading.workings import Amount
from unitdep.units.wording import format_value


@dataclass(frozen=True)
class Copies:
    """A working whose numbers are compared with those of the text that it doesn't use."""

    problem: Problem
    traced: Sequence[Traced]

    @cached_property
    def unused(self) -> list[Fraction]:
        """The written numbers of the text that no step uses."""
        used = frozenset().union(*(step.leaves for step in self.traced))
        written = (q for q in self.problem.quantities if not q.implied)
        return [q.value for q in written if q.index not in used]

    @cached_property
    def operands(self) -> Counter[Fraction]:
        """How often each number is an operand."""
        return Counter(o.amount.value for step in self.traced for o in step.origins)

    def meant(self, at: int, *, short: bool = False) -> Fraction | None:
        """Return the number of the text that a number from nowhere in a step was meant to be.

        Numbers of one digit all look alike, so they count only if ``short`` is set.
        """
        for origin in self.traced[at].origins:
            if not _is_strange(origin) or self._is_piece(origin.amount.value):
                continue
            for value in self.unused:
                if is_alike(origin.amount.value, value, short=short):
                    return value
        return None

    def given(self, at: int, meant: Fraction) -> Amount | None:
        """Return the number of a step that stands where another was meant."""
        strange = [o.amount for o in self.traced[at].origins if _is_strange(o)]
        return next((a for a in strange if is_alike(a.value, meant, short=True)), None)

    def _is_piece(self, value: Fraction) -> bool:
        """Whether the working splits a number of the text into this one and another: 8 and 1."""
        return any(
            self.operands[rest] > (rest == value)
            for whole in self.unused
            for rest in (whole - value, value - whole)
        )


def _is_strange(origin: Origin) -> bool:
    """Whether nothing of the problem explains a number; a common one may be anything."""
    known = origin.source is Source.IMPLIED and origin.quantity is None
    return origin.source is Source.NOWHERE or (known and origin.amount.value > 10)


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
