"""Results files: figures, each with the signature of the run that measured it.

A file has either ``figures``, the cells of a table, or ``content`` of its table's own making; the
schemas ``results`` and ``results-*`` describe them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import numpy as np

from unitdep import __version__
from unitdep.errors import ResultsError
from unitdep.research.datasets import Dataset
from unitdep.research.evaluation.metrics.significance import bootstrap_interval
from unitdep.research.evaluation.protocol.folds import split_of
from unitdep.research.evaluation.provenance import Provenance

SYSTEMS: Final = "systems"  # in ``content``: rows of outcomes by system
OTHER_VERSIONS: Final = "other versions"  # in ``content``: by system, if not the signature's
_CORPUS: Final = "corpus"  # in the file name, if a signature has no data set
_HEAD: Final = ("table", "signature", "seconds")  # what every file has, apart from the rest
_LIST_IN_LIST: Final = re.compile(r"^( *)\[\n([^\[\]{}]+?)\n *\]", re.MULTILINE)


@dataclass(frozen=True)
class Signature:
    """What a figure was measured on, and with what; empty fields are left out of the file."""

    dataset: str  # empty: the packaged corpus, all parts together
    data_hash: str
    problems: int
    folds: str  # "authors' 5", "random 5", or why there are none
    seed: int
    version: str  # of unitdep
    spacy: str
    sklearn: str
    provenance: Provenance | None = None  # None in files of version 0.3.0 and earlier


_BLANK: Final = {
    "dataset": "",
    "problems": 0,
    "folds": "",
    "spacy": "",
    "sklearn": "",
    "provenance": None,
}


@dataclass(frozen=True)
class Figure:
    """One cell of a table: an accuracy with its spread, and which problems went wrong."""

    row: str
    column: str
    folds: tuple[float, ...]  # accuracy per fold
    interval: tuple[float, float] | None = None  # 95%, bootstrap over problems
    wrong: tuple[str, ...] | None = None  # ids of the problems that were not answered correctly
    details: Mapping[str, Any] = field(default_factory=dict)  # weights and the like

    @property
    def mean(self) -> float:
        """The mean over folds."""
        return float(np.mean(self.folds))


@dataclass(frozen=True)
class Results:
    """One table on one data set."""

    table: str
    signature: Signature
    seconds: float = 0.0  # of all runs that contributed; 0: not measured
    figures: tuple[Figure, ...] = ()
    content: Mapping[str, Any] = field(default_factory=dict)  # instead of figures
    partial: bool = False  # ``write`` keeps the rows of an older file that were not measured again


def sign(
    dataset: Dataset,
    seed: int,
    split: str | None = None,
    *,
    models: Iterable[str] = (),
    seeds: Iterable[int] | None = None,
) -> Signature:
    """Return the signature of a run.

    ``split`` says how, if not by the data set's folds. ``models`` names the packaged models that
    are measured, ``seeds`` the seeds if there are several.
    """
    return Signature(
        dataset.name,
        dataset.signature,
        len(dataset.records),
        split or split_of(dataset),
        seed,
        __version__,
        version("spacy"),
        version("scikit-learn"),
        Provenance.of_now([seed] if seeds is None else seeds, models),
    )


def versions(results: Results) -> set[str]:
    """Return the versions of unitdep that measured the figures of a file."""
    rows = (figure.details.get("version") for figure in results.figures)
    systems = results.content.get(OTHER_VERSIONS, {}).values()
    return {results.signature.version, *systems, *(made_with for made_with in rows if made_with)}


def figure(
    row: str,
    column: str,
    folds: Sequence[Sequence[tuple[str, bool]]],
    details: Mapping[str, Any] | None = None,
) -> Figure:
    """Return the figure for (problem id, right) pairs, one list per fold."""
    flat = [pair for fold in folds for pair in fold]
    return Figure(
        row,
        column,
        tuple(sum(right for _, right in fold) / max(len(fold), 1) for fold in folds),
        bootstrap_interval([right for _, right in flat]),
        tuple(problem for problem, right in flat if not right),
        details or {},
    )


def same_data(first: Signature, second: Signature) -> bool:
    """Whether two runs share data, folds and seed, so that their figures are comparable."""
    return all(
        getattr(first, name) == getattr(second, name) for name in ("data_hash", "folds", "seed")
    )


def merge(older: Results, newer: Results) -> Results:
    """Keep the rows of an older run that a newer one has not measured again, with its version."""
    marks = _marks(older.signature, newer.signature)
    kept = tuple(replace(f, details={**marks, **f.details}) for f in older.figures)
    rows = {f.row: f for f in (*kept, *newer.figures)}
    content = dict(newer.content)
    if SYSTEMS in content:
        content = with_systems(older, newer.content[SYSTEMS], newer.signature.version)
    seconds = older.seconds + newer.seconds
    return replace(newer, seconds=seconds, figures=tuple(rows.values()), content=content)


def with_systems(
    older: Results, systems: Mapping[str, Any], made_with: str, signed: str | None = None
) -> dict[str, Any]:
    """Return the content of a file with more systems, all with the version that measured them.

    ``signed`` is the version of the signature that the file will have; ``made_with`` by default.
    """
    known = older.content.get(SYSTEMS, {})
    before = dict.fromkeys(known, older.signature.version)
    by_system = before | older.content.get(OTHER_VERSIONS, {}) | dict.fromkeys(systems, made_with)
    others = {s: v for s, v in by_system.items() if v != (signed or made_with)}
    content = {**older.content, SYSTEMS: {**known, **systems}, OTHER_VERSIONS: others}
    return content if others else {k: v for k, v in content.items() if k != OTHER_VERSIONS}


def _marks(older: Signature, newer: Signature) -> dict[str, str]:
    """Return what an older figure has to say for itself, because the new signature differs."""
    marks = {} if older.version == newer.version else {"version": older.version}
    was, now = (s.provenance and s.provenance.commit for s in (older, newer))
    return {**marks, "commit": was} if was and was != now else marks


def path_of(table: str, dataset: str, folder: Path) -> Path:
    """Return the path of the results file of a table on a data set."""
    return folder / f"{table}-{Path(dataset).stem or _CORPUS}.json"


def write(results: Results, folder: Path) -> Path:
    """Write a results file, named after its table and data set."""
    folder.mkdir(parents=True, exist_ok=True)
    path = path_of(results.table, results.signature.dataset, folder)
    if results.partial and path.is_file():
        results = merge(read(path), results)
    path.write_text(_as_json(results), "utf-8")
    return path


def _as_json(results: Results) -> str:
    signature = asdict(results.signature)
    head = {
        "table": results.table,
        "signature": {k: v for k, v in signature.items() if k not in _BLANK or v != _BLANK[k]},
        **({"seconds": results.seconds} if results.seconds else {}),
    }
    figures = [{**asdict(f), "mean": f.mean} for f in results.figures]
    text = json.dumps({**head, **(results.content or {"figures": figures})}, indent=1)
    return _LIST_IN_LIST.sub(_on_one_line, text) + "\n"


def _on_one_line(match: re.Match[str]) -> str:
    return f"{match[1]}[{' '.join(line.strip() for line in match[2].splitlines())}]"


def read(path: Path) -> Results:
    """Read a results file. Raises ResultsError if it is not one."""
    try:
        content: dict[str, Any] = json.loads(path.read_text("utf-8"))
        table, seconds = content["table"], content.get("seconds", 0.0)
        signature = _signature(content["signature"])
        rest = {key: value for key, value in content.items() if key not in _HEAD}
        if rest.keys() == {"figures"}:
            return Results(table, signature, seconds, tuple(map(_figure, rest["figures"])))
        if not rest:
            raise KeyError("figures")
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ResultsError(
            f"{path} is not a results file, or it is damaged ({type(error).__name__}: {error})"
        ) from error
    return Results(table, signature, seconds, content=rest)


def _signature(fields: Mapping[str, Any]) -> Signature:
    made = fields.get("provenance")
    provenance = None if made is None else Provenance.from_json(made)
    return Signature(**{**_BLANK, **fields, "provenance": provenance})


def _figure(entry: Mapping[str, Any]) -> Figure:
    return Figure(
        entry["row"],
        entry["column"],
        tuple(entry["folds"]),
        tuple(entry["interval"]) if entry["interval"] else None,
        tuple(entry["wrong"]) if entry["wrong"] is not None else None,
        entry["details"],
    )


def read_all(folder: Path, tables: Iterable[str]) -> list[Results]:
    """Read the results files of some tables, those that exist, in the order of the tables."""
    return [read(file) for table in tables for file in sorted(folder.glob(f"{table}-*.json"))]


def find(results: Sequence[Results], table: str, dataset: str) -> Results | None:
    """Return the results of a table on a data set, or None; the last if there are several."""
    wanted = (table, dataset)
    matches = (r for r in reversed(results) if (r.table, r.signature.dataset) == wanted)
    return next(matches, None)
