"""How far a confidence can be trusted: calibration error, Brier score, risk and coverage.

Everything here takes the outcomes of a system as (probability, right) pairs. A system is calibrated
if four in five of the answers it is 80% sure of are right. The risk-coverage curve shows how
accurate the answers are if only the most confident ones are given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from unitdep.scoring.tables import Floats

Judged = tuple[float, bool]  # the probability of the answer, and whether it is right

BINS: Final = 10
COVERAGES: Final = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


@dataclass(frozen=True)
class Bin:
    """Answers with similar probabilities."""

    low: float  # the bin's ends; for equal-mass bins the lowest and the highest probability
    high: float
    count: int
    confidence: float  # mean probability
    accuracy: float  # share that are right


@dataclass(frozen=True)
class Kept:
    """What remains if only the most confident answers are given."""

    coverage: float  # share of the answers that are given
    accuracy: float  # share of those that are right
    threshold: float  # the lowest probability among them


def equal_width(judged: Sequence[Judged], bins: int = BINS) -> list[Bin]:
    """Sort answers into bins of equal width, without the empty ones."""
    probability, right = _columns(judged)
    place = np.minimum((probability * bins).astype(int), bins - 1)
    return [
        _bin(probability[place == k], right[place == k], k / bins, (k + 1) / bins)
        for k in range(bins)
        if (place == k).any()
    ]


def equal_mass(judged: Sequence[Judged], bins: int = BINS) -> list[Bin]:
    """Sort answers into bins of the same size, as nearly as possible."""
    probability, right = _columns(judged)
    order = np.argsort(probability, kind="stable")
    parts = [part for part in np.array_split(order, bins) if len(part)]
    return [
        _bin(probability[p], right[p], float(probability[p[0]]), float(probability[p[-1]]))
        for p in parts
    ]


def calibration_error(bins: Sequence[Bin]) -> float:
    """Return the expected calibration error: the mean gap between confidence and accuracy."""
    answers = sum(b.count for b in bins)
    return sum(b.count * abs(b.confidence - b.accuracy) for b in bins) / max(answers, 1)


def brier_score(judged: Sequence[Judged]) -> float:
    """Return the mean squared difference between the probability and the outcome, 1 or 0."""
    probability, right = _columns(judged)
    return float(((probability - right) ** 2).mean()) if len(right) else 0.0


def keep(judged: Sequence[Judged], coverage: float) -> Kept:
    """Return what remains of the answers at a coverage or the next possible one above it."""
    [kept] = [p for p in risk_coverage(judged) if p.coverage >= coverage - 1e-9][:1] or [_NOTHING]
    return kept


def risk_coverage(judged: Sequence[Judged]) -> list[Kept]:
    """Return the whole curve, from the most confident answer alone to all answers.

    Answers with the same probability come together, since no threshold separates them.
    """
    probability, right = _columns(judged)
    order = np.argsort(-probability, kind="stable")
    probability, right = probability[order], right[order]
    share_right = np.cumsum(right) / np.arange(1, len(right) + 1)
    return [
        Kept((k + 1) / len(right), float(share_right[k]), float(probability[k]))
        for k in range(len(right))
        if k + 1 == len(right) or probability[k + 1] < probability[k]
    ]


_NOTHING: Final = Kept(0.0, 0.0, 1.0)


def _columns(judged: Sequence[Judged]) -> tuple[Floats, Floats]:
    return np.array([p for p, _ in judged], float), np.array([r for _, r in judged], float)


def _bin(probability: Floats, right: Floats, low: float, high: float) -> Bin:
    return Bin(low, high, len(right), float(probability.mean()), float(right.mean()))
