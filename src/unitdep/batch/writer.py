"""Write a file that only grows by whole blocks, and find out after a crash what it has.

A crash leaves whole records and at most a torn end. Records are counted in the file itself, so no
second file can contradict it.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from unitdep.batch.job import Format
from unitdep.batch.layout import Layout
from unitdep.errors import BatchError


class Output:
    """An open file of records, locked against a second batch until it is closed."""

    def __init__(self, path: Path, layout: Layout) -> None:
        """Open or create the file; raises BatchError while another batch writes it."""
        self._header = layout.header()
        self._quoted = layout.form is Format.CSV
        self._file: BinaryIO = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "r+b")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._file.close()
            raise BatchError(f"another batch is writing {path}") from None

    def __enter__(self) -> Output:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file and release its lock."""
        self._file.close()

    def rows(self) -> int:
        """Count the whole records, without the header."""
        return max(0, sum(1 for _ in self._ends()) - bool(self._header))

    def cut(self, rows: int) -> None:
        """Keep the first ``rows`` records and drop what follows."""
        keep = rows + bool(self._header)
        end = next(islice(self._ends(), keep - 1, None), 0) if rows else 0
        self._file.truncate(end)
        self._file.seek(end)
        if not rows:
            self._file.write(self._header)
        self._sync()

    def append(self, lines: bytes) -> None:
        """Add whole records, and return once they are safely on disk."""
        self._file.write(lines)
        self._sync()

    def _sync(self) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())

    def _ends(self) -> Iterator[int]:
        """Yield where each whole record ends.

        A line of zeros was never filled by the disk. In CSV, a line ends its record if the number
        of quotes so far is even.
        """
        self._file.seek(0)
        end, within = 0, False
        for line in self._file:
            if not line.endswith(b"\n") or b"\0" in line:
                return
            end += len(line)
            within ^= self._quoted and line.count(b'"') % 2 == 1
            if not within:
                yield end
