"""What the search takes and returns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Final

from unitdep.core.expression import Expression
from unitdep.core.graph import UnitGraph, derive, derive_everyday
from unitdep.core.labels import Finish, Kind, Reading, Vertex
from unitdep.scoring.tables import ScoreTables

if TYPE_CHECKING:
    from unitdep.inference.answers import Listing

TOP: Final = 6  # answers of a ranking, unless stated otherwise


@dataclass(frozen=True)
class Weights:
    """The scaling parameters of Score(G, T) (paper, section "Joint Inference").

    The LCA operation term has weight 1. Irrelevance and vertex terms are log-odds, so that a tree
    gains nothing merely by dropping quantities.
    """

    irrelevance: float = 1.0
    vertex: float = 1.0
    edge: float = 1.0
    temperature: float = 1.0  # divides scores before they become probabilities

    @property
    def tree_only(self) -> bool:
        """Whether graphs play no part in the score (LCA++)."""
        return not (self.vertex or self.edge)

    def as_dict(self) -> dict[str, float]:
        """Return the weights by name."""
        return asdict(self)


@dataclass(frozen=True)
class Query:
    """One problem as the search sees it, and how its tuples are scored."""

    tables: ScoreTables
    values: tuple[Fraction, ...]  # of the quantities, in text order
    weights: Weights
    reading: Reading = Reading.ALGEBRA
    kinds: tuple[Kind, ...] = ()  # of the quantities; () in the paper's scope: all are amounts
    whole: bool = False  # whether the question counts things that come whole
    nearest: Fraction | None = None  # what the question rounds to, if it asks for that

    @property
    def size(self) -> int:
        """The number of quantities."""
        return len(self.values)

    @cached_property
    def pure(self) -> tuple[bool, ...]:
        """Which quantities have no unit."""
        kinds = self.kinds or (Kind.AMOUNT,) * self.size
        return tuple(kind.pure for kind in kinds)


def queries(
    tables: Iterable[ScoreTables],
    values: Iterable[Sequence[Fraction]],
    weights: Weights,
    reading: Reading = Reading.ALGEBRA,
) -> list[Query]:
    """Return one query per problem, all with the same weights and reading."""
    pairs = zip(tables, values, strict=True)
    return [Query(table, tuple(row), weights, reading) for table, row in pairs]


@dataclass(frozen=True)
class Candidate:
    """A (graph, tree) tuple with its value and score."""

    tree: Expression  # monotonic
    rates: frozenset[Vertex]  # the graph's vertex labels; its edges follow from the tree
    value: Fraction  # finished
    score: float
    parts: Mapping[str, float]  # the score by part: irrelevance, lca, vertex, edge
    probability: float  # of this value: all tuples with the same value together
    reading: Reading = Reading.ALGEBRA
    pure: frozenset[int] = frozenset()  # the quantities that have no unit
    stands_for: Mapping[int, int] = field(default_factory=dict)  # ``again``: for which amount
    finish: Finish = Finish.EXACT

    @cached_property
    def graph(self) -> UnitGraph:
        """The unit dependency graph."""
        if self.pure:
            return derive_everyday(self.tree, self.rates, self.pure, self.reading)
        return derive(self.tree, self.rates, self.reading)


@dataclass(frozen=True)
class Ranking:
    """The best tuple of each value: the best of all first, then the most probable."""

    candidates: tuple[Candidate, ...]
    exact: bool  # False if the search stopped at its limit before it had proved the best
    listing: Listing | None = field(default=None, repr=False, compare=False)  # kept on request
    work: int = field(default=0, repr=False, compare=False)  # done best first, counted in trees
