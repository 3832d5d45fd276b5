"""A scorer made of the paper's four classifiers over one feature set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from unitdep.reading.problem import Problem
from unitdep.scoring.features.own import OwnFeatures
from unitdep.scoring.features.paper import PaperFeatures
from unitdep.scoring.features.sets import FeatureSet
from unitdep.scoring.features.view import view
from unitdep.scoring.linear.model import LinearModel, hash_features
from unitdep.scoring.tables import Floats, ScoreTables

FEATURE_SETS: dict[str, FeatureSet] = {"paper": PaperFeatures(), "own": OwnFeatures()}


@dataclass(frozen=True)
class LinearScorer:
    """The irrelevance, LCA operation, vertex and edge classifiers."""

    features: FeatureSet
    irrelevance: LinearModel
    lca: LinearModel
    vertex: LinearModel
    edge: LinearModel

    @property
    def everyday(self) -> bool:
        """Whether it can score problems in the everyday scope: never."""
        return False

    def score(self, problems: Sequence[Problem]) -> list[ScoreTables]:
        """Score problems; the tables are in the problems' order."""
        views = [view(problem) for problem in problems]
        columns = [
            _tables(model, [read(v) for v in views])
            for model, read in (
                (self.irrelevance, self.features.irrelevance),
                (self.lca, self.features.lca),
                (self.vertex, self.features.vertex),
                (self.edge, self.features.edge),
            )
        ]
        return [ScoreTables(*tables) for tables in zip(*columns, strict=True)]


def _tables(model: LinearModel, examples: Sequence[list[list[str]]]) -> list[Floats]:
    """Score all problems' examples of one classifier at once."""
    flat = [hash_features(example) for problem in examples for example in problem]
    bounds = np.cumsum([len(problem) for problem in examples])
    return np.split(model.log_probabilities(flat), bounds[:-1])
