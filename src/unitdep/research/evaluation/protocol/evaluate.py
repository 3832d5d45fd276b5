"""One system on one data set: a model applied to its texts, or cross-validation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from typing import Any, Final, Protocol

import numpy as np

from unitdep.core.expression import evaluate
from unitdep.errors import NothingToLearnError
from unitdep.research.baselines import systems
from unitdep.research.datasets import Dataset, Record, annotate
from unitdep.research.evaluation.metrics.significance import bootstrap_interval
from unitdep.research.evaluation.protocol.cross_validate import (
    FoldRun,
    Outcome,
    cross_validate,
    cross_validate_system,
)
from unitdep.research.evaluation.protocol.folds import RANDOM_FOLDS, folds_of
from unitdep.research.learning.train_default import learnable
from unitdep.research.learning.tune import TOLERANCE
from unitdep.scoring.linear import FeatureSet
from unitdep.solution import Solution
from unitdep.units.wording import json_number

FOLD_STEPS: Final = 1 + RANDOM_FOLDS  # how many times ``evaluate_folds`` reports progress

Progress = Callable[[str], None]


class SolvesMany(Protocol):
    """Anything that solves texts, in order."""

    def solve_many(self, texts: Iterable[str]) -> Iterator[Solution]:
        """Return the solution of each text."""
        ...


@dataclass(frozen=True)
class Answered:
    """What a system made of one problem."""

    id: str
    right: bool
    answer: int | float | None  # None: the system found none
    gold: int | float
    expression: str | None
    probability: float
    quantities: int  # how many numbers the system saw
    fold: int | None = None  # None where a model was applied


@dataclass(frozen=True)
class Evaluation:
    """How a system did on a data set."""

    outcomes: tuple[Answered, ...]
    folds: tuple[float, ...] = ()  # accuracy per fold; empty where a model was applied
    skipped: int = 0  # problems without an answer to compare with
    details: Mapping[str, Any] = field(default_factory=dict)  # weights and the like

    @property
    def accuracy(self) -> float:
        """The share of problems answered right; in cross-validation the mean over folds."""
        if self.folds:
            return float(np.mean(self.folds))
        return sum(o.right for o in self.outcomes) / max(len(self.outcomes), 1)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of the accuracy, bootstrap over problems."""
        return bootstrap_interval([o.right for o in self.outcomes])

    @property
    def unsolved(self) -> int:
        """The number of problems without any answer."""
        return sum(o.answer is None for o in self.outcomes)

    @property
    def by_quantities(self) -> dict[int, tuple[int, int]]:
        """By the number of quantities: how many were right, of how many."""
        count = Counter(o.quantities for o in self.outcomes)
        right = Counter(o.quantities for o in self.outcomes if o.right)
        return {size: (right[size], count[size]) for size in sorted(count)}

    def as_dict(self) -> dict[str, Any]:
        """Return figures, details and outcomes, ready for ``json.dumps``."""
        return {
            "accuracy": self.accuracy,
            "interval": list(self.interval),
            "folds": list(self.folds),
            "problems": len(self.outcomes),
            "right": sum(o.right for o in self.outcomes),
            "unsolved": self.unsolved,
            "skipped": self.skipped,
            "by_quantities": [
                {"quantities": size, "right": right, "problems": count}
                for size, (right, count) in self.by_quantities.items()
            ],
            "details": dict(self.details),
            "outcomes": [asdict(outcome) for outcome in self.outcomes],
        }


def evaluate_model(
    solver: SolvesMany, records: Sequence[Record], progress: Progress = lambda _: None
) -> Evaluation:
    """Solve every text end to end and compare the answers; reports progress once a record.

    Only the text is used: what the data set says of its numbers is not.
    """
    golds = [gold_value(record) for record in records]
    known = [(r, g) for r, g in zip(records, golds, strict=True) if g is not None]
    outcomes = []
    solutions = solver.solve_many(record.text for record, _ in known)
    for (record, gold), solution in zip(known, solutions, strict=True):
        outcomes.append(_answered(record, gold, solution))
        progress(record.id)
    return Evaluation(tuple(outcomes), skipped=len(records) - len(known))


def gold_value(record: Record) -> Fraction | None:
    """Return the right answer: the gold tree's value, the stated one, or that of the equation."""
    try:
        if record.tree is not None and record.numbers is not None:
            return evaluate(record.tree, [number.value for number in record.numbers])
        if record.answer is not None:
            return record.answer
        if record.equation is not None:
            return evaluate(record.equation.tree, record.equation.values)
    except ZeroDivisionError:
        pass
    return None


def _answered(record: Record, gold: Fraction, solution: Solution) -> Answered:
    answer = solution.answer
    return Answered(
        record.id,
        answer is not None and abs(answer - gold) < TOLERANCE,
        None if answer is None else json_number(answer),
        json_number(gold),
        solution.expression or None,
        solution.confidence,
        solution.problem.size,
    )


def evaluate_folds(
    dataset: Dataset,
    system: str,
    features: FeatureSet | None,
    *,
    seed: int = 0,
    progress: Progress = lambda _: None,
) -> Evaluation:
    """Cross-validate a system on the data set's folds; on random ones where it has none.

    ``features`` is for UnitDep, its variants and LCA++; other systems have no feature sets: None.
    The data set's own numbers are used where it lists them, as in the paper.
    """
    problems = annotate(dataset.records)
    if dataset.folds is None:
        problems = [p for p in problems if p.tree is not None or p.answer is not None]
    if learnable(problems) < RANDOM_FOLDS:
        raise NothingToLearnError(
            f"fewer than {RANDOM_FOLDS} problems have an expression to learn from"
        )
    progress("texts parsed")
    folds = folds_of(dataset, problems, seed)
    if features is None:
        chosen = systems()[system]
        runs = cross_validate_system(problems, folds, chosen, seed=seed, progress=progress)
    else:
        found = cross_validate(problems, folds, features, [system], seed=seed, progress=progress)
        runs = found[system]
    sizes = {problem.id: problem.problem.size for problem in problems}
    return Evaluation(
        tuple(_of_fold(o, sizes[o.id]) for run in runs for o in run.outcomes),
        tuple(run.accuracy for run in runs),
        len(dataset.records) - len(problems),
        _details(runs),
    )


def _details(runs: Sequence[FoldRun]) -> dict[str, Any]:
    """Return what was tuned, a list a fold; nothing for a system that has no such weights."""
    if not any(run.weights for run in runs):
        return {}
    return {
        "weights": [dict(run.weights) for run in runs],
        "strengths": [dict(run.strengths) for run in runs],
    }


def _of_fold(outcome: Outcome, size: int) -> Answered:
    return Answered(
        outcome.id,
        outcome.right,
        outcome.answer,
        outcome.gold,
        outcome.expression,
        outcome.probability,
        size,
        outcome.fold,
    )
