"""Readers of CSV tables, and of JSON lines with a question and a worked answer (GSM8K's format)."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Final

from unitdep.errors import FormatError
from unitdep.research.datasets.readers.items import (
    Converted,
    Item,
    ReadResult,
    attempt,
    collect,
    exact,
    id_field,
    read_items,
    text_field,
    whole_file,
)
from unitdep.research.datasets.records import Record

FINAL: Final = "####"  # before the answer that a worked solution comes to
IDS: Final = ("id", "ID", "iIndex")
TEXTS: Final = ("text", "question", "problem")
ANSWERS: Final = ("answer", "gold", "solution")
MAX_COLUMNS: Final = 1000
_SHOWN: Final = 200  # characters of a message that list the columns


@dataclass(frozen=True)
class Columns:
    """Which columns of a table hold what; None: the first of the usual names."""

    text: str | None = None
    answer: str | None = None
    id: str | None = None


def read_csv(path: Path, columns: Columns | None = None) -> ReadResult:
    """Read a table with a heading; other columns are kept as what is known about a problem.

    Raises FormatError if a column that was asked for, or one with texts, is missing.
    """
    found = columns or Columns()
    rows = _rows(path)
    heading = next(rows, Item({}, 0, 1))
    names = tuple(heading.fields)
    text = _column(path, names, found.text, TEXTS, "text")
    answer = _column(path, names, found.answer, ANSWERS)
    ids = _column(path, names, found.id, IDS)

    def convert(item: Item) -> Converted:
        value, remarks = (
            attempt(lambda: worked_answer(item.fields[answer]))
            if answer and item.fields.get(answer)
            else (None, ())
        )
        meta = {k: str(v) for k, v in item.fields.items() if k not in (text, answer, ids) and v}
        name = id_field(item, *([ids] if ids else []))
        return Converted(Record(name, text_field(item, str(text)), value, meta=meta), remarks)

    return collect(path, rows, convert)


def read_gsm8k(path: Path) -> ReadResult:
    """Read questions whose worked answers end in ``####`` and a number."""

    def convert(item: Item) -> Converted:
        value, remarks = attempt(lambda: worked_answer(item.fields.get("answer")))
        record = Record(id_field(item, *IDS), text_field(item, "question").strip(), value)
        return Converted(record, remarks)

    return collect(path, read_items(path), convert)


def worked_answer(value: object) -> Fraction:
    """Return the number that an answer is, or that a worked one ends with."""
    if not isinstance(value, str):
        return exact(value)
    *_, last = value.rsplit(FINAL, 1)
    return exact(last.strip().removeprefix("$"))


def _rows(path: Path) -> Iterator[Item]:
    """Yield the heading, as fields without values, then every row."""
    try:
        text = whole_file(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormatError(f"{path} is not UTF-8") from error
    reader = csv.reader(io.StringIO(text, newline=""))
    heading: Sequence[str] = ()
    number = 0
    while True:
        line = reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            number += 1
            yield Item({}, number, line, f"not CSV: {error}")
            continue
        if not heading:
            heading = [cell.strip() for cell in cells]
            if len(heading) > MAX_COLUMNS:
                raise FormatError(f"{path} has more than {MAX_COLUMNS:,} columns")
            yield Item(dict.fromkeys(heading), 0, line)
        elif any(cells):
            number += 1
            yield _row(heading, cells, number, line)


def _row(heading: Sequence[str], cells: Sequence[str], number: int, line: int) -> Item:
    if len(cells) > len(heading):
        return Item({}, number, line, f"{len(cells)} cells under {len(heading)} headings")
    fields: Mapping[str, object] = dict(zip(heading, cells, strict=False))
    return Item(fields, number, line)


def _column(
    path: Path, names: Sequence[str], wanted: str | None, usual: Sequence[str], need: str = ""
) -> str | None:
    """Return the column that is wanted, or the first usual one, which must exist if needed."""
    if wanted is not None and wanted not in names:
        raise FormatError(
            f"{path} has no column {wanted!r}; its columns are {', '.join(names)[:_SHOWN]}"
        )
    found = wanted or next((name for name in usual if name in names), None)
    if found is None and need:
        raise FormatError(
            f"{path} has no column for the {need} of a problem; its columns are "
            f"{', '.join(names)[:_SHOWN]}"
        )
    return found
