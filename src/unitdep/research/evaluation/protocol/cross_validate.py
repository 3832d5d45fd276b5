"""Cross-validation: systems trained and tested on every fold of a data set.

``cross_validate`` fits the classifiers once per fold for UnitDep, its variants and LCA++, which
share them (``SYSTEMS``); ``cross_validate_system`` takes any system of ``baselines``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from unitdep.core.labels import Reading
from unitdep.inference import Ranking, Weights, queries, search_many
from unitdep.research.baselines import systems as all_systems
from unitdep.research.baselines.system import System
from unitdep.research.baselines.unitdep import MODES
from unitdep.research.datasets import AnnotatedProblem
from unitdep.research.evaluation.protocol.folds import Fold
from unitdep.research.evaluation.protocol.outcomes import Outcome, outcome_of, outcome_of_ranking
from unitdep.research.learning import build_designs, train, values_of
from unitdep.research.learning.develop import Plan
from unitdep.research.progress import Progress, silent
from unitdep.scoring.linear import FeatureSet

SYSTEMS = MODES
OTHERS = tuple(name for name in all_systems() if name not in SYSTEMS)  # without feature sets


@dataclass(frozen=True)
class FoldRun:
    """One system on one fold."""

    weights: Mapping[str, float]
    strengths: Mapping[str, float]
    outcomes: tuple[Outcome, ...]  # in the order of the fold's test part

    @property
    def accuracy(self) -> float:
        """The share of test problems answered correctly."""
        return sum(o.right for o in self.outcomes) / max(len(self.outcomes), 1)

    @property
    def pairs(self) -> list[tuple[str, bool]]:
        """The id of each test problem, and whether the answer is right."""
        return [(o.id, o.right) for o in self.outcomes]


def cross_validate(
    problems: Sequence[AnnotatedProblem],
    folds: Sequence[Fold],
    features: FeatureSet,
    systems: Sequence[str],
    *,
    extra: Sequence[AnnotatedProblem] = (),
    plan: Plan = Plan(),  # noqa: B008 - frozen
    seed: int = 0,
    progress: Progress = silent,
) -> dict[str, list[FoldRun]]:
    """Train, tune and test systems on every fold; the classifiers are fitted once per fold.

    ``extra`` are problems that every fold is also trained on; weights are tuned on the fold's own.
    """
    runs: dict[str, list[FoldRun]] = {system: [] for system in systems}
    for run in _search_folds(problems, folds, features, systems, extra=extra, plan=plan, seed=seed):
        outcomes = tuple(
            outcome_of_ranking(problems[p], ranking, fold=run.fold.number)
            for p, ranking in zip(run.fold.test, run.rankings, strict=True)
        )
        runs[run.system].append(FoldRun(run.weights.as_dict(), run.strengths, outcomes))
        progress(f"fold {run.fold.number} {run.system}")
    return runs


@dataclass(frozen=True)
class _Searched:
    """The test part of one fold, searched with the weights of one system."""

    fold: Fold
    system: str
    weights: Weights
    strengths: Mapping[str, float]
    rankings: list[Ranking]  # in the order of the fold


def _search_folds(
    problems: Sequence[AnnotatedProblem],
    folds: Sequence[Fold],
    features: FeatureSet,
    systems: Sequence[str],
    *,
    extra: Sequence[AnnotatedProblem],
    plan: Plan,
    seed: int,
) -> Iterator[_Searched]:
    """Train on each fold, tune for each system, and search the fold's test part."""
    own, problems = len(problems), [*problems, *extra]
    added = range(own, len(problems))
    designs = build_designs(problems, features, Reading.ALGEBRA)
    for fold in folds:
        trained = train(problems, designs, fold.training, extra=added, plan=plan, seed=seed)
        tables = trained.tables(fold.test)
        values = [values_of(problems[p]) for p in fold.test]
        for system in systems:
            weights = trained.tune(SYSTEMS[system])
            rankings = search_many(queries(tables, values, weights), top=1)
            yield _Searched(fold, system, weights, trained.strengths, rankings)


def cross_validate_system(
    problems: Sequence[AnnotatedProblem],
    folds: Sequence[Fold],
    system: System,
    *,
    seed: int = 0,
    progress: Progress = silent,
) -> list[FoldRun]:
    """Train and test any system on every fold; reports progress once per fold."""
    runs = []
    for fold in folds:
        fitted = system.fit([problems[p] for p in fold.training], seed=seed)
        predictions = fitted.predict([problems[p].problem for p in fold.test])
        outcomes = tuple(
            outcome_of(problems[p], prediction, fold=fold.number)
            for p, prediction in zip(fold.test, predictions, strict=True)
        )
        runs.append(FoldRun({}, {}, outcomes))
        progress(f"fold {fold.number} {system.name}")
    return runs


def tuned(runs: Sequence[FoldRun]) -> dict[str, Any]:
    """Return what was tuned, one entry per fold; empty for systems without such weights."""
    if not any(run.weights for run in runs):
        return {}
    return {
        "weights": [dict(run.weights) for run in runs],
        "strengths": [dict(run.strengths) for run in runs],
    }
