"""What ``unitdep reproduce`` does: measure tables on data sets, and write the documents.

The command line parses options and prints; everything else is here. ``tables.TABLES`` has what can
be measured.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from unitdep.models import DEFAULT, PACKAGED
from unitdep.research.corpus.dataset import load as load_dataset
from unitdep.research.datasets import Dataset
from unitdep.research.evaluation.pages import PATHS
from unitdep.research.evaluation.pages.errors import render_errors
from unitdep.research.evaluation.pages.everyday import render_everyday
from unitdep.research.evaluation.pages.model_card import model_card
from unitdep.research.evaluation.pages.results import drawings, render_results, update_readme
from unitdep.research.evaluation.pages.workings import render_workings
from unitdep.research.evaluation.protocol.results import (
    Results,
    path_of,
    read,
    read_all,
    same_data,
    sign,
    write,
)
from unitdep.research.evaluation.table_names import TableName
from unitdep.research.evaluation.tables import TABLES, Options
from unitdep.research.evaluation.tables.own import calibration
from unitdep.research.evaluation.tables.own.units import CORPUS
from unitdep.research.progress import Progress
from unitdep.solver import Solver

# Measured on whatever data set is asked for; the other tables have data sets of their own.
ON_ANY_DATASET: Final = (TableName.SOLVING, TableName.CLASSIFIERS, TableName.GRAPHS)
ONLY_BY_NAME: Final = (TableName.ENCODER,)  # takes hours and the extra ``train``


@dataclass(frozen=True)
class Job:
    """A table to measure on a data set."""

    table: TableName
    dataset: str


def plan(
    tables: Sequence[TableName] | None,
    datasets: Sequence[str] | None,
    load: Callable[[str], Dataset] = load_dataset,
) -> list[Job]:
    """Return what to measure: some tables on some data sets, or all on their own.

    All data sets are loaded, so that a missing one is noticed before any work is done. Raises
    ValueError if a table was asked for by name but not with a data set that it has.
    """
    name_of = cache(lambda name: name if name == CORPUS else load(name).name)
    asked = None if datasets is None else [name_of(name) for name in datasets]
    jobs: list[Job] = []
    for table in TableName:
        if table not in tables if tables else table in ONLY_BY_NAME:
            continue
        own: Sequence[str] = TABLES[table].datasets
        if asked is None:
            chosen = own
        elif table in ON_ANY_DATASET:
            chosen = asked
        else:
            chosen = [name for name in own if name in asked]
        if tables and not chosen:
            raise ValueError(f"--table {table} has the data sets {', '.join(own)}")
        jobs += [Job(table, name) for name in chosen]
    for job in jobs:
        if asked is None or job.dataset not in asked:
            name_of(job.dataset)
    return jobs


def cannot_keep(job: Job, options: Options, folder: Path) -> str | None:
    """Explain why figures of other systems cannot be kept, or return None if they can."""
    path = path_of(job.table, job.dataset, folder)
    if not options.systems or not path.exists():
        return None
    if same_data(read(path).signature, sign(load_dataset(job.dataset), options.seed)):
        return None
    return (
        f"{path} is for other data, folds or seed, so its figures cannot be kept: omit --system, "
        "or use another --results"
    )


def measure(job: Job, options: Options, folder: Path, progress: Progress) -> Path:
    """Measure a table on a data set and write its results file."""
    path = write(TABLES[job.table].run(job.dataset, options, progress), folder)
    if job.table is TableName.ENCODER and options.work is not None:
        _add_confidence(job.dataset, options.work, folder)
    return path


def _add_confidence(dataset: str, work: Path, folder: Path) -> None:
    """Add the encoder's outcomes to the table calibration, if that has been measured."""
    from unitdep.research.evaluation.protocol.encoder_folds import joint_outcomes

    file = path_of(TableName.CALIBRATION, dataset, folder)
    if file.is_file():
        calibration.add(file, calibration.ENCODER, joint_outcomes(dataset, work))


def read_results(folder: Path) -> list[Results]:
    """Read the results files of all tables. Raises ResultsError for a damaged one."""
    return read_all(folder, TABLES)


def documents(results: Sequence[Results], folder: Path, docs: Path) -> dict[Path, str]:
    """Return the content of the documents, by path.

    The page about errors needs its results. The README next to ``docs`` is included if its short
    table changes.
    """
    contents = {
        docs / PATHS["results"]: render_results(results),
        docs / PATHS["model-card"]: model_card(PACKAGED[DEFAULT], folder),
    }
    if everyday := render_everyday(folder):
        contents[docs / PATHS["everyday"]] = everyday
    if workings := render_workings(folder):
        contents[docs / PATHS["workings"]] = workings
    if any(r.table == TableName.ERRORS for r in results):
        contents[docs / PATHS["errors"]] = render_errors(results, Solver.load(DEFAULT).solve)
    readme = docs.parent / "README.md"
    if readme.is_file():
        text = readme.read_text("utf-8")
        if (updated := update_readme(text, results)) != text:
            contents[readme] = updated
    return contents


def figures(results: Sequence[Results], docs: Path) -> dict[Path, str]:
    """Return the drawings, by path. Raises ImportError without Matplotlib."""
    return {docs / path: drawing for path, drawing in drawings(results).items()}
