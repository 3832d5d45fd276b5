"""Answers compared by themselves, without a model and without the problem.

``same_answer`` reads two answers as ``reading.workings`` does. It compares numbers exactly and
units by the one algebra: 60 minutes are 1 hour, $5 are 500 cents, but 7 bouquets are not 7 flowers.
It keeps no state except caches, so threads may share it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from math import isfinite
from typing import Any, Final

from unitdep.reading.workings import Amount, read_answer
from unitdep.units.conversion import conversion, is_measure
from unitdep.units.dimension import POWERS, dimension_of
from unitdep.units.kinds import NounSet, kinds
from unitdep.units.unit import Unit
from unitdep.units.wording import amount as write_amount
from unitdep.units.wording import format_value, plural_name, write_clock

_ONE: Final = Fraction(1)
_DAY: Final = Fraction(24 * 60)
_PERIODIC: Final = (3, 6, 7, 9, 11, 12)  # what people divide by without an end
_SHORT: Final = 64  # characters of an answer that is worth remembering


class Sameness(StrEnum):
    """How a given answer compares with the right one."""

    EQUAL = "equal"
    CONVERTED = "equal after conversion"  # 60 minutes for 1 hour
    ROUNDED = "equal after rounding"  # 0.33 for 1/3
    UNIT_MISSING = "unit missing"  # 7 for 7 bouquets, or the other way round: counts as equal
    OTHER_UNIT = "other unit"  # the right number with another unit
    OTHER_NUMBER = "other number"  # another number, with the right unit or without one
    DIFFERENT = "different"  # another number with another unit
    UNREADABLE = "unreadable"  # can't be compared, which doesn't mean wrong


_SAME: Final = frozenset(
    {Sameness.EQUAL, Sameness.CONVERTED, Sameness.ROUNDED, Sameness.UNIT_MISSING}
)


@dataclass(frozen=True)
class Comparison:
    """A given answer compared with the right one."""

    verdict: Sameness
    gold: Amount | None  # the right answer as it was read; None if it could not be
    given: Amount | None

    @property
    def same(self) -> bool | None:
        """Whether the answers are the same; None if they can't be compared."""
        return None if self.verdict is Sameness.UNREADABLE else self.verdict in _SAME

    @property
    def explanation(self) -> str:
        """What the verdict means for these two answers, in a sentence."""
        if self.verdict is Sameness.EQUAL and self.gold is None:
            return "Both say the same."
        if self.gold is None or self.given is None:
            which = "right" if self.gold is None else "given"
            return f"No number can be read in the {which} answer."
        return _explain(self.verdict, self.gold, self.given)

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as a JSON object; values are exact: "7/3"."""
        return {
            "verdict": self.verdict.value,
            "same": self.same,
            "explanation": self.explanation,
            "gold": self.gold.to_dict() if self.gold else None,
            "given": self.given.to_dict() if self.given else None,
        }

    def __str__(self) -> str:
        return f"{self.verdict.value}: {self.explanation}"


def same_answer(gold: str | float | Fraction, given: str | float | Fraction) -> Comparison:
    """Compare an answer with the right one; neither a model nor the problem is needed.

    Args:
        gold: The right answer: a number, or a text such as "7 bouquets", "$3.50" or "2 1/2".
        given: The answer to compare. Of a longer text, its final answer counts.

    Returns:
        A verdict, whether it means that both are the same, and a sentence that explains it. An
        answer that can't be read is not called wrong.

    """
    right, answer = _read(gold), _read(given)
    if right is None or answer is None:
        alike = right is answer and _same_words(gold, given)
        return Comparison(Sameness.EQUAL if alike else Sameness.UNREADABLE, right, answer)
    return Comparison(compare(right, answer), right, answer)


def _same_words(gold: str | float | Fraction, given: str | float | Fraction) -> bool:
    """Whether two answers without numbers are the same words: "Tuesday" and "tuesday."."""
    words = [str(one).casefold().strip(" .!\n\t") for one in (gold, given)]
    letters = words[0].replace(" ", "")
    return words[0] == words[1] and letters.isalpha() and isinstance(gold, str)


def _read(answer: str | float | Fraction) -> Amount | None:
    if isinstance(answer, str):
        return (_read_short if len(answer) <= _SHORT else read_answer)(answer)
    if isinstance(answer, float) and not isfinite(answer):
        return None
    value = Fraction(str(answer))
    decimals = len(format_value(value).partition(".")[2])
    return Amount(0, len(str(answer)), value, decimals=decimals)


@lru_cache(maxsize=4096)
def _read_short(answer: str) -> Amount | None:
    """Read an answer that may come again: the right one is compared with many."""
    return read_answer(answer)


def forget() -> None:
    """Forget which answers were read, for measurements."""
    _read_short.cache_clear()


def compare(gold: Amount, given: Amount) -> Sameness:
    """Compare an answer that was read with the right one."""
    if (gold.remainder is None) != (given.remainder is None):
        return Sameness.UNREADABLE if _may_divide(gold, given) else Sameness.OTHER_NUMBER
    if gold.percent != given.percent:
        return _with_percent(gold, given)
    if gold.clock or given.clock:
        return _times(gold, given)
    if not gold.has_unit or not given.has_unit:
        found = _number(gold, given)
        missing = found is Sameness.EQUAL and (gold.has_unit or given.has_unit)
        return Sameness.UNIT_MISSING if missing else found or Sameness.OTHER_NUMBER
    factor = units_factor(given.unit, gold.unit)
    if factor is None:
        return Sameness.OTHER_UNIT if _number(gold, given) else Sameness.DIFFERENT
    found = _number(gold, given, factor)
    if found is Sameness.EQUAL and factor != 1:
        return Sameness.CONVERTED
    if found is None and factor != 1 and gold.value == given.value:
        return Sameness.OTHER_UNIT
    return found or Sameness.OTHER_NUMBER


def _times(gold: Amount, given: Amount) -> Sameness:
    """Compare times of day: 8:35 is 8:35 pm, as nothing says that it isn't."""
    if given.clock and not gold.clock:
        return _duration(gold, given)
    if not gold.clock or not given.clock:
        return Sameness.UNREADABLE
    open_half = "12" in (gold.clock, given.clock)
    same = (gold.value - given.value) % (_DAY / 2 if open_half else _DAY) == 0
    return Sameness.EQUAL if same else Sameness.OTHER_NUMBER


def _duration(gold: Amount, given: Amount) -> Sameness:
    """Compare 2:25 with a duration: 2 hours 25 minutes, or 145."""
    if not gold.has_unit:
        return Sameness.UNIT_MISSING if gold.value == given.value else Sameness.UNREADABLE
    noun = gold.unit.numerator
    factor = _ONE if noun == "minute" else conversion("minute", noun)
    if factor is None or gold.unit.is_rate:
        return Sameness.UNREADABLE
    if noun == "second" and given.value == gold.value:  # 3:36 in minutes and seconds
        return Sameness.CONVERTED
    return Sameness.CONVERTED if given.value * factor == gold.value else Sameness.OTHER_NUMBER


def _with_percent(gold: Amount, given: Amount) -> Sameness:
    """Compare a percentage with another number: 50% with 0.5, 1/2 or 50."""
    percent, other = (gold, given) if gold.percent else (given, gold)
    figure = percent.value * 100 == other.value
    if other.has_unit:
        return Sameness.OTHER_UNIT if figure else Sameness.DIFFERENT
    if figure:
        return Sameness.UNIT_MISSING
    return _number(gold, given) or Sameness.OTHER_NUMBER


def _may_divide(gold: Amount, given: Amount) -> bool:
    """Whether 9 r 3 may be the other number: 9.375 if the divisor is 8."""
    whole, other = (gold, given) if given.remainder is None else (given, gold)
    part = other.value - whole.value
    if whole.remainder is None or not 0 < part < 1:
        return False
    divisor = whole.remainder / part
    return divisor.denominator == 1 and divisor > whole.remainder


def _number(gold: Amount, given: Amount, factor: Fraction = _ONE) -> Sameness | None:
    """Return how the numbers are the same: exactly, as one is rounded, or not at all (None)."""
    if gold.remainder != given.remainder:
        return None
    value, wanted = given.value, gold.value
    if factor is not _ONE:
        value, wanted = value * factor, wanted / factor
    if gold.value == value:
        return Sameness.EQUAL
    rounded = _rounds(given, wanted, 1) or _rounds(gold, value, 2)
    if not rounded and factor is _ONE and gold.decimals and given.decimals:
        rounded = _round_alike(gold, given)
    return Sameness.ROUNDED if rounded else None


def _round_alike(one: Amount, other: Amount) -> bool:
    """Whether two decimals are one periodic number, rounded: 66.67 and 66.7 are 200/3."""
    finer = max(one, other, key=lambda amount: amount.decimals)
    for parts in _PERIODIC:
        value = Fraction(round(finer.value * parts), parts)
        periodic = value.denominator in _PERIODIC
        if periodic and _rounds(one, value, 1) and _rounds(other, value, 1):
            return True
    return False


def _rounds(rounded: Amount, value: Fraction, least: int) -> bool:
    """Whether an amount is a value that was rounded to the decimals that are written.

    A value with two decimals is money more often than not, so it isn't rounded any further.
    """
    decimals = rounded.decimals + (2 if rounded.percent else 0)
    if decimals < least or (value * 100).denominator == 1:
        return False
    return abs(value - rounded.value) <= Fraction(1, 2 * 10**decimals)


@lru_cache(maxsize=4096)
def units_factor(unit: Unit, into: Unit) -> Fraction | None:
    """Return how many of a unit one of another is; 1 if they're the same, None if not alike."""
    first, second = dimension_of(unit), dimension_of(into)
    if first is None or second is None or _told_apart(unit, into):
        return None
    shapes = [(len(one.over), len(one.under)) for one in (first, second)]
    if shapes[0] != shapes[1]:
        return None
    factor = _ONE
    for one, other in zip(first.over, second.over, strict=True):
        factor *= _noun_factor(one, other)
    for one, other in zip(first.under, second.under, strict=True):
        factor *= _noun_factor(other, one)
    return factor or None


def _noun_factor(noun: NounSet, into: NounSet) -> Fraction:
    """Return the factor between two nouns, or 0 if they're different things."""
    if noun == into or kinds().related(noun, into):
        return _ONE
    return conversion(next(iter(noun), ""), next(iter(into), "")) or Fraction(0)


def _told_apart(unit: Unit, other: Unit) -> bool:
    """Whether different words before one noun make two things of it: red and blue marbles."""
    first, second = ({*one.modifiers} - POWERS.keys() for one in (unit, other))
    same = unit.numerator == other.numerator and not is_measure(unit.numerator)
    return same and bool(first) and bool(second) and not first & second


def _explain(verdict: Sameness, gold: Amount, given: Amount) -> str:
    right, answer = _written(gold), _written(given)
    match verdict:
        case Sameness.EQUAL:
            return f"Both are {right}."
        case Sameness.CONVERTED:
            return f"{answer} and {right} are the same amount."
        case Sameness.ROUNDED if given.decimals:
            return f"{answer} is {right} after rounding."
        case Sameness.ROUNDED:
            return f"{right} is {answer} after rounding."
        case Sameness.UNIT_MISSING:
            return f"The number is right, but {_missing(gold, given)} is missing."
        case Sameness.OTHER_UNIT:
            return f"The number is right, but the unit is not: {answer} instead of {right}."
        case Sameness.UNREADABLE if gold.clock or given.clock:
            return f"{answer} and {right} can't be compared: only one is a time of day."
        case Sameness.UNREADABLE:
            return f"{answer} may be {right}; that depends on the divisor, which isn't known."
        case _:
            return f"The answer is {right}, not {answer}."


def _missing(gold: Amount, given: Amount) -> str:
    if gold.percent or given.percent:
        return "a percent sign"
    return f"a unit ({plural_name((gold if gold.has_unit else given).unit)})"


def _written(amount: Amount) -> str:
    if amount.percent:
        return f"{format_value(amount.value * 100)}%"
    if amount.clock == "12":
        return f"{int(amount.value) // 60}:{int(amount.value) % 60:02}"
    if amount.clock:
        return write_clock(amount.value)
    if amount.remainder is not None:
        return f"{format_value(amount.value)} r {format_value(amount.remainder)}"
    return write_amount(amount.value, amount.unit if amount.has_unit else None)
