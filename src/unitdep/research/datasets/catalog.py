"""Data sets by name: their records, folds and signature.

The files are not part of this project. They are looked for in the folder that the environment
variable UNITDEP_DATA names, else in ``shared/data`` beside the current folder or the checkout, else
in the cache folder that ``unitdep data download`` fills.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from unitdep.errors import DatasetNotFoundError
from unitdep.research.datasets.readers import read
from unitdep.research.datasets.readers.authors import ANNOTATIONS
from unitdep.research.datasets.readers.items import Malformed
from unitdep.research.datasets.records import Record

VARIABLE: Final = "UNITDEP_DATA"
FOLDS: Final = 5  # fold0.txt to fold4.txt


@dataclass(frozen=True)
class Dataset:
    """A data set as read: its records in file order, and where they come from."""

    name: str
    records: tuple[Record, ...]
    folds: tuple[tuple[str, ...], ...] | None  # ids per fold, None where the set has no folds
    problems: tuple[Malformed, ...]
    hash: str  # SHA-256 over the content of ``paths``
    paths: tuple[Path, ...]

    @property
    def signature(self) -> str:
        """The first 12 digits of the hash, to stand beside reported numbers."""
        return self.hash[:12]


@dataclass(frozen=True)
class Entry:
    """Where a named set lies under the data root."""

    file: str
    format: str
    folds: str | None = None  # folder of the fold files
    ids: str | None = None  # file of the ids that belong to the set; else all, or those in folds


def _authors_2017(folder: str) -> Entry:
    place = f"arithmetic/2017/{folder}"
    return Entry(f"{place}/questions.json", "authors-2017", folds=place)


def _authors_2018(folder: str) -> Entry:
    place = "arithmetic/2018"
    return Entry(f"{place}/questions.json", "authors-2018", folds=f"{place}/{folder}")


CATALOG: Final[Mapping[str, Entry]] = {
    "allarith": _authors_2017("allArith"),
    "allarithlex": _authors_2017("allArithLex"),
    "allarithtmpl": _authors_2017("allArithTmpl"),
    "aggregate": _authors_2018("aggregate"),
    "aggregatelex": _authors_2018("aggregateLex"),
    "aggregatetmpl": _authors_2018("aggregateTmpl"),
    "allarith-2018": _authors_2018("allArith"),
    "allarithlex-2018": _authors_2018("allArithLex"),
    "allarithtmpl-2018": _authors_2018("allArithTmpl"),
    "perturb": Entry(
        "arithmetic/2018/questions.json", "authors-2018", ids="arithmetic/2018/perturb/new.txt"
    ),
    "singleop": Entry("siblings/SingleOp.jsonl", "singleop"),
    "multiarith": Entry("siblings/MultiArith.json", "multiarith"),
    "addsub": Entry("siblings/AddSub.json", "mawps"),
    "singleeq": Entry("siblings/SingleEq.json", "mawps"),
}
ALIASES: Final[Mapping[str, str]] = {"illinois": "singleop", "commoncore": "multiarith"}


def load(name: str, root: Path | None = None, *, format: str | None = None) -> Dataset:
    """Load a set by its name, or a file by its path.

    ``root`` replaces the data folder; ``format`` the format that a file's content shows. Raises
    DatasetNotFoundError, and FormatError for a file of no known format.
    """
    known = ALIASES.get(name.lower(), name.lower())
    if known in CATALOG:
        return _load_entry(known, CATALOG[known], data_root() if root is None else root)
    path = Path(name)
    if not path.is_file():
        names = ", ".join((*CATALOG, *ALIASES))
        raise DatasetNotFoundError(
            f"{name!r} is neither a file nor a data set; the sets are {names}"
        )
    result = read(path, format)
    rated = any(record.rates is not None for record in result.records)
    beside = path.with_name(ANNOTATIONS)
    paths = (path, beside) if rated and beside.exists() else (path,)
    records, problems = tuple(result.records), tuple(result.problems)
    return Dataset(name, records, None, problems, _digest(paths), paths)


def data_root() -> Path:
    """Return the folder of the data sets; raises DatasetNotFoundError if there is none."""
    named = os.environ.get(VARIABLE)
    if named:
        if not Path(named).is_dir():
            raise DatasetNotFoundError(f"{VARIABLE} is {named}, which is not a folder")
        return Path(named)
    for candidate in data_roots():
        if candidate.is_dir():
            return candidate
    tried = " or ".join(map(str, data_roots()))
    raise DatasetNotFoundError(
        f"no data sets in {tried}: set {VARIABLE} to their folder, or: unitdep data download --all"
    )


def data_roots() -> Iterator[Path]:
    """Yield the folders where data sets may be, in the order in which they are looked at."""
    named = os.environ.get(VARIABLE)
    if named:
        yield Path(named)
        return
    checkout = Path(__file__).resolve().parents[4]
    yield from dict.fromkeys(
        base / "shared" / "data" for base in (Path.cwd().parent, checkout.parent)
    )
    if (cache := cache_root()) is not None:
        yield cache


def cache_root() -> Path | None:
    """Return the folder of downloads; None without pooch, which makes them."""
    try:
        import pooch
    except ImportError:
        return None
    return Path(pooch.os_cache("unitdep"))


def _load_entry(name: str, entry: Entry, root: Path) -> Dataset:
    file = _present(root / entry.file, name)
    lists = [_present(path, name) for path in _id_files(entry, root)]
    beside = [file.with_name(ANNOTATIONS)] if entry.format == "authors-2017" else []
    paths = (file, *(_present(path, name) for path in beside), *lists)
    result = read(file, entry.format)
    members = {path: path.read_text("utf-8", "replace").split() for path in lists}
    wanted = {member for ids in members.values() for member in ids}
    records = tuple(r for r in result.records if not lists or r.id in wanted)
    ids = {record.id for record in records}
    folds = tuple(tuple(i for i in members[path] if i in ids) for path in lists)
    return Dataset(
        name,
        records,
        folds if entry.folds else None,
        (*result.problems, *_absent(members, ids)),
        _digest(paths),
        paths,
    )


def _id_files(entry: Entry, root: Path) -> list[Path]:
    if entry.ids:
        return [root / entry.ids]
    return [root / entry.folds / f"fold{k}.txt" for k in range(FOLDS)] if entry.folds else []


def _present(path: Path, name: str) -> Path:
    if not path.is_file():
        raise DatasetNotFoundError(
            f"{name} needs {path}: set {VARIABLE} to the folder of the data sets"
        )
    return path


def _absent(members: Mapping[Path, Sequence[str]], ids: Set[str]) -> tuple[Malformed, ...]:
    """Report the ids listed that no record has."""
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
