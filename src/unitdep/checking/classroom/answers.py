"""Read the answers of a class from a CSV file: who, and what they answered."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from unitdep.errors import AnswersError

MOST_BYTES: Final = 1 << 20
MOST_ROWS: Final = 2000
MOST_NAME: Final = 200  # characters of a name that are kept
MOST_COLUMNS: Final = 1000
_SHOWN: Final = 300  # characters of a message that lists the columns
_DELIMITERS: Final = ",;\t"


@dataclass(frozen=True)
class Columns:
    """Which columns have what; a name that isn't there is an error that lists those that are."""

    who: str = "name"
    answer: str = "answer"


@dataclass(frozen=True)
class Answered:
    """What one pupil answered."""

    who: str
    answer: str  # "" if there is none


def read_answers(path: Path, columns: Columns | None = None) -> list[Answered]:
    """Return the answers in a CSV file with a header; empty rows are left out.

    Commas, semicolons and tabs may separate the cells, whichever the header has most of. A pupil
    without a name is called by the line of the file.

    Raises:
        AnswersError: The file can't be read, is too large, or lacks a column.

    """
    columns = columns or Columns()
    text = _text(path)
    header = text.lstrip("\n").partition("\n")[0]
    delimiter = max(_DELIMITERS, key=header.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        names = [name.strip() for name in next(filter(None, reader), ())]
        if len(names) > MOST_COLUMNS:
            raise AnswersError(f"{path.name} has more than {MOST_COLUMNS:,} columns")
        _require(path, names, columns)
        places = names.index(columns.who), names.index(columns.answer)
        found: list[Answered] = []
        for row in reader:
            if len(found) == MOST_ROWS:
                raise AnswersError(f"{path.name} has more than {MOST_ROWS:,} rows; split it")
            who, answer = (_cell(row, place) for place in places)
            if who or answer:
                found.append(Answered(who[:MOST_NAME] or f"line {reader.line_num}", answer))
    except csv.Error as error:
        raise AnswersError(f"{path.name}, line {reader.line_num}: {error}") from None
    if not found:
        raise AnswersError(f"{path.name} has no answers under its header")
    return found


def _text(path: Path) -> str:
    """Return the text of a file, which must be UTF-8 and not too large."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise AnswersError(f"cannot read {path}: {error.strerror or error}") from None
    if len(data) > MOST_BYTES:
        raise AnswersError(f"{path.name} is larger than 1 MB; a class list isn't")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise AnswersError(f"{path.name} is not UTF-8 text; save it as CSV UTF-8") from None
    if not text.strip():
        raise AnswersError(f"{path.name} is empty")
    if "\0" in text:
        raise AnswersError(f"{path.name} is not a text file; save it as CSV UTF-8")
    return text


def _require(path: Path, names: list[str], columns: Columns) -> None:
    wanted = ((columns.who, "--who-column"), (columns.answer, "--answer-column"))
    for column, option in wanted:
        if names.count(column) != 1:
            there = ", ".join(map(repr, names))[:_SHOWN] or "none"
            many = "several columns" if column in names else "no column"
            raise AnswersError(
                f"{path.name} has {many} {column!r}; it has {there}: name the right one with "
                f"{option}"
            )


def _cell(row: Sequence[str], place: int) -> str:
    """Return a cell on one line; "" for one that is missing."""
    return " ".join(row[place].split()) if place < len(row) else ""
