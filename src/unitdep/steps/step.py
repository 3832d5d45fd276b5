"""What a worked-out expression consists of."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any, Final

from unitdep.core.expression import Operator
from unitdep.units.dimension import Dimension, readings
from unitdep.units.wording import dimension_amount, dimension_name, json_number

SIGNS: Final = {Operator.ADD: "+", Operator.SUB: "-", Operator.MUL: "×", Operator.DIV: "÷"}


class Clash(Enum):
    """Why the units of a step do not close."""

    SUM = "sum"  # what is added or taken away is another thing
    MEASURE = "measure"  # standard measures of one family, not converted
    PRODUCT = "product"  # neither number is a rate for the other
    ASKED = "asked"  # the question asks for another unit


@dataclass(frozen=True)
class Term:
    """A number of a step: of the text, or the result of an earlier step."""

    value: Fraction
    unit: Dimension | None  # None where it is not known
    derived: bool = False  # worked out by an earlier step
    part: bool = False  # "1/3 of", "25 % of": multiplies whatever it is of

    @property
    def text(self) -> str:
        """The number with its unit: "8 flowers per bouquet"."""
        return dimension_amount(self.value, self.unit)

    @property
    def readings(self) -> list[Dimension]:
        """The unit, and where it was worked out also without what it is a share of."""
        return [] if self.unit is None else readings(self.unit, derived=self.derived)


@dataclass(frozen=True)
class Step:
    """One operation with the units of its numbers and of its result."""

    operator: Operator
    left: Term
    right: Term
    result: Term
    clash: Clash | None = None  # None where the units close
    note: str = ""  # what is to be said of the units; "" where the sentence says all

    @property
    def closes(self) -> bool:
        """Whether the unit of the result follows with nothing left over."""
        return self.clash is None

    @property
    def task(self) -> str:
        """The step without its result: "66 flowers - 10 flowers"."""
        return f"{self.left.text} {SIGNS[self.operator]} {self.right.text}"

    @property
    def text(self) -> str:
        """The step as a sentence: "66 flowers - 10 flowers = 56 flowers"."""
        return f"{self.task} = {self.result.text}"

    def to_dict(self) -> dict[str, Any]:
        """Return the step as a JSON object."""
        return {
            "operation": self.operator.value,
            "left": json_number(self.left.value),
            "right": json_number(self.right.value),
            "result": json_number(self.result.value),
            "unit": dimension_name(self.result.unit),
            "text": self.text,
            "closes": self.closes,
            "note": self.note,
        }
