"""What reading a text gives: numbers, units, quantities and the question."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from unitdep.units.unit import Unit


class NumberKind(Enum):
    """How a number was written; the value is always the plain number."""

    PLAIN = "plain"
    FRACTION = "fraction"
    PERCENT = "percent"  # value of "25 %" is 1/4
    MONEY = "money"  # "$3" is 3 with unit dollar, "50 cents" is 50 with unit cent


@dataclass(frozen=True)
class Number:
    """A number mention: text[start:end] is exactly ``text``."""

    start: int  # in characters of the problem's text
    end: int
    text: str  # as it is written: "66", "1/2", "three"
    value: Fraction  # exact
    kind: NumberKind = NumberKind.PLAIN


@dataclass(frozen=True)
class Quantity:
    """A number of the text with its unit: one vertex of the unit dependency graph."""

    index: int  # position among the problem's quantities, in text order
    number: Number  # where it stands, and its value
    unit: Unit  # as the rules read it
    token_start: int  # first token of the number in the Doc
    token_end: int  # one past its last token

    @property
    def value(self) -> Fraction:
        """The exact value."""
        return self.number.value


@dataclass(frozen=True)
class Question:
    """The part of the text that asks, with the unit asked for: the last vertex of the graph."""

    start: int  # character span of the asking clause in the text
    end: int
    token_start: int  # the same in tokens of the Doc
    token_end: int
    unit: Unit  # the unit asked for, as the rules read it
