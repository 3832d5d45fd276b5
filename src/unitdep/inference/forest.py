"""All monotonic expressions over n quantities, as index arrays.

The set of expressions that use at least two of n quantities does not depend on the problem, so it
is listed once for each n and kept. For every tree the arrays hold what scoring needs: the operation
at the LCA of each pair, and the ``PathClass`` of each pair of vertices, which together with the
vertex labels fixes the edge labels (``graph.path_class`` is the definition; a test holds the two
equal). Trees that share their path classes share their graphs: they have one *shape*, and graphs
are scored once a shape.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from unitdep.expression import (
    Expression,
    LcaOperation,
    Leaf,
    Operation,
    Operator,
    lca_operation,
)
from unitdep.graph import PathClass

ABSENT = len(LcaOperation)  # operation code of a pair that is not in the tree
ABSENT_PATH = len(PathClass)  # path code of a pair that is not in the tree
OPERATORS = tuple(Operator)
_POSITIVE = 1e-9  # results up to here count as zero, which float noise may have raised

Bytes = NDArray[np.int8]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Forest:
    """The expressions over n quantities that use at least two of them."""

    size: int  # n
    kept: NDArray[np.bool_]  # (trees, n): which quantities a tree uses
    operation: Bytes  # (trees, pairs): LcaOperation of each pair i < j, or ABSENT
    shape: NDArray[np.intp]  # (trees,): row of ``paths``
    paths: Bytes  # (shapes, pairs + n): PathClass of each pair, then of each quantity and question
    program: Bytes  # (trees, n - 1, 3): operator, left register, right register; -1 is no step

    def __len__(self) -> int:
        return len(self.kept)

    def tree(self, row: int) -> Expression:
        """Give one tree, in monotonic normal form."""
        built: dict[int, Expression] = {i: Leaf(i) for i in range(self.size)}
        result: Expression = Leaf(int(np.flatnonzero(self.kept[row])[0]))
        for step, (operator, left, right) in enumerate(self.program[row].tolist()):
            if operator < 0:
                break
            result = Operation(OPERATORS[operator], built[left], built[right])
            built[self.size + step] = result
        return result

    def values(self, numbers: Floats) -> Floats:
        """Give the value of every tree for each row of numbers; nan where a tree is not valid.

        A tree is valid when each of its operations has a positive result. Beside the positive
        answer this rules out the second way to write a product of two differences.
        """
        rows = np.arange(len(self))
        registers = np.zeros((len(numbers), len(self), 2 * self.size))
        registers[:, :, : self.size] = numbers[:, None, :]
        result = np.full(registers.shape[:2], np.nan)
        valid = np.ones(registers.shape[:2], bool)
        with np.errstate(all="ignore"):
            for step in range(self.size - 1):
                operator, left, right = self.program[:, step].T
                a, b = registers[:, rows, left], registers[:, rows, right]
                value = np.choose(np.maximum(operator, 0), (a + b, a - b, a * b, a / b))
                registers[:, :, self.size + step] = value
                used = operator >= 0
                valid &= ~used | (np.isfinite(value) & (value > _POSITIVE))
                result = np.where(used, value, result)
        return np.where(valid, result, np.nan)


@lru_cache(maxsize=None)
def forest(size: int) -> Forest:
    """Give the forest over ``size`` quantities; listed once, then kept. Large above 5."""
    trees = [
        tree
        for count in range(2, size + 1)
        for used in combinations(range(size), count)
        for tree in _trees(used)
    ]
    pairs = list(combinations(range(size), 2))
    operation = np.full((len(trees), len(pairs)), ABSENT, np.int8)
    paths = np.full((len(trees), len(pairs) + size), ABSENT_PATH, np.int8)
    kept = np.zeros((len(trees), size), bool)
    program = np.full((len(trees), max(size - 1, 1), 3), -1, np.int8)
    column = {pair: k for k, pair in enumerate(pairs)}
    for row, tree in enumerate(trees):
        for pair, (code, kind) in tree.pairs.items():
            operation[row, column[pair]] = code
            paths[row, column[pair]] = kind
        for leaf, way in tree.ways.items():
            kept[row, leaf] = True
            paths[row, len(pairs) + leaf] = _TO_RESULT[way]
        for step, instruction in enumerate(_instructions(tree.tree, size)):
            program[row, step] = instruction
    shapes, shape = np.unique(paths, axis=0, return_inverse=True)
    return Forest(size, kept, operation, shape.reshape(-1), shapes, program)


# The way from a leaf up to the root of a subtree: its one multiplication or division, if any.
_Way = str
_ADDITIVE, _FACTOR, _DIVIDEND, _DIVISOR, _OPEN = "+", "x", "/.", "./", "?"
_TO_RESULT = {
    _ADDITIVE: PathClass.ADDITIVE,
    _FACTOR: PathClass.FIRST_IS_FACTOR,
    _DIVIDEND: PathClass.FIRST_IS_DIVIDEND,
    _DIVISOR: PathClass.FIRST_IS_DIVISOR,
    _OPEN: PathClass.OPEN,
}
_FROM_RESULT = {
    _FACTOR: PathClass.SECOND_IS_FACTOR,
    _DIVIDEND: PathClass.SECOND_IS_DIVIDEND,
    _DIVISOR: PathClass.SECOND_IS_DIVISOR,
    _OPEN: PathClass.OPEN,
}


@dataclass(frozen=True)
class _Tree:
    tree: Expression
    additive_root: bool | None  # None for a leaf
    ways: dict[int, _Way]
    pairs: dict[tuple[int, int], tuple[LcaOperation, PathClass]]


@lru_cache(maxsize=None)
def _trees(used: tuple[int, ...]) -> tuple[_Tree, ...]:
    """List the distinct monotonic trees over exactly these leaves."""
    if len(used) == 1:
        return (_Tree(Leaf(used[0]), None, {used[0]: _ADDITIVE}, {}),)
    return tuple(
        _join(parts, signs, additive)
        for additive in (True, False)
        for blocks in _partitions(used)
        if len(blocks) > 1
        for signs in product((True, False), repeat=len(blocks))
        if any(signs)
        for parts in product(*(_operands(block, additive) for block in blocks))
    )


@lru_cache(maxsize=None)
def _operands(block: tuple[int, ...], additive: bool) -> tuple[_Tree, ...]:
    """List the trees over a block that may stand below a chain: not a chain of the same kind."""
    return tuple(tree for tree in _trees(block) if tree.additive_root is not additive)


def _partitions(items: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
    """List the partitions of ``items`` into blocks, blocks ordered by their first item."""
    if not items:
        yield []
        return
    head, rest = items[0], items[1:]
    for count in range(len(rest) + 1):
        for others in combinations(rest, count):
            remaining = tuple(i for i in rest if i not in others)
            for blocks in _partitions(remaining):
                yield [(head, *others), *blocks]


def _join(parts: tuple[_Tree, ...], signs: tuple[bool, ...], additive: bool) -> _Tree:
    """Join subtrees into one chain; ``signs``: which are added (multiplied), not inverted."""
    inner, outer = (Operator.ADD, Operator.SUB) if additive else (Operator.MUL, Operator.DIV)
    direct = [part for part, sign in zip(parts, signs, strict=True) if sign]
    inverse = [part for part, sign in zip(parts, signs, strict=True) if not sign]
    tree = _fold(inner, direct)
    if inverse:
        tree = Operation(outer, tree, _fold(inner, inverse))
    ups = [
        _ADDITIVE if additive else _way_up(len(direct), len(inverse), sign) for sign in signs
    ]
    ways = {
        leaf: _then(way, up)
        for part, up in zip(parts, ups, strict=True)
        for leaf, way in part.ways.items()
    }
    pairs = {pair: entry for part in parts for pair, entry in part.pairs.items()}
    for (p, part), (q, other) in combinations(enumerate(parts), 2):
        operator = inner if signs[p] == signs[q] else outer
        meeting = _meeting(additive, len(direct), len(inverse), signs[p], signs[q])
        for i, way_i in part.ways.items():
            for j, way_j in other.ways.items():
                in_order = (i < j) == (signs[p] or not signs[q])
                first_way, second_way = (way_i, way_j) if i < j else (way_j, way_i)
                kind = meeting if i < j else _SWAPPED.get(meeting, meeting)
                pairs[min(i, j), max(i, j)] = (
                    lca_operation(operator, in_order=in_order),
                    _between(kind, first_way, second_way),
                )
    return _Tree(tree, additive, ways, pairs)


def _fold(operator: Operator, parts: list[_Tree]) -> Expression:
    tree = parts[0].tree
    for part in parts[1:]:
        tree = Operation(operator, tree, part.tree)
    return tree


def _way_up(factors: int, divisors: int, direct: bool) -> _Way:
    """Name the way from an operand of a multiplicative chain to its result."""
    if direct:
        count = factors - 1 + (divisors > 0)
        name = _DIVIDEND if divisors else _FACTOR
    else:
        count, name = divisors, _DIVISOR
    return name if count == 1 else _OPEN


def _then(way: _Way, up: _Way) -> _Way:
    if up == _ADDITIVE:
        return way
    return up if way == _ADDITIVE else _OPEN


_SWAPPED = {
    PathClass.FIRST_OVER_SECOND: PathClass.SECOND_OVER_FIRST,
    PathClass.SECOND_OVER_FIRST: PathClass.FIRST_OVER_SECOND,
}


def _meeting(additive: bool, factors: int, divisors: int, first: bool, second: bool) -> PathClass:
    """Name the path between two operands of one chain."""
    if additive:
        return PathClass.ADDITIVE
    if first == second:
        group = factors if first else divisors
        return PathClass.FIRST_TIMES_SECOND if group == 2 else PathClass.OPEN
    if factors > 1 or divisors > 1:
        return PathClass.OPEN
    return PathClass.FIRST_OVER_SECOND if first else PathClass.SECOND_OVER_FIRST


def _between(meeting: PathClass, first: _Way, second: _Way) -> PathClass:
    """Name the path between two leaves from their ways to the meeting chain and the path there."""
    if first == _ADDITIVE and second == _ADDITIVE:
        return meeting
    if meeting is not PathClass.ADDITIVE or (first != _ADDITIVE and second != _ADDITIVE):
        return PathClass.OPEN
    return _TO_RESULT[first] if second == _ADDITIVE else _FROM_RESULT[second]


def _instructions(tree: Expression, size: int) -> list[tuple[int, int, int]]:
    """Compile a tree to steps over registers: the quantities first, then the results."""
    steps: list[tuple[int, int, int]] = []

    def visit(node: Expression) -> int:
        if isinstance(node, Leaf):
            return node.index
        left, right = visit(node.left), visit(node.right)
        steps.append((OPERATORS.index(node.operator), left, right))
        return size + len(steps) - 1

    visit(tree)
    return steps
