"""The paper's table of graphs: the share of problems whose whole UDG is predicted exactly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from unitdep.datasets import AnnotatedProblem
from unitdep.evaluation.folds import Fold
from unitdep.expression import leaves
from unitdep.graph import Reading, UnitGraph, derive
from unitdep.inference.decompose import decompose
from unitdep.learning import build_designs, train
from unitdep.learning.bench import join_tables
from unitdep.scoring.linear import FeatureSet
from unitdep.scoring.tables import ScoreTables

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
    designs = build_designs(problems, features, reading)
    runs = []
    for fold in folds:
        trained = train(problems, designs, fold.training, seed=seed)
        held_out = {task: found.tables for task, found in trained.developed.items()}
        development = [(p, join_tables(held_out, p)) for p in fold.training]
        weight = max(
            WEIGHTS,
            key=lambda w: np.mean(
                [_exact(problems[p], t, reading, w, True) for p, t in development]
            ),
        )
        tables = trained.tables(fold.test)
        results = [
            tuple(
                (problems[p].id, _exact(problems[p], t, reading, weight, constrained))
                for p, t in zip(fold.test, tables, strict=True)
            )
            for constrained in (True, False)
        ]
        runs.append(GraphRun(weight, results[0], results[1]))
        progress(f"fold {fold.number}")
    return runs


def _exact(
    annotated: AnnotatedProblem,
    tables: ScoreTables,
    reading: Reading,
    weight: float,
    constrained: bool,
) -> bool:
    if annotated.tree is None or annotated.rates is None:
        return False
    found = decompose(
        tables, sorted(leaves(annotated.tree)), weight=weight, constrained=constrained
    )
    return same_graph(found, derive(annotated.tree, annotated.rates, reading))


def same_graph(first: UnitGraph, second: UnitGraph) -> bool:
    """Whether two graphs over the same vertices agree in every label."""
    return first.rates == second.rates and dict(first.labels) == dict(second.labels)
