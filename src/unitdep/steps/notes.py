"""What a step says if its units do not close.

Nothing is converted silently: if the text mixes standard measures, the note says what the step
would be after conversion.
"""

from __future__ import annotations

from fractions import Fraction

from unitdep.core.expression import ADDITIVE, Operator, apply
from unitdep.units.combine import Clash, Combined, Term
from unitdep.units.conversion import conversion
from unitdep.units.dimension import Dimension, of_noun
from unitdep.units.inflection import plural
from unitdep.units.wording import SIGNS, amount, plural_name

NO_RATE = "no unit cancels: neither number is a rate for the other"
_ONE = Fraction(1)


def clash_note(
    operator: Operator, left: Term, right: Term, result: Term, combined: Combined
) -> str:
    """Explain why the units of an operation do not close, or return "" if they do."""
    match combined.clash:
        case Clash.MEASURE:
            measures = " and ".join(plural(noun) for noun in combined.mixed)
            converted = _converted(operator, left, right, result, combined)
            return f"{measures} are not converted; {equation(*combined.mixed)}, so {converted}"
        case Clash.SUM:
            names = [plural_name(term.unit) or "plain numbers" for term in (left, right)]
            verb = "added to" if operator is Operator.ADD else "subtracted from"
            return f"{names[1]} are {verb} {names[0]} as if they were the same unit"
        case Clash.PRODUCT:
            return NO_RATE
        case _:
            return ""


def equation(first: str, second: str) -> str:
    """Write "1 hour = 60 minutes", the larger measure first."""
    factor = _factor(first, second)
    if factor < 1:
        first, second, factor = second, first, 1 / factor
    return f"{amount(_ONE, of_noun(first))} = {amount(factor, of_noun(second))}"


def _factor(noun: str, into: str) -> Fraction:
    return conversion(noun, into) or _ONE


def _converted(
    operator: Operator, left: Term, right: Term, result: Term, combined: Combined
) -> str:
    """Describe what an operation would be if its two measures were converted."""
    first, second = combined.mixed
    smaller = first if _factor(first, second) < 1 else second
    if operator in ADDITIVE:
        values = left.value * _factor(first, smaller), right.value * _factor(second, smaller)
        sides = [amount(value, of_noun(smaller)) for value in values]
        total = amount(apply(operator, *values), of_noun(smaller))
        return f"it would be {sides[0]} {SIGNS[operator]} {sides[1]} = {total}"
    unit = combined.unit or Dimension()
    if frozenset({second}) in unit.under:  # one above the line and one below: they cancel
        over, under = list(unit.over), list(unit.under)
        over.remove(frozenset({first}))
        under.remove(frozenset({second}))
        value = result.value * _factor(first, second)
        return f"it would be {amount(value, Dimension(tuple(over), tuple(under)))}"
    area = Dimension((frozenset({smaller}),) * 2)
    value = result.value * _factor(first, smaller) * _factor(second, smaller)
    return f"it would be {amount(value, area)}"
