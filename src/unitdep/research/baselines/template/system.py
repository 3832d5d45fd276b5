"""The system: train templates and weights on annotated problems, answer by marginals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from unitdep.core.expression import monotonic
from unitdep.reading.problem import Problem
from unitdep.research.baselines.system import Prediction
from unitdep.research.baselines.template.derivations import Space
from unitdep.research.baselines.template.design import Example, Hashes, make_example, score
from unitdep.research.baselines.template.files import read_files, write_files
from unitdep.research.baselines.template.learning import make_objective, maximise
from unitdep.research.baselines.template.templates import collect
from unitdep.research.datasets import AnnotatedProblem
from unitdep.scoring.tables import Floats

STRENGTH: Final = 0.1  # of the L2 penalty, Kushman et al.'s default
TOLERANCE: Final = Fraction(1, 10_000)  # stated answers are rounded


@dataclass(frozen=True, eq=False)
class FittedTemplate:
    """Templates and the weights of their features."""

    space: Space
    hashes: Hashes  # (features,), sorted
    weights: Floats  # (features,)

    def predict(self, problems: Sequence[Problem]) -> list[Prediction]:
        """Return the most probable positive answer of each problem, and its best derivation."""
        return [self._solve(problem) for problem in problems]

    def save(self, folder: Path) -> None:
        """Write the templates and settings as JSON and the weights as arrays."""
        write_files(folder, self.space.templates, self.hashes, self.weights)

    def _solve(self, problem: Problem) -> Prediction:
        example = make_example(problem, self.space)
        if not example.trees:
            return Prediction()
        scores = score(example, self.hashes, self.weights)
        raised = np.exp(scores - scores.max())
        probabilities = raised / raised.sum()
        marginals = answer_marginals(example, probabilities)
        if not marginals:
            return Prediction()
        answer = max(marginals, key=marginals.__getitem__)
        own = [k for k, value in enumerate(example.values) if value == answer]
        best = max(own, key=probabilities.__getitem__)
        return Prediction(answer, example.trees[best], min(marginals[answer], 1.0))


@dataclass(frozen=True)
class TemplateSystem:
    """The Template system before training."""

    strength: float = STRENGTH
    name: str = "template"

    def fit(self, problems: Sequence[AnnotatedProblem], *, seed: int = 0) -> FittedTemplate:
        """Collect the templates of all gold trees and train the weights; nothing is random."""
        del seed  # the search for the optimum starts from zero
        space = Space(collect(p.tree for p in problems if p.tree is not None))
        examples = [make_example(annotated.problem, space) for annotated in problems]
        correct = [
            correct_derivations(annotated, example)
            for annotated, example in zip(problems, examples, strict=True)
        ]
        known = [k for k, marked in enumerate(correct) if marked.any()]
        if not known:
            return FittedTemplate(space, np.zeros(0, np.uint64), np.zeros(0))
        objective = make_objective(
            [examples[k] for k in known], [correct[k] for k in known], self.strength
        )
        return FittedTemplate(space, objective.hashes, maximise(objective))

    def load(self, folder: Path) -> FittedTemplate:
        """Read a fitted system; raises ModelError if the folder does not hold one."""
        templates, hashes, weights = read_files(folder)
        return FittedTemplate(Space(templates), hashes, weights)


def correct_derivations(annotated: AnnotatedProblem, example: Example) -> NDArray[np.bool_]:
    """Mark the derivation of the gold tree, or failing that, those with the stated answer."""
    if annotated.tree is not None:
        gold = monotonic(annotated.tree)
        marked = np.array([tree == gold for tree in example.trees], np.bool_)
        if marked.any():
            return marked
    answer = annotated.answer
    return np.array(
        [
            answer is not None and value is not None and abs(value - answer) <= TOLERANCE
            for value in example.values
        ],
        np.bool_,
    )


def answer_marginals(example: Example, probabilities: Floats) -> Mapping[Fraction, float]:
    """Return the probability of every positive answer, summed over its derivations."""
    marginals: dict[Fraction, float] = {}
    for value, probability in zip(example.values, probabilities.tolist(), strict=True):
        if value is not None:
            marginals[value] = marginals.get(value, 0.0) + probability
    return marginals
