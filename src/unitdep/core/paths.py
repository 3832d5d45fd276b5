"""Paths through an expression tree, and the edge labels that follow from them.

``path`` is the paper's Path(T, v_i, v_j) and ``edge_label`` its Algorithm 1 (EdgeLabel), both from
section "Consistent Rate Unit Graphs". The algorithm depends on a path only through its single
multiplication or division and the side on which each vertex is, so a path is first reduced to one
of eleven classes (``path_class``). The searches tabulate these classes once per tree and look the
label up with ``label_of_class``.

The algorithm has two readings. ``Reading.ALGEBRA`` gives the labels that the units must have for
the expression to make sense; it's the one people see. ``Reading.PRINTED`` is the algorithm as
published, kept so that edge and graph figures can be compared with the paper's.
docs/reference/edge-labels.md explains the difference.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import Literal

from unitdep.core.expression import Expression, Leaf, Operation, Operator, leaves
from unitdep.core.labels import QUESTION, EdgeLabel, Reading, Vertex


@dataclass(frozen=True)
class Hop:
    """One operation on the way from a leaf to the root, and the side the way comes from."""

    node: Operation
    from_left: bool


@dataclass(frozen=True)
class Path:
    """Path(T, v_i, v_j): the operations between two vertices.

    ``own`` are those on v_i's side below the meeting node, ``other`` those on v_j's side, and
    ``meeting`` is the LCA of two leaves; for the question it is None and ``own`` ends at the root.
    """

    own: tuple[Hop, ...]
    other: tuple[Hop, ...]
    meeting: Hop | None  # as seen from v_i

    @property
    def operators(self) -> tuple[Operator, ...]:
        """The operators from v_i to v_j."""
        middle = (self.meeting,) if self.meeting else ()
        return tuple(h.node.operator for h in (*self.own, *middle, *reversed(self.other)))


def climb(tree: Expression, leaf: int) -> tuple[Hop, ...]:
    """Return the hops from a leaf up to the root."""
    if isinstance(tree, Leaf):
        return ()
    from_left = leaf in leaves(tree.left)
    return (*climb(tree.left if from_left else tree.right, leaf), Hop(tree, from_left))


def path(tree: Expression, first: Vertex, second: Vertex) -> Path:
    """Return the path between two vertices; the question, if any, is ``second``."""
    if first == QUESTION:
        raise ValueError("the question comes last in a pair of vertices")
    own = climb(tree, int(first))
    if second == QUESTION:
        return Path(own, (), None)
    other = climb(tree, int(second))
    common = 0
    while common < min(len(own), len(other)) and own[-1 - common].node is other[-1 - common].node:
        common += 1
    meeting = own[len(own) - common]
    return Path(own[: len(own) - common], other[: len(other) - common], meeting)


class PathClass(IntEnum):
    """What Algorithm 1 needs to know of a path: its single x or /, and which vertex is where.

    ``FIRST`` and ``SECOND`` are the two vertices. If the operation is on one vertex's side of the
    path, the other vertex has the unit of its result.
    """

    ADDITIVE = 0  # CountMulDiv = 0
    OPEN = 1  # CountMulDiv > 1: the algorithm gives no label
    FIRST_TIMES_SECOND = 2
    FIRST_OVER_SECOND = 3
    SECOND_OVER_FIRST = 4
    FIRST_IS_FACTOR = 5  # first x ... = second
    FIRST_IS_DIVIDEND = 6  # first / ... = second
    FIRST_IS_DIVISOR = 7  # ... / first = second
    SECOND_IS_FACTOR = 8
    SECOND_IS_DIVIDEND = 9
    SECOND_IS_DIVISOR = 10


_RateUnit = Literal["num", "den"] | None


# Which unit of the rate the other vertex has: (if the first is the rate, if the second is).
_UNIT_BY_ALGEBRA: dict[PathClass, tuple[_RateUnit, _RateUnit]] = {
    PathClass.FIRST_TIMES_SECOND: ("den", "den"),  # rate x n: n has the Den Unit
    PathClass.FIRST_OVER_SECOND: (None, "num"),  # n / rate: n has the Num Unit
    PathClass.SECOND_OVER_FIRST: ("num", None),
    PathClass.FIRST_IS_FACTOR: ("num", None),  # rate x ... has the Num Unit
    PathClass.FIRST_IS_DIVIDEND: (None, "num"),  # n / ... is the rate: n has its Num Unit
    PathClass.FIRST_IS_DIVISOR: ("den", "den"),  # ... / rate, or ... / n is the rate
    PathClass.SECOND_IS_FACTOR: (None, "num"),
    PathClass.SECOND_IS_DIVIDEND: ("num", None),
    PathClass.SECOND_IS_DIVISOR: ("den", "den"),
}


# As printed: Den on a path with x, Num on a path with a division. The paper doesn't say which side
# of the division is which. As in the authors' program, the rate is the vertex below the line, and a
# vertex beyond the division counts as its other side.
_UNIT_AS_PRINTED: dict[PathClass, tuple[_RateUnit, _RateUnit]] = {
    PathClass.FIRST_TIMES_SECOND: ("den", "den"),
    PathClass.FIRST_OVER_SECOND: (None, "num"),
    PathClass.SECOND_OVER_FIRST: ("num", None),
    PathClass.FIRST_IS_FACTOR: ("den", "den"),
    PathClass.FIRST_IS_DIVIDEND: (None, "num"),
    PathClass.FIRST_IS_DIVISOR: ("num", None),
    PathClass.SECOND_IS_FACTOR: ("den", "den"),
    PathClass.SECOND_IS_DIVIDEND: ("num", None),
    PathClass.SECOND_IS_DIVISOR: (None, "num"),
}


_DIRECTED = {
    ("num", True): EdgeLabel.NUM_FORWARD,
    ("num", False): EdgeLabel.NUM_BACKWARD,
    ("den", True): EdgeLabel.DEN_FORWARD,
    ("den", False): EdgeLabel.DEN_BACKWARD,
}


def edge_label(
    tree: Expression,
    first: Vertex,
    second: Vertex,
    rates: Iterable[Vertex],
    reading: Reading = Reading.ALGEBRA,
) -> EdgeLabel | None:
    """Algorithm 1: the label of the edge between two vertices, or None if it gives none.

    ``tree`` is monotonic, ``rates`` are the vertices labelled Rate, ``first`` < ``second``.
    """
    rates = frozenset(rates)
    return label_of_class(path_class(tree, first, second), first in rates, second in rates, reading)


def label_of_class(
    kind: PathClass, first_is_rate: bool, second_is_rate: bool, reading: Reading
) -> EdgeLabel | None:
    """Algorithm 1, given the class of the path."""
    if first_is_rate == second_is_rate:
        return EdgeLabel.SAME_UNIT if kind is PathClass.ADDITIVE else None
    units = _UNIT_BY_ALGEBRA if reading is Reading.ALGEBRA else _UNIT_AS_PRINTED
    unit = units.get(kind, (None, None))[0 if first_is_rate else 1]
    return None if unit is None else _DIRECTED[unit, first_is_rate]


def path_class(tree: Expression, first: Vertex, second: Vertex) -> PathClass:
    """Classify the path between two vertices of a monotonic tree.

    A chain of multiplications has no inner order, so a path through it counts all of them.
    """
    way = path(tree, first, second)
    count = _count_mul_div(tree, way)
    if count != 1:
        return PathClass.OPEN if count else PathClass.ADDITIVE
    for hops, factor, dividend, divisor in (
        (
            way.own,
            PathClass.FIRST_IS_FACTOR,
            PathClass.FIRST_IS_DIVIDEND,
            PathClass.FIRST_IS_DIVISOR,
        ),
        (
            way.other,
            PathClass.SECOND_IS_FACTOR,
            PathClass.SECOND_IS_DIVIDEND,
            PathClass.SECOND_IS_DIVISOR,
        ),
    ):
        for hop in hops:
            if hop.node.operator is Operator.MUL:
                return factor
            if hop.node.operator is Operator.DIV:
                return dividend if hop.from_left else divisor
    assert way.meeting is not None
    if way.meeting.node.operator is Operator.MUL:
        return PathClass.FIRST_TIMES_SECOND
    return PathClass.FIRST_OVER_SECOND if way.meeting.from_left else PathClass.SECOND_OVER_FIRST


def _count_mul_div(tree: Expression, way: Path) -> int:
    """CountMulDiv of Algorithm 1, with every multiplication of a chain counted."""
    nodes = [h.node for h in (*way.own, *way.other, *([way.meeting] if way.meeting else []))]
    divisions = sum(node.operator is Operator.DIV for node in nodes)
    on_path = {id(node) for node in nodes if node.operator is Operator.MUL}
    return divisions + sum(
        len(members) for members in _multiplication_chains(tree) if on_path & members
    )


def _multiplication_chains(tree: Expression) -> list[set[int]]:
    chains: list[set[int]] = []

    def visit(node: Expression, current: set[int] | None) -> None:
        if isinstance(node, Leaf):
            return
        if node.operator is Operator.MUL:
            if current is None:
                current = set()
                chains.append(current)
            current.add(id(node))
        else:
            current = None
        visit(node.left, current)
        visit(node.right, current)

    visit(tree, None)
    return chains
