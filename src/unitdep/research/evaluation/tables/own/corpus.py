"""The linear systems with our corpus added to every training fold, on the authors' folds.

No template shares more than 50% with a problem of the authors' data, as ``unitdep corpus check
--against`` shows, so nothing has to be pruned against the test folds.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from unitdep.research.corpus import Split, generate, part
from unitdep.research.datasets import AnnotatedProblem, annotate
from unitdep.research.evaluation.layout import templates
from unitdep.research.evaluation.layout.markdown import table
from unitdep.research.evaluation.layout.published import SETS, title
from unitdep.research.evaluation.layout.rows import RowPlan, cell, measured_on
from unitdep.research.evaluation.layout.signatures import signatures
from unitdep.research.evaluation.protocol.cross_validate import cross_validate
from unitdep.research.evaluation.protocol.folds import FOLDS, load_folds
from unitdep.research.evaluation.protocol.results import Results, figure, sign
from unitdep.research.evaluation.table_names import TableName
from unitdep.research.evaluation.tables.head_to_head import SYSTEMS
from unitdep.research.evaluation.tables.table import Options
from unitdep.research.learning.develop import QUICK
from unitdep.research.progress import Progress
from unitdep.scoring.linear import FEATURE_SETS

FEATURES: Final = "own"
_WITH: Final = "{system}, own, corpus"  # the row with the corpus; solving has the one without

name: Final = TableName.CORPUS
datasets: Final = SETS
rows: Final = tuple(
    RowPlan(f"{says}, with", _WITH.format(system=system)) for system, says in SYSTEMS.items()
)


def steps(_dataset: str, _options: Options) -> int:
    """Return how many times ``run`` reports progress."""
    return FOLDS * len(SYSTEMS) + 1


def run(dataset: str, options: Options, progress: Progress) -> Results:
    """Measure UnitDep and LCA++ with our features, trained on training folds and corpus."""
    started = time.perf_counter()
    folded = load_folds(dataset, options.seed)
    extra = corpus_problems([Split.TRAIN, Split.DEV], options.seed)
    progress("read")
    runs = cross_validate(
        folded.problems,
        folded.folds,
        FEATURE_SETS[FEATURES],
        list(SYSTEMS),
        extra=extra,
        plan=QUICK,
        seed=options.seed,
        progress=progress,
    )
    figures = []
    for system, folds in runs.items():
        details = {"weights": [dict(fold.weights) for fold in folds], "corpus": len(extra)}
        pairs = [fold.pairs for fold in folds]
        figures.append(figure(_WITH.format(system=system), folded.dataset.name, pairs, details))
    signature = sign(folded.dataset, options.seed)
    return Results(name, signature, time.perf_counter() - started, tuple(figures))


def corpus_problems(splits: Sequence[Split], seed: int) -> list[AnnotatedProblem]:
    """Fill each template of some splits once, and parse the problems."""
    chosen = [template for split in splits for template in part(split)]
    return annotate([i.record() for i in generate(chosen, len(chosen), seed)])


def section(results: Sequence[Results]) -> str:
    """Write the section: both systems without the corpus (from the table solving) and with it."""
    measured = measured_on(results, name, datasets)
    if not any(measured.values()):
        return templates.not_measured(name)
    solving = measured_on(results, TableName.SOLVING, datasets)
    lines = []
    for system, says in SYSTEMS.items():
        without = (cell(r, f"{system}, {FEATURES}") for r in solving.values())
        added = (cell(r, _WITH.format(system=system)) for r in measured.values())
        lines.append([f"{says}, without", *(c.ours_text for c in without)])
        lines.append([f"{says}, with", *(c.ours_text for c in added)])
    return templates.fill(
        name,
        table=table(["", *map(title, measured)], lines),
        signatures=signatures(measured.values()),
    )
