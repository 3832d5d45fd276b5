"""Support vector machines with an RBF kernel and probability outputs, as in libsvm.

scikit-learn finds the support vectors; only plain arrays are kept, and decisions and probabilities
are computed here. There is one machine per pair of classes, combined by the coupling of Wu, Lin and
Weng (2004). A sigmoid (Platt 1999, targets of Lin, Lin and Weng 2007), fitted on held-out fifths,
turns each machine's decision into a probability.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize
from scipy.special import expit

from unitdep.scoring.tables import Floats

Integers = npt.NDArray[np.int64]

PARTS: Final = 5  # held-out parts for the sigmoids
FLOOR: Final = 1e-7  # libsvm's smallest probability


@dataclass(frozen=True)
class Svm:
    """One machine per pair of classes over shared support vectors.

    ``classes`` are those seen in training; with fewer than two of them there is no machine.
    """

    classes: Integers  # (k,)
    support: Floats  # (s, d)
    dual: Floats  # (s, k(k-1)/2)
    bias: Floats  # one per pair
    slope: Floats  # of the sigmoid, one per pair
    offset: Floats
    gamma: float

    def decisions(self, points: Floats) -> Floats:
        """Return the decision of every pair (i < j); positive for i."""
        return np.asarray(_kernel(points, self.support, self.gamma) @ self.dual + self.bias)

    def probabilities(self, points: Floats, count: int) -> Floats:
        """Return the probabilities of the classes 0 .. ``count`` - 1; unseen ones get ``FLOOR``."""
        table = np.full((len(points), count), FLOOR)
        if len(self.classes) == 0:
            table[:] = 1.0 / count
        elif len(self.classes) == 1:
            table[:, self.classes] = 1.0
        elif len(points):
            raw = expit(self.decisions(points) * self.slope + self.offset)
            pairwise = np.clip(raw, FLOOR, 1.0 - FLOOR)
            table[:, self.classes] = couple(pairwise, len(self.classes))
        return table

    def arrays(self, name: str) -> dict[str, npt.NDArray[Any]]:
        """Return the machine's arrays, under keys that begin with ``name``."""
        fields = ("classes", "support", "dual", "bias", "slope", "offset")
        parts = {f"{name}.{field}": np.asarray(getattr(self, field)) for field in fields}
        return parts | {f"{name}.gamma": np.array(self.gamma)}


def from_arrays(name: str, arrays: Mapping[str, npt.NDArray[Any]]) -> Svm:
    """Rebuild a machine from ``Svm.arrays``."""
    fields = ("support", "dual", "bias", "slope", "offset")
    rest = {field: arrays[f"{name}.{field}"].astype(np.float64) for field in fields}
    classes = arrays[f"{name}.classes"].astype(np.int64)
    return Svm(classes=classes, gamma=float(arrays[f"{name}.gamma"]), **rest)


def _kernel(points: Floats, support: Floats, gamma: float) -> Floats:
    squares = (points**2).sum(1)[:, None] + (support**2).sum(1)[None, :]
    return np.asarray(np.exp(-gamma * np.maximum(squares - 2.0 * points @ support.T, 0.0)))


def couple(pairwise: Floats, count: int) -> Floats:
    """Combine the probabilities of pairs (i against j, i < j) into one distribution per row.

    It minimises the sum over pairs of (r_ji p_i - r_ij p_j) squared.
    """
    rows = len(pairwise)
    matrix = np.zeros((rows, count + 1, count + 1))
    for k, (i, j) in enumerate(combinations(range(count), 2)):
        first, second = pairwise[:, k], 1.0 - pairwise[:, k]
        matrix[:, i, i] += second**2
        matrix[:, j, j] += first**2
        matrix[:, i, j] -= first * second
        matrix[:, j, i] -= first * second
    matrix[:, :count, count] = matrix[:, count, :count] = 1.0
    right = np.zeros((rows, count + 1, 1))
    right[:, count] = 1.0
    solved = np.clip(np.linalg.solve(matrix, right)[:, :count, 0], FLOOR, None)
    return np.asarray(solved / solved.sum(1, keepdims=True))


def train_svm(
    points: Floats, labels: Integers, groups: Integers, *, cost: float, gamma: float, seed: int
) -> Svm:
    """Train on labelled points; ``groups`` stay together when parts are held out."""
    classes = np.unique(labels)
    pairs = list(combinations(classes.tolist(), 2))
    part = _parts(groups, seed)
    dual = np.zeros((len(points), len(pairs)))
    bias, slope, offset = np.zeros(len(pairs)), np.ones(len(pairs)), np.zeros(len(pairs))
    for k, (first, second) in enumerate(pairs):
        rows = np.flatnonzero((labels == first) | (labels == second))
        signs = labels[rows] == first
        dual[rows, k], bias[k] = _binary(points[rows], signs, cost, gamma)
        held = _held_out(points[rows], signs, part[rows], cost, gamma)
        slope[k], offset[k] = sigmoid(held, signs)
    used = np.flatnonzero(np.any(dual != 0.0, axis=1))
    return Svm(classes, points[used], dual[used], bias, slope, offset, gamma)


def _parts(groups: Integers, seed: int) -> Integers:
    names, place = np.unique(groups, return_inverse=True)
    order = np.random.default_rng(seed).permutation(len(names))
    return np.asarray(order[place] % PARTS, dtype=np.int64)


def _binary(
    points: Floats, signs: npt.NDArray[np.bool_], cost: float, gamma: float
) -> tuple[Floats, float]:
    """Return a machine's dual coefficients, one per point, and its bias."""
    from sklearn.svm import SVC  # only training needs it

    machine = SVC(C=cost, gamma=gamma, cache_size=500).fit(points, signs)
    dual = np.zeros(len(points))
    dual[machine.support_] = machine.dual_coef_[0]
    return dual, float(machine.intercept_[0])


def _held_out(
    points: Floats, signs: npt.NDArray[np.bool_], part: Integers, cost: float, gamma: float
) -> Floats:
    """Return the decision for each point by a machine that was not trained on its part."""
    decisions = np.zeros(len(points))
    for number in range(PARTS):
        rest, own = part != number, part == number
        if not own.any():
            continue
        if signs[rest].any() and not signs[rest].all():
            dual, bias = _binary(points[rest], signs[rest], cost, gamma)
            decisions[own] = _kernel(points[own], points[rest], gamma) @ dual + bias
        elif rest.any():  # as libsvm: only one class is left
            decisions[own] = 1.0 if signs[rest].any() else -1.0
    return decisions


def sigmoid(
    decisions: Floats, signs: Sequence[bool] | npt.NDArray[np.bool_]
) -> tuple[float, float]:
    """Fit slope and offset so that expit(slope * decision + offset) is a probability."""
    known = np.asarray(signs, dtype=bool)
    positive, negative = int(known.sum()), int((~known).sum())
    target = np.where(known, (positive + 1) / (positive + 2), 1 / (negative + 2))

    def loss(parameters: Floats) -> tuple[float, Floats]:
        logits = parameters[0] * decisions + parameters[1]
        value = np.logaddexp(0.0, logits).sum() - (target * logits).sum()
        error = expit(logits) - target
        return float(value), np.array([(error * decisions).sum(), error.sum()])

    start = np.array([1.0, np.log((positive + 1) / (negative + 1))])
    fitted = minimize(loss, start, jac=True, method="L-BFGS-B")
    return float(fitted.x[0]), float(fitted.x[1])
