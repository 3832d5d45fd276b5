"""The unit algebra: which unit the result of an operation has, and whether the units fit.

``combine`` takes two terms and an operator and returns the unit of the result. If the units don't
fit, it says why (``Clash``) and gives the unit that the operation would have anyway.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import product

from unitdep.core.expression import ADDITIVE, Operator
from unitdep.units.conversion import conversion, is_length
from unitdep.units.dimension import Dimension, alike, joined, readings, reduced, times
from unitdep.units.kinds import Kinds, NounSet, kinds
from unitdep.units.wording import amount, write_clock


class Clash(Enum):
    """Why the units of an operation do not close."""

    SUM = "sum"  # different things are added or subtracted
    MEASURE = "measure"  # standard measures of one family, not converted
    PRODUCT = "product"  # neither number is a rate for the other
    ASKED = "asked"  # the question asks for another unit


@dataclass(frozen=True)
class Term:
    """A number with its unit: one of the text, or the result of an operation."""

    value: Fraction
    unit: Dimension | None  # None if it is not known
    derived: bool = False  # whether it is the result of an operation
    part: bool = False  # "1/3 of", "25% of": multiplies whatever it is a part of
    clock: bool = False  # whether it is a time of day

    @property
    def text(self) -> str:
        """The number with its unit: "8 flowers per bouquet", or a time of day."""
        return write_clock(self.value) if self.clock else amount(self.value, self.unit)

    @property
    def readings(self) -> list[Dimension]:
        """The unit and, if it was worked out, also without what it is a share of."""
        return [] if self.unit is None else readings(self.unit, derived=self.derived)


@dataclass(frozen=True)
class Combined:
    """The unit of a result."""

    unit: Dimension | None  # None if it is not known
    clash: Clash | None = None  # None if the units close
    mixed: tuple[str, str] = ("", "")  # for Clash.MEASURE, the two measures that convert


def combine(operator: Operator, left: Term, right: Term, known: Kinds | None = None) -> Combined:
    """Combine the units of two terms; their values play no part in it."""
    if known is None:
        known = kinds()
    if operator in ADDITIVE:
        return _sum(operator, left, right, known)
    return _product(operator, left, right, known)


def _sum(operator: Operator, left: Term, right: Term, known: Kinds) -> Combined:
    """Add or subtract; if one unit is not known, it is taken to be the other."""
    if left.unit is None or right.unit is None:
        return Combined(left.unit if right.unit is None else right.unit)
    fitting = alike(left.readings, right.readings, known)
    if fitting is not None:
        add = operator is Operator.ADD
        return Combined(joined(*fitting) if add else reduced(*fitting, known))
    unit = _together(left.unit, right.unit) if operator is Operator.ADD else left.unit
    names = single(left.unit), single(right.unit)
    if conversion(*names):
        return Combined(unit, Clash.MEASURE, names)
    return Combined(unit, Clash.SUM)


def _together(left: Dimension, right: Dimension) -> Dimension:
    """Return what a sum of different things counts: both, if each is plainly counted."""
    if len(left.over) == len(right.over) == 1 and not left.under and not right.under:
        return joined(left, right)
    return left


def _product(operator: Operator, left: Term, right: Term, known: Kinds) -> Combined:
    """Multiply or divide: nouns above and below the line cancel."""
    if left.unit is None or right.unit is None:
        return Combined(_open(operator, left.unit, right.unit))
    if operator is Operator.MUL and (left.part or right.part):
        return Combined(right.unit if left.part else left.unit)
    other = right.unit if operator is Operator.MUL else right.unit.inverse
    unit = times(left.unit, other, known)
    if mixed := _across(unit) or _area(unit):
        return Combined(unit, Clash.MEASURE, mixed)
    return Combined(unit, Clash.PRODUCT if _odd(unit) else None)


def _open(operator: Operator, left: Dimension | None, right: Dimension | None) -> Dimension | None:
    """Multiply or divide if a unit is not known: n x rate has the Num Unit, n / rate the Den Unit.

    Next to anything but a rate, a number without a unit is a plain factor.
    """
    known = right if left is None else left
    if known is None or not known.under:
        return left if operator is Operator.DIV else known
    if operator is Operator.MUL:
        return Dimension(known.over, known.under[1:])
    return Dimension(known.under[:1]) if left is None else left


def _odd(unit: Dimension) -> bool:
    """Whether a product's unit means nothing in a text: areas do, pens times boxes do not."""
    if len(unit.over) < 2:
        return bool(unit.under) and not unit.over
    return not all(len(noun) == 1 and is_length(next(iter(noun))) for noun in unit.over)


def _area(unit: Dimension) -> tuple[str, str] | None:
    """Return the two lengths of an area if they are in different measures."""
    if len(unit.over) != 2 or unit.under:
        return None
    pairs = _words(*unit.over)
    return next((p for p in pairs if all(map(is_length, p)) and conversion(*p)), None)


def _across(unit: Dimension) -> tuple[str, str] | None:
    """Return a noun above and one below the line that would cancel after conversion."""
    pairs = (pair for nouns in product(unit.over, unit.under) for pair in _words(*nouns))
    return next((pair for pair in pairs if conversion(*pair)), None)


def _words(first: NounSet, second: NounSet) -> list[tuple[str, str]]:
    """Return the two nouns, if each set has one."""
    return list(zip(first, second, strict=True)) if len(first) == len(second) == 1 else []


def single(unit: Dimension | None) -> str:
    """Return the one noun that a unit is, or ""."""
    if unit is None or unit.under or len(unit.over) != 1 or len(unit.over[0]) != 1:
        return ""
    return next(iter(unit.over[0]))
