"""A data set made ready for learning: features read once, classifiers fitted on any part of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from unitdep.datasets import AnnotatedProblem
from unitdep.learning.design import UNLABELLED, Design, Task
from unitdep.learning.fit import Fitted, Points, embed, fit
from unitdep.scoring.tables import Floats, ScoreTables

STRENGTHS = (0.05, 0.15, 0.5)  # inverse regularisation, chosen on development data
INNER_FOLDS = 5
FEWEST_EXAMPLES = 3  # a feature that fewer training examples have is not used


@dataclass(frozen=True)
class Bench:
    """A training part of a data set: its features, and all examples as points over them."""

    problems: tuple[AnnotatedProblem, ...]  # of the whole set
    training: tuple[int, ...]  # the problems that features and weights may come from
    designs: Mapping[Task, Design]
    points: Mapping[Task, Points]

    def fit(self, task: Task, problems: Sequence[int], strength: float) -> Fitted:
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
        self, task: Task, fitted: Fitted, problems: Sequence[int]
    ) -> list[Floats]:
        """Score some problems' examples: one table a problem."""
        rows = [self.designs[task].of([p]) for p in problems]
        if not rows:
            return []
        joined = fitted.log_probabilities(self.points[task][np.concatenate(rows)])
        return np.split(joined, np.cumsum([len(r) for r in rows])[:-1])


def make_bench(
    problems: Sequence[AnnotatedProblem], designs: Mapping[Task, Design], training: Sequence[int]
) -> Bench:
    """Set a training part of a data set up; ``designs`` are those of the whole set."""
    kept = {task: d.frequent(training, FEWEST_EXAMPLES) for task, d in designs.items()}
    return Bench(
        tuple(problems), tuple(training), kept, {task: embed(d) for task, d in kept.items()}
    )


@dataclass(frozen=True)
class Developed:
    """What a part of a data set says when every fifth of it has been held out once.

    The paper sets one fifth of the training data apart for development; here each fifth is set
    apart in turn, so that the choices rest on all of them.
    """

    strength: float
    tables: dict[int, Floats]  # held-out log-probabilities by problem


def develop(bench: Bench, task: Task, seed: int) -> Developed:
    """Choose a classifier's regularisation by the log-likelihood of held-out labels."""
    problems = bench.training
    parts = inner_folds(bench, seed)
    best: Developed | None = None
    best_score = -np.inf
    for strength in STRENGTHS:
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
    """Cut the training part into parts, at random but the same for a seed.

    Problems with one id (a text and its later wording) stay together.
    """
    ids = list(dict.fromkeys(bench.problems[p].id for p in bench.training))
    order = np.random.default_rng(seed).permutation(len(ids))
    part_of = {ids[k]: place % INNER_FOLDS for place, k in enumerate(order)}
    return [
        [p for p in bench.training if part_of[bench.problems[p].id] == part]
        for part in range(INNER_FOLDS)
    ]


def mean_log_likelihood(bench: Bench, task: Task, tables: Mapping[int, Floats]) -> float:
    """Give the mean log-probability of the gold labels."""
    total, count = 0.0, 0
    for problem, table in tables.items():
        labels = gold(bench, task, problem)
        known = labels != UNLABELLED
        total += float(table[known, labels[known]].sum())
        count += int(known.sum())
    return total / max(count, 1)


def gold(bench: Bench, task: Task, problem: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Give the gold labels of a problem's examples."""
    design = bench.designs[task]
    return design.labels[design.bounds[problem] : design.bounds[problem + 1]]


def join_tables(by_task: Mapping[Task, Mapping[int, Floats]], problem: int) -> ScoreTables:
    """Put the four classifiers' tables of a problem together."""
    return ScoreTables(*(by_task[task][problem] for task in Task))
