"""Parquet: read the rows of a file, and write one from the lines of a batch. Needs pyarrow."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final

from unitdep.batch.actions import Kind
from unitdep.batch.job import Format, Job
from unitdep.batch.layout import Layout
from unitdep.batch.reader import require_columns
from unitdep.batch.records import Mark, Row
from unitdep.errors import BatchError, BatchUsageError

try:
    import pyarrow as pa
    import pyarrow.parquet as pq
except ImportError as error:
    raise BatchError(
        "Parquet needs pyarrow, which is not installed; run: pip install 'unitdep[parquet]'"
    ) from error

READ_ROWS: Final = 1024  # rows converted to objects at a time
GROUP_ROWS: Final = 1 << 16  # rows of a written row group


class ParquetSource:
    """The rows of a Parquet file; lines and offsets are counted in rows."""

    def __init__(self, job: Job) -> None:
        self._job = job
        schema, action = self._open().schema_arrow, job.action
        require_columns(job, schema.names)
        kind = schema.field(action.text_column).type
        if not _is_text(kind):
            raise BatchUsageError(
                f"column {action.text_column!r} of {job.shown} is {kind}, not a string"
            )
        needed = {*action.required, *action.optional}
        copied = job.target_format is Format.PARQUET  # then the other columns aren't read here
        self._names = [name for name in schema.names if name in needed or not copied]
        self.start = Mark()
        self.size = int(self._open().metadata.num_rows)

    def columns(self) -> tuple[str, ...]:
        """Return the names of the columns."""
        return tuple(self._names)

    def rows(self, mark: Mark) -> Iterator[tuple[Row, Mark]]:
        """Yield the rows after a mark, each with the mark that follows it."""
        file = self._open()
        group, skip = 0, mark.row
        sizes = [file.metadata.row_group(i).num_rows for i in range(file.num_row_groups)]
        while group < len(sizes) and skip >= sizes[group]:
            skip, group = skip - sizes[group], group + 1
        if group == len(sizes):
            return
        records = islice(self._records(file, list(range(group, len(sizes)))), skip, None)
        for number, record in enumerate(records, mark.row + 1):
            yield self._job.action.row(number, record), Mark(number, number, number)

    def marks(self, every: int, mark: Mark) -> Iterator[Mark]:
        """Yield the given mark, then one after every ``every`` rows, and the file's last one."""
        for row in chain(range(mark.row, self.size, every), [self.size]):
            yield Mark(row, row, row)

    def _records(self, file: Any, groups: list[int]) -> Iterator[dict[str, Any]]:
        batches = file.iter_batches(READ_ROWS, row_groups=groups, columns=self._names)
        while True:
            try:
                batch = next(batches)
            except StopIteration:
                return
            except (OSError, pa.ArrowException) as error:
                raise BatchError(f"{self._job.shown} is damaged: {error}") from None
            for record in batch.to_pylist():
                yield {name: _plain(value) for name, value in record.items()}

    def _open(self) -> Any:
        try:
            return pq.ParquetFile(self._job.source, pre_buffer=False)
        except pa.ArrowException as error:
            raise BatchUsageError(f"{self._job.shown} is not a Parquet file: {error}") from None


def write_parquet(job: Job, lines: Path, layout: Layout) -> None:
    """Write the target of a job from the lines of its results, whole or not at all.

    Columns that are kept have the types of a Parquet input, or else those that fit their values.
    Integer ids of a Parquet file stay integers; any other id is written as text.
    """
    copied = _copied(job)
    kept = _kept_kinds(lines, [name for _, name in layout.kept])
    own = {name: kind for name, kind in _own_kinds(job).items() if name not in copied.values()}
    schema = pa.schema([*_renamed(job, copied), *{**kept, **own}.items()])
    names = [name for name in schema.names if name not in copied.values()]
    temporary = job.target.with_name(job.target.name + ".tmp")
    source = _batches(job, list(copied)) if copied else None
    with lines.open("rb") as file, pq.ParquetWriter(temporary, schema) as writer:
        while part := [json.loads(line) for line in islice(file, GROUP_ROWS)]:
            columns = [
                pa.array([_value(row[name], schema.field(name).type) for row in part], kind)
                for name, kind in ((name, schema.field(name).type) for name in names)
            ]
            before = [] if source is None else next(source)
            writer.write_table(pa.table([*before, *columns], schema=schema))
    with temporary.open("rb") as file:
        os.fsync(file.fileno())
    temporary.replace(job.target)


def read_cells(path: Path, names: list[str]) -> Iterator[dict[str, Any]]:
    """Yield the values of some columns of a file, row by row."""
    for batch in pq.ParquetFile(path).iter_batches(READ_ROWS, columns=names):
        yield from batch.to_pylist()


def _copied(job: Job) -> dict[str, str]:
    """Return the columns of a Parquet input that the output has, with their names there."""
    if job.source_format is not Format.PARQUET:
        return {}
    return job.action.kept(pq.read_schema(job.source).names)


def _renamed(job: Job, copied: Mapping[str, str]) -> list[Any]:
    """Return the fields of the columns that are copied, with the types they have."""
    if not copied:
        return []
    source = pq.read_schema(job.source)
    return [source.field(old).with_name(new) for old, new in copied.items()]


def _batches(job: Job, names: list[str]) -> Iterator[list[Any]]:
    """Yield the columns of the input, GROUP_ROWS rows at a time."""
    waiting: list[Any] = []
    for batch in pq.ParquetFile(job.source).iter_batches(GROUP_ROWS, columns=names):
        waiting.append(batch)
        while sum(map(len, waiting)) >= GROUP_ROWS:
            whole = pa.Table.from_batches(waiting)
            yield whole.slice(0, GROUP_ROWS).select(names).columns
            waiting = whole.slice(GROUP_ROWS).to_batches()
    if waiting:
        yield pa.Table.from_batches(waiting).select(names).columns


def _kept_kinds(lines: Path, names: Sequence[str]) -> dict[str, Any]:
    """Return a type for each column that is kept: the narrowest that holds all its values."""
    kinds = dict.fromkeys(names, pa.null())
    with lines.open("rb") as file:
        for record in map(json.loads, file if names else ()):
            for name in names:
                kinds[name] = _wider(kinds[name], record[name])
    return {name: pa.string() if kind == pa.null() else kind for name, kind in kinds.items()}


def _wider(kind: Any, value: Any) -> Any:
    """Return a type that holds a value and what another type holds; text holds everything."""
    if value is None:
        return kind
    own = {bool: pa.bool_(), int: pa.int64(), float: pa.float64()}.get(type(value), pa.string())
    if own == pa.int64() and not -(1 << 63) <= value < 1 << 63:
        return pa.string()
    if kind in (pa.null(), own):
        return own
    numbers = (pa.int64(), pa.float64())
    return pa.float64() if kind in numbers and own in numbers else pa.string()


def count_rows(path: Path) -> int:
    """Return the number of rows of a file."""
    return int(pq.read_metadata(path).num_rows)


def _own_kinds(job: Job) -> dict[str, Any]:
    """Return the types of the columns that the action fills."""
    types = {Kind.TEXT: pa.string(), Kind.NUMBER: pa.float64(), Kind.WHOLE: pa.int64()}
    kinds = {name: types[kind] for name, kind in job.action.columns.items()}
    name = getattr(job.action, "id_column", None) or "id"
    if job.source_format is Format.PARQUET and "id" in kinds:
        source = pq.read_schema(job.source)
        if name in source.names and pa.types.is_integer(source.field(name).type):
            kinds["id"] = source.field(name).type
    return kinds


def _value(value: Any, kind: Any) -> Any:
    """Return a value of a record in the type of its column."""
    if value is None:
        return None
    if kind == pa.float64():
        return _float(value)
    if kind != pa.string() or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)


def _float(value: int | float) -> float:
    """Return a number as a float; one beyond a float's range is infinite."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def _plain(value: Any) -> Any:
    """Return a value as JSON can hold it; dates, bytes and the like as text."""
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, list):
        return [_plain(part) for part in value]
    if isinstance(value, dict):
        return {str(name): _plain(part) for name, part in value.items()}
    return str(value)


def _is_text(kind: Any) -> bool:
    if pa.types.is_dictionary(kind):
        return _is_text(kind.value_type)
    return bool(
        pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_null(kind)
    )
