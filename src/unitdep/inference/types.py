"""What the search gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import cached_property

from unitdep.core.expression import Expression
from unitdep.core.graph import UnitGraph, derive
from unitdep.core.labels import Reading, Vertex


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


@dataclass(frozen=True)
class Weights:
    """Lambdas of Score(G, T); the LCA operation term has weight 1.

    Irrelevance and vertex terms are log-odds, so that a tree gains nothing by mere dropping.
    """

    irrelevance: float = 1.0
    vertex: float = 1.0
    edge: float = 1.0
    temperature: float = 1.0  # divides scores before they become probabilities

    def as_dict(self) -> dict[str, float]:
        """Return the weights by name."""
        return asdict(self)
