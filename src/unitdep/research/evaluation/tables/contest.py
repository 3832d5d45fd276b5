"""UnitDep against LCA++ on one data set, with the paper's features and with ours."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from unitdep.research.datasets import AnnotatedProblem
from unitdep.research.evaluation.protocol.cross_validate import cross_validate
from unitdep.research.evaluation.protocol.folds import Fold
from unitdep.research.evaluation.protocol.results import Figure, figure
from unitdep.scoring.linear import FEATURE_SETS

SYSTEMS: Final = ("lca++", "unitdep")
Progress = Callable[[str], None]


def steps(folds: int) -> int:
    """Return how many times ``contest`` reports progress."""
    return folds * len(SYSTEMS) * len(FEATURE_SETS)


def contest(
    name: str,
    problems: Sequence[AnnotatedProblem],
    folds: Sequence[Fold],
    *,
    seed: int = 0,
    details: Mapping[str, Any] | None = None,
    progress: Progress = lambda _: None,
) -> list[Figure]:
    """Train and test both systems on every fold, with either feature set."""
    figures = []
    for features in FEATURE_SETS.values():
        runs = cross_validate(problems, folds, features, SYSTEMS, seed=seed, progress=progress)
        for system, found in runs.items():
            pairs = [[(o.id, o.right) for o in fold.outcomes] for fold in found]
            weights = {"weights": [dict(fold.weights) for fold in found], **(details or {})}
            figures.append(figure(f"{system}, {features.name}", name, pairs, weights))
    return figures
