"""Marking: which of the quantities of a sentence a program has found, with the right unit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from unitdep import FoundQuantity, QuantityKind
from unitdep.extraction.pint_units import is_physical
from unitdep.units.conversion import is_money
from unitdep.units.inflection import singular

NAMES: Final = frozenset({"ordinal", "date", "clock", "label"})
_POWERS: Final = {2: "square", 3: "cubic"}
# Names of quantulum3 that are spelled otherwise, or say more than a text does.
_SPELLED: Final = {
    "percentage": "percent",
    "pound-mass": "pound",
    "pound sterling": "pound",
    "degree angle": "degree",
    "dimensionless": "",
    "count": "time",
}
_TIMES: Final = frozenset({"time", "times"})
_NUMBER: Final = re.compile(r"\d+")


@dataclass(frozen=True)
class Amount:
    """A quantity that a program has found, in the notation of the gold."""

    value: Fraction | None
    unit: str  # "mile/hour"; "" without one
    name: str = ""  # "ordinal 3", "date 2021-05-03" for what isn't an amount


@dataclass(frozen=True)
class Marks:
    """How a program has read one sentence."""

    right: tuple[bool, ...]  # for each quantity of the gold: value and unit, or kind
    found: tuple[bool, ...]  # the value, whatever its unit
    extra: int  # amounts with a unit that the sentence doesn't have


def of_ours(found: FoundQuantity) -> Amount:
    """Return one of our quantities."""
    if found.kind.value in NAMES:
        told = found.moment or str(found.value)
        return Amount(found.value, "", f"{found.kind.value} {told}")
    value = found.value
    assert value is not None
    if found.kind is QuantityKind.FACTOR and found.numerator == "percent":
        value *= 100
    over = _noun(found.numerator, found.unit.modifiers)
    if found.denominator is None:
        return Amount(value, over)
    return Amount(value, f"{over}/{_noun(found.denominator, found.unit.denominator_modifiers)}")


def of_theirs(found: Iterable[Mapping[str, Any]]) -> list[Amount]:
    """Return the quantities of quantulum3; a range is two amounts."""
    amounts: list[Amount] = []
    for quantity in found:
        over = [_powered(b, p) for b, p in quantity["bases"] if p > 0]
        under = [_powered(b, -p) for b, p in quantity["bases"] if p < 0]
        unit = "-".join(over) + ("/" + "-".join(under) if under else "")
        value, spread = _exact(quantity["value"]), quantity["uncertainty"]
        if spread:
            spread = _exact(spread)
            amounts += [Amount(value - spread, unit), Amount(value + spread, unit)]
        else:
            amounts.append(Amount(value, unit))
    return amounts


def _exact(value: float) -> Fraction:
    return Fraction(value).limit_denominator(10**6)


def _noun(noun: str, modifiers: Sequence[str]) -> str:
    powers = [word for word in modifiers if word in _POWERS.values() and is_physical(noun)]
    return _plain(" ".join([*powers, noun]))


def _powered(base: str, power: int) -> str:
    name = _SPELLED.get(base, base)
    return _plain(f"{_POWERS.get(power, '')} {name}".strip())


def _plain(unit: str) -> str:
    """Return a unit in one spelling: American, in lower case, singular, without "times"."""
    unit = unit.lower().replace("metre", "meter").replace("litre", "liter")
    return "" if singular(unit) in _TIMES else unit


def parts(gold: str) -> list[list[Amount]]:
    """Return the readings that the gold of one quantity allows; each is a list of amounts."""
    return [[_amount(one.strip()) for one in reading.split("+")] for reading in gold.split("||")]


def _amount(gold: str) -> Amount:
    if gold.startswith("@"):
        return Amount(None, "", gold.removeprefix("@"))
    number, _, unit = gold.partition(" ")
    over, slash, under = unit.partition("/")
    return Amount(Fraction(number), f"{_plain(over)}{slash}{_plain(under)}")


def category(gold: str) -> str:
    """Return the row of the table that a quantity belongs to."""
    [first, *_] = parts(gold)[0]
    if first.name:
        return first.name.partition(" ")[0]
    if "/" in first.unit:
        return "rate"
    if first.unit in ("", "percent"):
        return "number or percentage"
    if is_money(first.unit) and not gold.endswith("lb"):
        return "money"
    noun = first.unit.removeprefix("square ").removeprefix("cubic ")
    known = is_physical(noun) or is_physical(noun.replace("celsius", "Celsius").title())
    return "measure" if known or noun.startswith("degree") else "things"


def mark(gold: Sequence[str], given: Sequence[Amount], *, kinds: bool = True) -> Marks:
    """Mark what was found in a sentence.

    Without ``kinds``, a program that doesn't have them reads a date or a label right if it gives
    its numbers no unit.
    """
    left = list(given)
    right: list[bool] = []
    found: list[bool] = []
    for one in gold:
        reading = next((r for r in parts(one) if _takes(r, left, kinds)), None)
        right.append(reading is not None)
        values = {a.value for a in given}
        named = parts(one)[0][0].name
        found.append(bool(named) or any(all(a.value in values for a in r) for r in parts(one)))
    extra = sum(1 for a in left if (kinds or a.unit) and not a.name)
    return Marks(tuple(right), tuple(found), extra)


def _takes(reading: Sequence[Amount], left: list[Amount], kinds: bool) -> bool:
    """Whether what is left has a reading; if so, it is taken away."""
    if reading[0].name and not kinds:
        numbers = _numbers(reading[0].name)
        return not any(a.unit and a.value in numbers for a in left)
    if any(left.count(amount) < reading.count(amount) for amount in map(_key, reading, [left] * 9)):
        return False
    for amount in reading:
        left.remove(_key(amount, left))
    return True


def _key(amount: Amount, left: Sequence[Amount]) -> Amount:
    """Return what is looked for: of a name, whatever has it."""
    if not amount.name:
        return amount
    return next((a for a in left if a.name == amount.name), amount)


def _numbers(name: str) -> set[Fraction | None]:
    numbers = {Fraction(number) for number in _NUMBER.findall(name)}
    return {*numbers, *(n - 12 for n in numbers if 12 < n <= 23)}
