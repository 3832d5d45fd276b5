"""One operation on numbers with units: the unit of its result, and whether it closes."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

from unitdep.core.expression import ADDITIVE, Operator, apply
from unitdep.steps.step import SIGNS, Clash, Step, Term
from unitdep.units.conversion import conversion, is_length
from unitdep.units.dimension import Dimension, times, total
from unitdep.units.kinds import Noun, kinds
from unitdep.units.wording import dimension_amount, plural_name


def combine(operator: Operator, left: Term, right: Term) -> Step:
    """Do one operation; raises ZeroDivisionError as arithmetic does."""
    value = apply(operator, left.value, right.value)
    step = Step(operator, left, right, Term(value, None, derived=True))
    return _sum(step) if operator in ADDITIVE else _product(step)


def single(unit: Dimension | None) -> str:
    """Return the one noun that a unit is, or ""."""
    if unit is None or unit.under or len(unit.over) != 1 or len(unit.over[0]) != 1:
        return ""
    return next(iter(unit.over[0]))


def equation(first: str, second: str) -> str:
    """Write "1 hour = 60 minutes", the larger measure first."""
    factor = conversion(first, second) or Fraction(1)
    if factor < 1:
        first, second, factor = second, first, 1 / factor
    return f"{_measured(Fraction(1), first)} = {_measured(factor, second)}"


def _measured(value: Fraction, noun: str) -> str:
    return dimension_amount(value, Dimension((frozenset({noun}),)))


def _with(step: Step, unit: Dimension | None, clash: Clash | None = None, note: str = "") -> Step:
    return replace(step, result=replace(step.result, unit=unit), clash=clash, note=note)


def _sum(step: Step) -> Step:
    """Return a sum or difference its unit: that of its sides, which must be one."""
    left, right = step.left, step.right
    if left.unit is None or right.unit is None:
        return _with(step, left.unit if right.unit is None else right.unit)
    unit = total(left.readings, right.readings, kinds())
    if unit is not None:
        return _with(step, unit)
    both = _together(left.unit, right.unit) if step.operator is Operator.ADD else left.unit
    if conversion(single(left.unit), single(right.unit)):
        return _with(step, both, Clash.MEASURE, _converted_sum(step))
    names = [plural_name(term.unit) or "plain numbers" for term in (left, right)]
    verb = "added" if step.operator is Operator.ADD else "subtracted"
    note = f"{names[0]} and {names[1]} are {verb} as if they were one unit"
    return _with(step, both, Clash.SUM, note)


def _together(left: Dimension, right: Dimension) -> Dimension:
    """Return what a sum of different things counts: both, where each is plainly counted."""
    if len(left.over) == len(right.over) == 1 and not left.under and not right.under:
        return Dimension((left.over[0] | right.over[0],))
    return left


def _converted_sum(step: Step) -> str:
    """Say what a sum of two measures would be in the smaller one."""
    names = [single(term.unit) for term in (step.left, step.right)]
    small = names[0] if (conversion(names[0], names[1]) or 0) < 1 else names[1]
    left, right = (
        term.value * (conversion(name, small) or 1)
        for term, name in zip((step.left, step.right), names, strict=True)
    )
    result = apply(step.operator, left, right)
    return (
        f"{plural_name(step.left.unit)} and {plural_name(step.right.unit)} are not converted; "
        f"{equation(*names)}, so it would be "
        f"{_measured(left, small)} {SIGNS[step.operator]} {_measured(right, small)} = "
        f"{_measured(result, small)}"
    )


def _product(step: Step) -> Step:
    """Return a product or quotient its unit: what stands above and below the line cancels."""
    left, right = step.left, step.right
    if left.unit is None or right.unit is None:
        return _with(step, _open(step.operator, left.unit, right.unit))
    if step.operator is Operator.MUL and (left.part or right.part):
        return _with(step, right.unit if left.part else left.unit)
    other = right.unit if step.operator is Operator.MUL else right.unit.inverse
    unit = times(left.unit, other, kinds())
    if mixed := _mixed(unit):
        return _with(step, unit, Clash.MEASURE, _cancelled(step.result.value, unit, *mixed))
    if len(unit.over) == 2 and not unit.under and (mixed := _areas(*unit.over)):
        return _with(step, unit, Clash.MEASURE, _converted_area(step, *mixed))
    if _odd(unit):
        note = "no unit cancels: neither number is a rate for the other"
        return _with(step, unit, Clash.PRODUCT, note)
    return _with(step, unit)


def _open(operator: Operator, left: Dimension | None, right: Dimension | None) -> Dimension | None:
    """Multiply or divide where a unit is not known: n x rate has the Num Unit, n / rate the Den.

    Beside anything else a number without a unit is a plain factor.
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


def _areas(first: Noun, second: Noun) -> tuple[str, str] | None:
    """Return the two lengths of an area if they are in different measures."""
    pairs = _ones(first, second)
    return next((p for p in pairs if all(map(is_length, p)) and conversion(*p)), None)


def _converted_area(step: Step, first: str, second: str) -> str:
    small = first if (conversion(first, second) or 0) < 1 else second
    factor = (conversion(first, small) or 1) * (conversion(second, small) or 1)
    area = dimension_amount(step.result.value * factor, Dimension((frozenset({small}),) * 2))
    return (
        f"{plural_name(step.left.unit)} and {plural_name(step.right.unit)} are not converted; "
        f"{equation(first, second)}, so it would be {area}"
    )


def _mixed(unit: Dimension) -> tuple[str, str] | None:
    """Find a noun above and one below the line that would cancel after conversion."""
    pairs = (pair for nouns in product(unit.over, unit.under) for pair in _ones(*nouns))
    return next((pair for pair in pairs if conversion(*pair)), None)


def _ones(above: Noun, below: Noun) -> list[tuple[str, str]]:
    """Return the two words if each noun is one word."""
    return list(zip(above, below, strict=True)) if len(above) == len(below) == 1 else []


def _cancelled(value: Fraction, unit: Dimension, above: str, below: str) -> str:
    """Say what a product or quotient would be if its two measures were converted."""
    over, under = list(unit.over), list(unit.under)
    over.remove(frozenset({above}))
    under.remove(frozenset({below}))
    result = value * (conversion(above, below) or 1)
    names = [plural_name(Dimension((frozenset({noun}),))) for noun in (above, below)]
    return (
        f"{names[0]} and {names[1]} are not converted; {equation(above, below)}, "
        f"so it would be {dimension_amount(result, Dimension(tuple(over), tuple(under)))}"
    )
