"""Cross-validated predictions with tree and graph, for looking at single problems."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from unitdep.datasets import AnnotatedProblem
from unitdep.evaluation.folds import Fold
from unitdep.evaluation.solving import SYSTEMS
from unitdep.graph import Reading
from unitdep.inference import Candidate, search_many
from unitdep.learning import build_designs, gold_answer, train, values_of
from unitdep.learning.tuning import TOLERANCE
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
    designs = build_designs(problems, features, Reading.ALGEBRA)
    found: dict[str, list[Prediction]] = {system: [] for system in systems}
    for fold in folds:
        trained = train(problems, designs, fold.training, seed=seed)
        tables = trained.tables(fold.test)
        values = [values_of(problems[p]) for p in fold.test]
        for system in systems:
            rankings = search_many(tables, values, trained.tune(SYSTEMS[system]), top=1)
            found[system] += [
                Prediction(problems[p], fold.number, next(iter(ranking.candidates), None))
                for p, ranking in zip(fold.test, rankings, strict=True)
            ]
            progress(f"fold {fold.number} {system}")
    return found
