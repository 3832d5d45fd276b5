"""The paper's table of classifiers: vertex and edge labels, with and without feature groups."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from threadpoolctl import threadpool_limits

from unitdep.core.labels import Reading
from unitdep.research.datasets import AnnotatedProblem
from unitdep.research.evaluation.layout import templates
from unitdep.research.evaluation.layout.published import EDGE, SETS, VERTEX
from unitdep.research.evaluation.layout.rows import (
    RowPlan,
    measured_everywhere,
    published_and_ours,
)
from unitdep.research.evaluation.layout.signatures import signatures
from unitdep.research.evaluation.protocol.folds import FOLDS, Fold, FoldedSet, load_folds
from unitdep.research.evaluation.protocol.results import Figure, Results, sign
from unitdep.research.evaluation.table_names import TableName
from unitdep.research.evaluation.tables.table import Options
from unitdep.research.learning import build_designs
from unitdep.research.learning.develop import develop, gold, make_bench
from unitdep.research.learning.examples import UNLABELLED
from unitdep.research.progress import Progress, silent
from unitdep.scoring.features.own import OwnFeatures
from unitdep.scoring.features.paper import PaperFeatures
from unitdep.scoring.linear import FeatureSet
from unitdep.scoring.tables import Part

VARIANTS: Final[dict[str, FeatureSet]] = {
    "all": PaperFeatures(),
    "no rule-based": PaperFeatures(rules=False),
    "no context": PaperFeatures(context=False),
    "own": OwnFeatures(),
}
READINGS: Final = {"printed": "labels as printed", "algebra": "labels by unit algebra"}
_ALL_TASKS: Final = ("all", "own")  # variants in which all four classifiers are measured
_TITLES: Final = {
    "all": "the paper's features",
    "no rule-based": "without rule-based features",
    "no context": "without context features",
    "own": "our features",
}

name: Final = TableName.CLASSIFIERS
datasets: Final = SETS
rows: Final = (
    *(
        RowPlan(f"vertex, {title}", f"vertex, {variant}, algebra", VERTEX.get(variant, {}))
        for variant, title in _TITLES.items()
    ),
    *(
        RowPlan(f"edge, {title}, {says}", f"edge, {variant}, {reading}", EDGE.get(variant, {}))
        for variant, title in _TITLES.items()
        for reading, says in READINGS.items()
    ),
    *(
        RowPlan(f"{task_title}, {_TITLES[variant]}", f"{task}, {variant}, algebra")
        for task, task_title in (("irrelevance", "irrelevance"), ("lca", "LCA operation"))
        for variant in _ALL_TASKS
    ),
)


def steps(_dataset: str, _options: Options) -> int:
    """Return how many times ``run`` reports progress."""
    return FOLDS * len(VARIANTS) * len(READINGS) + 1


def run(dataset: str, options: Options, progress: Progress) -> Results:
    """Measure the classifiers with each group of features."""
    started = time.perf_counter()
    folded = load_folds(dataset, options.seed)
    progress("read")
    figures: list[Figure] = []
    for variant in VARIANTS:
        tasks = list(Part) if variant in _ALL_TASKS else [Part.VERTEX, Part.EDGE]
        figures += _measure(folded, variant, tasks, Reading.ALGEBRA, options.seed, progress)
        figures += _measure(folded, variant, [Part.EDGE], Reading.PRINTED, options.seed, progress)
    signature = sign(folded.dataset, options.seed)
    return Results(name, signature, time.perf_counter() - started, tuple(figures))


def _measure(
    folded: FoldedSet,
    variant: str,
    tasks: Sequence[Part],
    reading: Reading,
    seed: int,
    progress: Progress,
) -> list[Figure]:
    shares = label_accuracy(
        folded.problems,
        folded.folds,
        VARIANTS[variant],
        tasks,
        reading=reading,
        seed=seed,
        progress=progress,
    )
    return [
        Figure(f"{task.value}, {variant}, {reading.value}", folded.dataset.name, by_fold)
        for task, by_fold in shares.items()
    ]


def label_accuracy(
    problems: Sequence[AnnotatedProblem],
    folds: Sequence[Fold],
    features: FeatureSet,
    tasks: Sequence[Part],
    *,
    reading: Reading = Reading.ALGEBRA,
    seed: int = 0,
    progress: Progress = silent,
) -> dict[Part, tuple[float, ...]]:
    """Return the accuracy of classifiers on gold labels, per fold.

    The strength of the regularisation is chosen on the training part.
    """
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
    return {task: tuple(by_fold) for task, by_fold in shares.items()}


def section(results: Sequence[Results]) -> str:
    """Write the section."""
    measured = measured_everywhere(results, name, datasets)
    return templates.fill(
        name,
        table=published_and_ours(rows, measured),
        signatures=signatures(measured.values()),
    )
