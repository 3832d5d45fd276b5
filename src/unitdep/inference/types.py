"""What the search gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from unitdep.expression import Expression
from unitdep.graph import Reading, UnitGraph, Vertex, derive


@dataclass(frozen=True)
class Candidate:
    """A (graph, tree) tuple with its value and score."""

    tree: Expression  # monotonic
    rates: frozenset[Vertex]  # the graph's vertex labels; its edges follow from the tree
    value: Fraction
    score: float
    parts: Mapping[str, float]  # the score by part: irrelevance, lca, vertex, edge
    probability: float  # of this value: all tuples with the same value together
    reading: Reading = Reading.ALGEBRA

    @cached_property
    def graph(self) -> UnitGraph:
        """The unit dependency graph."""
        return derive(self.tree, self.rates, self.reading)


@dataclass(frozen=True)
class Ranking:
    """The best tuple of each value, most probable first."""

    candidates: tuple[Candidate, ...]
    exact: bool  # False where the search stopped at its bound before it had proved the best
