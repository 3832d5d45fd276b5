"""The earlier data sets: Illinois (SingleOp) and Commoncore (MultiArith), five random folds.

These sets have no rates, and SingleOp no trees: ``datasets.complete`` adds what can be told. The
labels of a problem are used to learn only where it is in the training part.
"""

from __future__ import annotations

import time
from typing import Final

from unitdep.research.datasets import annotate, load
from unitdep.research.datasets.infer_labels import complete_counted, reference_records
from unitdep.research.evaluation.pages.published import EARLIER
from unitdep.research.evaluation.protocol.folds import RANDOM_FOLDS, folds_of
from unitdep.research.evaluation.protocol.results import Results, sign
from unitdep.research.evaluation.tables.contest import Progress, contest
from unitdep.research.evaluation.tables.contest import steps as contest_steps

TABLE: Final = "earlier"
SETS: Final = tuple(EARLIER)


def steps(name: str) -> int:  # noqa: ARG001 - the tables share one signature
    """Return how many times ``run`` reports progress."""
    return contest_steps(RANDOM_FOLDS) + 1


def run(name: str, *, seed: int = 0, progress: Progress = lambda _: None) -> Results:
    """Measure UnitDep and LCA++ on one of the earlier sets."""
    started = time.perf_counter()
    dataset = load(name)
    completed = complete_counted(annotate(dataset.records), reference_records())
    folds = folds_of(dataset, completed.problems, seed)
    progress("read")
    figures = contest(
        dataset.name,
        completed.problems,
        folds,
        seed=seed,
        details={"labels": completed.as_dict()},
        progress=progress,
    )
    return Results(TABLE, sign(dataset, seed), time.perf_counter() - started, tuple(figures))
