"""UnitDep against LCA++ on one data set, with the paper's features and with ours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from unitdep.research.evaluation.layout.rows import (
    FEATURES,
    Comparison,
    RowPlan,
    compare,
    difference_text,
)
from unitdep.research.evaluation.protocol.cross_validate import cross_validate
from unitdep.research.evaluation.protocol.folds import FoldedSet
from unitdep.research.evaluation.protocol.results import Figure, Results, figure
from unitdep.research.progress import Progress, silent
from unitdep.scoring.linear import FEATURE_SETS

SYSTEMS: Final = {"lca++": "LCA++", "unitdep": "UnitDep"}  # with their titles
ROWS: Final = tuple(
    RowPlan(f"{title}, {says}", f"{system}, {features}")
    for system, title in SYSTEMS.items()
    for features, says in FEATURES.items()
)


def steps(folds: int) -> int:
    """Return how many times ``measure`` reports progress."""
    return folds * len(SYSTEMS) * len(FEATURE_SETS)


def measure(
    folded: FoldedSet,
    *,
    seed: int = 0,
    details: Mapping[str, Any] | None = None,
    progress: Progress = silent,
) -> tuple[Figure, ...]:
    """Train and test both systems on every fold, with either feature set."""
    figures = []
    for features in FEATURE_SETS.values():
        runs = cross_validate(
            folded.problems, folded.folds, features, list(SYSTEMS), seed=seed, progress=progress
        )
        for system, folds in runs.items():
            weights = {"weights": [dict(fold.weights) for fold in folds], **(details or {})}
            pairs = [fold.pairs for fold in folds]
            row = f"{system}, {features.name}"
            figures.append(figure(row, folded.dataset.name, pairs, weights))
    return tuple(figures)


def comparison(results: Results | None, features: str) -> Comparison | None:
    """Compare UnitDep with LCA++, problem by problem."""
    return compare(results, f"unitdep, {features}", f"lca++, {features}")


def difference(results: Results | None, features: str) -> str:
    """Return how many points UnitDep is above LCA++: "+2.3 (+0.4 to +4.1)"."""
    return difference_text(results, f"unitdep, {features}", f"lca++, {features}")
