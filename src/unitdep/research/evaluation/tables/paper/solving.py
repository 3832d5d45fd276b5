"""The paper's main table: answer accuracy of UnitDep, its variants and other systems."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from unitdep.research.baselines import systems as all_systems
from unitdep.research.evaluation.layout import templates
from unitdep.research.evaluation.layout.markdown import table
from unitdep.research.evaluation.layout.published import SETS, SOLVING, title
from unitdep.research.evaluation.layout.rows import (
    FEATURES,
    NONE,
    Measured,
    RowPlan,
    measured_everywhere,
    measured_on,
    published_and_ours,
)
from unitdep.research.evaluation.layout.rows import rows as table_rows
from unitdep.research.evaluation.layout.signatures import signatures
from unitdep.research.evaluation.protocol.cross_validate import (
    OTHERS,
    SYSTEMS,
    cross_validate,
    cross_validate_system,
    tuned,
)
from unitdep.research.evaluation.protocol.folds import FOLDS, FoldedSet, load_folds
from unitdep.research.evaluation.protocol.results import Figure, Results, figure, sign
from unitdep.research.evaluation.table_names import TableName
from unitdep.research.evaluation.tables.head_to_head import comparison
from unitdep.research.evaluation.tables.table import Options
from unitdep.research.progress import Progress
from unitdep.scoring.linear import FEATURE_SETS

SOLVERS: Final = (*OTHERS, *SYSTEMS)
_UNSEEN: Final = "allarith"  # nobody looked at the test problems of its fold 0

name: Final = TableName.SOLVING
datasets: Final = SETS
rows: Final = (
    RowPlan("Template", "template", SOLVING["template"]),
    RowPlan("SingleEq", "singleeq", SOLVING["singleeq"]),
    RowPlan("LCA++, the paper's features", "lca++, paper", SOLVING["lca++"]),
    RowPlan("UnitDep, the paper's features", "unitdep, paper", SOLVING["unitdep"]),
    RowPlan("… λ_Vertex = 0", "unitdep-no-vertex, paper", SOLVING["unitdep-no-vertex"]),
    RowPlan("… λ_Edge = 0", "unitdep-no-edge, paper", SOLVING["unitdep-no-edge"]),
    RowPlan("LCA++, our features", "lca++, own"),
    RowPlan("UnitDep, our features", "unitdep, own"),
)


def steps(_dataset: str, options: Options) -> int:
    """Return how many times ``run`` reports progress."""
    systems = options.systems or SOLVERS
    return FOLDS * sum(len(FEATURE_SETS) if s in SYSTEMS else 1 for s in systems) + 1


def run(dataset: str, options: Options, progress: Progress) -> Results:
    """Cross-validate all ``SOLVERS``, or some of them."""
    started = time.perf_counter()
    folded = load_folds(dataset, options.seed)
    progress("read")
    systems = options.systems or SOLVERS
    others = [_other(s, folded, options.seed, progress) for s in OTHERS if s in systems]
    linear = _linear(folded, [s for s in SYSTEMS if s in systems], options.seed, progress)
    return Results(
        name,
        sign(folded.dataset, options.seed),
        time.perf_counter() - started,
        (*others, *linear),
        partial=bool(options.systems),
    )


def _other(system: str, folded: FoldedSet, seed: int, progress: Progress) -> Figure:
    runs = cross_validate_system(
        folded.problems, folded.folds, all_systems()[system], seed=seed, progress=progress
    )
    return figure(system, folded.dataset.name, [fold.pairs for fold in runs])


def _linear(
    folded: FoldedSet, systems: Sequence[str], seed: int, progress: Progress
) -> list[Figure]:
    figures = []
    for features in FEATURE_SETS.values() if systems else ():
        by_system = cross_validate(
            folded.problems, folded.folds, features, systems, seed=seed, progress=progress
        )
        for system, runs in by_system.items():
            row, pairs = f"{system}, {features.name}", [fold.pairs for fold in runs]
            figures.append(figure(row, folded.dataset.name, pairs, tuned(runs)))
    return figures


def section(results: Sequence[Results]) -> str:
    """Write the section: all systems, UnitDep against LCA++, and the unseen fold."""
    measured = measured_everywhere(results, name, datasets)
    return templates.fill(
        name,
        table=published_and_ours(rows, measured),
        comparisons=comparisons(measured),
        unseen=_unseen(results),
        signatures=signatures(measured.values()),
    )


def comparisons(measured: Measured) -> str:
    """Return how UnitDep and LCA++ differ on each data set, with either feature set."""
    lines = [
        [says, *(str(comparison(r, features) or NONE) for r in measured.values())]
        for features, says in FEATURES.items()
    ]
    return table(["", *map(title, measured)], lines)


def _unseen(results: Sequence[Results]) -> str:
    lines = []
    for row in table_rows(rows, measured_on(results, name, [_UNSEEN])):
        folds = row.cells[_UNSEEN].folds
        lines.append([row.title, f"{100 * folds[0]:.1f}" if folds else NONE])
    return table(["", f"{title(_UNSEEN)}, fold 0"], lines)
