"""Trees over many quantities, best bound first: a chart over subsets and its best derivations.

A grammar gives every monotonic tree exactly once. Its symbols tell the leaves that stand directly
in an additive chain from the blocks (products, quotients) that do, because only two such leaves
have an additive path. Each pair of leaves adds the most that it can where its two sides are
joined, so the best bound of every (symbol, subset of quantities) follows bottom-up, in one NumPy
pass for each number of quantities. From there derivations come out lazily in descending order of
bound (the k-best algorithm of Huang and Chiang 2005).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum
from fractions import Fraction
from functools import cache, reduce
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from unitdep.expression import Expression, LcaOperation, Leaf, Operation, Operator
from unitdep.graph import PathClass
from unitdep.inference.stream import Budget, Derivation, Edge, Stream

Floats = NDArray[np.float64]
Masks = NDArray[np.intp]


class Symbol(IntEnum):
    """Kinds of subtrees, then unions of kinds."""

    LEAVES = 0  # one leaf, or a sum of leaves
    MIXED = 1  # a sum of leaves and blocks
    BLOCK_SUM = 2  # a sum of two or more blocks
    DIFFERENCE = 3
    PRODUCT = 4
    QUOTIENT = 5
    BLOCK = 6
    BLOCKS = 7
    WITH_LEAVES = 8
    TERMS = 9  # what a subtraction's sides may be
    FACTOR = 10
    FACTORS = 11  # what a division's sides may be
    TREE = 12


_UNIONS = {
    Symbol.BLOCK: (Symbol.PRODUCT, Symbol.QUOTIENT),
    Symbol.BLOCKS: (Symbol.BLOCK, Symbol.BLOCK_SUM),
    Symbol.WITH_LEAVES: (Symbol.LEAVES, Symbol.MIXED),
    Symbol.TERMS: (Symbol.WITH_LEAVES, Symbol.BLOCKS),
    Symbol.FACTOR: (Symbol.WITH_LEAVES, Symbol.BLOCK_SUM, Symbol.DIFFERENCE),
    Symbol.FACTORS: (Symbol.FACTOR, Symbol.PRODUCT),
    Symbol.TREE: (Symbol.FACTORS, Symbol.QUOTIENT),
}


class Joint(NamedTuple):
    """Where two sides are joined: the operation of a pair across, and the paths it may have."""

    in_order: LcaOperation  # the lower leaf is on the left
    reverse: LcaOperation
    paths: tuple[PathClass, ...]  # of a pair whose lower leaf is on the left
    reverse_paths: tuple[PathClass, ...]


_ONE_LEAF = (
    PathClass.OPEN,
    PathClass.FIRST_IS_FACTOR,
    PathClass.FIRST_IS_DIVIDEND,
    PathClass.FIRST_IS_DIVISOR,
    PathClass.SECOND_IS_FACTOR,
    PathClass.SECOND_IS_DIVIDEND,
    PathClass.SECOND_IS_DIVISOR,
)
_ANY = (PathClass.ADDITIVE, *_ONE_LEAF)
_TIMES = (PathClass.OPEN, PathClass.FIRST_TIMES_SECOND)


def _subtraction(paths: tuple[PathClass, ...]) -> Joint:
    return Joint(LcaOperation.SUB, LcaOperation.SUB_REV, paths, paths)


_JOINTS = (
    Joint(LcaOperation.ADD, LcaOperation.ADD, _ONE_LEAF, _ONE_LEAF),
    _subtraction((PathClass.ADDITIVE,)),
    _subtraction(_ONE_LEAF),
    _subtraction(_ANY),
    Joint(LcaOperation.MUL, LcaOperation.MUL, _TIMES, _TIMES),
    Joint(
        LcaOperation.DIV,
        LcaOperation.DIV_REV,
        (PathClass.OPEN, PathClass.FIRST_OVER_SECOND),
        (PathClass.OPEN, PathClass.SECOND_OVER_FIRST),
    ),
)
_PLUS, _LEAVES_MINUS, _BLOCKS_MINUS, _MINUS, _PRODUCT, _QUOTIENT = range(len(_JOINTS))


class _Rule(NamedTuple):
    result: Symbol
    left: Symbol
    operator: Operator
    right: Symbol
    joint: int
    lowest: bool = False  # the left side has the lowest leaf, so that no tree comes twice


_S = Symbol
_RULES = (
    _Rule(_S.BLOCK_SUM, _S.BLOCK, Operator.ADD, _S.BLOCKS, _PLUS, lowest=True),
    _Rule(_S.MIXED, _S.LEAVES, Operator.ADD, _S.BLOCKS, _PLUS),
    _Rule(_S.DIFFERENCE, _S.LEAVES, Operator.SUB, _S.LEAVES, _LEAVES_MINUS),
    _Rule(_S.DIFFERENCE, _S.BLOCKS, Operator.SUB, _S.TERMS, _BLOCKS_MINUS),
    _Rule(_S.DIFFERENCE, _S.WITH_LEAVES, Operator.SUB, _S.BLOCKS, _BLOCKS_MINUS),
    _Rule(_S.DIFFERENCE, _S.MIXED, Operator.SUB, _S.WITH_LEAVES, _MINUS),
    _Rule(_S.DIFFERENCE, _S.LEAVES, Operator.SUB, _S.MIXED, _MINUS),
    _Rule(_S.PRODUCT, _S.FACTOR, Operator.MUL, _S.FACTORS, _PRODUCT, lowest=True),
    _Rule(_S.QUOTIENT, _S.FACTORS, Operator.DIV, _S.FACTORS, _QUOTIENT),
)


class _Level(NamedTuple):
    """The subsets of one size k, and their splits in two."""

    sets: Masks  # (sets,)
    members: Masks  # (sets, k)
    left: Masks  # (sets, splits): the left side; the right side is the same row backwards
    odd: Masks  # the left sides that have the lowest leaf
    even: Masks  # those that do not

    def only(self, row: int) -> _Level:
        """Give the level of one set."""
        return _Level(*(part[row : row + 1] for part in self))


@cache
def _levels(size: int) -> dict[int, _Level]:
    """List subsets and splits of ``size`` quantities, by size of subset."""
    levels = {}
    for count in range(2, size + 1):
        members = np.array(list(combinations(range(size), count)))
        splits = np.arange(1, 2**count - 1)
        inside = splits >> np.arange(count)[:, None] & 1
        members = members[np.argsort((1 << members).sum(1))]
        left = (1 << members) @ inside
        odd, even = left[:, ::2].copy(), left[:, 1::2].copy()
        sets = (1 << members).sum(1)
        levels[count] = _Level(sets, members, left, odd, even)
    return levels


@cache
def subset_bits(size: int) -> Floats:
    """Give the members of every subset: (subsets, size), 0 or 1."""
    return (np.arange(2**size)[:, None] >> np.arange(size) & 1).astype(float)


class Chart:
    """The best bound of every symbol over every subset, and the derivations behind it.

    ``keep`` (n,): what a quantity adds where the tree uses it; ``lca`` (pairs, 6): what the
    operation at the LCA of a pair adds; ``edge`` (pairs, path classes): the most that a path adds.
    """

    def __init__(
        self,
        keep: Floats,
        lca: Floats,
        edge: Floats,
        values: Sequence[Fraction],
        budget: Budget,
    ) -> None:
        self._values = values
        self._budget = budget
        self._size = len(values)
        self._streams: dict[tuple[Symbol, int], Stream] = {}
        joined = np.stack([_matrix(joint, lca, edge, self._size) for joint in _JOINTS])
        self._turn = (joined - joined.swapaxes(1, 2)) / 2
        bits = subset_bits(self._size)
        self._inside = np.stack([_within(m, bits) for m in (joined + joined.swapaxes(1, 2)) / 2])
        self.best = np.full((len(Symbol), 2**self._size), -np.inf)
        sums = _upper(lca[:, LcaOperation.ADD] + edge[:, PathClass.ADDITIVE], self._size)
        self.best[Symbol.LEAVES, 1:] = (bits @ keep + _within(sums + sums.T, bits))[1:]
        self._unite(1 << np.arange(self._size))
        for level in _levels(self._size).values():
            for rule, bounds in zip(_RULES, self._bounds(level, _RULES), strict=True):
                row = self.best[rule.result]
                row[level.sets] = np.maximum(row[level.sets], bounds.max(axis=1))
            self._unite(level.sets)

    def _unite(self, sets: Masks) -> None:
        for union, kinds in _UNIONS.items():
            self.best[union, sets] = self.best[np.array(kinds)[:, None], sets].max(axis=0)

    def _bounds(self, level: _Level, rules: Sequence[_Rule]) -> Iterator[Floats]:
        """Give the bound of each rule for every split of the level's sets: (sets, splits).

        The pairs across are those inside the whole less those inside a side; what is left of a
        joint that is not symmetric cancels inside the left side, so it is summed over the whole.
        """
        turns = {
            joint: _split_sums(
                self._turn[joint, level.members[:, :, None], level.members[:, None, :]].sum(axis=2)
            )
            for joint in {rule.joint for rule in rules if not rule.lowest and rule.joint != _PLUS}
        }
        for rule in rules:
            inside = self._inside[rule.joint]
            left, right = (level.odd, level.even) if rule.lowest else (level.left, level.left)
            bounds = (self.best[rule.left] - inside).take(left)
            bounds += (self.best[rule.right] - inside).take(right)[:, ::-1]
            if rule.joint in turns:
                bounds += turns[rule.joint]
            bounds += inside[level.sets, None]
            yield bounds

    def trees(self, extra: Floats) -> Stream:
        """Give all trees, best first; ``extra`` (subsets,) is added to the bound of a subset."""
        bounds = self.best[Symbol.TREE] + extra
        return Stream(
            bounds, lambda s: Edge(float(extra[s]), self._stream(Symbol.TREE, s)), self._budget
        )

    def _stream(self, symbol: Symbol, subset: int) -> Stream:
        key = symbol, subset
        if key not in self._streams:
            self._streams[key] = self._open(symbol, subset)
        return self._streams[key]

    def _open(self, symbol: Symbol, subset: int) -> Stream:
        """Start the stream of one symbol over one subset."""
        if symbol in _UNIONS:
            kinds = _UNIONS[symbol]
            bounds = self.best[np.array(kinds), subset]
            return Stream(bounds, lambda k: Edge(0.0, self._stream(kinds[k], subset)), self._budget)
        if symbol is Symbol.LEAVES:
            return Stream.of(self._sum(subset))
        return self._splits(symbol, subset)

    def _sum(self, subset: int) -> Derivation:
        leaves = [i for i in range(self._size) if subset >> i & 1]
        nodes: list[Expression] = [Leaf(i) for i in leaves]
        tree = reduce(lambda a, b: Operation(Operator.ADD, a, b), nodes)
        value = sum((self._values[i] for i in leaves), Fraction(0))
        return Derivation(tree, value, float(self.best[Symbol.LEAVES, subset]))

    def _splits(self, symbol: Symbol, subset: int) -> Stream:
        """Start the stream of a kind: all splits of the subset by all rules of the kind."""
        level = _levels(self._size)[subset.bit_count()]
        level = level.only(int(np.searchsorted(level.sets, subset)))
        rules = [rule for rule in _RULES if rule.result is symbol]
        bounds = [row[0] for row in self._bounds(level, rules)]
        starts = np.cumsum([0, *map(len, bounds)])

        def edge(place: int) -> Edge:
            which = int(np.searchsorted(starts, place, side="right")) - 1
            rule, split = rules[which], place - int(starts[which])
            left = int(level.left[0, 2 * split if rule.lowest else split])
            right = subset - left
            sides = self.best[rule.left, left] + self.best[rule.right, right]
            return Edge(
                float(bounds[which][split] - sides),
                self._stream(rule.left, left),
                self._stream(rule.right, right),
                rule.operator,
            )

        return Stream(np.concatenate(bounds), edge, self._budget)


def _upper(pairs: Floats, size: int) -> Floats:
    matrix = np.zeros((size, size))
    matrix[np.triu_indices(size, 1)] = pairs
    return matrix


def _matrix(joint: Joint, lca: Floats, edge: Floats, size: int) -> Floats:
    """Give the most that leaf i on the left adds with leaf j on the right: (n, n)."""
    forward = lca[:, joint.in_order] + edge[:, joint.paths].max(axis=1)
    backward = lca[:, joint.reverse] + edge[:, joint.reverse_paths].max(axis=1)
    return _upper(forward, size) + _upper(backward, size).T


def _within(symmetric: Floats, bits: Floats) -> Floats:
    """Sum the pairs inside each subset."""
    return np.asarray((bits @ symmetric * bits).sum(axis=1) / 2)


def _split_sums(terms: Floats) -> Floats:
    """Sum the terms (sets, k) of the left side of every split: (sets, splits)."""
    sets, count = terms.shape
    sums = np.zeros((sets, 2**count))
    for k in range(count):
        np.add(sums[:, : 2**k], terms[:, k, None], out=sums[:, 2**k : 2 ** (k + 1)])
    return sums[:, 1:-1]
