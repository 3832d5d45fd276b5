"""The interface between scorers and search.

A scorer turns a problem into four tables of log-probabilities, one per classifier; the search looks
at nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from unitdep.core.expression import LcaOperation
from unitdep.core.labels import EdgeLabel, VertexLabel
from unitdep.reading.problem import Problem

Floats = NDArray[np.float64]


class Part(StrEnum):
    """A classifier, and so a part of the joint score. The value is the name of its table."""

    IRRELEVANCE = "irrelevance"
    LCA = "lca"
    VERTEX = "vertex"
    EDGE = "edge"

    @property
    def labels(self) -> int:
        """The number of labels, which is the width of the table."""
        return _LABELS[self]


_LABELS: Final = {
    Part.IRRELEVANCE: 2,
    Part.LCA: len(LcaOperation),
    Part.VERTEX: len(VertexLabel),
    Part.EDGE: len(EdgeLabel),
}


EVERYDAY_OUTPUTS: Final = ("face", "again", "finish")  # the names of an ``EverydayTables``


@dataclass(frozen=True)
class EverydayTables:
    """Log-probabilities of what the paper's expressions don't have (everyday scope)."""

    face: Floats  # (n, 3): Face of a factor; rows of other kinds mean nothing
    again: Floats  # (n, n): the amount that vertex i, if it is ``again``, stands for
    finish: Floats  # (6,): Finish of the question


@dataclass(frozen=True)
class ScoreTables:
    """Log-probabilities of the labels of one problem with n quantities, one table per ``Part``."""

    irrelevance: Floats  # (n, 2): relevant, irrelevant
    lca: Floats  # (pairs, 6): LcaOperation, pairs i < j in lexicographic order
    vertex: Floats  # (n + 1, 2): VertexLabel; the question is last
    edge: Floats  # (pairs + n, 6): EdgeLabel; number pairs, then each number with the question
    everyday: EverydayTables | None = None  # None in the paper's scope


class Scorer(Protocol):
    """Anything that turns problems into score tables."""

    @property
    def everyday(self) -> bool:
        """Whether it can score problems in the everyday scope."""
        ...

    def score(self, problems: Sequence[Problem]) -> list[ScoreTables]:
        """Return the tables of each problem, in the order of the problems."""
        ...


def number_pairs(size: int) -> list[tuple[int, int]]:
    """Return the pairs i < j of ``size`` quantities in the order of the tables."""
    return list(combinations(range(size), 2))
