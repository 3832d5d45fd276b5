"""Parquet: read the rows of a file, and write one from the lines of a batch. Needs pyarrow."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final

from unitdep.batch.job import Format, Job
from unitdep.batch.reader import DEFAULT_ID, checked_row, column_missing
from unitdep.batch.records import COLUMNS, Mark, Row
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
        schema = self._open().schema_arrow
        if job.text_column not in schema.names:
            raise column_missing(job, job.text_column, schema.names)
        if job.id_column is not None and job.id_column not in schema.names:
            raise column_missing(job, job.id_column, schema.names)
        kind = schema.field(job.text_column).type
        if not _is_text(kind):
            raise BatchUsageError(
                f"column {job.text_column!r} of {job.source} is {kind}, not a string"
            )
        name = job.id_column or DEFAULT_ID
        self._id = name if name in schema.names else None
        self.start = Mark()
        self.size = int(self._open().metadata.num_rows)

    def rows(self, mark: Mark) -> Iterator[tuple[Row, Mark]]:
        """Yield the rows after a mark, each with the mark that follows it."""
        file = self._open()
        group, skip = 0, mark.row
        sizes = [file.metadata.row_group(i).num_rows for i in range(file.num_row_groups)]
        while group < len(sizes) and skip >= sizes[group]:
            skip, group = skip - sizes[group], group + 1
        if group == len(sizes):
            return
        names = [name for name in (self._job.text_column, self._id) if name is not None]
        values = self._values(file, list(range(group, len(sizes))), names)
        for number, (text, identity) in enumerate(islice(values, skip, None), mark.row + 1):
            yield checked_row(number, identity, text), Mark(number, number, number)

    def marks(self, every: int, mark: Mark) -> Iterator[Mark]:
        """Yield the given mark, then one after every ``every`` rows, and the file's last one."""
        for row in chain(range(mark.row, self.size, every), [self.size]):
            yield Mark(row, row, row)

    def _values(self, file: Any, groups: list[int], names: list[str]) -> Iterator[tuple[Any, Any]]:
        batches = file.iter_batches(READ_ROWS, row_groups=groups, columns=names)
        while True:
            try:
                batch = next(batches)
            except StopIteration:
                return
            except (OSError, pa.ArrowException) as error:
                raise BatchError(f"{self._job.source} is damaged: {error}") from None
            texts = batch.column(names[0]).to_pylist()
            ids = batch.column(self._id).to_pylist() if self._id else [None] * len(texts)
            yield from zip(texts, map(_plain, ids), strict=True)

    def _open(self) -> Any:
        try:
            return pq.ParquetFile(self._job.source, pre_buffer=False)
        except pa.ArrowException as error:
            raise BatchUsageError(f"{self._job.source} is not a Parquet file: {error}") from None


def write_parquet(job: Job, lines: Path) -> None:
    """Write the target of a job from the lines of its solutions, whole or not at all.

    Integer ids of a Parquet file stay integers; any other id is written as text.
    """
    schema = _schema(job)
    temporary = job.target.with_name(job.target.name + ".tmp")
    with lines.open("rb") as file, pq.ParquetWriter(temporary, schema) as writer:
        while part := [json.loads(line) for line in islice(file, GROUP_ROWS)]:
            columns = [[_value(name, row[name], schema) for row in part] for name in COLUMNS]
            writer.write_table(pa.table(columns, schema=schema))
    with temporary.open("rb") as file:
        os.fsync(file.fileno())
    temporary.replace(job.target)


def count_rows(path: Path) -> int:
    """Return the number of rows of a file."""
    return int(pq.read_metadata(path).num_rows)


def _schema(job: Job) -> Any:
    kinds = dict.fromkeys(COLUMNS, pa.string())
    kinds |= {"answer": pa.float64(), "confidence": pa.float64(), "line": pa.int64()}
    if job.source_format is Format.PARQUET:
        source = pq.read_schema(job.source)
        name = job.id_column or DEFAULT_ID
        if name in source.names and pa.types.is_integer(source.field(name).type):
            kinds["id"] = source.field(name).type
    return pa.schema(list(kinds.items()))


def _value(column: str, value: Any, schema: Any) -> Any:
    """Return a value of a record in the type of its column."""
    if value is None or column not in ("id", "answer"):
        return value
    if column == "answer":
        return _float(value)
    if schema.field(column).type != pa.string() or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)


def _float(value: int | float) -> float:
    """Return a number as a float; one beyond a float's range is infinite."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def _plain(identity: Any) -> Any:
    """Return an id as JSON can hold it: a string or an integer unchanged, anything else as text."""
    return identity if identity is None or isinstance(identity, str | int) else str(identity)


def _is_text(kind: Any) -> bool:
    if pa.types.is_dictionary(kind):
        return _is_text(kind.value_type)
    return bool(
        pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_null(kind)
    )
