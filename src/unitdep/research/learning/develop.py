"""A data set made ready for learning: features read once, classifiers fitted on any part of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from unitdep.research.datasets import AnnotatedProblem
from unitdep.research.learning.examples import UNLABELLED, Design
from unitdep.research.learning.fit import Fitted, Points, embed, fit
from unitdep.scoring.tables import Floats, Part, ScoreTables

INNER_FOLDS = 5
FEWEST_EXAMPLES = 3  # a feature that fewer training examples have is not used
PROBLEMS_PER_EXAMPLE = 500  # with many problems a feature must occur once in so many of them


@dataclass(frozen=True)
class Plan:
    """How a training part is developed: what is tried, and how much of it is held out."""

    strengths: tuple[float, ...] = (0.05, 0.15, 0.5)  # inverse regularisation, the best is taken
    parts: int = INNER_FOLDS  # how many of its fifths are held out, one at a time


QUICK = Plan((0.15,), 1)  # the paper's: one fifth is for development


@dataclass(frozen=True)
class Bench:
    """A training part of a data set: its features, and all examples as points over them."""

    problems: tuple[AnnotatedProblem, ...]  # of the whole set
    training: tuple[int, ...]  # the problems that features and weights may come from
    extra: frozenset[int]  # those of them that are never held out
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
        """Score some problems' examples: one table a problem."""
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
    """Set a training part of a data set up; ``designs`` are those of the whole set."""
    learnt = (*training, *extra)
    least = max(FEWEST_EXAMPLES, len(learnt) // PROBLEMS_PER_EXAMPLE)
    kept = {task: d.frequent(learnt, least) for task, d in designs.items()}
    points = {task: embed(d) for task, d in kept.items()}
    return Bench(tuple(problems), learnt, frozenset(extra), kept, points)


@dataclass(frozen=True)
class Developed:
    """What a part of a data set says when every fifth of it has been held out once.

    The paper sets one fifth of the training data apart for development; here each fifth is set
    apart in turn, so that the choices rest on all of them.
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
    """Cut the training part into parts, at random but the same for a seed.

    Problems with one id (a text and its later wording) stay together.
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
    """Put the four classifiers' tables of a problem together."""
    return ScoreTables(*(by_task[task][problem] for task in Part))
