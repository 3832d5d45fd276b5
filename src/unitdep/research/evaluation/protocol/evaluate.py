"""One system on one data set: a model applied to its texts, or cross-validation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from typing import Any, Final, Protocol

import numpy as np

from unitdep.core.expression import evaluate
from unitdep.errors import NothingToLearnError
from unitdep.research.baselines import systems
from unitdep.research.datasets import Dataset, Record, annotate
from unitdep.research.evaluation.metrics.significance import bootstrap_interval
from unitdep.research.evaluation.metrics.trust import trust
from unitdep.research.evaluation.protocol.cross_validate import (
    cross_validate,
    cross_validate_system,
    tuned,
)
from unitdep.research.evaluation.protocol.folds import FOLDS, folds_of
from unitdep.research.evaluation.protocol.outcomes import Outcome, judged
from unitdep.research.learning.train_linear import learnable
from unitdep.research.learning.tune import TOLERANCE
from unitdep.research.progress import Progress, silent
from unitdep.scoring.linear import FeatureSet
from unitdep.solution import Solution
from unitdep.units.wording import json_number

FOLD_STEPS: Final = 1 + FOLDS  # how many times ``evaluate_folds`` reports progress
APPLIED: Final = "none, a model"  # instead of folds in a signature, if a model was applied


class SolvesMany(Protocol):
    """Anything that solves texts, in order."""

    def solve_many(self, texts: Iterable[str]) -> Iterator[Solution]:
        """Yield the solution of each text."""
        ...


@dataclass(frozen=True)
class Evaluation:
    """How a system did on a data set."""

    outcomes: tuple[Outcome, ...]
    folds: tuple[float, ...] = ()  # accuracy per fold; empty if a model was applied
    skipped: int = 0  # problems without an answer to compare with
    details: Mapping[str, Any] = field(default_factory=dict)  # weights and the like

    @property
    def right(self) -> int:
        """The number of problems answered correctly."""
        return sum(o.right for o in self.outcomes)

    @property
    def accuracy(self) -> float:
        """The share of problems answered correctly; in cross-validation the mean over folds."""
        if self.folds:
            return float(np.mean(self.folds))
        return self.right / max(len(self.outcomes), 1)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of the accuracy, by bootstrap over problems."""
        return bootstrap_interval([o.right for o in self.outcomes])

    @property
    def unsolved(self) -> int:
        """The number of problems without any answer."""
        return sum(o.answer is None for o in self.outcomes)

    @property
    def by_quantities(self) -> dict[int, tuple[int, int]]:
        """For each number of quantities, how many answers were right, and of how many."""
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
            "right": self.right,
            "unsolved": self.unsolved,
            "skipped": self.skipped,
            "by_quantities": [
                {"quantities": size, "right": right, "problems": count}
                for size, (right, count) in self.by_quantities.items()
            ],
            "confidence": asdict(trust(judged(self.outcomes))),
            "details": dict(self.details),
            "outcomes": [outcome.as_dict() for outcome in self.outcomes],
        }


def evaluate_model(
    solver: SolvesMany, records: Sequence[Record], progress: Progress = silent
) -> Evaluation:
    """Solve every text end to end and compare the answers; reports progress once per record.

    Only the text is used, not what the data set says about its numbers.
    """
    golds = [gold_value(record) for record in records]
    known = [(r, g) for r, g in zip(records, golds, strict=True) if g is not None]
    outcomes = []
    solutions = solver.solve_many(record.text for record, _ in known)
    for (record, gold), solution in zip(known, solutions, strict=True):
        outcomes.append(_outcome(record, gold, solution))
        progress(record.id)
    return Evaluation(tuple(outcomes), skipped=len(records) - len(known))


def gold_value(record: Record) -> Fraction | None:
    """Return the right answer: the value of the gold tree, the stated one, or the equation's."""
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


def _outcome(record: Record, gold: Fraction, solution: Solution) -> Outcome:
    answer = solution.answer
    return Outcome(
        record.id,
        answer is not None and abs(answer - gold) < TOLERANCE,
        solution.confidence,
        solution.problem.size,
        None if answer is None else json_number(answer),
        json_number(gold),
        solution.expression or None,
    )


def evaluate_folds(
    dataset: Dataset,
    system: str,
    features: FeatureSet | None,
    *,
    seed: int = 0,
    progress: Progress = silent,
) -> Evaluation:
    """Cross-validate a system on the data set's folds, or on random ones if it has none.

    ``features`` is for UnitDep, its variants and LCA++; it is None for systems without feature
    sets. If the data set lists its numbers, those are used, as in the paper.
    """
    problems = annotate(dataset.records)
    if dataset.folds is None:
        problems = [p for p in problems if p.tree is not None or p.answer is not None]
    if learnable(problems) < FOLDS:
        raise NothingToLearnError(f"fewer than {FOLDS} problems have an expression to learn from")
    progress("texts parsed")
    folds = folds_of(dataset, problems, seed)
    if features is None:
        chosen = systems()[system]
        runs = cross_validate_system(problems, folds, chosen, seed=seed, progress=progress)
    else:
        by_system = cross_validate(
            problems, folds, features, [system], seed=seed, progress=progress
        )
        runs = by_system[system]
    return Evaluation(
        tuple(outcome for run in runs for outcome in run.outcomes),
        tuple(run.accuracy for run in runs),
        len(dataset.records) - len(problems),
        tuned(runs),
    )
