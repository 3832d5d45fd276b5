"""The system: train both models, and answer with the solution of the best equation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_limits

from unitdep.core.expression import monotonic
from unitdep.reading.problem import Problem
from unitdep.research.baselines.singleeq.candidates import Candidates, candidates
from unitdep.research.baselines.singleeq.files import SYSTEM, read_files, write_files
from unitdep.research.baselines.singleeq.learning.model import Models
from unitdep.research.baselines.singleeq.learning.train import Settings, make_lesson, train_models
from unitdep.research.baselines.system import Prediction
from unitdep.research.datasets import AnnotatedProblem


@dataclass(frozen=True)
class FittedSingleEq:
    """SingleEq after training."""

    models: Models
    settings: Settings

    def predict(self, problems: Sequence[Problem]) -> list[Prediction]:
        """Return the solution of each problem's best equation, or nothing if there is none."""
        if not len(self.models.root.classes):  # there was nothing to train on
            return [Prediction() for _ in problems]
        with threadpool_limits(1):  # the matrices are small
            return [self._best(_candidates(problem, self.settings)) for problem in problems]

    def save(self, folder: Path) -> None:
        """Write the system as JSON and plain arrays."""
        write_files(folder, self.models, self.settings)

    def _best(self, given: Candidates) -> Prediction:
        if not given.listed:
            return Prediction()
        scores = self.models.scores(given)
        best = given.listed[int(np.argmax(scores))]
        weights = np.exp(scores - scores.max())
        same = np.array([candidate.value == best.value for candidate in given.listed])
        return Prediction(
            best.value, monotonic(best.tree), float(weights[same].sum() / weights.sum())
        )


@dataclass(frozen=True)
class SingleEqSystem:
    """SingleEq before training."""

    settings: Settings = field(default_factory=Settings)
    name: str = SYSTEM

    def fit(self, problems: Sequence[AnnotatedProblem], *, seed: int = 0) -> FittedSingleEq:
        """Train the local and the global model; problems with irrelevant numbers are not used."""
        lessons = [
            make_lesson(_candidates(p.problem, self.settings), p.tree, p.answer) for p in problems
        ]
        with threadpool_limits(1):
            return FittedSingleEq(train_models(lessons, self.settings, seed), self.settings)

    def load(self, folder: Path) -> FittedSingleEq:
        """Read a fitted system; raises ModelError if the folder does not hold one."""
        return FittedSingleEq(*read_files(folder))


def _candidates(problem: Problem, settings: Settings) -> Candidates:
    return candidates(problem, keep=settings.keep, whole=settings.whole)
