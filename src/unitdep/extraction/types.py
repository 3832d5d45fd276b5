"""What is found in a text: a quantity with its span, value, unit and kind."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from unitdep.units.dimension import PERCENT
from unitdep.units.unit import Unit
from unitdep.units.wording import amount, format_value, json_number, unit_name, write_clock

if TYPE_CHECKING:
    from pint import Quantity as PintQuantity
    from pint import UnitRegistry


class QuantityKind(StrEnum):
    """What sort of number it is."""

    AMOUNT = "amount"  # "50 cars"
    RATE = "rate"  # "12 apples per box"
    FACTOR = "factor"  # "25%", "1/3 of", "twice": it counts nothing
    ORDINAL = "ordinal"  # "the third"
    DATE = "date"  # "3 May 2021", "in 1999"
    CLOCK = "clock"  # "9:15"
    LABEL = "label"  # "Room 12"


@dataclass(frozen=True)
class FoundQuantity:
    """A number of a text: where it is, its value, and what it counts."""

    text: str  # as written; the text that was given has it at [start:end]
    start: int  # character offset
    end: int
    kind: QuantityKind
    value: Fraction | None  # exact; of a time, minutes since midnight; None for a whole date
    unit: Unit  # numerator, modifiers and, for a rate, denominator, all in the singular
    of: str = ""  # what an ordinal or a label belongs to: "room"
    moment: str = ""  # of a date or a time, as in ISO 8601: "2021-05-03", "09:15"
    money: bool = False  # whether it's an amount or a rate of money
    implied: bool = False  # whether a word implies it: the 7 of "a week", in a text with days

    @property
    def unit_text(self) -> str:
        """The unit in words, in the singular: "apple per box"; "" if there is none."""
        return unit_name(self.unit)

    @property
    def numerator(self) -> str:
        """What is counted, in the singular: "apple"; "" if the text doesn't say."""
        return self.unit.numerator

    @property
    def denominator(self) -> str | None:
        """What a rate is for: "box"; None if it isn't a rate."""
        return self.unit.denominator

    def to_pint(
        self, registry: UnitRegistry[Any] | None = None, *, things: bool = False
    ) -> PintQuantity[Any]:
        """Return the quantity as pint has it.

        Args:
            registry: The registry whose quantity it becomes; None is pint's application registry.
            things: Whether what isn't a unit of measurement (apples, boxes, dollars) becomes a
                dimension of its own in that registry. Then adding apples to boxes raises in pint.

        Returns:
            A pint Quantity.

        Raises:
            UnitError: It isn't an amount, or it counts things and ``things`` is False.
            ModuleNotFoundError: pint isn't installed (the extra ``pint``).

        """
        from unitdep.extraction.pint_units import to_pint

        return to_pint(self, registry, things=things)

    def to_dict(self) -> dict[str, Any]:
        """Return the quantity as a JSON object; ``exact`` is the value as a text: "7/3"."""
        return {
            "text": self.text,
            "start": self.start,
            "end": self.end,
            "kind": self.kind.value,
            "value": None if self.value is None else json_number(self.value),
            "exact": None if self.value is None else str(self.value),
            "unit": self.unit_text,
            "numerator": self.numerator,
            "denominator": self.denominator,
            "modifiers": list(self.unit.modifiers),
            "denominator_modifiers": list(self.unit.denominator_modifiers),
            "of": self.of,
            "moment": self.moment,
            "money": self.money,
            "implied": self.implied,
        }

    def __str__(self) -> str:
        if self.kind is QuantityKind.CLOCK and self.value is not None:
            return write_clock(self.value)
        if self.kind is QuantityKind.DATE or self.value is None:
            return self.moment or self.text
        if self.kind in (QuantityKind.ORDINAL, QuantityKind.LABEL):
            return f"{self.of} {format_value(self.value)}".strip()
        if self.numerator == PERCENT and self.denominator is None:
            return f"{format_value(self.value * 100)}%"
        return amount(self.value, self.unit)
