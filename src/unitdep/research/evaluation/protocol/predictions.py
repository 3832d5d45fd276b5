"""Cross-validated predictions with tree and graph, for looking at single problems."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from unitdep.inference import Candidate
from unitdep.research.datasets import AnnotatedProblem
from unitdep.research.evaluation.protocol.cross_validate import search_folds
from unitdep.research.evaluation.protocol.folds import Fold
from unitdep.research.learning import gold_answer
from unitdep.research.learning.tune import TOLERANCE
from unitdep.scoring.linear import FeatureSet

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Prediction:
    """What a system makes of a test problem."""

    problem: AnnotatedProblem
    fold: int
    candidate: Candidate | None  # None where no expression is valid

    @property
    def right(self) -> bool:
        """Whether the answer is the gold one."""
        if self.candidate is None:
            return False
        return abs(float(self.candidate.value) - float(gold_answer(self.problem))) < TOLERANCE


def predict(
    problems: Sequence[AnnotatedProblem],
    folds: Sequence[Fold],
    features: FeatureSet,
    systems: Sequence[str],
    *,
    seed: int = 0,
    progress: Progress = lambda _: None,
) -> dict[str, list[Prediction]]:
    """Train, tune and test systems on folds; the predictions come in the folds' order."""
    found: dict[str, list[Prediction]] = {system: [] for system in systems}
    for run in search_folds(problems, folds, features, systems, seed=seed):
        found[run.system] += [
            Prediction(problems[p], run.fold.number, next(iter(ranking.candidates), None))
            for p, ranking in zip(run.fold.test, run.rankings, strict=True)
        ]
        progress(f"fold {run.fold.number} {run.system}")
    return found
