"""What a table is: a module that can measure itself and write its section of a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from unitdep.research.evaluation.layout.rows import RowPlan
from unitdep.research.evaluation.protocol.results import Results
from unitdep.research.evaluation.table_names import TableName
from unitdep.research.progress import Progress


@dataclass(frozen=True)
class Options:
    """How to measure; a table uses what concerns it."""

    seed: int = 0
    systems: tuple[str, ...] = ()  # solving: measure only these; empty: all
    seeds: int = 3  # encoder: how many seeds for its second stage
    work: Path | None = None  # encoder: folder that stores what it has trained
    half: bool = False  # encoder: train with 16-bit products


class Table(Protocol):
    """A module in ``tables``."""

    @property
    def name(self) -> TableName:
        """The name on the command line and in results files."""
        ...

    @property
    def datasets(self) -> tuple[str, ...]:
        """The data sets that it is measured on by default."""
        ...

    @property
    def rows(self) -> tuple[RowPlan, ...]:
        """Its figures with their titles; empty if its results are not figures."""
        ...

    def steps(self, dataset: str, options: Options, /) -> int:
        """Return how many times ``run`` reports progress, or 0 if that is unknown."""
        ...

    def run(self, dataset: str, options: Options, progress: Progress, /) -> Results:
        """Measure the table on a data set."""
        ...

    def section(self, results: Sequence[Results], /) -> str:
        """Write its section of a page, given the results of all tables."""
        ...
