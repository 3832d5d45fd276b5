"""Typed forests: the trees over vertices of which some have no unit (docs/concepts/everyday.md).

A factor or a shape multiplies or divides; it is added to its like only, and no tree comes to a pure
number. The trees that obey this are rows of the forest over all vertices. By Algorithm 1, extended,
a product with a pure number does not change a unit: so the paths between the other vertices are
those of the tree without the pure ones.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from unitdep.core.expression import (
    ADDITIVE,
    Expression,
    Leaf,
    Operator,
    leaves,
    monotonic,
    without,
)
from unitdep.inference.listed.chain_paths import (
    ABSENT,
    ABSENT_PATH,
    Bytes,
    Description,
    describe,
)
from unitdep.inference.listed.forest import OPERATORS, Forest, distinct, forest

Pure = tuple[bool, ...]  # which vertices have no unit

_ADDITIVE = [OPERATORS.index(operator) for operator in (Operator.ADD, Operator.SUB)]
_DIV = OPERATORS.index(Operator.DIV)


@cache
def typed_forest(pure: Pure) -> Forest:
    """Return the well-typed trees over vertices of which some are pure; listed once, then kept."""
    size = len(pure)
    everything = forest(size)
    if not any(pure):
        return everything
    rows = np.flatnonzero(_well_typed(everything, np.array(pure)))
    kept, operation = everything.kept[rows], everything.operation[rows]
    nothing = everything.shape[:0], everything.paths[:0]
    typed = Forest(size, kept, operation, *nothing, everything.program[rows], pure)
    paths, shape = distinct(_paths(typed, pure))
    return replace(typed, shape=shape, paths=paths)


def well_typed(tree: Expression, pure: Pure) -> bool:
    """Whether a tree obeys the types of its leaves: the definition, for one tree."""
    return not any(pure) or _is_pure(tree, pure) is False


def _is_pure(tree: Expression, pure: Pure) -> bool | None:
    """Whether a tree comes to a pure number; None if a step is not well typed."""
    if isinstance(tree, Leaf):
        return pure[tree.index]
    left, right = _is_pure(tree.left, pure), _is_pure(tree.right, pure)
    if left is None or right is None:
        return None
    if tree.operator in ADDITIVE and left != right:
        return None
    if tree.operator is Operator.DIV and left and not right:
        return None
    return left and right


def describe_typed(tree: Expression, pure: Pure) -> Description:
    """Read all paths of one monotonic tree, by Algorithm 1 extended."""
    described = describe(tree, len(pure))
    dropped = {i for i in leaves(tree) if pure[i]}
    if not dropped:
        return described
    reduced = without(tree, dropped)
    if reduced is None:
        return replace(described, paths=np.full_like(described.paths, ABSENT_PATH))
    return replace(described, paths=describe(monotonic(reduced), len(pure)).paths)


def _well_typed(trees: Forest, pure: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether no step adds a pure number to another, or divides one by it: (trees,)."""
    every = np.arange(len(trees))
    is_pure = np.zeros((len(trees), 2 * trees.size), bool)
    is_pure[:, : trees.size] = pure
    fits = np.ones(len(trees), bool)
    result = np.zeros(len(trees), bool)
    for step in range(trees.size - 1):
        operator, left, right = trees.program[:, step].T.astype(np.intp)
        first, second = is_pure[every, left], is_pure[every, right]
        wrong = np.where(np.isin(operator, _ADDITIVE), first != second, first & ~second)
        done = operator >= 0
        fits &= ~(done & wrong & (np.isin(operator, _ADDITIVE) | (operator == _DIV)))
        is_pure[:, trees.size + step] = first & second
        result = np.where(done, first & second, result)
    return fits & ~result


def _paths(trees: Forest, pure: Pure) -> Bytes:
    """Return the path classes of all pairs and ways, those of pure vertices absent.

    Trees with the same operations between the other vertices are the same without the pure ones,
    so only one of them is read.
    """
    dropped = {i for i in range(trees.size) if pure[i]}
    pairs = enumerate(combinations(range(trees.size), 2))
    among = [k for k, pair in pairs if dropped.isdisjoint(pair)]
    others = [i for i in range(trees.size) if i not in dropped]
    codes = np.stack([_codes(trees.operation[:, among]), _codes(trees.kept[:, others])], axis=1)
    _, first, place = np.unique(codes, axis=0, return_index=True, return_inverse=True)
    reduced = [without(trees.tree(row), dropped) for row in first.tolist()]
    paths = [describe(monotonic(tree), trees.size).paths for tree in reduced if tree is not None]
    columns = trees.operation.shape[1] + trees.size
    return np.array(paths, np.int8).reshape(-1, columns)[place.reshape(-1)]


def _codes(operation: Bytes | NDArray[np.bool_]) -> NDArray[np.int64]:
    """Number the rows by their entries."""
    weights = (ABSENT + 1) ** np.arange(operation.shape[1], dtype=np.int64)
    return np.asarray(operation.astype(np.int64) @ weights)
