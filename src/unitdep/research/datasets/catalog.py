"""The data sets with names: what they are called, their licence, and the files they are made of.

All of it is read from datasets.toml, once.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from enum import Enum
from importlib.resources import files as resources
from pathlib import Path
from typing import Any, Final

from unitdep.errors import DatasetNotFoundError, meant
from unitdep.research.datasets.folders import data_roots

FOLDS: Final = 5  # fold0.txt to fold4.txt


class State(Enum):
    """What a data folder has in the place of a known file."""

    GOOD = "good"
    MISSING = "missing"
    DIFFERENT = "different"  # present, but with other content


@dataclass(frozen=True)
class KnownFile:
    """A file of a data set."""

    path: str  # under the data folder, with slashes
    size: int  # bytes
    sha256: str
    url: str

    def state(self, root: Path) -> State:
        """Compare the file under ``root`` with the known size and hash."""
        file = root / self.path
        if not file.is_file():
            return State.MISSING
        same = file.stat().st_size == self.size and digest(file) == self.sha256
        return State.GOOD if same else State.DIFFERENT


@dataclass(frozen=True)
class Layout:
    """Which files of a set hold what; paths under the data folder."""

    format: str  # a name in ``READERS``
    file: str  # the problems
    rates: str | None = None  # the file of rate annotations
    folds: str | None = None  # the folder of the fold files
    block: int | None = None  # instead of ``folds``: how many problems, in order, make a fold
    ids: str | None = None  # the file with the members' ids; without it, all, or those in folds

    @property
    def id_files(self) -> tuple[str, ...]:
        """The files that list ids: that of the members, or one per fold."""
        if self.ids:
            return (self.ids,)
        return tuple(f"{self.folds}/fold{k}.txt" for k in range(FOLDS)) if self.folds else ()

    @property
    def paths(self) -> tuple[str, ...]:
        """All files that are read."""
        return (self.file, *((self.rates,) if self.rates else ()), *self.id_files)


@dataclass(frozen=True)
class KnownSet:
    """A data set with a name."""

    name: str
    heading: str  # in tables of results
    title: str  # in one line
    licence: str
    home: str
    files: tuple[KnownFile, ...]  # those of the layout, and the licence's text
    layout: Layout
    aliases: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """Bytes of all its files."""
        return sum(file.size for file in self.files)

    def root(self, roots: Iterable[Path] | None = None) -> Path | None:
        """Return the first data folder that has all files of the layout, whatever their content."""
        for root in data_roots() if roots is None else roots:
            if all((root / path).is_file() for path in self.layout.paths):
                return root
        return None


def digest(path: Path) -> str:
    """Return a file's SHA-256."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _read() -> dict[str, KnownSet]:
    """Read datasets.toml: the sets by name."""
    content = tomllib.loads(resources(__package__).joinpath("datasets.toml").read_text("utf-8"))
    files = {entry["path"]: KnownFile(**entry) for entry in content["files"]}
    return {
        name: _known_set(name, entry, content["sources"][entry["source"]], files)
        for name, entry in content["sets"].items()
    }


def _known_set(
    name: str, entry: Mapping[str, Any], source: Mapping[str, str], files: Mapping[str, KnownFile]
) -> KnownSet:
    layout = Layout(**{f.name: entry[f.name] for f in fields(Layout) if f.name in entry})
    notice = (source["notice"],) if "notice" in source else ()
    return KnownSet(
        name,
        entry["heading"],
        entry["title"],
        source["licence"],
        source["home"],
        tuple(files[path] for path in (*notice, *layout.paths)),
        layout,
        tuple(entry.get("aliases", ())),
    )


CATALOG: Final[Mapping[str, KnownSet]] = _read()
ALIASES: Final[Mapping[str, str]] = {
    alias: known.name for known in CATALOG.values() for alias in known.aliases
}


def lookup(name: str) -> KnownSet | None:
    """Return a set by its name or alias, in upper or lower case, or None if there is none."""
    return CATALOG.get(ALIASES.get(name.lower(), name.lower()))


def find(name: str) -> KnownSet:
    """Return a set as ``lookup`` does; raises DatasetNotFoundError."""
    known = lookup(name)
    if known is None:
        names = (*CATALOG, *ALIASES)
        raise DatasetNotFoundError(
            f"unknown data set {name!r}{meant(name, names)}; the sets are {', '.join(names)}"
        )
    return known
