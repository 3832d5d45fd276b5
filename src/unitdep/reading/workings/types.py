"""What is read from a working: amounts, steps, the final answer, and what could not be read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from unitdep.core.expression import Expression, Leaf, evaluate
from unitdep.units.unit import Unit

NO_UNIT = Unit()


@dataclass(frozen=True)
class Span:
    """A stretch of the text, from ``start`` up to but not including ``end``."""

    start: int
    end: int


@dataclass(frozen=True)
class Amount:
    """A number of a working with what is written next to it, at text[start:end].

    "3 hours 30 minutes" has the value 210, the unit minute and two parts. "9 r 3" has the value 9
    and the remainder 3. "25%" has the value 1/4.
    """

    start: int
    end: int
    value: Fraction
    unit: Unit = NO_UNIT  # as the words say; ``NO_UNIT`` if none is written
    words: str = ""  # the words of the unit in lower case: "miles per hour"
    currency: str = ""  # the sign of a currency, as written: "$"
    percent: bool = False
    fraction: bool = False  # whether it is written as a fraction: "2/3", "2 1/2"
    decimals: int = 0  # how many are written
    remainder: Fraction | None = None
    # of an amount in two measures; of "6/8", the 6 and the 8; of a converted one, as it's written
    parts: tuple[Amount, ...] = ()
    about: bool = False  # whether "about" or a sign before it says that it is rounded
    clock: str = ""  # of a time of day, in minutes: "24", or "12" if the half of the day is open
    root: bool = False  # whether it's written as the square root of its part: √16
    computed: bool = False  # whether it is the value of an expression, not written as a number

    @property
    def has_unit(self) -> bool:
        """Whether a unit is written; a percent sign is not one."""
        return bool(self.unit.numerator) or self.unit != NO_UNIT

    def to_dict(self) -> dict[str, Any]:
        """Return the amount as a JSON object; the value is exact: "7/3"."""
        return {
            "value": str(self.value),
            "unit": str(self.unit) or None,
            "remainder": None if self.remainder is None else str(self.remainder),
            "percent": self.percent,
            "start": self.start,
            "end": self.end,
        }


def value_of(tree: Expression, operands: Sequence[Amount]) -> Fraction | None:
    """Return what an expression over operands makes, or None if it divides by zero."""
    try:
        return evaluate(tree, [operand.value for operand in operands])
    except ZeroDivisionError:
        return None


class Joined(StrEnum):
    """How a step continues the one before it."""

    NOT = "not"  # it begins by itself
    REWRITTEN = "rewritten"  # it's the right side of an equation: (66 - 10) / 8 = 56 / 8
    RUN_ON = "run on"  # it begins with the result: 12 + 5 = 17 * 2


@dataclass(frozen=True)
class Step:
    """A sum of a working, at text[start:end]: an expression and, if written, its result.

    Leaf(k) of the tree is the k-th operand, in reading order. A tree that is only a leaf states an
    amount in another way: "2 hours = 120 minutes", "3.33 is about 3".
    """

    start: int
    end: int
    tree: Expression
    operands: tuple[Amount, ...]
    claim: Amount | None = None  # what the sum is said to make; ``computed`` if it's an expression
    joined: Joined = Joined.NOT

    @property
    def value(self) -> Fraction | None:
        """What the expression makes, or None if it divides by zero."""
        return value_of(self.tree, self.operands)

    @property
    def restates(self) -> bool:
        """Whether it only states an amount in another way."""
        return isinstance(self.tree, Leaf)


class Rule(StrEnum):
    """How the final answer was found."""

    HASHES = "hashes"  # "#### 6"
    BOXED = "boxed"  # "\\boxed{6}"
    SAID = "said"  # "the answer is 6", "Answer: 6"
    RESULT = "result"  # the result of the last sum
    EXPRESSION = "expression"  # the value of the last sum, whose result isn't written
    ASSIGNED = "assigned"  # "x = 6"
    NUMBER = "number"  # a number by itself, with or without a unit


@dataclass(frozen=True)
class Answer:
    """The final answer of a working, and how it was found."""

    amount: Amount
    rule: Rule
    others: tuple[Amount, ...] = ()  # with units, in the same sentence: "6 bags, 5 pounds left"


@dataclass(frozen=True)
class Working:
    """A text that somebody worked in: its steps in order, its answer, and what wasn't read."""

    text: str
    steps: tuple[Step, ...] = ()
    answer: Answer | None = None
    unread: tuple[Span, ...] = ()  # what looks like arithmetic but couldn't be read
    too_long: bool = False  # then nothing of it was read
    body: Span | None = None  # what counts if the text has thoughts in <think> tags
