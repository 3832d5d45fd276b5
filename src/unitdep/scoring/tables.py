"""Score tables: what a scorer gives and the search takes. Neither knows more of the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from unitdep.core.expression import LcaOperation
from unitdep.core.labels import EdgeLabel, VertexLabel
from unitdep.reading.problem import Problem

Floats = NDArray[np.float64]


class Task(Enum):
    """The four classification tasks, in the order of the score tables."""

    IRRELEVANCE = ("irrelevance", 2)
    LCA = ("lca", len(LcaOperation))
    VERTEX = ("vertex", len(VertexLabel))
    EDGE = ("edge", len(EdgeLabel))

    def __init__(self, key: str, labels: int) -> None:
        self.key = key  # the field of ``ScoreTables``
        self.labels = labels  # how many there are


@dataclass(frozen=True)
class ScoreTables:
    """Log-probabilities of the four classifiers' labels for one problem of n quantities."""

    irrelevance: Floats  # (n, 2): relevant, irrelevant
    lca: Floats  # (pairs, 6): LcaOperation, pairs i < j in lexicographic order
    vertex: Floats  # (n + 1, 2): VertexLabel; the question is last
    edge: Floats  # (pairs + n, 6): EdgeLabel; number pairs, then each number with the question


class Scorer(Protocol):
    """Anything that turns problems into score tables."""

    def score(self, problems: Sequence[Problem]) -> list[ScoreTables]:
        """Score problems; the tables come in the order of the problems."""
        ...


def number_pairs(size: int) -> list[tuple[int, int]]:
    """Return the pairs i < j of ``size`` quantities in the order of the tables."""
    return list(combinations(range(size), 2))
