"""The data of 2018: the authors' folds of six sets, and training on AllArith to test on Perturb."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from unitdep.research.evaluation.layout import templates
from unitdep.research.evaluation.layout.markdown import table
from unitdep.research.evaluation.layout.published import LATER, LATER_SETS, title
from unitdep.research.evaluation.layout.rows import FEATURES, NONE, cell, measured_on
from unitdep.research.evaluation.layout.signatures import signatures
from unitdep.research.evaluation.protocol.folds import FOLDS, TRAINED_ON, load_transfer
from unitdep.research.evaluation.protocol.results import Results, sign
from unitdep.research.evaluation.table_names import TableName
from unitdep.research.evaluation.tables import head_to_head
from unitdep.research.evaluation.tables.head_to_head import SYSTEMS, comparison, difference
from unitdep.research.evaluation.tables.table import Options
from unitdep.research.progress import Progress

_NOT_OURS: Final = {"template": "Template", "knowledge": "Knowledge"}  # shown as published

name: Final = TableName.LATER
datasets: Final = LATER_SETS
rows: Final = head_to_head.ROWS


def steps(dataset: str, _options: Options) -> int:
    """Return how many times ``run`` reports progress."""
    return head_to_head.steps(1 if dataset in TRAINED_ON else FOLDS) + 1


def run(dataset: str, options: Options, progress: Progress) -> Results:
    """Measure UnitDep and LCA++ on one set."""
    started = time.perf_counter()
    folded = load_transfer(dataset, options.seed)
    progress("read")
    figures = head_to_head.measure(folded, seed=options.seed, progress=progress)
    signature = sign(folded.dataset, options.seed, folded.split)
    return Results(name, signature, time.perf_counter() - started, figures)


def section(results: Sequence[Results]) -> str:
    """Write the section: one row per set, and how UnitDep and LCA++ differ."""
    measured = measured_on(results, name, datasets)
    head = ["", *(f"{system}, published" for system in _NOT_OURS.values())]
    for system in SYSTEMS.values():
        head += [f"{system}, published", *(f"{system}, {says}" for says in FEATURES.values())]
    differences = [
        [title(dataset), *(_difference(r, features) for features in FEATURES)]
        for dataset, r in measured.items()
    ]
    return templates.fill(
        name,
        table=table(head, [_line(dataset, r) for dataset, r in measured.items()]),
        differences=table(["", *FEATURES.values()], differences),
        signatures=signatures(measured.values()),
    )


def _line(dataset: str, results: Results | None) -> list[str]:
    line = [title(dataset), *(f"{LATER[system][dataset]:.1f}" for system in _NOT_OURS)]
    for system in SYSTEMS:
        line.append(f"{LATER[system][dataset]:.1f}")
        line += [cell(results, f"{system}, {features}").ours_text for features in FEATURES]
    return line


def _difference(results: Results | None, features: str) -> str:
    compared = comparison(results, features)
    return NONE if compared is None else f"{difference(results, features)}; {compared}"
