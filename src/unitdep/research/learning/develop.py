"""Prepare a data set for training and choose the classifiers' regularisation on held-out parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from unitdep.research.datasets import AnnotatedProblem
from unitdep.research.learning.examples import UNLABELLED, Design
from unitdep.research.learning.fit import Fitted, Points, embed, fit
from unitdep.scoring.tables import Floats, Part, ScoreTables

INNER_FOLDS = 5
FEWEST_EXAMPLES = 3  # a feature of fewer training examples is dropped
PROBLEMS_PER_EXAMPLE = 500  # with many problems, one more example per this many


@dataclass(frozen=True)
class Plan:
    """How to develop on a training part: which values to try, and how much to hold out."""

    strengths: tuple[float, ...] = (0.05, 0.15, 0.5)  # inverse regularisation; the best is used
    parts: int = INNER_FOLDS  # how many of its fifths are held out, one at a time


QUICK = Plan((0.15,), 1)  # as in the paper: one fifth is for development


@dataclass(frozen=True)
class Bench:
    """A training part of a data set: its features, and all examples as points in their space."""

    problems: tuple[AnnotatedProblem, ...]  # of the whole set
    training: tuple[int, ...]  # the problems that features and weights may depend on
    extra: frozenset[int]  # training problems that are never held out
    designs: Mapping[Part, Design]
    points: Mapping[Part, Points]

    def fit(self, task: Part, problems: Sequence[int], strength: float) -> Fitted:
        """Fit one classifier on some problems of the training part."""
        design = self.designs[task]
        return fit(
            self.points[task],
            design.labels,
            design.of(problems),
            task.labels,
            strength=strength,
        )

    def log_probabilities(
        self, task: Part, fitted: Fitted, problems: Sequence[int]
    ) -> list[Floats]:
        """Score some problems' examples; returns one table per problem."""
        rows = [self.designs[task].of([p]) for p in problems]
        if not rows:
            return []
        joined = fitted.log_probabilities(self.points[task][np.concatenate(rows)])
        return np.split(joined, np.cumsum([len(r) for r in rows])[:-1])


def make_bench(
    problems: Sequence[AnnotatedProblem],
    designs: Mapping[Part, Design],
    training: Sequence[int],
    extra: Sequence[int] = (),
) -> Bench:
    """Set up a training part of a data set; ``designs`` are those of the whole set."""
    used = (*training, *extra)
    least = max(FEWEST_EXAMPLES, len(used) // PROBLEMS_PER_EXAMPLE)
    kept = {task: d.frequent(used, least) for task, d in designs.items()}
    points = {task: embed(d) for task, d in kept.items()}
    return Bench(tuple(problems), used, frozenset(extra), kept, points)


@dataclass(frozen=True)
class Developed:
    """The chosen regularisation, and held-out scores for a training part.

    The paper sets aside one fifth of the training data for development. Here each fifth is held
    out in turn, so that choices are based on all of them.
    """

    strength: float
    tables: dict[int, Floats]  # held-out log-probabilities by problem


def develop(bench: Bench, task: Part, seed: int, plan: Plan = Plan()) -> Developed:
    """Choose a classifier's regularisation by the log-likelihood of held-out labels."""
    problems = bench.training
    parts = inner_folds(bench, seed)[: plan.parts]
    best: Developed | None = None
    best_score = -np.inf
    for strength in plan.strengths:
        tables: dict[int, Floats] = {}
        for part in parts:
            held = set(part)
            fitted = bench.fit(task, [p for p in problems if p not in held], strength)
            tables.update(zip(part, bench.log_probabilities(task, fitted, part), strict=True))
        score = mean_log_likelihood(bench, task, tables)
        if score > best_score:
            best, best_score = Developed(strength, tables), score
    assert best is not None
    return best


def inner_folds(bench: Bench, seed: int) -> list[list[int]]:
    """Split the training part into folds, at random but deterministic for a given seed.

    Problems with the same id (a text and its later wording) stay together.
    """
    own = [p for p in bench.training if p not in bench.extra]
    ids = list(dict.fromkeys(bench.problems[p].id for p in own))
    order = np.random.default_rng(seed).permutation(len(ids))
    part_of = {ids[k]: place % INNER_FOLDS for place, k in enumerate(order)}
    return [
        [p for p in own if part_of[bench.problems[p].id] == part] for part in range(INNER_FOLDS)
    ]


def mean_log_likelihood(bench: Bench, task: Part, tables: Mapping[int, Floats]) -> float:
    """Return the mean log-probability of the gold labels."""
    total, count = 0.0, 0
    for problem, table in tables.items():
        labels = gold(bench, task, problem)
        known = labels != UNLABELLED
        total += float(table[known, labels[known]].sum())
        count += int(known.sum())
    return total / max(count, 1)


def gold(bench: Bench, task: Part, problem: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Return the gold labels of a problem's examples."""
    design = bench.designs[task]
    return design.labels[design.bounds[problem] : design.bounds[problem + 1]]


def join_tables(by_task: Mapping[Part, Mapping[int, Floats]], problem: int) -> ScoreTables:
    """Combine the four classifiers' tables for one problem."""
    irrelevance, lca, vertex, edge = (by_task[task][problem] for task in Part)
    return ScoreTables(irrelevance, lca, vertex, edge)
