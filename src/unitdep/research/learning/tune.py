"""Tune the scaling parameters on development data (paper, section "Experiments")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from unitdep.core.labels import Reading
from unitdep.inference.listed.scores import Batch, Scored, score_tuples, stack
from unitdep.inference.types import Weights
from unitdep.scoring.tables import Floats, ScoreTables

TOLERANCE = 1e-4  # answers closer than this are the same
GRIDS: dict[str, tuple[float, ...]] = {
    "irrelevance": (0.25, 0.5, 0.7, 1.0, 1.4, 2.0, 2.8, 4.0),
    "vertex": (0.125, 0.25, 0.5, 0.7, 1.0, 1.4, 2.0, 4.0, 8.0),
    "edge": (0.06, 0.125, 0.25, 0.35, 0.5, 0.7, 1.0, 1.4, 2.0),
    "temperature": (0.5, 0.6, 0.75, 0.9, 1.0, 1.2, 1.5, 1.8, 2.2, 2.7, 3.3, 4.0, 5.0, 6.5),
}
START = Weights(irrelevance=1.0, vertex=1.0, edge=0.5, temperature=1.5)
LARGEST = 4  # quantities; there are too few larger problems to matter here
_CHUNK = 128
_GAIN = 1e-6  # in mean log-probability; less does not count as an improvement


class Mode(Enum):
    """Which terms of the joint score a system uses."""

    JOINT = "joint"  # UnitDep
    TREE = "tree"  # LCA++
    NO_VERTEX = "no vertex"  # lambda_Vertex = 0
    NO_EDGE = "no edge"  # lambda_Edge = 0


_SWITCHED_OFF: dict[Mode, tuple[str, ...]] = {
    Mode.JOINT: (),
    Mode.TREE: ("vertex", "edge"),
    Mode.NO_VERTEX: ("vertex",),
    Mode.NO_EDGE: ("edge",),
}


@dataclass(frozen=True)
class DevelopmentSet:
    """Held-out score tables with the right answers, stacked by number of quantities."""

    batches: tuple[tuple[Batch, Floats], ...]


def development_set(
    tables: Sequence[ScoreTables],
    values: Sequence[Sequence[Fraction]],
    answers: Sequence[Fraction],
) -> DevelopmentSet:
    """Stack held-out tables for quick scoring."""
    batches = []
    for size in range(2, LARGEST + 1):
        members = [k for k, v in enumerate(values) if len(v) == size]
        for start in range(0, len(members), _CHUNK):
            part = members[start : start + _CHUNK]
            batch = stack([tables[k] for k in part], [values[k] for k in part])
            batches.append((batch, np.array([float(answers[k]) for k in part])))
    return DevelopmentSet(tuple(batches))


def tune(
    development: DevelopmentSet,
    mode: Mode,
    reading: Reading = Reading.ALGEBRA,
    names: Sequence[str] = tuple(GRIDS),
) -> Weights:
    """Choose the weights, temperature included, under which right answers are most probable.

    Coordinate ascent: one weight at a time takes the best value of its grid, until none changes.
    Weights not in ``names`` keep their start value. The objective is the likelihood, not the
    accuracy as in the paper: on a few hundred problems it is more informative.
    """
    fixed = dict.fromkeys(_SWITCHED_OFF[mode], 0.0)
    best = replace(START, **fixed)

    def quality(weights: Weights) -> float:
        return float(answer_log_probabilities(development, weights, reading).mean())

    best_quality = quality(best)
    improved = True
    while improved:
        improved = False
        for name in (n for n in names if n not in fixed):
            for value in GRIDS[name]:
                candidate = replace(best, **{name: value})
                candidate_quality = quality(candidate)
                if candidate_quality > best_quality + _GAIN:
                    best, best_quality, improved = candidate, candidate_quality, True
    return best


def answer_log_probabilities(
    development: DevelopmentSet, weights: Weights, reading: Reading
) -> Floats:
    """Return the log-probability of each problem's right answer, clipped at log(1/10,000)."""
    parts = [
        _answer_log_probability(score_tuples(batch, weights, reading), answers)
        for batch, answers in development.batches
    ]
    return np.concatenate(parts) if parts else np.zeros(0)


def answer_accuracy(
    development: DevelopmentSet, weights: Weights, reading: Reading = Reading.ALGEBRA
) -> float:
    """Return the share of problems whose best tuple has the right answer."""
    parts = [
        _best_is_right(score_tuples(batch, weights, reading), answers)
        for batch, answers in development.batches
    ]
    return float(np.concatenate(parts).mean()) if parts else 0.0


def _best_is_right(scored: Scored, answers: Floats) -> NDArray[np.bool_]:
    best = scored.score.argmax(axis=1)
    value = np.take_along_axis(scored.values, best[:, None], axis=1)[:, 0]
    return np.asarray(np.abs(value - answers) < TOLERANCE)  # False for nan: no valid tree


def _answer_log_probability(scored: Scored, answers: Floats) -> Floats:
    total = np.where(np.isfinite(scored.score), scored.total, -np.inf)
    top = total.max(axis=1, keepdims=True)
    top[~np.isfinite(top)] = 0.0
    mass = np.exp(total - top)
    right = np.abs(scored.values - answers[:, None]) < TOLERANCE
    share = np.where(right, mass, 0.0).sum(axis=1) / np.maximum(mass.sum(axis=1), 1e-300)
    return np.asarray(np.log(np.maximum(share, 1e-4)))
