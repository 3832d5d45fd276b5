"""Fitting the linear classifiers: multinomial logistic regression on sparse rows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from sklearn.linear_model import LogisticRegression

from unitdep.learning.design import UNLABELLED, Design
from unitdep.scoring.linear.model import LinearModel, log_softmax
from unitdep.scoring.tables import Floats

UNSEEN = -12.0  # bias of a label that no training example has


@dataclass(frozen=True)
class Fitted:
    """Weights over a design's columns."""

    weights: Floats  # (features, labels)
    bias: Floats  # (labels,)

    def log_probabilities(self, rows: csr_array) -> Floats:
        """Score design rows."""
        return log_softmax(np.asarray(rows @ self.weights) + self.bias)

    def model(self, design: Design) -> LinearModel:
        """Give the model as it is stored, without columns that no training row has."""
        used = np.abs(self.weights).max(axis=1) > 0
        return LinearModel(
            design.hashes[used],
            self.weights[used].astype(np.float32),
            self.bias.astype(np.float32),
        )


def fit(design: Design, rows: NDArray[np.int64], labels: int, *, strength: float) -> Fitted:
    """Fit on the labelled ones among ``rows``; ``strength`` is the inverse regularisation C."""
    rows = rows[design.labels[rows] != UNLABELLED]
    target = design.labels[rows]
    seen = np.unique(target)
    weights = np.zeros((design.rows.shape[1], labels))
    bias = np.full(labels, UNSEEN)
    if len(seen) < 2:
        bias[seen] = 0.0
        return Fitted(weights, bias)
    learner = LogisticRegression(C=strength, max_iter=300, tol=1e-3)
    learner.fit(design.rows[rows], target)
    coefficients, intercepts = learner.coef_, learner.intercept_
    if len(seen) == 2:
        coefficients = np.vstack([-coefficients, coefficients]) / 2
        intercepts = np.concatenate([-intercepts, intercepts]) / 2
    weights[:, seen] = coefficients.T
    bias[seen] = intercepts
    return Fitted(weights, bias)
