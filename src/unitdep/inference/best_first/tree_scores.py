"""The score of every consistent tuple of one tree, without a forest: for large problems.

The edge of two vertices depends on the tree (the path between them) and on which of the two are
rates, so the graph part of Score(G, T) is a quadratic form in the vertex labels, and all labellings
of a tree are scored in one product.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from unitdep.core.expression import Expression, leaves, positive_value
from unitdep.core.paths import PathClass
from unitdep.inference.best_first.stream import POSITIVE
from unitdep.inference.listed.chain_paths import ABSENT_PATH, Booleans
from unitdep.inference.listed.scores import label_table, labellings
from unitdep.inference.listed.typed import Pure, describe_typed, well_typed
from unitdep.inference.types import Query
from unitdep.scoring.tables import Floats

_LEAST = -1e4  # in place of minus infinity, so that sums and differences stay finite


@dataclass(frozen=True)
class ScoredTree:
    """A tree with the score of each of its graphs."""

    tree: Expression  # monotonic
    value: Fraction | None  # None if an operation has no positive result
    own: float  # irrelevance and LCA part
    graphs: Floats  # (labellings,): vertex and edge part
    consistent: Booleans  # (labellings,)
    edges: Floats  # (columns, 2, 2): what each edge adds, by whether its ends are rates

    @cached_property
    def scores(self) -> Floats:
        """Score(G, T) of each labelling; minus infinity if it is not consistent or valid."""
        if self.value is None:
            return np.full(len(self.graphs), -np.inf)
        return np.where(self.consistent, self.own + self.graphs, -np.inf)


@dataclass(frozen=True)
class TupleScores:
    """The terms of Score(G, T) for one problem of n quantities, weighted."""

    size: int
    drop: Floats  # (n,): log-odds of being irrelevant
    lca: Floats  # (pairs, 7): by LcaOperation, and 0 for an absent pair
    vertex: Floats  # (n + 1,): log-odds of being a rate
    edge: Floats  # (pairs + n, path classes + 1, 2, 2): by path and whether the ends are rates
    rates: Booleans  # (labellings, n + 1)
    pure: Pure  # (n,): which quantities have no unit

    def of(self, tree: Expression, values: Sequence[Fraction]) -> ScoredTree:
        """Score a monotonic tree with every labelling of its vertices."""
        return self.of_many([tree], values)[0]

    def of_many(self, trees: Sequence[Expression], values: Sequence[Fraction]) -> list[ScoredTree]:
        """Score monotonic trees, each with every labelling of its vertices."""
        if not trees:
            return []
        described = [describe_typed(tree, self.pure) for tree in trees]
        paths = np.stack([tree.paths for tree in described])
        operations = np.stack([tree.operation for tree in described])
        columns = np.arange(len(self.edge))
        to_root = paths[:, -self.size :]
        absent = to_root == ABSENT_PATH
        edges = self.edge[columns, paths]
        unused = np.ones((len(trees), self.size), bool)
        for row, tree in enumerate(trees):
            unused[row, list(leaves(tree))] = False
        own = unused @ self.drop + self.lca[columns[: -self.size], operations].sum(axis=1)
        graphs = self._graphs(edges)
        consistent = self._consistent(absent, to_root == PathClass.ADDITIVE)
        return [
            ScoredTree(tree, self._value(tree, values), *rest)
            for tree, *rest in zip(trees, own.tolist(), graphs, consistent, edges, strict=True)
        ]

    def _value(self, tree: Expression, values: Sequence[Fraction]) -> Fraction | None:
        """Return the value of a tree, or None if it is not valid."""
        return positive_value(tree, values, POSITIVE) if well_typed(tree, self.pure) else None

    def _graphs(self, edges: Floats) -> Floats:
        """Score all labellings of given edges: lambda_Vertex x rates + lambda_Edge x edges.

        Takes (trees, columns, 2, 2), gives (trees, labellings).
        """
        first, second, together = self._rates_of_ends
        none, one, other = edges[:, :, 0, 0], edges[:, :, 1, 0], edges[:, :, 0, 1]
        both = edges[:, :, 1, 1] - one - other + none
        scores = (one - none) @ first + (other - none) @ second
        scores += both @ together
        return np.asarray(none.sum(axis=1)[:, None] + self._rated + scores)

    @cached_property
    def _rated(self) -> Floats:
        """What the vertex labels of each labelling add: (labellings,)."""
        return np.asarray(self.vertex @ self.rates.T.astype(float))

    @cached_property
    def _rates_of_ends(self) -> tuple[Floats, Floats, Floats]:
        """Whether the first end of each edge is a rate, the second, both: (columns, labellings)."""
        rates = self.rates.T.astype(float)
        first, second = (rates[end] for end in ends(self.size))
        return first, second, first * second

    def _consistent(self, absent: Booleans, additive: Booleans) -> Booleans:
        """Conditions 1 and 2 of the paper: (trees, labellings), from two (trees, n)."""
        numbers, question = self.rates[:, :-1], self.rates[:, -1]
        only_question = question & ~numbers.any(axis=1)
        first = ~only_question | ~additive.any(axis=1, keepdims=True)
        second = question | ~(additive @ numbers.T)
        return np.asarray(first & second & ~(absent @ numbers.T))


def tuple_scores(query: Query) -> TupleScores:
    """Weight the tables of one problem; without vertex and edge weights no vertex is a rate."""
    tables, weights, size = query.tables, query.weights, query.size
    by_label = np.maximum(tables.edge, _LEAST)[:, label_table(query.reading)]
    edge = np.zeros((len(tables.edge), len(PathClass) + 1, 2, 2))
    edge[:, :ABSENT_PATH] = weights.edge * by_label
    edge[np.isin(ends(size), np.flatnonzero(query.pure)).any(axis=0)] = 0.0
    return TupleScores(
        size,
        weights.irrelevance * _odds(tables.irrelevance),
        np.pad(np.maximum(tables.lca, _LEAST), ((0, 0), (0, 1))),
        weights.vertex * _odds(tables.vertex),
        edge,
        labellings(size)[:1] if weights.tree_only else labellings(size),
        query.pure,
    )


def _odds(scores: Floats) -> Floats:
    return np.asarray(np.clip(scores[:, 1] - scores[:, 0], _LEAST, -_LEAST))


@cache
def ends(size: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the ends of each edge, in the order of the tables; the question is vertex n."""
    first, second = np.triu_indices(size, 1)
    return np.append(first, np.arange(size)), np.append(second, np.full(size, size))
