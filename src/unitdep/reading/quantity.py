"""What is read from a text: numbers, quantities and the question."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum
from fractions import Fraction

from unitdep.core.labels import Kind
from unitdep.units.unit import Unit


class NumberKind(Enum):
    """How a number is written. Its value is always a plain number."""

    PLAIN = "plain"
    FRACTION = "fraction"
    PERCENT = "percent"  # "25%" has the value 1/4
    MONEY = "money"  # "$3" has the value 3 and the unit dollar, "50 cents" 50 and cent
    CLOCK = "clock"  # "9:15" has the value 555 and the unit minute
    YEAR = "year"  # "1998", if the text asks about years
    WORD = "word"  # implied by a word: "week" has the value 7


class Naming(StrEnum):
    """What a number is that counts nothing: no problem reads it as a quantity."""

    ORDINAL = "ordinal"  # "the third", "21st"
    DATE = "date"  # "3 May 2021", "in 1999"
    CLOCK = "clock"  # "9:15"; the everyday scope reads it after all
    LABEL = "label"  # "Room 12"
    PRONOUN = "pronoun"  # "the red one"


@dataclass(frozen=True)
class Compound:
    """What a number is made of: 5 feet of 12 inches and 4 more."""

    larger: Fraction
    measure: str  # of the larger part: "foot"
    factor: Fraction  # how many of the smaller measure it has
    smaller: Fraction = Fraction(0)
    into: str = ""  # the smaller measure: "inch"; "" for things by the dozen

    @property
    def value(self) -> Fraction:
        """The amount in the smaller measure."""
        return self.larger * self.factor + self.smaller


@dataclass(frozen=True)
class Number:
    """A number mentioned in a text; text[start:end] is exactly ``text``."""

    start: int  # character offset in the problem's text
    end: int
    text: str  # as written: "66", "1/2", "three"
    value: Fraction  # exact
    kind: NumberKind = NumberKind.PLAIN
    made_of: Compound | None = None  # for "5 ft 4 in" and "3 dozen" (everyday scope)


@dataclass(frozen=True)
class Quantity:
    """A number of the text with its unit: one vertex of the unit dependency graph.

    In the everyday scope it may also be one that the text implies; then ``number`` is the word that
    implies it.
    """

    index: int  # position among the quantities, in text order
    number: Number  # where it is, and its value
    unit: Unit  # according to the rules
    token_start: int  # first token of the number in the Doc
    token_end: int  # the token after the number
    kind: Kind = Kind.AMOUNT

    @property
    def value(self) -> Fraction:
        """The exact value."""
        return self.number.value

    @property
    def implied(self) -> bool:
        """Whether a word implies it; otherwise it is written."""
        return self.number.kind is NumberKind.WORD


@dataclass(frozen=True)
class Question:
    """The part of the text that asks, with the unit asked for: the last vertex of the graph."""

    start: int  # character span of the asking clause in the text
    end: int
    token_start: int  # the same span in tokens of the Doc
    token_end: int
    unit: Unit  # the unit asked for, according to the rules
    whole: bool = False  # whether it counts things that come whole (everyday scope)
    nearest: Fraction | None = None  # what it rounds to (everyday scope)
