"""How well ``unitdep check`` tells right expressions from wrong ones, on AllArith's own folds.

``protocol.check_folds`` explains what is checked.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from unitdep.core.labels import Reading
from unitdep.research.evaluation.expressions.types import Verdict
from unitdep.research.evaluation.layout import templates
from unitdep.research.evaluation.layout.markdown import bullets, table
from unitdep.research.evaluation.layout.published import title
from unitdep.research.evaluation.layout.rows import RowPlan, compare, measured_on, ours
from unitdep.research.evaluation.layout.signatures import signatures
from unitdep.research.evaluation.protocol.check_folds import (
    ACCEPTED,
    AFTER,
    ALONE,
    BEFORE,
    GOLD,
    POSITIVE,
    ROWS,
    WRONG,
    CheckedFold,
    check_fold,
)
from unitdep.research.evaluation.protocol.folds import FOLDS, load_folds
from unitdep.research.evaluation.protocol.results import Results, figure, sign
from unitdep.research.evaluation.table_names import TableName
from unitdep.research.evaluation.tables.table import Options
from unitdep.research.learning import build_designs, train
from unitdep.research.progress import Progress
from unitdep.scoring.linear import FEATURE_SETS

FEATURES: Final = "own"
_CHECKED: Final = (
    RowPlan("gold expressions accepted", GOLD),
    RowPlan("wrong expressions rejected", WRONG),
    RowPlan("… of those with positive steps only", POSITIVE),
)
_FILTERED: Final = (
    RowPlan("LCA++", BEFORE),
    RowPlan("LCA++, filtered", AFTER),
    RowPlan("UnitDep", ALONE),
)

name: Final = TableName.CHECKS
datasets: Final = ("allarith",)
rows: Final = (*_CHECKED, *_FILTERED)


def steps(_dataset: str, _options: Options) -> int:
    """Return how many times ``run`` reports progress."""
    return 2 * FOLDS + 1


def run(dataset: str, options: Options, progress: Progress) -> Results:
    """Measure the check on one data set."""
    started = time.perf_counter()
    folded = load_folds(dataset, options.seed)
    designs = build_designs(folded.problems, FEATURE_SETS[FEATURES], Reading.ALGEBRA)
    progress("read")
    checked: list[CheckedFold] = []
    for fold in folded.folds:
        trained = train(folded.problems, designs, fold.training, seed=options.seed)
        progress(f"fold {fold.number} trained")
        checked.append(check_fold(folded.problems, fold, trained))
        progress(f"fold {fold.number} checked")
    details = _details(checked)
    figures = tuple(
        figure(
            row,
            folded.dataset.name,
            [fold.rows[row] for fold in checked],
            details if row == GOLD else None,
        )
        for row in ROWS
    )
    signature = sign(folded.dataset, options.seed)
    return Results(name, signature, time.perf_counter() - started, figures)


def _details(checked: Sequence[CheckedFold]) -> dict[str, Any]:
    return {
        "margin": [fold.limits.margin for fold in checked],
        "unsure": [fold.limits.unsure for fold in checked],
        "verdicts": {
            kind: dict(sum((fold.verdicts[kind] for fold in checked), Counter[str]()))
            for kind in (GOLD, WRONG)
        },
    }


def section(results: Sequence[Results]) -> str:
    """Write the section."""
    accepted = f"{ACCEPTED:.0%}"
    measured = {dataset: r for dataset, r in measured_on(results, name, datasets).items() if r}
    if not measured:
        return templates.not_measured(name, accepted=accepted)
    return templates.fill(
        name,
        accepted=accepted,
        table=ours(_CHECKED, measured),
        verdicts="\n".join(_verdicts(r) for r in measured.values()),
        filtered=ours(_FILTERED, measured),
        comparisons=bullets(_comparison(r) for r in measured.values()),
        signatures=signatures(measured.values()),
    )


def _verdicts(results: Results) -> str:
    """Return the verdicts on gold and wrong expressions, and the limits of the folds."""
    details: Mapping[str, Any] = results.figures[0].details
    verdicts = details["verdicts"]
    lines = [
        [verdict.value, *(str(verdicts[kind].get(verdict.value, 0)) for kind in verdicts)]
        for verdict in Verdict
    ]
    margins = ", ".join(f"{m:.2f}" for m in details["margin"])
    limits = ", ".join(f"{u:.1f}" for u in details["unsure"])
    limits_line = (
        f"{title(results.signature.dataset)}: margins of the folds {margins} (log of how many "
        f"times more probable the best answer may be), limits of confidence {limits}."
    )
    return f"{table(['verdict', 'gold', 'wrong'], lines)}\n{bullets([limits_line])}"


def _comparison(results: Results) -> str:
    dataset = title(results.signature.dataset)
    compared = compare(results, AFTER, BEFORE)
    return f"{dataset}, LCA++ filtered : LCA++, problems that only one gets right: {compared}"
