"""Trees over many quantities, best bound first: a chart over subsets and its best derivations.

Each pair of leaves adds the most that it can when its two sides are joined, so the table of
``subset_table`` holds the best bound of every (symbol, subset of quantities). Derivations then come
out lazily in descending order of bound (the k-best algorithm of Huang and Chiang 2005).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce

import numpy as np

from unitdep.core.expression import Expression, Leaf, Operation, Operator
from unitdep.inference.best_first.stream import Budget, Derivation, Hyperedge, Stream
from unitdep.inference.best_first.subset_table import RULES, UNIONS, SubsetTable, Symbol
from unitdep.inference.listed.chain_paths import Booleans
from unitdep.scoring.tables import Floats

_SPLITS_KEPT = 8  # quantities: of more, all splits take megabytes


class Chart(SubsetTable):
    """The best bound of every symbol over every subset, and the derivations behind it.

    ``edge`` (pairs, path classes) is the most that a path adds.
    """

    def __init__(
        self,
        keep: Floats,
        lca: Floats,
        edge: Floats,
        values: Sequence[Fraction],
        budget: Budget,
        wanted: Booleans | None = None,
        pure: Sequence[bool] = (),
    ) -> None:
        self.keeps_splits = len(keep) <= _SPLITS_KEPT
        super().__init__(keep, lca, edge, wanted, pure)
        self._values = values
        self._budget = budget
        self._streams: list[dict[int, Stream]] = [{} for _ in Symbol]

    @staticmethod
    def gather(scores: Floats, axis: int) -> Floats:
        """Take the best."""
        return np.asarray(scores.max(axis=axis))

    @staticmethod
    def across(edges: Floats) -> Floats:
        """Take the most that one of several paths adds."""
        return np.asarray(edges.max(axis=1))

    def trees(self, extra: Floats) -> Stream:
        """Return all trees, best first; ``extra`` (subsets,) is added to the bound of a subset."""
        bounds = self.table[Symbol.TREE] + extra
        return Stream(
            bounds, lambda s: Hyperedge(float(extra[s]), self._stream(Symbol.TREE, s)), self._budget
        )

    def _stream(self, symbol: Symbol, subset: int) -> Stream:
        known = self._streams[symbol]
        if subset not in known:
            known[subset] = self._open(symbol, subset)
        return known[subset]

    def _open(self, symbol: Symbol, subset: int) -> Stream:
        """Start the stream of one symbol over one subset."""
        if symbol in UNIONS:
            kinds = UNIONS[symbol]
            bounds = self.table[np.array(kinds), subset]
            return Stream(
                bounds, lambda k: Hyperedge(0.0, self._stream(kinds[k], subset)), self._budget
            )
        if symbol is Symbol.LEAVES:
            return Stream.of(self._sum(subset))
        return self._of_splits(symbol, subset)

    def _sum(self, subset: int) -> Derivation:
        tree = sum_of(subset)
        value = sum((v for i, v in enumerate(self._values) if subset >> i & 1), Fraction(0))
        return Derivation(tree, value, float(self.table[Symbol.LEAVES, subset]))

    def _of_splits(self, symbol: Symbol, subset: int) -> Stream:
        """Start the stream of a kind: all splits of the subset by all rules of the kind."""
        splits = self.splits(symbol, subset)

        def edge(place: int) -> Hyperedge:
            rule, left = RULES[splits.rule[place]], int(splits.left[place])
            right = subset - left
            sides = self.table[rule.left, left] + self.table[rule.right, right]
            return Hyperedge(
                float(splits.scores[place] - sides),
                self._stream(rule.left, left),
                self._stream(rule.right, right),
                rule.operator,
            )

        return Stream(splits.scores, edge, self._budget)


def sum_of(subset: int) -> Expression:
    """Return the sum of the leaves in a subset."""
    leaves: list[Expression] = [Leaf(i) for i in range(subset.bit_length()) if subset >> i & 1]
    return reduce(lambda left, right: Operation(Operator.ADD, left, right), leaves)
