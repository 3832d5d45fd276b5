"""Results files: every figure with the signature of the run that gave it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import sklearn
from spacy.about import __version__ as spacy_version

from unitdep.research.datasets import Dataset
from unitdep.research.evaluation.metrics.significance import bootstrap_interval


@dataclass(frozen=True)
class Signature:
    """What a figure belongs to."""

    dataset: str
    data_hash: str
    problems: int
    folds: str  # "authors' 5" or "random 5"
    seed: int
    version: str  # of unitdep
    spacy: str
    sklearn: str


@dataclass(frozen=True)
class Figure:
    """One cell of a table: an accuracy with its spread, and which problems went wrong."""

    row: str
    column: str
    folds: tuple[float, ...]  # accuracy per fold
    interval: tuple[float, float] | None = None  # 95 %, bootstrap over problems
    wrong: tuple[str, ...] | None = None  # ids of the problems that were not right
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
    seconds: float  # of all runs that gave the figures
    figures: tuple[Figure, ...]


def sign(dataset: Dataset, seed: int) -> Signature:
    """Make the signature of a run."""
    return Signature(
        dataset.name,
        dataset.signature,
        len(dataset.records),
        "authors' 5" if dataset.folds is not None else "random 5",
        seed,
        version("unitdep"),
        spacy_version,
        sklearn.__version__,
    )


def figure(
    row: str,
    column: str,
    folds: Sequence[Sequence[tuple[str, bool]]],
    details: Mapping[str, Any] | None = None,
) -> Figure:
    """Make a figure of (problem id, right) pairs, a list a fold."""
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
    """Return whether two runs have data, folds and seed in common: their figures compare."""
    return all(
        getattr(first, name) == getattr(second, name) for name in ("data_hash", "folds", "seed")
    )


def merge(older: Results, newer: Results) -> Results:
    """Keep the rows of an older run that a newer one has not measured again, with its version."""
    made_with = older.signature.version
    kept = older.figures
    if made_with != newer.signature.version:
        kept = tuple(_stamped(f, made_with) for f in kept)
    rows = {f.row: f for f in (*kept, *newer.figures)}
    seconds = older.seconds + newer.seconds
    return replace(newer, seconds=seconds, figures=tuple(rows.values()))


def _stamped(found: Figure, made_with: str) -> Figure:
    return replace(found, details={"version": made_with, **found.details})


def path_of(table: str, dataset: str, folder: Path) -> Path:
    """Return the results file of a table on a data set."""
    return folder / f"{table}-{Path(dataset).stem}.json"


def write(results: Results, folder: Path) -> Path:
    """Write a results file; its name says table and data set."""
    folder.mkdir(parents=True, exist_ok=True)
    path = path_of(results.table, results.signature.dataset, folder)
    content = asdict(results)
    for entry, found in zip(content["figures"], results.figures, strict=True):
        entry["mean"] = found.mean
    path.write_text(json.dumps(content, indent=1) + "\n", "utf-8")
    return path


def read(path: Path) -> Results:
    """Read a results file."""
    content = json.loads(path.read_text("utf-8"))
    figures = []
    for entry in content["figures"]:
        entry.pop("mean")
        entry["folds"] = tuple(entry["folds"])
        entry["interval"] = tuple(entry["interval"]) if entry["interval"] else None
        entry["wrong"] = tuple(entry["wrong"]) if entry["wrong"] is not None else None
        figures.append(Figure(**entry))
    return Results(
        content["table"], Signature(**content["signature"]), content["seconds"], tuple(figures)
    )
