"""The values of Parquet columns as objects that JSON can hold."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

import pyarrow as pa
import pyarrow.compute as pc

from unitdep.batch.layout import json_line
from unitdep.batch.reader import MAX_DEPTH, too_deep

MAX_VALUE: Final = 1 << 17  # bytes of a text; CSV has the same limit
TOO_LONG: Final = f"it has more than {MAX_VALUE:,} bytes"
# What pyarrow raises for files and values that it cannot read.
REFUSALS: Final = (pa.ArrowException, OSError, ValueError, KeyError, OverflowError, MemoryError)


@dataclass(frozen=True)
class Unread:
    """A value that cannot be read."""

    reason: str  # why


def values(column: Any) -> list[Any]:
    """Return the values of a column as JSON can hold them, or why one can't be read."""
    if pa.types.is_dictionary(column.type):
        known = values(column.dictionary)
        return [None if k is None else known[k] for k in column.indices.to_pylist()]
    if is_bytes(column.type):
        return [
            _value_of(column[k]) if (size or 0) <= MAX_VALUE else Unread(TOO_LONG)
            for k, size in enumerate(pc.binary_length(column).to_pylist())
        ]
    return [_value_of(value) for value in column]


def _value_of(scalar: Any) -> Any:
    """Return one value; dates that Python doesn't have are written by Arrow."""
    try:
        value = _plain(scalar.as_py())
        if isinstance(value, str):
            value.encode()
        elif isinstance(value, list | dict):
            json_line({"": value})
            if too_deep(value):
                return Unread(f"nested more than {MAX_DEPTH} deep")
        return value
    except UnicodeError:
        return Unread("not UTF-8")
    except REFUSALS as error:
        try:
            return str(scalar.cast(pa.string()).as_py())
        except REFUSALS:
            return Unread(str(error) or type(error).__name__)


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


def is_bytes(kind: Any) -> bool:
    """Whether a type is text or bytes, not packed as a dictionary."""
    found = (pa.types.is_string, pa.types.is_large_string, pa.types.is_binary)
    return any(test(kind) for test in (*found, pa.types.is_large_binary))
