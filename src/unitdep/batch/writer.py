"""Writing: a file that only ever grows by whole blocks, and that tells after a crash what it has.

What a crash leaves behind is whole records and at most a torn end. Records are counted in the file
itself: no second file can contradict it.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from unitdep.batch.records import Format, header
from unitdep.errors import BatchError


class Output:
    """An open file of records, locked against a second batch until it is closed."""

    def __init__(self, path: Path, form: Format) -> None:
        """Open or make the file; raises BatchError while another batch writes it."""
        self._header = header(form)
        self._quoted = form is Format.CSV
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
        """Close the file and let others write it."""
        self._file.close()

    def rows(self) -> int:
        """Count the whole records, the header excluded."""
        return max(0, sum(1 for _ in self._ends()) - bool(self._header))

    def cut(self, rows: int) -> None:
        """Keep so many records, and drop what follows them."""
        keep = rows + bool(self._header)
        end = next(islice(self._ends(), keep - 1, None), 0) if rows else 0
        self._file.truncate(end)
        self._file.seek(end)
        if not rows:
            self._file.write(self._header)
        self._sync()

    def append(self, lines: bytes) -> None:
        """Add whole records, and return when they are safe on the disk."""
        self._file.write(lines)
        self._sync()

    def _sync(self) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())

    def _ends(self) -> Iterator[int]:
        """Yield where each whole record ends.

        A line of zeros is a place that the disk never filled. In CSV a line ends its record where
        the quotes up to there are even in number.
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


def sync_folder(folder: Path) -> None:
    """Make names in a folder (a new file, a rename) safe on the disk."""
    place = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(place)
    finally:
        os.close(place)
