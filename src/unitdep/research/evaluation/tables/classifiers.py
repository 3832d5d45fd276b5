"""The paper's table of classifiers: vertex and edge labels, with and without feature groups."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from threadpoolctl import threadpool_limits

from unitdep.core.labels import Reading
from unitdep.research.datasets import AnnotatedProblem
from unitdep.research.evaluation.protocol.folds import Fold
from unitdep.research.learning import build_designs
from unitdep.research.learning.develop import develop, gold, make_bench
from unitdep.research.learning.examples import UNLABELLED
from unitdep.scoring.features.own import OwnFeatures
from unitdep.scoring.features.paper import PaperFeatures
from unitdep.scoring.linear import FeatureSet
from unitdep.scoring.tables import Part

VARIANTS: dict[str, FeatureSet] = {
    "all": PaperFeatures(),
    "no rule-based": PaperFeatures(rules=False),
    "no context": PaperFeatures(context=False),
    "own": OwnFeatures(),
}


@dataclass(frozen=True)
class Accuracy:
    """Accuracy on the labels of one classifier, a figure a fold."""

    task: str
    folds: tuple[float, ...]

    @property
    def mean(self) -> float:
        """The mean over folds."""
        return float(np.mean(self.folds))


def label_accuracy(
    problems: Sequence[AnnotatedProblem],
    folds: Sequence[Fold],
    features: FeatureSet,
    tasks: Sequence[Part],
    *,
    reading: Reading = Reading.ALGEBRA,
    seed: int = 0,
    progress: Callable[[str], None] = lambda _: None,
) -> list[Accuracy]:
    """Measure classifiers on gold labels, regularisation chosen on the training part."""
    designs = build_designs(problems, features, reading, tasks)
    shares: dict[Part, list[float]] = {task: [] for task in tasks}
    for fold in folds:
        with threadpool_limits(1):
            bench = make_bench(problems, designs, fold.training)
            for task in tasks:
                strength = develop(bench, task, seed).strength
                fitted = bench.fit(task, fold.training, strength)
                tables = bench.log_probabilities(task, fitted, fold.test)
                right, count = 0, 0
                for problem, table in zip(fold.test, tables, strict=True):
                    labels = gold(bench, task, problem)
                    known = labels != UNLABELLED
                    right += int((table[known].argmax(axis=1) == labels[known]).sum())
                    count += int(known.sum())
                shares[task].append(right / max(count, 1))
        progress(f"fold {fold.number}")
    return [Accuracy(task.value, tuple(found)) for task, found in shares.items()]
