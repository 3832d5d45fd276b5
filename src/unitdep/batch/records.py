"""What passes through a batch: marks, rows, blocks, results, and records as JSON or columns."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from unitdep.batch.job import Format

COLUMNS: Final = (
    "id",
    "answer",
    "unit",
    "expression",
    "confidence",
    "reason",
    "line",
    "error",
)  # of CSV and Parquet; only rows that failed have a line and an error


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


@dataclass(frozen=True)
class Block:
    """Consecutive rows."""

    start: Mark
    end: Mark
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Tally:
    """How many rows were answered, and how many were not."""

    answered: int = 0
    unanswered: int = 0  # the solution has a reason instead
    errors: int = 0

    @property
    def rows(self) -> int:
        """The number of all rows."""
        return self.answered + self.unanswered + self.errors

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.answered + other.answered,
            self.unanswered + other.unanswered,
            self.errors + other.errors,
        )


@dataclass(frozen=True)
class Result:
    """A solved block: the text to append to the output."""

    start: Mark
    end: Mark
    lines: bytes
    tally: Tally


def solved_line(form: Format, row: Row, solution: Mapping[str, Any]) -> bytes:
    """Write a solution, as ``Solution.to_dict`` returns it, as one record of a format."""
    if form is Format.JSONL:
        return json_line({"id": row.id, **solution})
    return _flat_line(form, {**{name: solution.get(name) for name in COLUMNS}, "id": row.id})


def error_line(form: Format, row: Row, error: str) -> bytes:
    """Write a row that failed as one record of a format."""
    record = {"id": row.id, "line": row.line, "error": error}
    return json_line(record) if form is Format.JSONL else _flat_line(form, record)


def header(form: Format) -> bytes:
    """Return the file header."""
    return _csv_line(COLUMNS) if form is Format.CSV else b""


def json_line(record: Mapping[str, Any]) -> bytes:
    """Write one JSON object as a line of UTF-8; raises ValueError for what JSON cannot hold."""
    text = json.dumps(record, ensure_ascii=False, allow_nan=False, default=str)
    return text.encode("utf-8") + b"\n"


def _flat_line(form: Format, record: Mapping[str, Any]) -> bytes:
    cells = {name: record.get(name) for name in COLUMNS}
    return json_line(cells) if form is Format.PARQUET else _csv_line(map(_cell, cells.values()))


def _cell(value: Any) -> Any:
    """Return a list or an object (an id in JSONL may be either) as JSON."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else value


def _csv_line(cells: Iterator[Any] | tuple[str, ...]) -> bytes:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(cells)
    return line.getvalue().encode("utf-8")
