"""Read the rows of a JSONL, CSV or Parquet file one by one, starting anywhere.

A line that cannot be read becomes a row with an error, and reading continues. Memory holds one line
(for Parquet, part of one row group), however large the file is. How long a text may be is not asked
here: the solver refuses one that is too long, with a reason.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, Final, NoReturn, Protocol

from unitdep.batch.job import Format, Job
from unitdep.batch.layout import Layout, json_line
from unitdep.batch.records import Block, Mark, Row
from unitdep.errors import BatchUsageError

MAX_LINE: Final = 1 << 20  # bytes
PEEK: Final = 100  # JSON lines in which a column must occur at least once
_BOM: Final = b"\xef\xbb\xbf"


class Source(Protocol):
    """A file that can be read starting at any mark."""

    @property
    def start(self) -> Mark:
        """The mark before the first row."""
        ...

    @property
    def size(self) -> int:
        """The offset of the end."""
        ...

    def rows(self, mark: Mark) -> Iterator[tuple[Row, Mark]]:
        """Return the rows after a mark, each with the mark that follows it."""
        ...

    def marks(self, every: int, mark: Mark) -> Iterator[Mark]:
        """Return the given mark, then one after every ``every`` rows, and the file's last one."""
        ...

    def columns(self) -> tuple[str, ...]:
        """Return the names of the columns; of JSON lines, of all keys."""
        ...


def open_source(job: Job) -> Source:
    """Open the input of a job; raises BatchUsageError if it cannot be read or lacks a column."""
    try:
        job.source.open("rb").close()
        if job.source_format is Format.JSONL:
            return _jsonl(job)
        if job.source_format is Format.CSV:
            return _csv(job)
        from unitdep.batch.parquet import ParquetSource

        return ParquetSource(job)
    except OSError as error:
        raise BatchUsageError(f"cannot read {job.shown}: {error.strerror or error}") from None


def blocks(source: Source, size: int, start: Mark, rows: int | None = None) -> Iterator[Block]:
    """Cut the rows after a mark into blocks: all of them, or the first ``rows``."""
    remaining = islice(source.rows(start), rows)
    while part := list(islice(remaining, size)):
        end = part[-1][1]
        yield Block(start, end, tuple(row for row, _ in part))
        start = end


def layout_of(job: Job, source: Source) -> Layout:
    """Return how the output of a job is written.

    Of a Parquet file, what is kept is copied when the output is written, with its types.
    """
    form, action = job.target_format, job.action
    copied = job.source_format is form is Format.PARQUET
    if form is Format.JSONL or copied:
        return Layout(form, action)
    return Layout(form, action, tuple(action.kept(source.columns()).items()))


def require_columns(job: Job, columns: Sequence[str]) -> None:
    """Raise BatchUsageError if the input lacks a column; it lists the columns there are."""
    for column, option in job.action.required.items():
        if column not in columns:
            there = ", ".join(map(repr, columns)) or "none"
            raise BatchUsageError(
                f"{job.shown} has no column {column!r}; it has {there}: name the right one with "
                f"{option}"
            )


class _Lines:
    """The lines of a file after a mark; one that is too long raises, and the next can be read.

    Bytes that are not UTF-8 become lone surrogates, so that they don't hide where a record ends.
    """

    def __init__(self, file: BinaryIO, mark: Mark) -> None:
        self._file = file
        self.go_to(mark)

    def go_to(self, mark: Mark) -> None:
        self._file.seek(mark.offset)
        self.line, self.offset = mark.line, mark.offset

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        data = piece = self._file.readline(MAX_LINE)
        if not data:
            raise StopIteration
        if self.offset == 0:
            data = data.removeprefix(_BOM)
        size = len(piece)
        while not piece.endswith(b"\n") and (piece := self._file.readline(MAX_LINE)):
            size += len(piece)
        self.line, self.offset = self.line + 1, self.offset + size
        if size > MAX_LINE:
            raise csv.Error(f"the line has more than {MAX_LINE:,} bytes")
        return data.decode("utf-8", "surrogateescape")


@dataclass(frozen=True)
class _TextSource:
    """A file of lines: ``split`` cuts them into records, ``parse`` makes a row, None if blank."""

    path: Path
    size: int
    start: Mark
    split: Callable[[_Lines], Iterator[Any]]
    parse: Callable[[int, Any], Row | None]
    names: tuple[str, ...] | None = None  # of the columns; None: the rows have them

    def columns(self) -> tuple[str, ...]:
        if self.names is not None:
            return self.names
        return tuple(dict.fromkeys(key for row, _ in self.rows(self.start) for key in row.fields))

    def rows(self, mark: Mark) -> Iterator[tuple[Row, Mark]]:
        with self.path.open("rb") as file:
            lines = _Lines(file, mark)
            records = self.split(lines)
            while True:
                before = Mark(mark.row, lines.line, lines.offset)
                try:
                    row = self.parse(before.line + 1, next(records))
                except StopIteration:
                    return
                except csv.Error as error:
                    _skip_first_line(lines, before)
                    row = Row(before.line + 1, error=str(error))
                if row is not None:
                    mark = Mark(before.row + 1, lines.line, lines.offset)
                    yield row, mark

    def marks(self, every: int, mark: Mark) -> Iterator[Mark]:
        yield mark
        last = end = mark
        for count, (_, end) in enumerate(self.rows(mark), 1):
            if count % every == 0:
                yield (last := end)
        if end != last:
            yield end


def _skip_first_line(lines: _Lines, before: Mark) -> None:
    """Resume after a bad record's first line: an open quote must not swallow the next records."""
    if lines.line > before.line + 1:
        lines.go_to(before)
        next(lines)


def _jsonl(job: Job) -> _TextSource:
    def parse(line: int, text: str) -> Row | None:
        return _json_row(job, line, text) if text.strip() else None

    source = _TextSource(job.source, job.source.stat().st_size, Mark(), iter, parse)
    first = [row.fields for row, _ in islice(source.rows(source.start), PEEK) if row.fields]
    if first:
        require_columns(job, tuple(dict.fromkeys(key for fields in first for key in fields)))
    return source


def _json_row(job: Job, line: int, text: str) -> Row:
    try:
        text.encode("utf-8")
        record = json.loads(text, parse_constant=_refuse)
        json_line({"": record})  # raises for 1e999 and for a lone "\ud800"
    except UnicodeEncodeError:
        return Row(line, error="not UTF-8")
    except (ValueError, RecursionError) as error:
        return Row(line, error=f"not JSON: {error}")
    if not isinstance(record, dict):
        return Row(line, error="not a JSON object")
    return job.action.row(line, record)


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def _csv(job: Job) -> _TextSource:
    def split(lines: _Lines) -> Iterator[list[str]]:
        return csv.reader(lines, strict=True)

    with job.source.open("rb") as file:
        lines = _Lines(file, Mark())
        try:
            names = next((cells for cells in split(lines) if cells), None)
        except csv.Error as error:
            raise BatchUsageError(f"{job.shown} has no header that can be read: {error}") from None
        start = Mark(0, lines.line, lines.offset)
    if names is None:
        raise BatchUsageError(f"{job.shown} is empty; its first line must name the columns")
    require_columns(job, names)

    def parse(line: int, cells: list[str]) -> Row | None:
        return _csv_row(job, names, line, cells) if cells else None

    size = job.source.stat().st_size
    return _TextSource(job.source, size, start, split, parse, tuple(names))


def _csv_row(job: Job, names: list[str], line: int, cells: list[str]) -> Row:
    if len(cells) != len(names):
        raise csv.Error(f"{len(cells)} cells, but the header has {len(names)}")
    record = dict(zip(names, cells, strict=True))
    row = job.action.row(line, record)
    try:
        "".join((str(row.id), row.text, *map(str, row.fields.values()))).encode()
    except UnicodeEncodeError:
        return Row(line, error="not UTF-8")
    return row
