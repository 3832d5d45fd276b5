"""Jobs: which tables to measure on which data sets, and how one of them is measured."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from unitdep.research.corpus.dataset import load as load_dataset
from unitdep.research.datasets import Dataset
from unitdep.research.evaluation.protocol.results import path_of, read, same_data, sign, write
from unitdep.research.evaluation.table_names import TableName
from unitdep.research.evaluation.tables import TABLES, Options
from unitdep.research.evaluation.tables.own import calibration
from unitdep.research.evaluation.tables.own.units import CORPUS
from unitdep.research.progress import Progress

# Measured on whatever data set is asked for; the other tables have data sets of their own.
ON_ANY_DATASET: Final = (TableName.SOLVING, TableName.CLASSIFIERS, TableName.GRAPHS)
ONLY_BY_NAME: Final = (TableName.ENCODER,)  # takes hours and the extra ``train``


@dataclass(frozen=True)
class Job:
    """A table to measure on a data set."""

    table: TableName
    dataset: str

    def __str__(self) -> str:
        """Return the table and the data set: "solving, allarith"."""
        return f"{self.table}, {self.dataset}"


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
    return write(TABLES[job.table].run(job.dataset, options, progress), folder)


def add_confidence(jobs: Sequence[Job], options: Options, folder: Path) -> None:
    """Add the encoder's outcomes to the table calibration, if both have been measured.

    This is done after all jobs, since they may run at the same time.
    """
    if options.work is None or TableName.ENCODER not in {job.table for job in jobs}:
        return
    from unitdep.research.evaluation.protocol.encoder_folds import joint_outcomes

    for dataset in TABLES[TableName.CALIBRATION].datasets:
        file = path_of(TableName.CALIBRATION, dataset, folder)
        outcomes = joint_outcomes(dataset, options.work)
        if file.is_file() and outcomes:
            calibration.add(file, calibration.ENCODER, outcomes)
