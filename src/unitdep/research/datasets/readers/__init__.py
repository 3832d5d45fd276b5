"""Readers of data set files: every format by name, and detection of a file's format."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from unitdep.errors import FormatError
from unitdep.research.datasets.readers.asdiv import read_asdiv
from unitdep.research.datasets.readers.authors import read_2017, read_2018
from unitdep.research.datasets.readers.items import ReadResult, read_items
from unitdep.research.datasets.readers.mawps import (
    read_mawps,
    read_multiarith,
    read_plain,
    read_singleop,
    read_slots,
    read_svamp,
)
from unitdep.research.datasets.readers.tables import Columns, read_csv, read_gsm8k

READERS: Final[Mapping[str, Callable[[Path], ReadResult]]] = {
    "authors-2017": read_2017,
    "authors-2018": read_2018,
    "multiarith": read_multiarith,
    "mawps": read_mawps,
    "svamp": read_svamp,
    "mawps-slots": read_slots,
    "singleop": read_singleop,
    "asdiv": read_asdiv,
    "plain": read_plain,
    "gsm8k": read_gsm8k,
    "csv": read_csv,
}

# The first format all of whose keys the file's first object has.
_SIGNS: Final = (
    ("authors-2017", {"sQuestion", "quantities"}),
    ("authors-2018", {"sQuestion", "quants"}),
    ("multiarith", {"sQuestion", "lEquations", "lAlignments"}),
    ("mawps", {"sQuestion"}),
    ("svamp", {"Body", "Question"}),
    ("mawps-slots", {"Question", "Equation"}),
    ("singleop", {"input", "target"}),
    ("plain", {"text"}),
    ("gsm8k", {"question", "answer"}),
)


def read(path: Path, format: str | None = None, columns: Columns | None = None) -> ReadResult:
    """Read a file in the named format, or in the one detected from its content.

    ``columns`` names those of a CSV file.
    """
    name = guess_format(path) if format is None else format
    if name not in READERS:
        raise FormatError(f"unknown format {name!r}; the formats are {', '.join(READERS)}")
    if name == "csv":
        return read_csv(path, columns)
    if columns is not None:
        raise FormatError(f"{path} is not a CSV file, so it has no columns to choose")
    return READERS[name](path)


def guess_format(path: Path) -> str:
    """Detect a file's format from its name, its first character or the keys of its first object."""
    if path.suffix.lower() == ".csv":
        return "csv"
    with path.open("rb") as file:
        if file.read(1000).removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<"):
            return "asdiv"
    if not path.stat().st_size:
        raise FormatError(f"{path} is empty")
    why: str | None = None
    for item in read_items(path):
        if item.error is None:
            return _format_of(path, item.fields)
        why = why or f"line {item.line}: {item.error}"
    raise FormatError(
        f"{path} has no JSON object and is not XML; CSV files end in .csv"
        + (f" ({why[:200]})" if why else "")
    )


def _format_of(path: Path, fields: Mapping[str, object]) -> str:
    """Return the name of the format whose keys an object has."""
    for name, keys in _SIGNS:
        if keys <= fields.keys():
            return name
    raise FormatError(f"{path} has no known format; its keys are {', '.join(sorted(fields))[:200]}")
