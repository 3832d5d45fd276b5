"""Read the rows of a JSONL, CSV or Parquet file one by one, starting anywhere.

A record that cannot be read becomes a row with an error, and reading continues. Memory holds one
record (for Parquet, a few hundred), however large the file is: a record has at most ``MAX_LINE``
bytes and ``MAX_LINES`` lines, and that's checked while it is read. How long a text may be is not
asked here: the solver refuses one that is too long, with a reason.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, Final, NoReturn, Protocol

from unitdep.batch.job import Format, Job
from unitdep.batch.layout import Layout, json_line
from unitdep.batch.records import Block, Mark, Row
from unitdep.errors import BatchUsageError

MAX_LINE: Final = 1 << 20  # bytes of a line, and of a CSV record
MAX_LINES: Final = 1_000  # lines of a CSV record
MAX_COLUMNS: Final = 1_000
MAX_DEPTH: Final = 100  # lists and objects within each other
READ_AGAIN: Final = 20  # lines of a bad CSV record that may be read again as records of their own
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
        if not job.source.is_file():
            raise BatchUsageError(f"{job.shown} is not a regular file; it cannot be read twice")
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


def refuse_columns(job: Job, columns: Sequence[str]) -> None:
    """Raise BatchUsageError if the input has too many columns, or two of one name that are read."""
    if len(columns) > MAX_COLUMNS:
        raise BatchUsageError(f"{job.shown} has more than {MAX_COLUMNS:,} columns")
    for column in (*job.action.required, *job.action.optional):
        if columns.count(column) > 1:
            raise BatchUsageError(f"{job.shown} has two columns {column!r}; rename one of them")


class _Lines:
    """The lines of a file after a mark, and the bounds of a record, which has one or more of them.

    A line that is too long raises, and so does one too many; then the next can be read. Bytes that
    are not UTF-8 become lone surrogates, so that they don't hide where a record ends.
    """

    def __init__(self, file: BinaryIO, mark: Mark) -> None:
        self._file = file
        self.go_to(mark)

    def go_to(self, mark: Mark) -> None:
        self._file.seek(mark.offset)
        self.line, self.offset = mark.line, mark.offset
        self.begin()

    def begin(self) -> None:
        """Begin a record: its bounds count from here."""
        self._first = Mark(0, self.line, self.offset)
        self.quotes = 0  # lines of the record with quotes, without its first

    def lines(self) -> int:
        """Return how many lines the record has so far."""
        return self.line - self._first.line

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        if self.lines() >= MAX_LINES:
            raise csv.Error(f"the record has more than {MAX_LINES:,} lines")
        if self.offset - self._first.offset > MAX_LINE:
            raise csv.Error(f"the record has more than {MAX_LINE:,} bytes")
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
        self.quotes += self.lines() > 1 and b'"' in data
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
        names: dict[str, None] = {}
        for row, _ in self.rows(self.start):
            names.update(dict.fromkeys(row.fields))
            if len(names) > MAX_COLUMNS:
                raise BatchUsageError(
                    f"the objects of {self.path} have more than {MAX_COLUMNS:,} keys, too many for "
                    "columns; write JSONL"
                )
        return tuple(names)

    def rows(self, mark: Mark) -> Iterator[tuple[Row, Mark]]:
        with self.path.open("rb") as file:
            lines = _Lines(file, mark)
            records = self.split(lines)
            while True:
                before = Mark(mark.row, lines.line, lines.offset)
                lines.begin()
                try:
                    row = self.parse(before.line + 1, next(records))
                except StopIteration:
                    return
                except csv.Error as error:
                    row = Row(before.line + 1, error=f"{error}{_skipped(lines, before)}")
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


def _skipped(lines: _Lines, before: Mark) -> str:
    """Resume after a bad record's first line: an open quote must not swallow the next records.

    Where quotes stay open line after line, every line would be read again and again. So a long bad
    record with further quotes is skipped; returns what to say about that. It depends on nothing but
    the record, so that a resumed run skips the same.
    """
    count = lines.lines()
    if count > READ_AGAIN and lines.quotes:
        return f"; lines {before.line + 1} to {lines.line} are skipped: check their quotes"
    if count > 1:
        lines.go_to(before)
        next(lines)
    return ""


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
    if text.count("[") + text.count("{") > MAX_DEPTH and too_deep(record):
        return Row(line, error=f"nested more than {MAX_DEPTH} deep")
    return job.action.row(line, record)


def too_deep(value: Any) -> bool:
    """Whether lists and objects are nested deeper than ``MAX_DEPTH``; others could not write it."""
    level = [value]
    for _ in range(MAX_DEPTH + 1):
        level = [part for whole in level for part in _parts(whole)]
    return bool(level)


def _parts(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


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
    refuse_columns(job, names)
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
