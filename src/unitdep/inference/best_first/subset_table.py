"""Trees over subsets of the quantities: a grammar, and a table of what each subset comes to.

The grammar derives every monotonic tree exactly once. Its symbols tell the leaves that are directly
in an additive chain from the blocks (products, quotients) that do, because only two such leaves
have an additive path. Each pair of leaves adds something when its two sides are joined, so the
table of (symbol, subset of quantities) follows bottom-up, in one NumPy pass for each number of
quantities. ``chart`` fills it with the best bounds, ``mass`` with sums over all trees.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum
from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from unitdep.core.expression import ADDITIVE, LcaOperation, Operator
from unitdep.core.paths import PathClass
from unitdep.scoring.tables import Floats

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


UNIONS = {
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
# The joints that are not symmetric, and where to read by how much: subtractions differ only in
# their paths, which are the same both ways.
_TURNS = {
    _LEAVES_MINUS: _LEAVES_MINUS,
    _BLOCKS_MINUS: _LEAVES_MINUS,
    _MINUS: _LEAVES_MINUS,
    _QUOTIENT: _QUOTIENT,
}


class Rule(NamedTuple):
    """A way to make a subtree of two."""

    result: Symbol
    left: Symbol
    operator: Operator
    right: Symbol
    joint: int
    lowest: bool = False  # the left side has the lowest leaf, so that no tree comes twice


_S = Symbol
RULES = (
    Rule(_S.BLOCK_SUM, _S.BLOCK, Operator.ADD, _S.BLOCKS, _PLUS, lowest=True),
    Rule(_S.MIXED, _S.LEAVES, Operator.ADD, _S.BLOCKS, _PLUS),
    Rule(_S.DIFFERENCE, _S.LEAVES, Operator.SUB, _S.LEAVES, _LEAVES_MINUS),
    Rule(_S.DIFFERENCE, _S.BLOCKS, Operator.SUB, _S.TERMS, _BLOCKS_MINUS),
    Rule(_S.DIFFERENCE, _S.WITH_LEAVES, Operator.SUB, _S.BLOCKS, _BLOCKS_MINUS),
    Rule(_S.DIFFERENCE, _S.MIXED, Operator.SUB, _S.WITH_LEAVES, _MINUS),
    Rule(_S.DIFFERENCE, _S.LEAVES, Operator.SUB, _S.MIXED, _MINUS),
    Rule(_S.PRODUCT, _S.FACTOR, Operator.MUL, _S.FACTORS, _PRODUCT, lowest=True),
    Rule(_S.QUOTIENT, _S.FACTORS, Operator.DIV, _S.FACTORS, _QUOTIENT),
)


_RULES_OF = {
    symbol: tuple(k for k, rule in enumerate(RULES) if rule.result is symbol) for symbol in Symbol
}


class Level(NamedTuple):
    """The subsets of one size k, and their splits in two."""

    sets: Masks  # (sets,)
    members: Masks  # (sets, k)
    left: Masks  # (sets, splits): the left side; the right side is the same row backwards
    odd: Masks  # the left sides that have the lowest leaf
    even: Masks  # those that do not

    def only(self, rows: slice | NDArray[np.bool_]) -> Level:
        """Return the level of some of its sets."""
        return Level(*(part[rows] for part in self))


@cache
def levels(size: int) -> dict[int, Level]:
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
        levels[count] = Level(sets, members, left, odd, even)
    return levels


@cache
def subset_bits(size: int) -> Floats:
    """Return the members of every subset: (subsets, size), 0 or 1."""
    return (np.arange(2**size)[:, None] >> np.arange(size) & 1).astype(float)


def with_parts(sets: NDArray[np.bool_], size: int) -> NDArray[np.bool_]:
    """Add to some of all subsets whatever is a subset of one of them."""
    parts = sets.reshape((2,) * size).copy()
    for axis in range(size):
        without, with_it = np.moveaxis(parts, axis, 0)
        without |= with_it
    return parts.reshape(-1)


def most_of_pairs(lca: Floats, edge: Floats) -> Floats:
    """Return the most that each pair can add in any tree that has both: (pairs,)."""
    ways = [lca[:, LcaOperation.ADD] + edge[:, PathClass.ADDITIVE]]
    for joint in _JOINTS:
        ways.append(lca[:, joint.in_order] + edge[:, joint.paths].max(axis=1))
        ways.append(lca[:, joint.reverse] + edge[:, joint.reverse_paths].max(axis=1))
    return np.asarray(np.max(ways, axis=0))


def within(pairs: Floats, size: int) -> Floats:
    """Sum what the pairs inside each subset add: (pairs,) to (subsets,)."""
    matrix = _upper(pairs, size)
    return _within(matrix + matrix.T, subset_bits(size))


class Splits(NamedTuple):
    """All ways to make one symbol over one subset of two sides."""

    scores: Floats
    rule: Masks  # the place in ``RULES`` of each way's rule
    left: Masks  # its left side


class SubsetTable(ABC):
    """What the trees of every symbol over every subset come to.

    ``keep`` (n,): what a quantity adds if the tree uses it; ``lca`` (pairs, 6): what the
    operation at the LCA of a pair adds; ``edge`` (pairs, path classes): what a path adds.
    ``wanted`` (subsets,) says which subsets are filled in, each with all of its own; None: all.
    ``pure`` (n,) says which quantities have no unit: only well-typed trees are counted.
    """

    keeps_splits = False  # for ``splits``: the memory of the whole table for the time of one row

    def __init__(
        self,
        keep: Floats,
        lca: Floats,
        edge: Floats,
        wanted: NDArray[np.bool_] | None = None,
        pure: Sequence[bool] = (),
    ) -> None:
        self.size = len(keep)
        self._pure = _pure_subsets(pure) if any(pure) else None
        joined = np.stack([self._matrix(joint, lca, edge) for joint in _JOINTS])
        self._turn = (joined - joined.swapaxes(1, 2)) / 2
        bits = subset_bits(self.size)
        self._inside = np.stack([_within(m, bits) for m in (joined + joined.swapaxes(1, 2)) / 2])
        self.table = np.full((len(Symbol), 2**self.size), -np.inf)
        sums = within(lca[:, LcaOperation.ADD] + edge[:, PathClass.ADDITIVE], self.size)
        self.table[Symbol.LEAVES, 1:] = (bits @ keep + sums)[1:]
        if any(pure):
            mixed = bits @ np.array(pure, float) * (bits @ ~np.array(pure, bool)) > 0
            self.table[Symbol.LEAVES, mixed] = -np.inf
        self._kept: dict[tuple[Symbol, int], Floats] = {}
        self._splits: dict[tuple[Symbol, int], Floats] = {}
        self._unite(1 << np.arange(self.size))
        self._levels = _looked_at(levels(self.size), wanted)
        for count, level in self._levels.items():
            ways: dict[Symbol, list[Floats]] = {}
            for rule, scores in zip(RULES, self._scores(level, RULES, self._less), strict=True):
                ways.setdefault(rule.result, []).append(scores)
            for symbol, parts in ways.items():
                scores = np.hstack(parts)
                self.table[symbol, level.sets] = self.gather(scores, axis=1)
                if self.keeps_splits:
                    self._splits[symbol, count] = scores
            self._unite(level.sets)

    @staticmethod
    @abstractmethod
    def gather(scores: Floats, axis: int) -> Floats:
        """Make one figure of those of several ways."""

    @staticmethod
    @abstractmethod
    def across(edges: Floats) -> Floats:
        """Return what a pair adds whose path is one of several: (pairs, paths) to (pairs,)."""

    def splits(self, symbol: Symbol, subset: int) -> Splits:
        """List the ways to make a symbol over a subset of two sides or more."""
        count = subset.bit_count()
        level = self._levels[count]
        row = int(np.searchsorted(level.sets, subset))
        numbers = _RULES_OF[symbol]
        rules = [RULES[k] for k in numbers]
        left = [(level.odd if rule.lowest else level.left)[row] for rule in rules]
        if self.keeps_splits:
            scores = self._splits[symbol, count][row]
        else:
            level = level.only(slice(row, row + 1))
            scores = np.hstack(list(self._scores(level, rules, self._finished)))[0]
        return Splits(scores, _of_ways(numbers, tuple(map(len, left))), np.concatenate(left))

    def _unite(self, sets: Masks) -> None:
        for union, kinds in UNIONS.items():
            self.table[union, sets] = self.gather(
                self.table[np.array(kinds)[:, None], sets], axis=0
            )

    def _less(self, symbol: Symbol, joint: int) -> Floats:
        """Return the table of a symbol less the pairs inside: what a side brings to a joint."""
        return np.asarray(self.table[symbol] - self._inside[joint])

    def _finished(self, symbol: Symbol, joint: int) -> Floats:
        """Return the same of a table that is complete; kept."""
        key = symbol, joint
        if key not in self._kept:
            self._kept[key] = self._less(symbol, joint)
        return self._kept[key]

    def _scores(
        self, level: Level, rules: Sequence[Rule], less: Callable[[Symbol, int], Floats]
    ) -> Iterator[Floats]:
        """Yield what each rule comes to for every split of the level's sets: (sets, splits).

        The pairs across are those inside the whole less those inside a side; what is left of a
        joint that is not symmetric cancels inside the left side, so it is summed over the whole.
        """
        turned = {_TURNS[rule.joint] for rule in rules if not rule.lowest and rule.joint in _TURNS}
        members = level.members
        turns = {
            joint: _split_sums(self._turn[joint, members[:, :, None], members[:, None, :]].sum(2))
            for joint in turned
        }
        for rule in rules:
            inside = self._inside[rule.joint]
            left, right = (level.odd, level.even) if rule.lowest else (level.left, level.left)
            scores = less(rule.left, rule.joint).take(left)
            scores += less(rule.right, rule.joint).take(right)[:, ::-1]
            if not rule.lowest and rule.joint in _TURNS:
                scores += turns[_TURNS[rule.joint]]
            scores += inside[level.sets, None]
            if self._pure is not None:
                first, second = self._pure[left], self._pure[right][:, ::-1]
                wrong = first != second if rule.operator in ADDITIVE else first & ~second
                if rule.operator is not Operator.MUL:
                    scores[wrong] = -np.inf
            yield scores

    def _matrix(self, joint: Joint, lca: Floats, edge: Floats) -> Floats:
        """Return what leaf i on the left adds with leaf j on the right: (n, n)."""
        forward = lca[:, joint.in_order] + self.across(edge[:, joint.paths])
        backward = lca[:, joint.reverse] + self.across(edge[:, joint.reverse_paths])
        return _upper(forward, self.size) + _upper(backward, self.size).T


@cache
def _of_ways(numbers: tuple[int, ...], ways: tuple[int, ...]) -> Masks:
    """Return the number of the rule of every way, rule by rule."""
    return np.repeat(numbers, ways)


def _pure_subsets(pure: Sequence[bool]) -> NDArray[np.bool_]:
    """Return which subsets have pure members only: (subsets,)."""
    others = subset_bits(len(pure)) @ ~np.array(pure, bool)
    return np.asarray(others == 0)


def _looked_at(all_levels: dict[int, Level], wanted: NDArray[np.bool_] | None) -> dict[int, Level]:
    if wanted is None:
        return all_levels
    levels = {count: level.only(wanted[level.sets]) for count, level in all_levels.items()}
    return {count: level for count, level in levels.items() if len(level.sets)}


def _upper(pairs: Floats, size: int) -> Floats:
    matrix = np.zeros((size, size))
    matrix[_above_diagonal(size)] = pairs
    return matrix


@cache
def _above_diagonal(size: int) -> tuple[Masks, Masks]:
    first, second = np.triu_indices(size, 1)
    return first, second


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
