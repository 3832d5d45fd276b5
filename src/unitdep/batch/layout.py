"""The layout of an output: how a row and its result become one record of a format."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from unitdep.batch.actions import Action
from unitdep.batch.job import Format
from unitdep.batch.records import Row

_SPECIAL: Final = re.compile(r'[",\r\n]')  # what a CSV cell is quoted for


@dataclass(frozen=True)
class Layout:
    """How records are written; sent to workers."""

    form: Format
    action: Action
    kept: tuple[tuple[str, str], ...] = ()  # columns of the input with their names in the output

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of CSV and Parquet."""
        return tuple(dict.fromkeys((*(name for _, name in self.kept), *self.action.columns)))

    def header(self) -> bytes:
        """Return the file header."""
        return csv_line(self.columns) if self.form is Format.CSV else b""

    def done(self, row: Row, result: Mapping[str, Any]) -> tuple[bytes, tuple[str, str]]:
        """Return the line of a row, and what it counts as."""
        return self._line(row, self.action.record(row, result))

    def failed(self, row: Row, error: str) -> tuple[bytes, tuple[str, str]]:
        """Return the line of a row that failed, and what it counts as."""
        return self._line(row, self.action.failure(row, error))

    def _line(self, row: Row, record: Mapping[str, Any]) -> tuple[bytes, tuple[str, str]]:
        cells = self.action.cells(record)
        count = self.action.count(cells)
        if self.form is Format.JSONL:
            return json_line(record), count
        flat = {**{name: row.fields.get(old) for old, name in self.kept}, **cells}
        if self.form is Format.PARQUET:
            return json_line(flat), count
        return csv_line(map(_cell, flat.values())), count


def json_line(record: Mapping[str, Any]) -> bytes:
    """Write one JSON object as a line of UTF-8; raises ValueError for what JSON cannot hold."""
    text = json.dumps(record, ensure_ascii=False, allow_nan=False, default=str)
    return text.encode("utf-8") + b"\n"


def csv_line(cells: Iterable[Any]) -> bytes:
    """Write one CSV record.

    Python's own writer quotes a bare carriage return only since 3.13, so it isn't used: the bytes
    must not depend on the version. A NUL, which few readers of CSV take, becomes U+FFFD.
    """
    return ",".join(map(_quoted, cells)).encode("utf-8") + b"\n"


def _quoted(cell: Any) -> str:
    text = "" if cell is None else str(cell).replace("\0", "\ufffd")
    return '"' + text.replace('"', '""') + '"' if _SPECIAL.search(text) else text


def _cell(value: Any) -> Any:
    """Return a list or an object (JSON may hold either) as JSON."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else value
