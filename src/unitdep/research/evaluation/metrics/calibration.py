"""How far a confidence can be trusted: calibration error, Brier score, risk and coverage.

All of it is about outcomes of any system as (probability, right) pairs. A probability is calibrated
if of the answers given with 80 % four in five are right; the risk-coverage curve tells how right
the answers are if only the surest are given.
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
    """The answers whose probabilities lie together."""

    low: float  # the bin's ends; of equal-mass bins the least and the greatest probability
    high: float
    count: int
    confidence: float  # mean probability
    accuracy: float  # share that is right


@dataclass(frozen=True)
class Kept:
    """What is left if only the surest answers are given."""

    coverage: float  # share of the answers that are given
    accuracy: float  # share of those that is right
    threshold: float  # the least probability among them


def equal_width(judged: Sequence[Judged], bins: int = BINS) -> list[Bin]:
    """Sort answers into bins of equal width; empty ones are left out."""
    probability, right = _columns(judged)
    place = np.minimum((probability * bins).astype(int), bins - 1)
    return [
        _bin(probability[place == k], right[place == k], k / bins, (k + 1) / bins)
        for k in range(bins)
        if (place == k).any()
    ]


def equal_mass(judged: Sequence[Judged], bins: int = BINS) -> list[Bin]:
    """Sort answers into bins with equally many answers, as far as that is possible."""
    probability, right = _columns(judged)
    order = np.argsort(probability, kind="stable")
    parts = [part for part in np.array_split(order, bins) if len(part)]
    return [
        _bin(probability[p], right[p], float(probability[p[0]]), float(probability[p[-1]]))
        for p in parts
    ]


def calibration_error(bins: Sequence[Bin]) -> float:
    """Return the expected calibration error: the mean distance of confidence and accuracy."""
    answers = sum(b.count for b in bins)
    return sum(b.count * abs(b.confidence - b.accuracy) for b in bins) / max(answers, 1)


def brier_score(judged: Sequence[Judged]) -> float:
    """Return the mean squared distance of the probability and what came out, 1 or 0."""
    probability, right = _columns(judged)
    return float(((probability - right) ** 2).mean()) if len(right) else 0.0


def keep(judged: Sequence[Judged], coverage: float) -> Kept:
    """Return what is left of the answers at a coverage; at least so many answers are given."""
    [kept] = [p for p in risk_coverage(judged) if p.coverage >= coverage - 1e-9][:1] or [_NOTHING]
    return kept


def risk_coverage(judged: Sequence[Judged]) -> list[Kept]:
    """Return the whole curve, from the surest answer alone to all answers.

    Answers of one probability are given together: no threshold tells them apart.
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
