"""Fit the linear classifiers: multinomial logistic regression with an L2 penalty.

A data set has a few thousand examples and up to a million conjoined features, so the fit is done in
the space of the examples: rows of the Cholesky factor of the Gram matrix have the same inner
products as the sparse rows, and the penalised solution is the same. The weights of the features are
the combination of training rows that gives the same scores. With more than ``LARGEST_GRAM``
examples that matrix is too large, and the sparse rows are used directly.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import cho_solve, cholesky
from scipy.sparse import csr_array
from sklearn.linear_model import LogisticRegression

from unitdep.research.learning.examples import UNLABELLED, Design
from unitdep.scoring.linear.model import Hashes, LinearModel, log_softmax
from unitdep.scoring.tables import Floats

UNSEEN = -12.0  # bias of a label that no training example has
LARGEST_GRAM = 10_000  # examples
TOLERANCE = 1e-3  # of the gradient, at which the fit stops
_JITTER = 1e-6

Points = NDArray[np.float32] | csr_array


def embed(design: Design) -> Points:
    """Return each example as a point, with the same inner products as in the design.

    The shape is (examples, examples) up to ``LARGEST_GRAM`` examples, else (examples, features).
    """
    if design.rows.shape[0] > LARGEST_GRAM:
        return design.rows.astype(np.float32)
    return _factor((design.rows @ design.rows.T).toarray()).astype(np.float32)


def _factor(gram: Floats) -> Floats:
    if not len(gram):
        return gram
    jitter = _JITTER * max(float(gram.diagonal().mean()), 1.0)
    return np.asarray(cholesky(gram + jitter * np.eye(len(gram)), lower=True))


@dataclass(frozen=True)
class Fitted:
    """A classifier over points."""

    rows: NDArray[np.int64]  # the training examples
    weights: NDArray[np.float32]  # (dimensions, labels)
    bias: NDArray[np.float32]  # (labels,)

    def log_probabilities(self, points: Points) -> Floats:
        """Score points of the same design."""
        return log_softmax((points @ self.weights + self.bias).astype(np.float64))

    def model(self, design: Design, points: Points) -> LinearModel:
        """Return the same classifier over features, without those of no training example."""
        if isinstance(points, csr_array):
            return _without_zeros(design.hashes, self.weights.astype(np.float64), self.bias)
        examples = design.rows[self.rows]
        scores = (points[self.rows] @ self.weights).astype(np.float64)
        share = cho_solve((_factor((examples @ examples.T).toarray()), True), scores)
        return _without_zeros(design.hashes, examples.T @ share, self.bias)


def _without_zeros(hashes: Hashes, weights: Floats, bias: NDArray[np.float32]) -> LinearModel:
    used = np.abs(weights).max(axis=1) > 0
    return LinearModel(hashes[used], weights[used].astype(np.float32), bias)


def fit(
    points: Points,
    labels: NDArray[np.int64],
    rows: NDArray[np.int64],
    count: int,
    *,
    strength: float,
) -> Fitted:
    """Fit ``count`` labels on the labelled rows among ``rows``; ``strength`` is sklearn's C."""
    rows = rows[labels[rows] != UNLABELLED]
    target = labels[rows]
    seen = np.unique(target)
    bias = np.full(count, UNSEEN, np.float32)
    weights = np.zeros((points.shape[1], count), np.float32)
    if len(seen) < 2:
        bias[seen] = 0.0
        return Fitted(rows, weights, bias)
    learner = LogisticRegression(C=strength, max_iter=200, tol=TOLERANCE).fit(points[rows], target)
    coefficients, intercepts = learner.coef_, learner.intercept_
    if len(seen) == 2:
        coefficients = np.vstack([-coefficients, coefficients]) / 2
        intercepts = np.concatenate([-intercepts, intercepts]) / 2
    weights[:, seen] = coefficients.T
    bias[seen] = intercepts
    return Fitted(rows, weights, bias)
