"""The paper's table of graphs: the share of problems whose whole UDG is predicted exactly."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from threadpoolctl import threadpool_limits

from unitdep.core.expression import leaves
from unitdep.core.graph import UnitGraph, derive
from unitdep.core.labels import Reading
from unitdep.inference.graph_only import decompose
from unitdep.research.datasets import AnnotatedProblem
from unitdep.research.evaluation.layout import templates
from unitdep.research.evaluation.layout.published import GRAPHS, SETS
from unitdep.research.evaluation.layout.rows import (
    FEATURES,
    RowPlan,
    measured_everywhere,
    published_and_ours,
)
from unitdep.research.evaluation.layout.signatures import signatures
from unitdep.research.evaluation.protocol.folds import FOLDS, Fold, FoldedSet, load_folds
from unitdep.research.evaluation.protocol.results import Figure, Results, figure, sign
from unitdep.research.evaluation.table_names import TableName
from unitdep.research.evaluation.tables.paper.classifiers import READINGS
from unitdep.research.evaluation.tables.table import Options
from unitdep.research.learning import build_designs
from unitdep.research.learning.develop import Bench, develop, make_bench
from unitdep.research.learning.joint_crf import develop_joint, fit_joint, joint_tables
from unitdep.research.progress import Progress, silent
from unitdep.scoring.linear import FEATURE_SETS, FeatureSet
from unitdep.scoring.tables import Floats, Part

_SYSTEMS: Final = {  # by feature set
    "paper": ("decompose", "decompose, no constraints", "joint"),
    "own": ("decompose", "decompose, no constraints"),
}
_TASKS: Final = (Part.VERTEX, Part.EDGE)
Tables = dict[int, Floats]  # by problem
WEIGHTS: Final = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0)  # lambda, chosen on development data

name: Final = TableName.GRAPHS
datasets: Final = SETS
rows: Final = tuple(
    RowPlan(
        f"{system[0].upper()}{system[1:]}, {title}, {says}",
        f"{system}, {features}, {reading}",
        GRAPHS[system] if features == "paper" else {},
    )
    for features, title in FEATURES.items()
    for system in _SYSTEMS[features]
    for reading, says in READINGS.items()
)


def steps(_dataset: str, _options: Options) -> int:
    """Return how many times ``run`` reports progress."""
    return FOLDS * (len(FEATURE_SETS) + 1) * len(Reading) + 1


def run(dataset: str, options: Options, progress: Progress) -> Results:
    """Predict whole graphs with classifiers trained separately and jointly."""
    started = time.perf_counter()
    folded = load_folds(dataset, options.seed)
    progress("read")
    separate = _separate(folded, options.seed, progress)
    joint = _joint(folded, options.seed, progress)
    signature = sign(folded.dataset, options.seed)
    return Results(name, signature, time.perf_counter() - started, (*separate, *joint))


def _separate(folded: FoldedSet, seed: int, progress: Progress) -> list[Figure]:
    figures = []
    for features in FEATURE_SETS.values():
        for reading in Reading:
            runs = exact_graphs(
                folded.problems,
                folded.folds,
                features,
                reading=reading,
                seed=seed,
                progress=progress,
            )
            details = {"lambda": [run.weight for run in runs]}
            for system, pairs in (
                ("decompose", [run.constrained for run in runs]),
                ("decompose, no constraints", [run.unconstrained for run in runs]),
            ):
                row = f"{system}, {features.name}, {reading.value}"
                figures.append(figure(row, folded.dataset.name, pairs, details))
    return figures


def _joint(folded: FoldedSet, seed: int, progress: Progress) -> list[Figure]:
    figures = []
    for reading in Reading:
        pairs = joint_graphs(
            folded.problems,
            folded.folds,
            FEATURE_SETS["paper"],
            reading=reading,
            seed=seed,
            progress=progress,
        )
        figures.append(figure(f"joint, paper, {reading.value}", folded.dataset.name, pairs))
    return figures


def section(results: Sequence[Results]) -> str:
    """Write the section."""
    measured = measured_everywhere(results, name, datasets)
    return templates.fill(
        name,
        table=published_and_ours(rows, measured),
        signatures=signatures(measured.values()),
    )


@dataclass(frozen=True)
class GraphRun:
    """Which graphs of one fold's test problems are exact, with and without constraints."""

    weight: float
    constrained: tuple[tuple[str, bool], ...]  # problem id, exact
    unconstrained: tuple[tuple[str, bool], ...]


def exact_graphs(
    problems: Sequence[AnnotatedProblem],
    folds: Sequence[Fold],
    features: FeatureSet,
    *,
    reading: Reading,
    seed: int = 0,
    progress: Progress = silent,
) -> list[GraphRun]:
    """Predict the graph over the gold tree's quantities, as the authors did, on every fold."""
    designs = build_designs(problems, features, reading, _TASKS)
    runs = []
    for fold in folds:
        with threadpool_limits(1):
            bench = make_bench(problems, designs, fold.training)
            vertex, edge = (_develop_and_apply(bench, task, fold, seed) for task in _TASKS)

        def exact(
            p: int, weight: float, constrained: bool, v: Tables = vertex, e: Tables = edge
        ) -> bool:
            return _exact(problems[p], v[p], e[p], reading, weight, constrained)

        weight = max(WEIGHTS, key=lambda w: np.mean([exact(p, w, True) for p in fold.training]))
        results = [
            tuple((problems[p].id, exact(p, weight, constrained)) for p in fold.test)
            for constrained in (True, False)
        ]
        runs.append(GraphRun(weight, results[0], results[1]))
        progress(f"fold {fold.number}")
    return runs


def joint_graphs(
    problems: Sequence[AnnotatedProblem],
    folds: Sequence[Fold],
    features: FeatureSet,
    *,
    reading: Reading,
    seed: int = 0,
    progress: Progress = silent,
) -> list[tuple[tuple[str, bool], ...]]:
    """Predict the graphs with the jointly trained model; (problem id, exact) pairs per fold."""
    designs = build_designs(problems, features, reading, _TASKS)
    runs = []
    for fold in folds:
        with threadpool_limits(1):
            bench = make_bench(problems, designs, fold.training)
            model = fit_joint(bench, fold.training, strength=develop_joint(bench, seed))
            vertex, edge = joint_tables(bench, model, fold.test)
        runs.append(
            tuple(
                (problems[p].id, _exact(problems[p], vertex[p], edge[p], reading, 1.0, True))
                for p in fold.test
            )
        )
        progress(f"fold {fold.number}")
    return runs


def _develop_and_apply(bench: Bench, task: Part, fold: Fold, seed: int) -> Tables:
    """Return held-out tables of the training problems and final tables of the test problems."""
    developed = develop(bench, task, seed)
    fitted = bench.fit(task, fold.training, developed.strength)
    scored = bench.log_probabilities(task, fitted, fold.test)
    return {**developed.tables, **dict(zip(fold.test, scored, strict=True))}


def _exact(
    annotated: AnnotatedProblem,
    vertex: Floats,
    edge: Floats,
    reading: Reading,
    weight: float,
    constrained: bool,
) -> bool:
    if annotated.tree is None or annotated.rates is None:
        return False
    kept = sorted(leaves(annotated.tree))
    predicted = decompose(vertex, edge, kept, weight=weight, constrained=constrained)
    return same_graph(predicted, derive(annotated.tree, annotated.rates, reading))


def same_graph(first: UnitGraph, second: UnitGraph) -> bool:
    """Whether two graphs over the same vertices agree in every label."""
    return first.rates == second.rates and dict(first.labels) == dict(second.labels)
