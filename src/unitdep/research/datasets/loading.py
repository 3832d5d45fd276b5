"""Load a data set by its name or a file by its path: records, folds and signature."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path

from unitdep.errors import DatasetNotFoundError, meant
from unitdep.research.datasets.catalog import ALIASES, CATALOG, KnownSet, lookup
from unitdep.research.datasets.folders import VARIABLE, data_root
from unitdep.research.datasets.readers import read
from unitdep.research.datasets.readers.authors import ANNOTATIONS
from unitdep.research.datasets.readers.items import Malformed
from unitdep.research.datasets.readers.tables import Columns
from unitdep.research.datasets.records import Record


@dataclass(frozen=True)
class Dataset:
    """A data set as read: its records in file order, and where they come from."""

    name: str
    records: tuple[Record, ...]
    folds: tuple[tuple[str, ...], ...] | None  # ids per fold, or None if the set has no folds
    problems: tuple[Malformed, ...]
    hash: str  # SHA-256 over the content of ``paths``
    paths: tuple[Path, ...]
    block: int | None = None  # how many records, in order, make a fold; None: other folds or none

    @property
    def signature(self) -> str:
        """The first 12 digits of the hash, to print next to reported numbers."""
        return self.hash[:12]


def load(
    name: str,
    root: Path | None = None,
    *,
    format: str | None = None,
    columns: Columns | None = None,
) -> Dataset:
    """Load a set by its name, or a file by its path.

    ``root`` replaces the data folder; ``format`` overrides the format detected from a file's
    content, and ``columns`` names those of a CSV file. Raises
    DatasetNotFoundError, and FormatError for a file of no known format.
    """
    known = lookup(name)
    if known is not None:
        return _load_known(known, data_root() if root is None else root)
    path = Path(name)
    if not path.is_file():
        names = (*CATALOG, *ALIASES)
        raise DatasetNotFoundError(
            f"{name!r} is neither a file nor a data set{meant(name, names)}; "
            f"the sets are {', '.join(names)}"
        )
    result = read(path, format, columns)
    rated = any(record.rates is not None for record in result.records)
    annotations = path.with_name(ANNOTATIONS)
    paths = (path, annotations) if rated and annotations.exists() else (path,)
    records, problems = tuple(result.records), tuple(result.problems)
    return Dataset(name, records, None, problems, _digest(paths), paths)


def _load_known(known: KnownSet, root: Path) -> Dataset:
    layout = known.layout
    paths = tuple(_present(root / path, known.name) for path in layout.paths)
    lists = [root / path for path in layout.id_files]
    result = read(root / layout.file, layout.format)
    members = {path: path.read_text("utf-8", "replace").split() for path in lists}
    wanted = {member for ids in members.values() for member in ids}
    records = tuple(r for r in result.records if not lists or r.id in wanted)
    ids = {record.id for record in records}
    folds = (
        _blocks(records, layout.block)
        if layout.block
        else tuple(tuple(i for i in members[path] if i in ids) for path in lists)
    )
    return Dataset(
        known.name,
        records,
        folds if layout.folds or layout.block else None,
        (*result.problems, *_absent(members, ids)),
        _digest(paths),
        paths,
        layout.block,
    )


def _blocks(records: Sequence[Record], size: int) -> tuple[tuple[str, ...], ...]:
    """Return the ids of consecutive records, ``size`` to a fold."""
    ids = [record.id for record in records]
    return tuple(tuple(ids[k : k + size]) for k in range(0, len(ids), size))


def _present(path: Path, name: str) -> Path:
    if not path.is_file():
        raise DatasetNotFoundError(
            f"{name} needs {path}: set {VARIABLE} to the folder of the data sets, or run: "
            f"unitdep data download {name}"
        )
    return path


def _absent(members: Mapping[Path, Sequence[str]], ids: Set[str]) -> tuple[Malformed, ...]:
    """Report the listed ids that no record has."""
    return tuple(
        Malformed(path, line, f"no problem has the id {member}")
        for path, listed in members.items()
        for line, member in enumerate(listed, start=1)
        if member not in ids
    )


def _digest(paths: Iterable[Path]) -> str:
    total = hashlib.sha256()
    for path in paths:
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()
