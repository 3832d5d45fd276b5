"""What the search gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from unitdep.expression import Expression
from unitdep.graph import UnitGraph


@dataclass(frozen=True)
class Candidate:
    """A (graph, tree) tuple with its value and score."""

    tree: Expression  # monotonic
    graph: UnitGraph
    value: Fraction
    score: float
    parts: Mapping[str, float]  # the score by part: irrelevance, lca, vertex, edge
    probability: float  # of this value: all tuples with the same value together


@dataclass(frozen=True)
class Ranking:
    """The best tuple of each value, most probable first."""

    candidates: tuple[Candidate, ...]
    exact: bool  # False where the search stopped at its bound before it had proved the best
