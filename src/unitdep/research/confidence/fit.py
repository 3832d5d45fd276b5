"""Fit a calibrator: a logistic regression over the signals of answers that are right or wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold

from unitdep.confidence import SIGNALS
from unitdep.models.calibration import SURE, Calibrator
from unitdep.research.confidence.collect import Row
from unitdep.research.confidence.measure import Measured, measure

PENALTY: Final = 0.1  # C of the regression
FOLDS: Final = 5
CUTS: Final = tuple(round(SURE + 0.02 * k, 2) for k in range(11))  # from 0.7 to 0.9
PROMISED: Final = 0.925  # of sure answers are right; 0.92 is promised
BEYOND: Final = 0.04  # of what can't be answered gets a sure answer


def fit(
    sets: Mapping[str, Sequence[Row]], signals: Sequence[str] = SIGNALS, cut: float = SURE
) -> Calibrator:
    """Fit a calibrator to several sets of texts, which count the same whatever their size."""
    rows = [row for each in sets.values() for row in each if row.signals]
    weights = np.concatenate(
        [np.full(n, 1 / n) for each in sets.values() if (n := sum(bool(r.signals) for r in each))]
    )
    scale = _scale(rows, signals)
    regression = LogisticRegression(C=PENALTY, max_iter=2000)
    matrix, right = _matrix(rows, signals) / scale, [row.right for row in rows]
    regression.fit(matrix, right, sample_weight=weights * len(rows) / weights.sum())
    found = regression.coef_[0] / scale
    return Calibrator(
        round(float(regression.intercept_[0]), 5),
        {name: round(float(weight), 5) for name, weight in zip(signals, found, strict=True)},
        cut,
    )


def calibrated(rows: Sequence[Row], calibrator: Calibrator) -> list[Row]:
    """Return the rows with the confidences that a calibrator gives."""
    return [
        replace(row, confidence=calibrator.confidence(row.signals)) if row.signals else row
        for row in rows
    ]


def fit_careful(sets: Mapping[str, Sequence[Row]]) -> Calibrator:
    """Fit a calibrator with the least cut that keeps the promise on every set.

    The cut is chosen on rows that the regression has not seen.
    """
    for cut in CUTS:
        found = cross_validated(sets, cut=cut)
        kept = all(
            m.sure_right >= PROMISED * m.sure and m.beyond_sure <= BEYOND * m.beyond
            for m in found.values()
        )
        if kept:
            break
    return fit(sets, cut=cut)


def cross_validated(
    sets: Mapping[str, Sequence[Row]], signals: Sequence[str] = SIGNALS, cut: float = SURE
) -> dict[str, Measured]:
    """Measure sets with calibrators that were fitted to the other rows."""
    parts = {name: _parts(rows) for name, rows in sets.items()}
    done: dict[str, list[Row]] = {name: [] for name in sets}
    for fold in range(FOLDS):
        training = {
            name: [rows[i] for i in range(len(rows)) if parts[name][i] != fold]
            for name, rows in sets.items()
        }
        calibrator = fit(training, signals, cut)
        for name, rows in sets.items():
            held = [row for row, at in zip(rows, parts[name], strict=True) if at == fold]
            done[name] += calibrated(held, calibrator)
    return {name: measure(rows) for name, rows in done.items()}


def without_each(sets: Mapping[str, Sequence[Row]], cut: float = SURE) -> dict[str, dict[str, Any]]:
    """Measure what each signal brings: all of them, and all but one."""
    tried = {"all": SIGNALS} | {f"without {s}": [t for t in SIGNALS if t != s] for s in SIGNALS}
    tried["logit only"] = ["logit"]
    return {
        label: {name: m.to_dict() for name, m in cross_validated(sets, names, cut).items()}
        for label, names in tried.items()
    }


def _parts(rows: Sequence[Row]) -> list[int]:
    """Return the fold of each row; folds have the same share of right answers."""
    part = [0] * len(rows)
    split = StratifiedKFold(FOLDS, shuffle=True, random_state=0)
    for number, (_, held) in enumerate(split.split(rows, [row.right for row in rows])):
        for index in held:
            part[index] = number
    return part


def _matrix(rows: Sequence[Row], signals: Sequence[str]) -> np.ndarray[Any, np.dtype[np.float64]]:
    return np.array([[(row.signals or {}).get(name, 0.0) for name in signals] for row in rows])


def _scale(rows: Sequence[Row], signals: Sequence[str]) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return the spread of each signal; 1 for one that never changes."""
    spread = _matrix(rows, signals).std(axis=0)
    return np.where(spread > 0, spread, 1.0)
