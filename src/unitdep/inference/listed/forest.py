"""All monotonic expressions over n quantities, as index arrays.

The set of expressions that use at least two of n quantities does not depend on the problem, so it
is listed once for each n and kept. For every tree the arrays hold what scoring needs: the operation
at the LCA of each pair, and the ``PathClass`` of each pair of vertices, which together with the
vertex labels fixes the edge labels (``core.paths.path_class`` is the definition; a test compares
the two). Trees that share their path classes share their graphs: they have one *shape*, and graphs
are scored once per shape.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache, cached_property
from itertools import combinations, product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from unitdep.core.expression import Expression, Leaf, Operation, Operator
from unitdep.core.paths import PathClass
from unitdep.inference.listed.chain_paths import ABSENT, ABSENT_PATH, Bytes, chain_of
from unitdep.scoring.tables import Floats

LISTED_UP_TO: Final = 5  # quantities: the trees over more are too many to list
OPERATORS = tuple(Operator)
_COMPUTE = (np.add, np.subtract, np.multiply, np.divide)  # in the order of OPERATORS
_SUB = OPERATORS.index(Operator.SUB)
_DIV = OPERATORS.index(Operator.DIV)
_POSITIVE = 1e-9  # results up to here count as zero, which float noise may have raised
_NOISE = 1e-13  # so does a difference up to this part of what it is taken from

Places = NDArray[np.intp]
_Step = tuple[int, Places, Places, slice]  # operator, the operands' subtrees, those it makes


@dataclass(frozen=True)
class _Subtrees:
    """The distinct subtrees of a forest, numbered: first quantities, operands before results."""

    count: int
    steps: list[_Step]
    root: Places  # (trees,): the subtree that is the whole tree
    divisor: Places  # (trees,): that by which its last step divides; ``count`` if it does not


@dataclass(frozen=True)
class Forest:
    """The expressions over n quantities that use at least two of them."""

    size: int  # n
    kept: NDArray[np.bool_]  # (trees, n): which quantities a tree uses
    operation: Bytes  # (trees, pairs): LcaOperation of each pair i < j, or ABSENT
    shape: NDArray[np.intp]  # (trees,): row of ``paths``
    paths: Bytes  # (shapes, pairs + n): PathClass of each pair, then of each quantity and question
    program: Bytes  # (trees, n - 1, 3): operator, left register, right register; -1: no step
    pure: tuple[bool, ...] = ()  # which vertices have no unit; () if all have one (``typed``)

    def __len__(self) -> int:
        return len(self.kept)

    def tree(self, row: int) -> Expression:
        """Return one tree, in monotonic normal form."""
        built: dict[int, Expression] = {i: Leaf(i) for i in range(self.size)}
        result: Expression = Leaf(int(np.flatnonzero(self.kept[row])[0]))
        for step, (operator, left, right) in enumerate(self.program[row].tolist()):
            if operator < 0:
                break
            result = Operation(OPERATORS[operator], built[left], built[right])
            built[self.size + step] = result
        return result

    def values(self, numbers: Floats) -> Floats:
        """Return the value of every tree for each row of numbers; nan if a tree is not valid.

        A tree is valid when each of its operations has a positive result. Apart from the positive
        answer this rules out the second way to write a product of two differences.
        """
        return self.results(numbers)[0]

    def results(self, numbers: Floats) -> tuple[Floats, Floats]:
        """Return the value of every tree, and its divisor if the last step is a division."""
        subtrees = self._subtrees
        values = np.full((len(numbers), subtrees.count + 1), np.nan)
        values[:, : self.size] = numbers
        with np.errstate(all="ignore"):
            for code, left, right, made in subtrees.steps:
                a, b = values.take(left, axis=1), values.take(right, axis=1)
                value = _COMPUTE[code](a, b)
                zero = np.maximum(_POSITIVE, _NOISE * a) if code == _SUB else _POSITIVE
                values[:, made] = np.where(np.isfinite(value) & (value > zero), value, np.nan)
        return values.take(subtrees.root, axis=1), values.take(subtrees.divisor, axis=1)

    @cached_property
    def subset(self) -> Places:
        """The quantities that each tree uses, as a number with a bit for each: (trees,)."""
        return np.asarray(self.kept @ (1 << np.arange(self.size)))

    @cached_property
    def _subtrees(self) -> _Subtrees:
        """What the programs compute, each subtree once: trees share all but their last steps."""
        at = np.tile(np.arange(2 * self.size), (len(self), 1))  # the subtree in each register
        root = np.zeros(len(self), np.intp)
        divisor = np.full(len(self), -1)
        steps: list[_Step] = []
        count = self.size
        for step in range(self.size - 1):
            rows = np.flatnonzero(self.program[:, step, 0] >= 0)
            operator, left, right = self.program[rows, step].T.astype(np.intp)
            sides = at[rows, left], at[rows, right]
            keys, place = np.unique(
                np.ravel_multi_index((operator, *sides), (len(OPERATORS), count, count)),
                return_inverse=True,
            )
            at[rows, self.size + step] = root[rows] = count + place
            divisor[rows] = np.where(operator == _DIV, sides[1], -1)
            codes, lefts, rights = np.unravel_index(keys, (len(OPERATORS), count, count))
            for code in range(len(OPERATORS)):
                first, last = np.searchsorted(codes, (code, code + 1)).tolist()
                made = slice(count + first, count + last)
                steps.append((code, lefts[first:last], rights[first:last], made))
            count += len(keys)
        return _Subtrees(count, steps, root, np.where(divisor < 0, count, divisor))


@cache
def forest(size: int) -> Forest:
    """Return the forest over ``size`` quantities; listed once, then kept. Large above 5."""
    column = {pair: k for k, pair in enumerate(combinations(range(size), 2))}
    subsets = [used for count in range(2, size + 1) for used in combinations(range(size), count)]
    total = sum(len(_listing(len(used)).operation) for used in subsets)
    operation = np.full((total, len(column)), ABSENT, np.int8)
    paths = np.full((total, len(column) + size), ABSENT_PATH, np.int8)
    kept = np.zeros((total, size), bool)
    program = np.full((total, max(size - 1, 1), 3), -1, np.int8)
    start = 0
    for used in subsets:
        trees = _listing(len(used))
        rows = slice(start, start + len(trees.operation))
        columns = [column[pair] for pair in combinations(used, 2)]
        operation[rows, columns] = trees.operation
        paths[rows, columns] = trees.paths
        paths[rows, [len(column) + leaf for leaf in used]] = trees.ways
        kept[rows, used] = True
        program[rows, : len(used) - 1] = _relabelled(trees.program, used, size)
        start = rows.stop
    shapes, shape = distinct(paths)
    return Forest(size, kept, operation, shape, shapes, program)


def distinct(paths: Bytes) -> tuple[Bytes, NDArray[np.intp]]:
    """Return the distinct rows in order, and the place of each row among them."""
    place = np.zeros(len(paths), np.int64)
    first = place
    for column in paths.T:
        _, first, place = np.unique(
            place * (ABSENT_PATH + 1) + column, return_index=True, return_inverse=True
        )
    return paths[first], place


@dataclass(frozen=True)
class _Listing:
    """The distinct monotonic trees over exactly the leaves 0 .. k - 1."""

    additive_root: Bytes  # (trees,): 1 additive, 0 multiplicative, -1 a leaf
    operation: Bytes  # (trees, pairs)
    paths: Bytes  # (trees, pairs)
    ways: Bytes  # (trees, k): the way of each leaf to the root
    program: Bytes  # (trees, k - 1, 3): as in Forest, with n = k

    def __getitem__(self, rows: NDArray[np.intp]) -> _Listing:
        return _Listing(*(getattr(self, field.name)[rows] for field in fields(self)))


@cache
def _listing(count: int) -> _Listing:
    """List the trees over ``count`` leaves, chain by chain."""
    if count == 1:
        none = np.zeros((1, 0), np.int8)
        way = np.full((1, 1), PathClass.ADDITIVE, np.int8)
        return _Listing(np.array([-1], np.int8), none, none, way, np.zeros((1, 0, 3), np.int8))
    joined = [
        _join(blocks, signs, additive)
        for additive in (True, False)
        for blocks in _partitions(tuple(range(count)))
        if len(blocks) > 1
        for signs in product((True, False), repeat=len(blocks))
        if any(signs)
    ]
    return _Listing(
        *(np.concatenate([getattr(part, f.name) for part in joined]) for f in fields(_Listing))
    )


@cache
def _operands(count: int, additive: bool) -> _Listing:
    """List the trees that may be below a chain: not those with a chain of the same kind."""
    trees = _listing(count)
    return trees[np.flatnonzero(trees.additive_root != additive)]


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


def _join(blocks: list[tuple[int, ...]], signs: tuple[bool, ...], additive: bool) -> _Listing:
    """List the trees with one chain at the root; ``signs``: which blocks are not inverted."""
    count = sum(map(len, blocks))
    choices = [_operands(len(block), additive) for block in blocks]
    rows = np.indices([len(trees.ways) for trees in choices]).reshape(len(blocks), -1)
    parts = [trees[chosen] for trees, chosen in zip(choices, rows, strict=True)]
    column = {pair: k for k, pair in enumerate(combinations(range(count), 2))}
    operation = np.empty((rows.shape[1], len(column)), np.int8)
    paths = np.empty_like(operation)
    below = np.empty((rows.shape[1], count), np.int8)
    part_of = np.empty(count, np.intp)
    for p, (block, part) in enumerate(zip(blocks, parts, strict=True)):
        columns = [column[pair] for pair in combinations(block, 2)]
        operation[:, columns] = part.operation
        paths[:, columns] = part.paths
        below[:, block] = part.ways
        part_of[list(block)] = p
    link = chain_of(additive, part_of, np.array(signs))
    operation[:, link.across] = link.operation[link.across]
    paths[:, link.across] = link.paths(below)
    root = np.full(len(below), additive, np.int8)
    return _Listing(
        root, operation, paths, link.ways(below), _program(blocks, signs, additive, parts)
    )


def _program(
    blocks: list[tuple[int, ...]], signs: tuple[bool, ...], additive: bool, parts: list[_Listing]
) -> Bytes:
    """Compile a chain: the direct operands, folded, then the inverse ones, then the inversion."""
    inner, outer = (Operator.ADD, Operator.SUB) if additive else (Operator.MUL, Operator.DIV)
    size = sum(map(len, blocks))
    trees = len(parts[0].ways)
    steps = np.empty((trees, size - 1, 3), np.int8)
    done = 0

    def emit(operator: Operator, left: int, right: int) -> int:
        nonlocal done
        steps[:, done] = OPERATORS.index(operator), left, right
        done += 1
        return size + done - 1

    def fold(direct: bool) -> int | None:
        """Compile the operands of one sign; returns the register of their result."""
        nonlocal done
        result: int | None = None
        for block, part, sign in zip(blocks, parts, signs, strict=True):
            if sign is not direct:
                continue
            inside = len(block) - 1
            steps[:, done : done + inside] = _relabelled(part.program, block, size + done)
            done += inside
            own = size + done - 1 if inside else block[0]
            result = own if result is None else emit(inner, result, own)
        return result

    left, right = fold(True), fold(False)
    assert left is not None
    if right is not None:
        emit(outer, left, right)
    return steps


def _relabelled(program: Bytes, leaves: tuple[int, ...], results: int) -> Bytes:
    """Return the program with other leaves, and with its results from register ``results`` on."""
    registers = np.array([*leaves, *range(results, results + len(leaves) - 1)], np.int8)
    moved = program.copy()
    moved[:, :, 1:] = registers[program[:, :, 1:]]
    return moved
