"""Random score tables, peaked as a trained model's are or flat, for tests and benchmarks."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import numpy as np

from unitdep.scoring.tables import Floats, ScoreTables

Kind = Literal["peaked", "flat"]


def random_tables(rng: np.random.Generator, size: int, kind: Kind = "peaked") -> ScoreTables:
    """Draw the four tables of a problem; no label knows of another."""
    pairs = size * (size - 1) // 2
    shapes = ((size, 2), (pairs, 6), (size + 1, 2), (pairs + size, 6))
    return ScoreTables(*(_table(rng, rows, labels, kind) for rows, labels in shapes))


def random_values(rng: np.random.Generator, size: int) -> list[Fraction]:
    """Draw the numbers of a problem."""
    return [Fraction(int(value)) for value in rng.integers(1, 60, size)]


def _table(rng: np.random.Generator, rows: int, labels: int, kind: Kind) -> Floats:
    if kind == "flat":
        scores = rng.normal(size=(rows, labels))
    else:
        scores = rng.uniform(-8, -3, (rows, labels))
        scores[np.arange(rows), rng.integers(0, labels, rows)] = 0
    return np.asarray(scores - np.log(np.exp(scores).sum(axis=1, keepdims=True)))
