"""A number that names something."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from unitdep.reading.quantity import Naming


@dataclass(frozen=True)
class Named:
    """A date, an ordinal or a label at text[start:end]."""

    start: int
    end: int
    kind: Naming
    value: Fraction | None  # exact; None for a date that is more than a year
    of: str = ""  # what an ordinal or a label belongs to: "room"
    moment: str = ""  # of a date, as in ISO 8601: "2021-05-03"; "" if the text leaves it open
