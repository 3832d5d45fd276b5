"""How numbers and units are written for people: "7 bouquets", "1/3 cup", "4 apples per child".

Every unit that a person or a JSON reader sees is written here, be it a unit of the text (``Unit``)
or one that was worked out (``Dimension``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

from unitdep.core.expression import Operator
from unitdep.units.conversion import is_length
from unitdep.units.dimension import POWERS, Dimension, dimension_of
from unitdep.units.inflection import plural, undo_plural
from unitdep.units.kinds import NounSet, kinds
from unitdep.units.unit import Unit

MAX_DECIMALS: Final = 4
# The signs that people see; expressions that machines read have ASCII (``Operator.value``).
SIGNS: Final = {Operator.ADD: "+", Operator.SUB: "−", Operator.MUL: "×", Operator.DIV: "÷"}
TO_ASCII: Final = str.maketrans(
    "−×÷", "-*/"
)  # for ``str.translate``, where only ASCII can be shown


def format_value(value: Fraction) -> str:
    """Write a value as people do: 7, 2.5, or 1/3 if four decimals are not enough."""
    if value.denominator == 1:
        return str(value.numerator)
    scaled = value * 10**MAX_DECIMALS
    if scaled.denominator != 1:
        return f"{value.numerator}/{value.denominator}"
    whole, part = divmod(abs(scaled.numerator), 10**MAX_DECIMALS)
    sign = "-" if value < 0 else ""
    return f"{sign}{whole}." + f"{part:0{MAX_DECIMALS}d}".rstrip("0")


def write_clock(value: Fraction) -> str:
    """Write minutes since midnight as a time of day: "11:35 am"."""
    minutes = int(value) % (24 * 60)
    hour, rest = divmod(minutes, 60)
    half = "am" if hour < 12 else "pm"
    return f"{(hour - 1) % 12 + 1}:{rest:02d} {half}"


def percentage(probability: float) -> str:
    """Write a probability for people: "93%", with "<1%" and ">99%" at the ends."""
    if 0 < probability < 0.01:
        return "<1%"
    if 0.99 < probability < 1:
        return ">99%"
    return f"{probability:.0%}"


def json_number(value: Fraction) -> int | float:
    """Return a value as a JSON number: an int if it is whole, otherwise the nearest float."""
    if value.denominator == 1:
        return value.numerator
    try:
        return float(value)
    except OverflowError:  # beyond the range of floats the fraction part doesn't matter
        return round(value)


def amount(value: Fraction | None, unit: Unit | Dimension | None = None) -> str:
    """Write a value with its unit: "66 flowers", "12 square feet", "3 per box".

    None is written "?".
    """
    one = value is not None and _reads_as_one(value)
    number = "?" if value is None else format_value(value).replace("-", SIGNS[Operator.SUB])
    name = _name(unit, undo_plural if one else plural)
    return f"{number} {name}" if name else number


def unit_name(unit: Unit | Dimension | None) -> str:
    """Write a unit in the singular: "flower per bouquet"; "" if it is not known or plain."""
    return _name(unit, undo_plural)


def plural_name(unit: Unit | Dimension | None) -> str:
    """Write a unit in the plural: "flowers per bouquet"; "" if it is not known or plain."""
    return _name(unit, plural)


def listed(names: Sequence[str]) -> str:
    """Join names: "66, 10 and 8"."""
    return " and ".join(p for p in (", ".join(names[:-1]), *names[-1:]) if p)


def _reads_as_one(value: Fraction) -> bool:
    """Whether a noun after this value is singular: "1 cup", "1/3 cup", but "0.5 cups"."""
    return value == 1 or (0 < value < 1 and "/" in format_value(value))


@lru_cache(maxsize=4096)
def _name(unit: Unit | Dimension | None, inflect: Callable[[str], str]) -> str:
    if isinstance(unit, Unit):
        unit = dimension_of(unit, factors=True)
    if unit is None:
        return ""
    area = _power(unit.under, undo_plural)
    below = [area] if area else [_listed(noun, undo_plural) or "item" for noun in unit.under]
    return " ".join(p for p in (_product(unit.over, inflect), *(f"per {b}" for b in below)) if p)


def _product(factors: Sequence[NounSet], inflect: Callable[[str], str]) -> str:
    """Write nouns that are multiplied: "square feet", "dollar-pens"."""
    names = [_listed(noun, undo_plural) for noun in factors[:-1]]
    names += [_listed(noun, inflect) for noun in factors[-1:]]
    return _power(factors, inflect) or "-".join(name for name in names if name)


def _power(factors: Sequence[NounSet], inflect: Callable[[str], str]) -> str:
    """Write an area or a volume: "square feet"; "" for any other product."""
    name = next((name for name, power in POWERS.items() if power == len(factors)), "")
    same = name and len(set(factors)) == 1 and factors[0] and all(map(is_length, factors[0]))
    return f"{name} {_listed(factors[0], inflect)}" if same else ""


def _listed(nouns: NounSet, inflect: Callable[[str], str]) -> str:
    """Write nouns that are counted together, without kinds of another: "dogs and cats"."""
    known = kinds()
    general = [n for n in sorted(nouns) if not any(o in known.of(n) for o in nouns - {n})]
    return listed([inflect(n) for n in general or sorted(nouns)])
