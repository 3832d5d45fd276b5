"""What passes through a batch: places, rows, blocks and results; a record as JSON or as columns."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Final

from unitdep.errors import BatchUsageError

BLOCK: Final = 64  # rows that are solved, written and made safe together
COLUMNS: Final = (
    "id",
    "answer",
    "unit",
    "expression",
    "confidence",
    "reason",
    "line",
    "error",
)  # of CSV and Parquet; line and error are filled for rows that failed


class Format(Enum):
    """The formats of input and output."""

    JSONL = "jsonl"
    CSV = "csv"
    PARQUET = "parquet"


_ENDINGS: Final = {
    ".jsonl": Format.JSONL,
    ".ndjson": Format.JSONL,
    ".csv": Format.CSV,
    ".parquet": Format.PARQUET,
}


def format_of(path: Path, otherwise: Format | None) -> Format:
    """Return a file's format by its extension, else ``otherwise``; raises BatchUsageError."""
    found = _ENDINGS.get(path.suffix.lower(), otherwise)
    if found is None:
        raise BatchUsageError(
            f"the ending of {path} does not tell its format; give --format jsonl, csv or parquet"
        )
    return found


@dataclass(frozen=True)
class Job:
    """What a batch does; how it does it (engine, workers) is no part of this."""

    source: Path
    target: Path
    source_format: Format
    target_format: Format
    text_column: str = "text"
    id_column: str | None = None  # None: "id" where the input has it
    model: Path | None = None  # None: the model inside the package
    block: int = BLOCK


@dataclass(frozen=True)
class Mark:
    """A place between two rows of the input: what lies before it."""

    row: int = 0  # rows
    line: int = 0  # lines; of Parquet rows
    offset: int = 0  # bytes; of Parquet rows


@dataclass(frozen=True)
class Row:
    """One record of the input: a text, or what is wrong with it."""

    line: int  # where it begins, from 1
    id: Any = None  # as the input has it
    text: str = ""
    error: str | None = None


@dataclass(frozen=True)
class Block:
    """Rows that follow each other."""

    start: Mark
    end: Mark
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Tally:
    """How rows ended."""

    answered: int = 0
    unanswered: int = 0  # read, but there is a reason why there is no answer
    errors: int = 0

    @property
    def rows(self) -> int:
        """All of them."""
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
    """Write a solution, given as ``Solution.to_dict`` has it, as one record of a format."""
    if form is Format.JSONL:
        return json_line({"id": row.id, **solution})
    return _flat_line(form, {**{name: solution.get(name) for name in COLUMNS}, "id": row.id})


def error_line(form: Format, row: Row, error: str) -> bytes:
    """Write a row that failed as one record of a format."""
    found = {"id": row.id, "line": row.line, "error": error}
    return json_line(found) if form is Format.JSONL else _flat_line(form, found)


def header(form: Format) -> bytes:
    """Return what stands before the first record."""
    return _csv_line(COLUMNS) if form is Format.CSV else b""


def json_line(found: Mapping[str, Any]) -> bytes:
    """Write one JSON object as a line of UTF-8; raises ValueError for what JSON cannot hold."""
    text = json.dumps(found, ensure_ascii=False, allow_nan=False, default=str)
    return text.encode("utf-8") + b"\n"


def _flat_line(form: Format, found: Mapping[str, Any]) -> bytes:
    row = {name: found.get(name) for name in COLUMNS}
    return json_line(row) if form is Format.PARQUET else _csv_line(map(_cell, row.values()))


def _cell(value: Any) -> Any:
    """Return a list or an object (an id in JSONL may be one) as JSON."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else value


def _csv_line(cells: Iterator[Any] | tuple[str, ...]) -> bytes:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(cells)
    return line.getvalue().encode("utf-8")
