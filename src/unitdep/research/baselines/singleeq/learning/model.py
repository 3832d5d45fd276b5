"""The local and the global model, and the score of an equation.

The local model estimates the probability of every operator given its two operands, the global one
that of "=" given its two sides. An equation's score is the product of all of them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from unitdep.research.baselines.singleeq.candidates import OPERATORS, Candidates
from unitdep.research.baselines.singleeq.learning.svm import Svm
from unitdep.scoring.tables import Floats


@dataclass(frozen=True)
class Models:
    """Both models after training."""

    local: Svm
    root: Svm  # the global model: 1 for right, 0 for wrong

    def scores(self, given: Candidates) -> Floats:
        """Return the logarithm of each equation's score."""
        product = local_scores(self.local, given)
        right = self.root.probabilities(root_points(given, product), 2)[:, 1]
        return np.asarray(product + np.log(right))


def local_scores(local: Svm, given: Candidates) -> Floats:
    """Return the logarithm of the product of each equation's operator probabilities."""
    if not len(given.local):
        return np.zeros(len(given.listed))
    table = local.probabilities(given.local, len(OPERATORS))
    chosen = np.log(table[np.arange(len(table)), given.operators])
    return np.asarray(chosen[given.nodes].sum(1))


def root_points(given: Candidates, product: Floats) -> Floats:
    """Return the global model's vectors: order flag, local product, cost, and the two sides."""
    return np.column_stack([given.root[:, :1], np.exp(product), given.root[:, 1:]])
