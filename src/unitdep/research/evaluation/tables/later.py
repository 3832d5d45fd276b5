"""The data of 2018: the authors' folds of six sets, and training on AllArith to test on Perturb."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Final

from unitdep.research.datasets import Dataset, annotate, load
from unitdep.research.evaluation.pages.published import LATER_SETS
from unitdep.research.evaluation.protocol.folds import Fold, folds_of
from unitdep.research.evaluation.protocol.results import Results, Signature, sign
from unitdep.research.evaluation.tables.contest import Progress, contest
from unitdep.research.evaluation.tables.contest import steps as contest_steps

TABLE: Final = "later"
SETS: Final = LATER_SETS
TRAINING: Final = {"perturb": "allarith-2018"}  # test set: the set that it is solved from
_FOLDS: Final = 5


def steps(name: str) -> int:
    """Return how many times ``run`` reports progress."""
    return contest_steps(1 if name in TRAINING else _FOLDS) + 1


def run(name: str, *, seed: int = 0, progress: Progress = lambda _: None) -> Results:
    """Measure UnitDep and LCA++ on one set."""
    started = time.perf_counter()
    dataset = load(name)
    if dataset.name in TRAINING:
        training = load(TRAINING[dataset.name])
        problems = annotate((*training.records, *dataset.records))
        folds = [transfer(len(training.records), len(problems))]
        signature = signed_transfer(training, dataset, seed)
    else:
        problems = annotate(dataset.records)
        folds = folds_of(dataset, problems, seed)
        signature = sign(dataset, seed)
    progress("read")
    figures = contest(dataset.name, problems, folds, seed=seed, progress=progress)
    return Results(TABLE, signature, time.perf_counter() - started, tuple(figures))


def transfer(training: int, total: int) -> Fold:
    """Return the one split into a training set, which comes first, and a test set."""
    return Fold(0, tuple(range(training)), tuple(range(training, total)))


def signed_transfer(training: Dataset, test: Dataset, seed: int) -> Signature:
    """Sign a run that learns from one set and is tested on another."""
    how = f"none, trained on {training.name} ({training.signature})"
    return replace(sign(test, seed), folds=how)
