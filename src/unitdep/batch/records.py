"""What passes through a batch: marks, rows, blocks, results, and how rows are counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

_NOTHING: Final[Mapping[str, Any]] = {}


@dataclass(frozen=True)
class Mark:
    """A place between two rows of the input, by what comes before it."""

    row: int = 0  # rows
    line: int = 0  # lines; for Parquet, rows
    offset: int = 0  # bytes; for Parquet, rows


@dataclass(frozen=True)
class Row:
    """One record of the input: a text, or what is wrong with it."""

    line: int  # where it begins, from 1
    id: Any = None  # as the input has it
    text: str = ""
    error: str | None = None
    work: str = ""  # what somebody wrote for the text
    gold: str | None = None  # what is right, if that is known
    fields: Mapping[str, Any] = field(default_factory=lambda: _NOTHING)  # columns that are kept


@dataclass(frozen=True)
class Block:
    """Consecutive rows."""

    start: Mark
    end: Mark
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Tally:
    """How many rows count as what (``Action.count``)."""

    counts: Mapping[tuple[str, str], int] = field(default_factory=dict)

    @property
    def rows(self) -> int:
        """The number of all rows."""
        return sum(self.counts.values())

    def of(self, name: str) -> int:
        """Return how many rows count as this."""
        return sum(count for (first, _), count in self.counts.items() if first == name)

    def __add__(self, other: Tally) -> Tally:
        return Tally(dict(Counter(self.counts) + Counter(other.counts)))


@dataclass(frozen=True)
class Result:
    """A finished block: the text to append to the output."""

    start: Mark
    end: Mark
    lines: bytes
    tally: Tally
