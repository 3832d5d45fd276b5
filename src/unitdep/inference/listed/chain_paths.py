"""The paths of whole trees at once: how leaves meet in a chain, and the way from each to the root.

``paths.path_class`` is the definition, one pair at a time; here the ``PathClass`` of every pair is
composed from the operands upwards, for one tree or for many trees with the same chain at the root.
The *way* of a leaf is the class of its path to the result, as for the question: ADDITIVE,
FIRST_IS_FACTOR, FIRST_IS_DIVIDEND, FIRST_IS_DIVISOR or OPEN.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from unitdep.core.expression import ADDITIVE, Expression, LcaOperation, Leaf, chain
from unitdep.core.paths import PathClass

ABSENT = len(LcaOperation)  # operation code of a pair that is not in the tree
ABSENT_PATH = len(PathClass)  # path code of a pair that is not in the tree

Bytes = NDArray[np.int8]
Booleans = NDArray[np.bool_]

_FROM_RESULT = {
    PathClass.FIRST_IS_FACTOR: PathClass.SECOND_IS_FACTOR,
    PathClass.FIRST_IS_DIVIDEND: PathClass.SECOND_IS_DIVIDEND,
    PathClass.FIRST_IS_DIVISOR: PathClass.SECOND_IS_DIVISOR,
    PathClass.OPEN: PathClass.OPEN,
}
WAYS = (PathClass.ADDITIVE, *_FROM_RESULT)


def _then(way: PathClass, up: PathClass) -> PathClass:
    """Continue from an operand, reached by ``way``, to the result of its chain."""
    if up is PathClass.ADDITIVE:
        return way
    return up if way is PathClass.ADDITIVE else PathClass.OPEN


def _between(meeting: PathClass, first: PathClass, second: PathClass) -> PathClass:
    """Name the path between two leaves from their ways to the meeting chain and the path there."""
    if first is PathClass.ADDITIVE and second is PathClass.ADDITIVE:
        return meeting
    if meeting is not PathClass.ADDITIVE or PathClass.ADDITIVE not in (first, second):
        return PathClass.OPEN
    return first if second is PathClass.ADDITIVE else _FROM_RESULT[second]


_THEN = np.zeros((len(PathClass),) * 2, np.int8)
_BETWEEN = np.zeros((len(PathClass),) * 3, np.int8)
for _a in WAYS:
    for _b in WAYS:
        _THEN[_a, _b] = _then(_a, _b)
        for _kind in PathClass:
            _BETWEEN[_kind, _a, _b] = _between(_kind, _a, _b)
_THEN_LISTS: list[list[int]] = _THEN.tolist()
_BETWEEN_LISTS: list[list[list[int]]] = _BETWEEN.tolist()


@dataclass(frozen=True)
class Chain:
    """A chain of operands of one family, as its k leaves in order and their pairs i < j see it."""

    up: Bytes  # (k,): the way from the leaf's operand to the result of the chain
    across: Booleans  # (pairs,): whether the two leaves are in different operands
    operation: Bytes  # (pairs,): LcaOperation of those that are
    meeting: Bytes  # (pairs,): PathClass between the two operands

    def ways(self, below: Bytes) -> Bytes:
        """Return the ways to the result from the ways to the operands, both (trees, k)."""
        return np.asarray(_THEN[below, self.up])

    def paths(self, below: Bytes) -> Bytes:
        """Return the PathClass of the pairs across operands: (trees, pairs across)."""
        first, second = (end[self.across] for end in _pair_ends(below.shape[1]))
        return np.asarray(_BETWEEN[self.meeting[self.across], below[:, first], below[:, second]])


def chain_of(additive: bool, part: NDArray[np.intp], direct: Booleans) -> Chain:
    """Describe a chain: the operand of each leaf, and which operands are added (multiplied)."""
    first, second = _pair_ends(len(part))
    signs = direct[part]
    factors = int(direct.sum())
    operation, meeting, up = _signed(additive, factors, len(direct) - factors)
    one, other = signs[first].astype(int), signs[second].astype(int)
    return Chain(
        up[signs.astype(int)],
        part[first] != part[second],
        operation[one, other],
        meeting[one, other],
    )


@cache
def _pair_ends(size: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    return np.triu_indices(size, 1)


@cache
def _signed(additive: bool, factors: int, divisors: int) -> tuple[Bytes, Bytes, Bytes]:
    """Tabulate the operation and the path between two operands, and the way up, by their signs."""
    if additive:
        reverse, same, order = LcaOperation.SUB_REV, LcaOperation.ADD, LcaOperation.SUB
        meeting = np.full((2, 2), PathClass.ADDITIVE, np.int8)
        up = np.full(2, PathClass.ADDITIVE, np.int8)
    else:
        reverse, same, order = LcaOperation.DIV_REV, LcaOperation.MUL, LcaOperation.DIV
        meeting = np.full((2, 2), PathClass.OPEN, np.int8)
        for sign, group in enumerate((divisors, factors)):
            if group == 2:
                meeting[sign, sign] = PathClass.FIRST_TIMES_SECOND
        if factors == divisors == 1:
            meeting[1, 0] = PathClass.FIRST_OVER_SECOND
            meeting[0, 1] = PathClass.SECOND_OVER_FIRST
        dividend = PathClass.FIRST_IS_DIVIDEND if divisors else PathClass.FIRST_IS_FACTOR
        up = np.array(
            [
                PathClass.FIRST_IS_DIVISOR if divisors == 1 else PathClass.OPEN,
                dividend if factors - 1 + (divisors > 0) == 1 else PathClass.OPEN,
            ],
            np.int8,
        )
    return np.array([[same, reverse], [order, same]], np.int8), meeting, up


@dataclass(frozen=True)
class Description:
    """What scoring needs to know of one tree over (some of) n quantities."""

    operation: Bytes  # (pairs,): LcaOperation of each pair i < j, or ABSENT
    paths: Bytes  # (pairs + n,): PathClass of each pair, then of each quantity and the question


def describe(tree: Expression, size: int) -> Description:
    """Read all paths of one monotonic tree over ``size`` quantities.

    Plain lists: the chains of one tree are too short for arrays to pay.
    """
    column = _columns(size)
    pairs = size * (size - 1) // 2
    operations, paths = [ABSENT] * pairs, [ABSENT_PATH] * (pairs + size)

    def visit(node: Expression) -> list[tuple[int, int]]:
        """Fill in the pairs below ``node``; returns its leaves, each with its way."""
        if isinstance(node, Leaf):
            return [(node.index, PathClass.ADDITIVE)]
        direct, inverse = chain(node)
        operation, meeting, up = _signed_lists(node.operator in ADDITIVE, len(direct), len(inverse))
        here: list[tuple[int, int, int]] = []  # leaf, way to its operand, sign of the operand
        for place, part in enumerate((*direct, *inverse)):
            sign = int(place < len(direct))
            below = [(leaf, way, sign) for leaf, way in visit(part)]
            for one in below:
                for other in here:
                    (i, first, s), (j, second, t) = (one, other) if one < other else (other, one)
                    at = column[i][j]
                    operations[at] = operation[s][t]
                    paths[at] = _BETWEEN_LISTS[meeting[s][t]][first][second]
            here += below
        return [(leaf, _THEN_LISTS[way][up[sign]]) for leaf, way, sign in here]

    for leaf, way in visit(tree):
        paths[pairs + leaf] = way
    return Description(np.array(operations, np.int8), np.array(paths, np.int8))


@cache
def _signed_lists(
    additive: bool, factors: int, divisors: int
) -> tuple[list[list[int]], list[list[int]], list[int]]:
    operation, meeting, up = _signed(additive, factors, divisors)
    return operation.tolist(), meeting.tolist(), up.tolist()


@cache
def _columns(size: int) -> list[list[int]]:
    """Return the column of each pair i < j in the tables."""
    columns = np.zeros((size, size), np.intp)
    columns[_pair_ends(size)] = np.arange(size * (size - 1) // 2)
    rows: list[list[int]] = columns.tolist()
    return rows
