"""Write a Parquet file from the lines of a batch, and read what one has."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Final

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from unitdep.batch.actions import Kind
from unitdep.batch.job import Format, Job
from unitdep.batch.layout import Layout
from unitdep.batch.parquet.reading import READ_ROWS, open_file, read_batches
from unitdep.batch.parquet.values import is_bytes
from unitdep.files import replacing

GROUP_ROWS: Final = 1 << 16  # rows of a written row group, at most
GROUP_BYTES: Final = 1 << 25  # bytes of the lines of a written row group, about
MAX_COPIED: Final = 1 << 20  # bytes of a text that is copied


def write_parquet(job: Job, lines: Path, layout: Layout) -> None:
    """Write the target of a job from the lines of its results, whole or not at all.

    Columns that are kept have the types of a Parquet input, or else those that fit their values.
    Integer ids of a Parquet file stay integers; any other id is written as text.
    """
    copied = _copied(job)
    kept = _kept_kinds(lines, [name for _, name in layout.kept])
    own = {name: kind for name, kind in _own_kinds(job).items() if name not in copied.values()}
    source = _Copy(job, copied)
    schema = pa.schema([*source.fields, *{**kept, **own}.items()])
    names = [name for name in schema.names if name not in copied.values()]
    with (
        lines.open("rb") as file,
        replacing(job.target) as target,
        pq.ParquetWriter(target, schema) as writer,
    ):
        while part := _part(file, source.ready()):
            columns = [
                pa.array([_value(row[name], schema.field(name).type) for row in part], kind)
                for name, kind in ((name, schema.field(name).type) for name in names)
            ]
            writer.write_table(pa.table([*source.take(len(part)), *columns], schema=schema))


def _part(file: BinaryIO, most: int) -> list[Any]:
    """Return the records of the next row group."""
    part: list[Any] = []
    size = 0
    while len(part) < most and size < GROUP_BYTES and (line := file.readline()):
        part.append(json.loads(line))
        size += len(line)
    return part


def read_cells(path: Path, names: list[str]) -> Iterator[dict[str, Any]]:
    """Yield the values of some columns of a file, row by row."""
    for batch in pq.ParquetFile(path).iter_batches(READ_ROWS, columns=names):
        yield from batch.to_pylist()


def _copied(job: Job) -> dict[str, str]:
    """Return the columns of a Parquet input that the output has, with their names there."""
    if job.source_format is not Format.PARQUET:
        return {}
    return job.action.kept(pq.read_schema(job.source).names)


class _Copy:
    """The columns of a Parquet input that the output has, a few rows at a time."""

    def __init__(self, job: Job, names: Mapping[str, str]) -> None:
        """Begin before the first row; ``names`` are those in the input, and in the output."""
        known = pq.read_schema(job.source) if names else pa.schema([])
        self.fields = [known.field(old).with_name(new) for old, new in names.items()]
        self._schema = pa.schema([known.field(old) for old in names])
        columns = list(names)
        batches = read_batches(job, open_file(job, columns), columns) if names else iter(())
        self._batches = (_shortened(batch, self._schema) for batch in batches)
        self._waiting: list[Any] = []

    def ready(self) -> int:
        """Return how many rows may be taken."""
        while self.fields:
            rows, size = (sum(map(f, self._waiting)) for f in (len, lambda batch: batch.nbytes))
            if rows >= GROUP_ROWS or size >= GROUP_BYTES:
                return min(rows, GROUP_ROWS)
            batch = next(self._batches, None)
            if batch is None:
                return rows
            self._waiting.append(batch)
        return GROUP_ROWS

    def take(self, count: int) -> list[Any]:
        """Return the columns of the next rows."""
        if not self.fields:
            return []
        whole = pa.Table.from_batches(self._waiting, self._schema)
        self._waiting = whole.slice(count).to_batches()
        return list(whole.slice(0, count).columns)


def _shortened(batch: Any, schema: Any) -> Any:
    """Return rows with the types of a schema, and null for each text that is far too long."""
    columns = []
    for column, field in zip(batch.columns, schema, strict=True):
        packed = pa.types.is_dictionary(column.type)
        known = column.dictionary if packed else column
        if is_bytes(known.type):
            fits = pc.less_equal(pc.binary_length(known), MAX_COPIED)
            known = pc.if_else(fits, known, pa.scalar(None, known.type))
        if packed:
            known = known.take(column.indices)
        columns.append(known.cast(field.type) if known.type != field.type else known)
    return pa.RecordBatch.from_arrays(columns, schema=schema)


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
