"""The paper's tables, measured anew: one results file for each table and data set."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from unitdep.core.labels import Reading
from unitdep.research.baselines import systems as all_systems
from unitdep.research.datasets import AnnotatedProblem, Dataset, annotate, load
from unitdep.research.evaluation.protocol.cross_validate import (
    OTHERS,
    SYSTEMS,
    FoldRun,
    cross_validate,
    cross_validate_system,
)
from unitdep.research.evaluation.protocol.folds import Fold, folds_of
from unitdep.research.evaluation.protocol.results import Figure, Results, figure, sign
from unitdep.research.evaluation.tables.classifiers import VARIANTS, label_accuracy
from unitdep.research.evaluation.tables.graphs import GraphRun, exact_graphs, joint_graphs
from unitdep.scoring.linear import FEATURE_SETS, FeatureSet
from unitdep.scoring.tables import Part

TABLES = ("solving", "classifiers", "graphs")
SOLVERS = (*OTHERS, *SYSTEMS)  # in the table of solving
Progress = Callable[[str], None]


def steps(table: str, systems: Sequence[str] = SOLVERS) -> int:
    """Return how many times ``run`` reports progress, for a progress bar."""
    return {
        "solving": 5 * sum(len(FEATURE_SETS) if s in SYSTEMS else 1 for s in systems),
        "classifiers": 5 * (len(VARIANTS) + len(VARIANTS)),
        "graphs": 5 * (len(FEATURE_SETS) + 1) * len(Reading),
    }[table] + 1


def run(
    table: str,
    name: str,
    *,
    systems: Sequence[str] = SOLVERS,
    seed: int = 0,
    progress: Progress = lambda _: None,
) -> Results:
    """Measure one table on one data set; that of solving for some or all ``SOLVERS``."""
    started = time.perf_counter()
    dataset = load(name)
    problems = annotate(dataset.records)
    folds = folds_of(dataset, problems, seed)
    progress("read")
    measures: dict[str, Callable[..., list[Figure]]] = {
        "solving": partial(_solving, systems),
        "classifiers": _classifiers,
        "graphs": _graphs,
    }
    figures = measures[table](dataset, problems, folds, seed, progress)
    return Results(table, sign(dataset, seed), time.perf_counter() - started, tuple(figures))


def _solving(
    systems: Sequence[str],
    dataset: Dataset,
    problems: Sequence[AnnotatedProblem],
    folds: Sequence[Fold],
    seed: int,
    progress: Progress,
) -> list[Figure]:
    figures = []
    for name in (s for s in OTHERS if s in systems):
        system = all_systems()[name]
        found = cross_validate_system(problems, folds, system, seed=seed, progress=progress)
        figures.append(_answers(name, dataset, found))
    linear = [s for s in SYSTEMS if s in systems]
    for features in FEATURE_SETS.values() if linear else ():
        runs = cross_validate(problems, folds, features, linear, seed=seed, progress=progress)
        for name, found in runs.items():
            details = {
                "weights": [dict(fold.weights) for fold in found],
                "strengths": [dict(fold.strengths) for fold in found],
            }
            figures.append(_answers(f"{name}, {features.name}", dataset, found, details))
    return figures


def _answers(
    row: str, dataset: Dataset, runs: Sequence[FoldRun], details: Mapping[str, Any] | None = None
) -> Figure:
    pairs = [[(o.id, o.right) for o in fold.outcomes] for fold in runs]
    return figure(row, dataset.name, pairs, details)


def _classifiers(
    dataset: Dataset,
    problems: Sequence[AnnotatedProblem],
    folds: Sequence[Fold],
    seed: int,
    progress: Progress,
) -> list[Figure]:
    def measure(tasks: list[Part], features: FeatureSet, reading: Reading) -> list[Figure]:
        found = label_accuracy(
            problems, folds, features, tasks, reading=reading, seed=seed, progress=progress
        )
        return [
            Figure(f"{accuracy.task}, {variant}, {reading.value}", dataset.name, accuracy.folds)
            for accuracy in found
        ]

    figures = []
    for variant, features in VARIANTS.items():
        tasks = [Part.VERTEX, Part.EDGE]
        if variant in ("all", "own"):
            tasks = list(Part)
        figures += measure(tasks, features, Reading.ALGEBRA)
        figures += measure([Part.EDGE], features, Reading.PRINTED)
    return figures


def _graphs(
    dataset: Dataset,
    problems: Sequence[AnnotatedProblem],
    folds: Sequence[Fold],
    seed: int,
    progress: Progress,
) -> list[Figure]:
    figures = []
    for features in FEATURE_SETS.values():
        for reading in Reading:
            runs: list[GraphRun] = exact_graphs(
                problems, folds, features, reading=reading, seed=seed, progress=progress
            )
            details = {"lambda": [run.weight for run in runs]}
            for row, pairs in (
                ("decompose", [run.constrained for run in runs]),
                ("decompose, no constraints", [run.unconstrained for run in runs]),
            ):
                name = f"{row}, {features.name}, {reading.value}"
                figures.append(figure(name, dataset.name, pairs, details))
    paper = FEATURE_SETS["paper"]
    for reading in Reading:
        found = joint_graphs(problems, folds, paper, reading=reading, seed=seed, progress=progress)
        figures.append(figure(f"joint, paper, {reading.value}", dataset.name, found))
    return figures
