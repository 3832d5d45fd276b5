"""What data sets there are: title, licence, home, and each file's size, hash and address.

The files are listed in registry.tsv; which of them make a set is what the catalogue reads.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib.resources import files as resources
from pathlib import Path, PurePosixPath
from typing import Final

from unitdep.errors import DatasetNotFoundError
from unitdep.research.datasets.catalog import ALIASES, CATALOG, FOLDS, Entry, data_roots
from unitdep.research.datasets.readers.authors import ANNOTATIONS

ARITHMETIC_HOME: Final = "https://github.com/CogComp/arithmetic"
MAWPS_HOME: Final = "https://github.com/sroy9/mawps"
LICENCE_FILE: Final = "arithmetic/LICENSE"
POOL: Final = "pool"


class State(Enum):
    """How a file is found under a data folder."""

    GOOD = "good"
    MISSING = "missing"
    DIFFERENT = "different"  # present, but not the known bytes


@dataclass(frozen=True)
class KnownFile:
    """A file as it is known."""

    path: str  # under the data folder, with slashes
    size: int  # bytes
    sha256: str
    url: str

    def state(self, root: Path) -> State:
        """Compare the file under ``root`` with what is known of it."""
        place = root / self.path
        if not place.is_file():
            return State.MISSING
        same = place.stat().st_size == self.size and digest(place) == self.sha256
        return State.GOOD if same else State.DIFFERENT


@dataclass(frozen=True)
class KnownSet:
    """A data set as it is known."""

    name: str
    title: str
    licence: str
    home: str
    files: tuple[KnownFile, ...]

    @property
    def size(self) -> int:
        """Bytes of all its files."""
        return sum(file.size for file in self.files)

    def root(self, roots: Iterable[Path] | None = None) -> Path | None:
        """Return the first data folder that has all its files, whatever their content."""
        for root in data_roots() if roots is None else roots:
            if all(
                (root / file.path).is_file() for file in self.files if file.path != LICENCE_FILE
            ):
                return root
        return None


_TITLES: Final[Mapping[str, str]] = {
    POOL: "the 1,552 pooled problems from which AllArith was pruned (2017)",
    "allarith": "AllArith, 831 problems (2017)",
    "allarithlex": "AllArithLex, 415 problems with little lexical overlap (2017)",
    "allarithtmpl": "AllArithTmpl, 415 problems with little template overlap (2017)",
    "aggregate": "Aggregate, 1,492 problems (2018)",
    "aggregatelex": "AggregateLex (2018)",
    "aggregatetmpl": "AggregateTmpl (2018)",
    "allarith-2018": "AllArith as revised in 2018",
    "allarithlex-2018": "AllArithLex as revised in 2018",
    "allarithtmpl-2018": "AllArithTmpl as revised in 2018",
    "perturb": "Perturb, problems rewritten so that their answer changes (2018)",
    "singleop": "SingleOp, 562 problems of one step (the paper's Illinois set)",
    "multiarith": "MultiArith, 600 problems of several steps (the paper's Commoncore set)",
    "addsub": "AddSub, 395 problems of addition and subtraction",
    "singleeq": "SingleEq, 508 problems with an equation each",
}


def digest(path: Path) -> str:
    """Return a file's SHA-256."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@cache
def known_files() -> Mapping[str, KnownFile]:
    """Read registry.tsv: files by their path."""
    text = resources(__package__).joinpath("registry.tsv").read_text("utf-8")
    lines = (line.split("\t") for line in text.splitlines() if not line.startswith("#"))
    return {path: KnownFile(path, int(size), sha256, url) for path, size, sha256, url in lines}


def paths_of(entry: Entry) -> tuple[str, ...]:
    """Return the files that the catalogue reads for a set, under the data folder."""
    paths = [entry.file]
    if entry.format == "authors-2017" and entry.folds:
        paths.append(str(PurePosixPath(entry.file).with_name(ANNOTATIONS)))
    if entry.folds:
        paths += [f"{entry.folds}/fold{k}.txt" for k in range(FOLDS)]
    if entry.ids:
        paths.append(entry.ids)
    return tuple(paths)


def _known_set(name: str, entry: Entry) -> KnownSet:
    ours = entry.file.startswith("arithmetic/")
    paths = (LICENCE_FILE, *paths_of(entry)) if ours else paths_of(entry)
    return KnownSet(
        name,
        _TITLES[name],
        "MIT" if ours else "not stated",
        ARITHMETIC_HOME if ours else MAWPS_HOME,
        tuple(known_files()[path] for path in paths),
    )


REGISTRY: Final[Mapping[str, KnownSet]] = {
    name: _known_set(name, entry)
    for name, entry in {
        POOL: Entry("arithmetic/2017/pool.json", "authors-2017"),
        **CATALOG,
    }.items()
}


def find(name: str) -> KnownSet:
    """Return a set by its name or alias; raises DatasetNotFoundError."""
    known = ALIASES.get(name.lower(), name.lower())
    if known not in REGISTRY:
        raise DatasetNotFoundError(f"{name!r} is no data set; the sets are {', '.join(REGISTRY)}")
    return REGISTRY[known]


def location(name: str) -> str:
    """Return what ``load`` takes for a name: the pool, without folds, is loaded by path."""
    if name.lower() != POOL:
        return name
    root = REGISTRY[POOL].root()
    if root is None:
        raise DatasetNotFoundError(
            f"{POOL} is not here; fetch it with: unitdep data download {POOL}"
        )
    return str(root / REGISTRY[POOL].files[-1].path)
