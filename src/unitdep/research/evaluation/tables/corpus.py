"""The linear systems with our corpus added to every training fold, on the authors' folds.

No template matches a problem of the authors' data by over 50 %, which ``unitdep corpus check
--against`` shows; so nothing has to be pruned against the test folds.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from unitdep.research.corpus import Split, generate, part
from unitdep.research.datasets import AnnotatedProblem, annotate, load
from unitdep.research.evaluation.pages.published import SETS
from unitdep.research.evaluation.protocol.cross_validate import cross_validate
from unitdep.research.evaluation.protocol.folds import folds_of
from unitdep.research.evaluation.protocol.results import Results, figure, sign
from unitdep.research.evaluation.tables.contest import SYSTEMS, Progress
from unitdep.research.learning.develop import QUICK
from unitdep.scoring.linear import FEATURE_SETS

TABLE: Final = "corpus"
FEATURES: Final = "own"
ROW: Final = "{system}, own, corpus"
__all__ = ["FEATURES", "ROW", "SETS", "TABLE", "corpus_problems", "run", "steps"]


def steps(name: str) -> int:  # noqa: ARG001 - the tables share one signature
    """Return how many times ``run`` reports progress."""
    return 5 * len(SYSTEMS) + 1


def run(name: str, *, seed: int = 0, progress: Progress = lambda _: None) -> Results:
    """Measure UnitDep and LCA++ with our features, trained on training folds and corpus."""
    started = time.perf_counter()
    dataset = load(name)
    problems = annotate(dataset.records)
    extra = corpus_problems([Split.TRAIN, Split.DEV], seed)
    folds = folds_of(dataset, problems, seed)
    progress("read")
    runs = cross_validate(
        problems,
        folds,
        FEATURE_SETS[FEATURES],
        SYSTEMS,
        extra=extra,
        plan=QUICK,
        seed=seed,
        progress=progress,
    )
    figures = []
    for system, found in runs.items():
        pairs = [[(o.id, o.right) for o in fold.outcomes] for fold in found]
        details = {"weights": [dict(fold.weights) for fold in found], "corpus": len(extra)}
        figures.append(figure(ROW.format(system=system), dataset.name, pairs, details))
    return Results(TABLE, sign(dataset, seed), time.perf_counter() - started, tuple(figures))


def corpus_problems(splits: Sequence[Split], seed: int) -> list[AnnotatedProblem]:
    """Fill each template of some splits once, and parse the problems."""
    templates = [template for split in splits for template in part(split)]
    return annotate([i.record() for i in generate(templates, len(templates), seed)])
