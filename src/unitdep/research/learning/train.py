"""Train a model: develop on held-out fifths, tune the weights, fit on everything."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from threadpoolctl import threadpool_limits

from unitdep.core.expression import evaluate
from unitdep.core.labels import Reading
from unitdep.inference import Weights
from unitdep.research.datasets import AnnotatedProblem
from unitdep.research.learning.develop import (
    Bench,
    Developed,
    Plan,
    develop,
    join_tables,
    make_bench,
)
from unitdep.research.learning.examples import Design
from unitdep.research.learning.tune import DevelopmentSet, Mode, development_set, tune
from unitdep.scoring.linear import FeatureSet, LinearScorer
from unitdep.scoring.tables import Floats, Part, ScoreTables

STORED_SHARE = 0.5  # of the features; on 1,000 problems the rest changed no answer


@dataclass(frozen=True)
class Trained:
    """Classifiers developed on a training part, ready to be tuned and fitted."""

    bench: Bench
    developed: Mapping[Part, Developed]
    development: DevelopmentSet

    @property
    def strengths(self) -> dict[str, float]:
        """The regularisation chosen for each classifier."""
        return {task.value: developed.strength for task, developed in self.developed.items()}

    def tune(self, mode: Mode, reading: Reading = Reading.ALGEBRA) -> Weights:
        """Tune the weights of one system."""
        return tune(self.development, mode, reading)

    def tables(self, problems: Sequence[int]) -> list[ScoreTables]:
        """Fit on the whole training part and score other problems of the set."""
        by_task: dict[Part, dict[int, Floats]] = {}
        for task, developed in self.developed.items():
            fitted = self.bench.fit(task, self.bench.training, developed.strength)
            scored = self.bench.log_probabilities(task, fitted, problems)
            by_task[task] = dict(zip(problems, scored, strict=True))
        return [join_tables(by_task, p) for p in problems]

    def held_out(self) -> dict[int, ScoreTables]:
        """Return the held-out tables of problems that have an expression, by position."""
        tables = {task: developed.tables for task, developed in self.developed.items()}
        problems = self.bench.problems
        return {
            p: join_tables(tables, p)
            for p in tables[Part.LCA]
            if problems[p].tree is not None and problems[p].problem.size > 1
        }

    def scorer(self, features: FeatureSet) -> LinearScorer:
        """Fit on the whole training part and return the classifiers as they are stored."""
        models = {}
        for task, developed in self.developed.items():
            fitted = self.bench.fit(task, self.bench.training, developed.strength)
            model = fitted.model(self.bench.designs[task], self.bench.points[task])
            models[task.value] = model.heaviest(STORED_SHARE)
        return LinearScorer(features, **models)


def train(
    problems: Sequence[AnnotatedProblem],
    designs: Mapping[Part, Design],
    training: Sequence[int],
    *,
    extra: Sequence[int] = (),
    plan: Plan = Plan(),  # noqa: B008 - frozen
    seed: int = 0,
) -> Trained:
    """Develop the four classifiers on a training part of a data set.

    ``extra`` are problems to train on that are never held out for development.
    """
    with threadpool_limits(1):  # the matrices are too small for several threads
        bench = make_bench(problems, designs, training, extra)
        developed = {task: develop(bench, task, seed, plan) for task in Part}
    held_out = {task: part.tables for task, part in developed.items()}
    tested = held_out[Part.LCA].keys()
    known = [
        p
        for p in training
        if p in tested and problems[p].tree is not None and problems[p].problem.size > 1
    ]
    return Trained(
        bench,
        developed,
        development_set(
            [join_tables(held_out, p) for p in known],
            [values_of(problems[p]) for p in known],
            [gold_answer(problems[p]) for p in known],
        ),
    )


def values_of(annotated: AnnotatedProblem) -> list[Fraction]:
    """Return the values of a problem's quantities."""
    return [q.value for q in annotated.problem.quantities]


def gold_answer(annotated: AnnotatedProblem) -> Fraction:
    """Return the right answer: the gold tree's value, or the stated one if there is no tree."""
    if annotated.tree is not None:
        return evaluate(annotated.tree, values_of(annotated))
    if annotated.answer is None:
        raise ValueError(f"problem {annotated.id} has no answer")
    return annotated.answer
