"""Read the rows of a Parquet file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, islice
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from unitdep.batch.job import Format, Job
from unitdep.batch.parquet.values import REFUSALS, Unread, is_bytes, values
from unitdep.batch.reader import refuse_columns, require_columns
from unitdep.batch.records import Mark, Row
from unitdep.errors import BatchError, BatchUsageError

READ_ROWS: Final = 256  # rows converted to objects at a time
MAX_UNPACKED: Final = 1 << 32  # bytes of a row group
MAX_AVERAGE: Final = 1 << 18  # bytes of a row, once there are ``FEW`` of them
FEW: Final = 1 << 24


class ParquetSource:
    """The rows of a Parquet file; lines and offsets are counted in rows."""

    def __init__(self, job: Job) -> None:
        self._job = job
        file = open_file(job, [])
        schema, action = file.schema_arrow, job.action
        refuse_columns(job, schema.names)
        require_columns(job, schema.names)
        kind = schema.field(action.text_column).type
        if not _is_text(kind):
            raise BatchUsageError(
                f"column {action.text_column!r} of {job.shown} is {kind}, not a string"
            )
        needed = {*action.required, *action.optional}
        copied = job.target_format is Format.PARQUET  # then the other columns aren't read here
        self._names = [name for name in schema.names if name in needed or not copied]
        if len(set(self._names)) < len(self._names):
            raise BatchUsageError(f"{job.shown} has two columns of one name; rename one of them")
        self.start = Mark()
        self.size = int(file.metadata.num_rows)
        try:
            _weigh(job, file.metadata)
        except REFUSALS as error:
            raise BatchUsageError(f"{job.shown} is damaged: {error}") from None

    def columns(self) -> tuple[str, ...]:
        """Return the names of the columns."""
        return tuple(self._names)

    def rows(self, mark: Mark) -> Iterator[tuple[Row, Mark]]:
        """Yield the rows after a mark, each with the mark that follows it."""
        file = open_file(self._job, self._names)
        group, skip = 0, mark.row
        sizes = [file.metadata.row_group(i).num_rows for i in range(file.num_row_groups)]
        while group < len(sizes) and skip >= sizes[group]:
            skip, group = skip - sizes[group], group + 1
        if group == len(sizes):
            return
        records = islice(self._records(file, list(range(group, len(sizes)))), skip, None)
        for number, (record, error) in enumerate(records, mark.row + 1):
            row = self._job.action.row(number, record)
            if error is not None:
                row = replace(row, error=error)
            yield row, Mark(number, number, number)

    def marks(self, every: int, mark: Mark) -> Iterator[Mark]:
        """Yield the given mark, then one after every ``every`` rows, and the file's last one."""
        for row in chain(range(mark.row, self.size, every), [self.size]):
            yield Mark(row, row, row)

    def _records(self, file: Any, groups: list[int]) -> Iterator[tuple[dict[str, Any], str | None]]:
        """Yield the values of each row, and what is wrong with one of them."""
        for batch in read_batches(self._job, file, self._names, groups):
            columns = [values(column) for column in batch.columns]
            for found in zip(*columns, strict=True):
                errors = [
                    f"column {name!r}: {value.reason}"
                    for name, value in zip(self._names, found, strict=True)
                    if isinstance(value, Unread)
                ]
                plain = (None if isinstance(value, Unread) else value for value in found)
                yield dict(zip(self._names, plain, strict=True)), errors[0] if errors else None


def open_file(job: Job, names: list[str]) -> Any:
    """Open the input of a job; in the named columns, texts that are equal are kept once."""
    try:
        file = pq.ParquetFile(job.source, pre_buffer=False)
        texts = [field.name for field in file.schema_arrow if is_bytes(field.type)]
        packed = [name for name in names if name in texts]
        return pq.ParquetFile(job.source, pre_buffer=False, read_dictionary=packed)
    except REFUSALS as error:
        raise BatchUsageError(f"{job.shown} is not a Parquet file: {error}") from None


def _weigh(job: Job, metadata: Any) -> None:
    """Raise BatchUsageError for a row group that unpacks to far more than problems need.

    What single columns take isn't looked at: pyarrow ends the process where that is damaged.
    """
    for index in range(metadata.num_row_groups):
        group = metadata.row_group(index)
        size, rows = group.total_byte_size, group.num_rows
        if size > MAX_UNPACKED or size > FEW + rows * MAX_AVERAGE:
            raise BatchUsageError(
                f"row group {index} of {job.shown} takes {size:,} bytes for {rows:,} rows, which "
                "is too much; write smaller row groups"
            )


def read_batches(job: Job, file: Any, names: list[str], groups: list[int] | None = None) -> Any:
    """Yield a few rows at a time; raises BatchError where the file is damaged."""
    found = file.iter_batches(READ_ROWS, row_groups=groups, columns=names)
    while True:
        try:
            batch = next(found)
        except StopIteration:
            return
        except REFUSALS as error:
            raise BatchError(f"{job.shown} is damaged: {error}") from None
        yield batch.select(names)


def _is_text(kind: Any) -> bool:
    if pa.types.is_dictionary(kind):
        return _is_text(kind.value_type)
    return bool(
        pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_null(kind)
    )
