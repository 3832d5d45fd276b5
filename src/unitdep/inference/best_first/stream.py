"""Derivations in descending order of bound, made only as far as they are needed."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from unitdep.core.expression import Expression, Operation, Operator, apply

POSITIVE = Fraction(1, 10**9)  # as in forest: results up to here count as zero
_INVERSES = (Operator.SUB, Operator.DIV)


@dataclass
class Budget:
    """How many steps a search may still take; its streams end when there are none left."""

    left: int

    @property
    def spent(self) -> bool:
        """Whether the search has to stop."""
        return self.left <= 0

    def spend(self, steps: int) -> None:
        """Take steps."""
        self.left -= steps


@dataclass(frozen=True)
class Derivation:
    """A tree (not yet in normal form) with its value and the upper bound of its score."""

    tree: Expression
    value: Fraction
    bound: float


@dataclass(frozen=True)
class Hyperedge:
    """A way to make derivations: of those of one stream, or by joining those of two."""

    bound: float  # what is added to the bounds of the sides
    left: Stream
    right: Stream | None = None
    operator: Operator = Operator.ADD

    def derive(self, first: int, second: int) -> tuple[float, Derivation | None] | None:
        """Join two derivations by their ranks, or return None beyond the end of a stream.

        Returns the bound, and no derivation if a subtraction or division is not positive.
        """
        left = self.left.get(first)
        if left is None or (self.right is None and second):
            return None
        if self.right is None:
            bound = left.bound + self.bound
            return bound, Derivation(left.tree, left.value, bound) if self.bound else left
        right = self.right.get(second)
        if right is None:
            return None
        bound = left.bound + right.bound + self.bound
        if self.operator is Operator.DIV and not right.value:
            return bound, None
        value = apply(self.operator, left.value, right.value)
        if self.operator in _INVERSES and value <= POSITIVE:
            return bound, None
        return bound, Derivation(Operation(self.operator, left.tree, right.tree), value, bound)


class Stream:
    """The derivations of many edges, merged; an edge is opened when its turn comes."""

    def __init__(
        self, bounds: NDArray[np.float64], edge: Callable[[int], Hyperedge], budget: Budget
    ) -> None:
        """Take the best bound of each edge, and how to open an edge by its place."""
        order = np.argsort(-bounds, kind="stable")
        self._places: list[int] = order[np.isfinite(bounds[order])].tolist()
        self._bounds: list[float] = bounds[self._places].tolist()
        self._edge = edge
        self._budget = budget
        self._opened = 0
        self._heap: list[tuple[float, int, Hyperedge, int, int, Derivation | None]] = []
        self._pushed = 0
        self._last: tuple[Hyperedge, int, int] | None = None
        self._derivations: list[Derivation] = []

    @classmethod
    def of(cls, derivation: Derivation) -> Stream:
        """Return the stream of a single derivation."""
        stream = cls(np.empty(0), _no_edge, Budget(0))
        stream._derivations.append(derivation)
        return stream

    def get(self, rank: int) -> Derivation | None:
        """Return the derivation of this rank, or None if there are fewer."""
        while len(self._derivations) <= rank:
            if self._budget.spent or not self._advance():
                return None
        return self._derivations[rank]

    def _advance(self) -> bool:
        """Take the next derivation off the heap, valid or not; False at the end."""
        self._budget.spend(1)
        if self._last is not None:
            edge, first, second = self._last
            self._last = None
            self._push(edge, first, second + 1)
            if second == 0:
                self._push(edge, first + 1, 0)
        while self._opened < len(self._places) and (
            not self._heap or -self._heap[0][0] < self._bounds[self._opened]
        ):
            self._push(self._edge(self._places[self._opened]), 0, 0)
            self._opened += 1
        if not self._heap:
            return False
        _, _, edge, first, second, derivation = heapq.heappop(self._heap)
        self._last = edge, first, second
        if derivation is not None:
            self._derivations.append(derivation)
        return True

    def _push(self, edge: Hyperedge, first: int, second: int) -> None:
        made = edge.derive(first, second)
        if made is not None:
            self._pushed += 1
            entry = (-made[0], self._pushed, edge, first, second, made[1])
            heapq.heappush(self._heap, entry)


def _no_edge(place: int) -> Hyperedge:
    raise IndexError(place)
