"""The paper's table of solving: answer accuracy of UnitDep, its variants and other systems.

``cross_validate`` shares classifiers among UnitDep, its variants and LCA++ (``SYSTEMS``);
``cross_validate_system`` takes any system of ``baselines``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from unitdep.core.expression import render
from unitdep.core.labels import Reading
from unitdep.inference import Ranking, Weights, queries, search_many
from unitdep.research.baselines import systems as all_systems
from unitdep.research.baselines.system import Prediction, System
from unitdep.research.baselines.unitdep import MODES, best_of
from unitdep.research.datasets import AnnotatedProblem
from unitdep.research.evaluation.protocol.folds import Fold
from unitdep.research.learning import build_designs, gold_answer, train, values_of
from unitdep.research.learning.develop import Plan
from unitdep.research.learning.tune import TOLERANCE
from unitdep.scoring.linear import FeatureSet
from unitdep.units.wording import format_value

SYSTEMS = MODES
OTHERS = tuple(name for name in all_systems() if name not in SYSTEMS)  # without feature sets

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Outcome:
    """What a system made of one test problem."""

    id: str
    fold: int
    right: bool
    answer: float | None
    expression: str | None
    probability: float
    gold: float

    def as_dict(self) -> dict[str, Any]:
        """Return the fields by name."""
        return asdict(self)


@dataclass(frozen=True)
class FoldRun:
    """One fold of one system."""

    weights: Mapping[str, float]
    strengths: Mapping[str, float]
    outcomes: tuple[Outcome, ...]

    @property
    def accuracy(self) -> float:
        """The share of test problems answered right."""
        return sum(o.right for o in self.outcomes) / max(len(self.outcomes), 1)


def cross_validate(
    problems: Sequence[AnnotatedProblem],
    folds: Sequence[Fold],
    features: FeatureSet,
    systems: Sequence[str],
    *,
    extra: Sequence[AnnotatedProblem] = (),
    plan: Plan = Plan(),  # noqa: B008 - frozen
    seed: int = 0,
    progress: Progress = lambda _: None,
) -> dict[str, list[FoldRun]]:
    """Train, tune and test systems on every fold; the classifiers are fitted once a fold.

    ``extra`` are problems that every fold learns from; weights are tuned on the fold's own.
    """
    runs: dict[str, list[FoldRun]] = {system: [] for system in systems}
    for run in search_folds(problems, folds, features, systems, extra=extra, plan=plan, seed=seed):
        outcomes = tuple(
            outcome(problems[p], run.fold.number, best_of(ranking))
            for p, ranking in zip(run.fold.test, run.rankings, strict=True)
        )
        runs[run.system].append(FoldRun(run.weights.as_dict(), run.strengths, outcomes))
        progress(f"fold {run.fold.number} {run.system}")
    return runs


@dataclass(frozen=True)
class Searched:
    """The test part of one fold, searched with the weights of one system."""

    fold: Fold
    system: str
    weights: Weights
    strengths: Mapping[str, float]
    rankings: list[Ranking]  # in the order of the fold


def search_folds(
    problems: Sequence[AnnotatedProblem],
    folds: Sequence[Fold],
    features: FeatureSet,
    systems: Sequence[str],
    *,
    extra: Sequence[AnnotatedProblem] = (),
    plan: Plan = Plan(),  # noqa: B008 - frozen
    seed: int = 0,
) -> Iterator[Searched]:
    """Train on each fold, tune for each system, and search the fold's test part."""
    own, problems = len(problems), [*problems, *extra]
    more = range(own, len(problems))
    designs = build_designs(problems, features, Reading.ALGEBRA)
    for fold in folds:
        trained = train(problems, designs, fold.training, extra=more, plan=plan, seed=seed)
        tables = trained.tables(fold.test)
        values = [values_of(problems[p]) for p in fold.test]
        for system in systems:
            weights = trained.tune(SYSTEMS[system])
            rankings = search_many(queries(tables, values, weights), top=1)
            yield Searched(fold, system, weights, trained.strengths, rankings)


def cross_validate_system(
    problems: Sequence[AnnotatedProblem],
    folds: Sequence[Fold],
    system: System,
    *,
    seed: int = 0,
    progress: Progress = lambda _: None,
) -> list[FoldRun]:
    """Train and test any system on every fold; reports progress once a fold."""
    runs = []
    for fold in folds:
        fitted = system.fit([problems[p] for p in fold.training], seed=seed)
        predictions = fitted.predict([problems[p].problem for p in fold.test])
        outcomes = tuple(
            outcome(problems[p], fold.number, prediction)
            for p, prediction in zip(fold.test, predictions, strict=True)
        )
        runs.append(FoldRun({}, {}, outcomes))
        progress(f"fold {fold.number} {system.name}")
    return runs


def outcome(annotated: AnnotatedProblem, fold: int, prediction: Prediction) -> Outcome:
    """Compare a prediction with the gold answer."""
    gold = float(gold_answer(annotated))
    if prediction.answer is None or prediction.tree is None:
        return Outcome(annotated.id, fold, False, None, None, 0.0, gold)
    names = [format_value(q.value) for q in annotated.problem.quantities]
    answer = float(prediction.answer)
    return Outcome(
        annotated.id,
        fold,
        abs(answer - gold) < TOLERANCE,
        answer,
        render(prediction.tree, names),
        prediction.probability,
        gold,
    )
