"""UnitDep, its two variants and LCA++ behind the protocol of all systems.

The four share classifiers and search and differ in which terms of the joint score they use
(``MODES``). A stored one is a model as ``store`` writes it; its zero weights show which
system it belongs to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Final

import numpy as np

from unitdep.core.labels import Reading
from unitdep.errors import NothingToLearnError
from unitdep.inference import Ranking, Weights
from unitdep.models.store import Model, ModelError, load, save
from unitdep.reading.problem import Problem
from unitdep.research.baselines.system import Prediction
from unitdep.research.datasets import AnnotatedProblem
from unitdep.research.learning import Mode, Trained, build_designs, train
from unitdep.research.learning.train_linear import learnable
from unitdep.scoring.linear import FEATURE_SETS, LinearModel, LinearScorer
from unitdep.scoring.tables import Part
from unitdep.solver import Solver

MODES: Final[Mapping[str, Mode]] = {
    "unitdep": Mode.JOINT,
    "unitdep-no-vertex": Mode.NO_VERTEX,
    "unitdep-no-edge": Mode.NO_EDGE,
    "lca++": Mode.TREE,
}


@dataclass(frozen=True)
class FittedLinear:
    """Classifiers and tuned weights."""

    model: Model

    @property
    def name(self) -> str:
        """The system that the weights are of."""
        return next(name for name, mode in MODES.items() if mode is mode_of(self.model.weights))

    def predict(self, problems: Sequence[Problem]) -> list[Prediction]:
        """Return each problem's best answer; empty for fewer than two numbers.

        The paper's protocol refuses nothing.
        """
        solver = Solver.of(self.model)
        return [best_of(a.ranking) for a in solver.analyse(problems, refuse=False, top=1)]

    def save(self, folder: Path) -> None:
        """Write the system as a model."""
        save(self.model, folder)


@dataclass(frozen=True)
class LinearSystem:
    """UnitDep, one of its variants or LCA++ before training: a name of ``MODES``."""

    name: str = "unitdep"
    features: str = "paper"  # a name of ``FEATURE_SETS``; a stored system brings its own

    def fit(self, problems: Sequence[AnnotatedProblem], *, seed: int = 0) -> FittedLinear:
        """Fit the classifiers and tune the weights; raises NothingToLearnError without any tree."""
        if not learnable(problems):
            raise NothingToLearnError("no problem has an expression to learn from")
        features = FEATURE_SETS[self.features]
        designs = build_designs(problems, features, Reading.ALGEBRA)
        trained = train(problems, designs, range(len(problems)), seed=seed)
        weights = trained.tune(MODES[self.name])
        scorer = as_stored(trained.scorer(features))
        return FittedLinear(Model(scorer, weights, self._provenance(trained, seed)))

    def load(self, folder: Path) -> FittedLinear:
        """Read a fitted system; raises ModelError if the folder does not hold one."""
        fitted = FittedLinear(load(folder))
        if fitted.name != self.name:
            raise ModelError(f"the model in {folder} is one of {fitted.name}, not of {self.name}")
        return fitted

    def _provenance(self, trained: Trained, seed: int) -> dict[str, object]:
        return {
            "system": self.name,
            "problems": len(trained.bench.problems),
            "features": self.features,
            "seed": seed,
            "version": version("unitdep"),
            "strengths": trained.strengths,
        }


def mode_of(weights: Weights) -> Mode:
    """Return the mode, by the weights that are zero; tuning never sets one to zero."""
    if weights.vertex:
        return Mode.JOINT if weights.edge else Mode.NO_EDGE
    return Mode.NO_VERTEX if weights.edge else Mode.TREE


def as_stored(scorer: LinearScorer) -> LinearScorer:
    """Round the weights as ``store.save`` does, so that a saved scorer is the same one."""
    parts = {task.value: _rounded(getattr(scorer, task.value)) for task in Part}
    return LinearScorer(scorer.features, **parts)


def _rounded(model: LinearModel) -> LinearModel:
    return LinearModel(model.hashes, model.weights.astype(np.float16), model.bias)


def best_of(ranking: Ranking) -> Prediction:
    """Return the best tuple of a ranking as a prediction."""
    if not ranking.candidates:
        return Prediction()
    best = ranking.candidates[0]
    return Prediction(best.value, best.tree, best.probability)
