"""A job: what a batch reads, what it does with that, what it writes, and with which model."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Final

from unitdep.batch.actions import Action, Solving
from unitdep.errors import BatchUsageError


class Format(Enum):
    """The formats of input and output."""

    JSONL = "jsonl"
    CSV = "csv"
    PARQUET = "parquet"


_EXTENSIONS: Final = {
    ".jsonl": Format.JSONL,
    ".ndjson": Format.JSONL,
    ".csv": Format.CSV,
    ".parquet": Format.PARQUET,
}


PIPE: Final = Path("-")  # standard input or output


def sniffed(head: bytes) -> Format:
    """Return the format of what was piped in, by its first bytes."""
    if head.startswith(b"PAR1"):
        return Format.PARQUET
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    return Format.CSV if text and not text.startswith(b"{") else Format.JSONL


def format_of(path: Path, fallback: Format | None) -> Format:
    """Return a file's format by its extension, or ``fallback``; raises BatchUsageError."""
    if path == PIPE:
        return fallback or Format.JSONL
    form = _EXTENSIONS.get(path.suffix.lower(), fallback)
    if form is None:
        plain = (
            f"; for plain text: unitdep repl < {path}"
            if path.suffix == ".txt" and path.is_file()
            else ""
        )
        raise BatchUsageError(
            f"the extension of {path} does not say its format; "
            f"give --format jsonl, csv or parquet{plain}"
        )
    return form


def _batch_size() -> int:
    from unitdep.reading.text import (
        BATCH,  # imported here, so that the command line's help is quick
    )

    return BATCH


@dataclass(frozen=True)
class Job:
    """What a batch does; how it does it (the engine, the workers) is not part of this."""

    source: Path
    target: Path
    source_format: Format
    target_format: Format
    action: Action = field(default_factory=Solving)
    model: str | Path | None = None  # a packaged name or a folder, as ``Solver.load`` takes it
    piped: bool = False  # the source is a copy of standard input
    block: int = field(default_factory=_batch_size)  # rows done, written and synced together

    @property
    def shown(self) -> str:
        """The input as messages call it."""
        return "standard input" if self.piped else str(self.source)
