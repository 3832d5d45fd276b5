"""The paper's table of graphs: the share of problems whose whole UDG is predicted exactly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from threadpoolctl import threadpool_limits

from unitdep.core.expression import leaves
from unitdep.core.graph import UnitGraph, derive
from unitdep.core.labels import Reading
from unitdep.inference.graph_only import decompose
from unitdep.research.datasets import AnnotatedProblem
from unitdep.research.evaluation.protocol.folds import Fold
from unitdep.research.learning import build_designs
from unitdep.research.learning.develop import Bench, develop, make_bench
from unitdep.research.learning.joint_crf import develop_joint, fit_joint, joint_tables
from unitdep.scoring.linear import FeatureSet
from unitdep.scoring.tables import Floats, Part

_TASKS = (Part.VERTEX, Part.EDGE)
Tables = dict[int, Floats]  # by problem
WEIGHTS = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0)  # lambda, chosen on development data


@dataclass(frozen=True)
class GraphRun:
    """Exact graphs on the test problems of one fold, with and without constraints."""

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
    progress: Callable[[str], None] = lambda _: None,
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
    progress: Callable[[str], None] = lambda _: None,
) -> list[tuple[tuple[str, bool], ...]]:
    """Predict the graphs with the jointly trained model: (problem id, exact) pairs a fold."""
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
    found = decompose(vertex, edge, kept, weight=weight, constrained=constrained)
    return same_graph(found, derive(annotated.tree, annotated.rates, reading))


def same_graph(first: UnitGraph, second: UnitGraph) -> bool:
    """Whether two graphs over the same vertices agree in every label."""
    return first.rates == second.rates and dict(first.labels) == dict(second.labels)
