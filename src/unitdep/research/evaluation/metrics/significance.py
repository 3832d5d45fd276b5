"""Uncertainty of the figures: bootstrap intervals, and a paired test of two systems."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.stats import binomtest

RESAMPLES = 2000


def bootstrap_interval(right: Sequence[float], *, seed: int = 0) -> tuple[float, float]:
    """Return the 95% interval of an accuracy over problems."""
    data = np.asarray(right, float)
    if not len(data):
        return 0.0, 0.0
    rng = np.random.default_rng(seed)
    means = data[rng.integers(0, len(data), (RESAMPLES, len(data)))].mean(axis=1)
    low, high = np.percentile(means, [2.5, 97.5])
    return float(low), float(high)


def paired_p_value(first: Sequence[bool], second: Sequence[bool]) -> float:
    """Return the two-sided exact McNemar p-value of two systems on the same problems."""
    only_first = sum(a and not b for a, b in zip(first, second, strict=True))
    only_second = sum(b and not a for a, b in zip(first, second, strict=True))
    if only_first + only_second == 0:
        return 1.0
    return float(binomtest(only_first, only_first + only_second, 0.5).pvalue)


def difference_interval(
    only_first: int, only_second: int, problems: int, *, seed: int = 0
) -> tuple[float, float]:
    """Return the 95% interval of the difference between two accuracies on the same problems.

    Bootstrap over problems; the first system alone answers ``only_first`` of them correctly.
    """
    if not problems:
        return 0.0, 0.0
    both = problems - only_first - only_second
    shares = np.array([only_first, only_second, both], float) / problems
    drawn = np.random.default_rng(seed).multinomial(problems, shares, RESAMPLES)
    low, high = np.percentile((drawn[:, 0] - drawn[:, 1]) / problems, [2.5, 97.5])
    return float(low), float(high)
