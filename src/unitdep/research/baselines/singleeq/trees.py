"""Equations over the numbers of a text and one unknown, cheapest first (the integer program).

The leaves are the numbers in text order with the unknown anywhere among them; "=" is the root and
the other nodes are + - * /. The original asks a solver for the equations of least type cost; a
chart of cells finds the same ones (a test compares it with the integer program). Up to ``EXACT``
numbers every equation is built; above that, a cell keeps its cheapest ``BEAM`` nodes, and there are
no equations over more than ``LARGEST`` numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from unitdep.core.expression import Expression, Leaf, Operation, Operator
from unitdep.research.baselines.singleeq.kinds import Kind, apart, clash, result

UNKNOWN: Final = -1  # the index of the unknown among the leaves
EXACT: Final = 4
LARGEST: Final = 6
BEAM: Final = 100
_NOWHERE: Final = -1  # the unknown's place in a cell without it
_INVERSE: Final = {
    Operator.ADD: Operator.SUB,
    Operator.SUB: Operator.ADD,
    Operator.MUL: Operator.DIV,
    Operator.DIV: Operator.MUL,
}

Cell = tuple[int, int, int]  # the numbers from .. to, and the unknown's place or _NOWHERE


@dataclass(frozen=True, eq=False)
class Node:
    """A side of an equation or a part of it; nodes are compared by identity."""

    kind: Kind
    cost: int  # of all operators below and here
    unknown: bool  # whether it contains the unknown
    leaf: int = UNKNOWN  # for a leaf: the index of its number
    parts: tuple[Operator, Node, Node] | None = None  # None for a leaf


@dataclass(frozen=True, eq=False)
class Equation:
    """Two equal sides, one of which contains the unknown."""

    left: Node
    right: Node
    cost: int
    place: int  # how many numbers come before the unknown


def equations(kinds: Sequence[Kind], asked: Kind) -> list[Equation]:
    """Return the equations over numbers of these kinds, cheapest first.

    Among equations of equal cost, those with the unknown alone on one side come first, then those
    with the unknown later in the text.
    """
    size = len(kinds)
    if not 0 < size <= LARGEST:
        return []
    chart = _Chart(kinds, asked)
    built = [
        equation for place in range(size, -1, -1) for equation in _with_place(chart, size, place)
    ]
    return sorted(built, key=lambda e: (e.cost, not _alone(e)))


def _alone(equation: Equation) -> bool:
    return any(side.unknown and side.parts is None for side in (equation.left, equation.right))


def _with_place(chart: _Chart, size: int, place: int) -> Iterator[Equation]:
    for left, right in _splits((0, size, place)):
        for one in chart.nodes(left):
            for other in chart.nodes(right):
                cost = one.cost + other.cost + apart(one.kind, other.kind)
                yield Equation(one, other, cost, place)


class _Chart:
    """All nodes over ranges of leaves, each made once."""

    def __init__(self, kinds: Sequence[Kind], asked: Kind) -> None:
        self._kinds = kinds
        self._asked = asked
        self._limit = None if len(kinds) <= EXACT else BEAM
        self._cells: dict[Cell, list[Node]] = {}
        self._join = cache(_join)

    def nodes(self, cell: Cell) -> list[Node]:
        """Return the nodes of a cell, cheapest first if the cell is pruned."""
        if cell not in self._cells:
            self._cells[cell] = self._build(cell)
        return self._cells[cell]

    def _build(self, cell: Cell) -> list[Node]:
        start, end, place = cell
        if end == start:
            return [Node(self._asked, 0, True)]
        if end - start == 1 and place == _NOWHERE:
            return [Node(self._kinds[start], 0, False, start)]
        plans = [
            (one.cost + other.cost + cost, kind, (operator, one, other))
            for left, right in _splits(cell)
            for one in self.nodes(left)
            for other in self.nodes(right)
            for operator, cost, kind in self._join(one.kind, other.kind)
        ]
        if self._limit is not None:
            plans = sorted(plans, key=lambda plan: plan[0])[: self._limit]
        return [Node(kind, cost, place != _NOWHERE, parts=parts) for cost, kind, parts in plans]


def _join(left: Kind, right: Kind) -> tuple[tuple[Operator, int, Kind], ...]:
    return tuple((op, clash(op, left, right), result(op, left, right)) for op in Operator)


def _splits(cell: Cell) -> Iterator[tuple[Cell, Cell]]:
    """Split a cell in two; for a cut at the unknown's place, the unknown goes to either side."""
    start, end, place = cell
    for cut in range(start, end + 1):
        if place == _NOWHERE:
            if start < cut < end:
                yield (start, cut, _NOWHERE), (cut, end, _NOWHERE)
            continue
        if cut >= place and cut < end:
            yield (start, cut, place), (cut, end, _NOWHERE)
        if cut <= place and cut > start:
            yield (start, cut, _NOWHERE), (cut, end, place)


def isolate(equation: Equation) -> Expression:
    """Solve an equation for the unknown: an expression over the numbers."""
    side, other = equation.left, equation.right
    if other.unknown:
        side, other = other, side
    value = expression(other)
    while side.parts is not None:
        operator, left, right = side.parts
        side, known = (left, right) if left.unknown else (right, left)
        if side is left or operator in (Operator.ADD, Operator.MUL):
            value = Operation(_INVERSE[operator], value, expression(known))
        else:  # known - x = value, known / x = value
            value = Operation(operator, expression(known), value)
    return value


def expression(node: Node) -> Expression:
    """Return a node as an expression; the unknown is the leaf ``UNKNOWN``."""
    if node.parts is None:
        return Leaf(node.leaf)
    operator, left, right = node.parts
    return Operation(operator, expression(left), expression(right))


def inner_nodes(equation: Equation) -> Iterator[Node]:
    """Yield the operators of both sides, operands before the operators that use them."""
    for side in (equation.left, equation.right):
        yield from _inner(side)


def _inner(node: Node) -> Iterator[Node]:
    if node.parts is not None:
        _, left, right = node.parts
        yield from _inner(left)
        yield from _inner(right)
        yield node
