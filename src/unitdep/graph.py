"""The unit dependency graph (UDG): vertices, edges, Algorithm 1, consistency (paper, section 2).

One vertex per quantity of the expression and one for the question; a vertex is Rate or Not Rate.
An edge says how the units of its two vertices relate. ``edge_label`` is the paper's Algorithm 1 in
two readings: ``Reading.ALGEBRA`` says what the units must be for the expression to make sense and
is the one that people see; ``Reading.PRINTED`` is the algorithm as published, kept so that edge and
graph figures can be compared with the paper's (docs/edge-labels.md explains the difference).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Final, Literal

from unitdep.expression import ADDITIVE, Expression, Leaf, Operation, Operator, leaves

QUESTION: Final = "question"
Vertex = int | Literal["question"]


class VertexLabel(IntEnum):
    """Whether a vertex is a rate: a measure for one unit of something else."""

    NOT_RATE = 0
    RATE = 1


class EdgeLabel(IntEnum):
    """The edge classifier's six labels for vertices i < j; the question comes last.

    ``NUM_FORWARD``: i is a rate and its Num Unit is the unit of j; ``NUM_BACKWARD``: j is a rate
    and its Num Unit is the unit of i. Likewise for the Den Unit.
    """

    SAME_UNIT = 0
    NO_RELATION = 1
    NUM_FORWARD = 2
    NUM_BACKWARD = 3
    DEN_FORWARD = 4
    DEN_BACKWARD = 5


class Reading(Enum):
    """Which reading of Algorithm 1: as unit algebra has it, or as printed."""

    ALGEBRA = "algebra"
    PRINTED = "printed"


@dataclass(frozen=True)
class Step:
    """One operation on the way from a leaf to the root, and the side the way comes from."""

    node: Operation
    from_left: bool


@dataclass(frozen=True)
class Path:
    """Path(T, v_i, v_j): the operations between two vertices (paper, section "Consistent ...").

    ``own`` are those on v_i's side below the meeting node, ``other`` those on v_j's side, and
    ``meeting`` is the LCA of two leaves; for the question it is None and ``own`` ends at the root.
    """

    own: tuple[Step, ...]
    other: tuple[Step, ...]
    meeting: Step | None  # as seen from v_i

    @property
    def operators(self) -> tuple[Operator, ...]:
        """The operators from v_i to v_j."""
        middle = (self.meeting,) if self.meeting else ()
        return tuple(s.node.operator for s in (*self.own, *middle, *reversed(self.other)))


def climb(tree: Expression, leaf: int) -> tuple[Step, ...]:
    """Give the steps from a leaf up to the root."""
    if isinstance(tree, Leaf):
        return ()
    from_left = leaf in leaves(tree.left)
    return (*climb(tree.left if from_left else tree.right, leaf), Step(tree, from_left))


def path(tree: Expression, first: Vertex, second: Vertex) -> Path:
    """Give the path between two vertices; the question, if any, is ``second``."""
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
    """What Algorithm 1 reads off a path: its one multiplication or division, and who is where.

    ``FIRST`` and ``SECOND`` are the two vertices. Where the operation lies on one vertex's side,
    the other vertex has the unit of its result.
    """

    ADDITIVE = 0  # CountMulDiv = 0
    OPEN = 1  # CountMulDiv > 1: the algorithm cannot tell
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
# Which unit of the rate the other vertex has: (where first is the rate, where second is the rate).
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
# As printed: Den on a path with x, Num on a path with a division. Which side of it is which the
# paper leaves open; as in the authors' program, the rate is the vertex below the line, and a vertex
# beyond the division counts as the other side of it.
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
    """Algorithm 1: the label of the edge between two vertices, or None where it cannot tell.

    ``tree`` is monotonic, ``rates`` are the vertices labelled Rate, ``first`` < ``second``.
    """
    rates = frozenset(rates)
    return label_of_class(path_class(tree, first, second), first in rates, second in rates, reading)


def label_of_class(
    kind: PathClass, first_is_rate: bool, second_is_rate: bool, reading: Reading
) -> EdgeLabel | None:
    """Algorithm 1 after the path has been read."""
    if first_is_rate == second_is_rate:
        return EdgeLabel.SAME_UNIT if kind is PathClass.ADDITIVE else None
    units = _UNIT_BY_ALGEBRA if reading is Reading.ALGEBRA else _UNIT_AS_PRINTED
    unit = units.get(kind, (None, None))[0 if first_is_rate else 1]
    return None if unit is None else _DIRECTED[unit, first_is_rate]


def path_class(tree: Expression, first: Vertex, second: Vertex) -> PathClass:
    """Read the path between two vertices of a monotonic tree.

    A chain of multiplications has no inner order, so a path through it counts all of them.
    """
    way = path(tree, first, second)
    count = _count_mul_div(tree, way)
    if count != 1:
        return PathClass.OPEN if count else PathClass.ADDITIVE
    for steps, factor, dividend, divisor in (
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
        for step in steps:
            if step.node.operator is Operator.MUL:
                return factor
            if step.node.operator is Operator.DIV:
                return dividend if step.from_left else divisor
    assert way.meeting is not None
    if way.meeting.node.operator is Operator.MUL:
        return PathClass.FIRST_TIMES_SECOND
    return PathClass.FIRST_OVER_SECOND if way.meeting.from_left else PathClass.SECOND_OVER_FIRST


def _count_mul_div(tree: Expression, way: Path) -> int:
    """CountMulDiv of Algorithm 1, with every multiplication of a chain counted."""
    nodes = [s.node for s in (*way.own, *way.other, *([way.meeting] if way.meeting else []))]
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


def vertices(tree: Expression) -> tuple[Vertex, ...]:
    """Give the vertices of the graph of ``tree``: its leaves in text order, then the question."""
    return (*sorted(leaves(tree)), QUESTION)


def pairs(tree: Expression) -> list[tuple[Vertex, Vertex]]:
    """Give all pairs of vertices, the question last in its pairs."""
    all_vertices = vertices(tree)
    return [(u, v) for k, u in enumerate(all_vertices) for v in all_vertices[k + 1 :]]


def consistent(tree: Expression, rates: Iterable[Vertex]) -> bool:
    """Tell whether the vertex labels fit ``tree`` (paper, consistency conditions 1 and 2).

    Condition 3 fixes the edges: they are those of ``edge_label``.
    """
    rates = frozenset(rates)
    additive_only = {
        leaf
        for leaf in leaves(tree)
        if all(step.node.operator in ADDITIVE for step in climb(tree, leaf))
    }
    if rates == {QUESTION}:
        return not additive_only
    return QUESTION in rates or not (rates & additive_only)


@dataclass(frozen=True)
class UnitGraph:
    """A unit dependency graph: its vertices in order, which are rates, and all pairs' labels."""

    vertices: tuple[Vertex, ...]  # the quantities used, by index, then "question"
    rates: frozenset[Vertex]  # those labelled Rate
    labels: Mapping[tuple[Vertex, Vertex], EdgeLabel]  # of each pair, also where unrelated

    def is_rate(self, vertex: Vertex) -> bool:
        """Whether a vertex is labelled Rate."""
        return vertex in self.rates


@dataclass(frozen=True)
class Edge:
    """An edge as people see it: Num Unit and Den Unit point from the rate to the other vertex."""

    source: Vertex  # of Num Unit and Den Unit, the rate
    target: Vertex
    label: Literal["Same Unit", "Num Unit", "Den Unit"]


def derive(
    tree: Expression, rates: Iterable[Vertex], reading: Reading = Reading.ALGEBRA
) -> UnitGraph:
    """Give the graph that a monotonic tree and its vertex labels imply (condition 3).

    Where Algorithm 1 cannot tell, there is No Relation, as in the paper's data acquisition.
    """
    rates = frozenset(rates)
    labels: dict[tuple[Vertex, Vertex], EdgeLabel] = {}
    for first, second in pairs(tree):
        label = edge_label(tree, first, second, rates, reading)
        labels[first, second] = EdgeLabel.NO_RELATION if label is None else label
    return UnitGraph(vertices(tree), rates, labels)


def edges(graph: UnitGraph) -> list[Edge]:
    """Give the graph's edges; unrelated pairs have none."""
    found: list[Edge] = []
    for (first, second), label in graph.labels.items():
        match label:
            case EdgeLabel.SAME_UNIT:
                found.append(Edge(first, second, "Same Unit"))
            case EdgeLabel.NUM_FORWARD:
                found.append(Edge(first, second, "Num Unit"))
            case EdgeLabel.NUM_BACKWARD:
                found.append(Edge(second, first, "Num Unit"))
            case EdgeLabel.DEN_FORWARD:
                found.append(Edge(first, second, "Den Unit"))
            case EdgeLabel.DEN_BACKWARD:
                found.append(Edge(second, first, "Den Unit"))
            case EdgeLabel.NO_RELATION:
                pass
    return found


def valid(graph: UnitGraph) -> bool:
    """Tell whether every edge fits its vertices' labels: the set Graphs of the paper."""
    return all(
        label in allowed_edge_labels(first in graph.rates, second in graph.rates)
        for (first, second), label in graph.labels.items()
    )


def allowed_edge_labels(first_is_rate: bool, second_is_rate: bool) -> frozenset[EdgeLabel]:
    """Give the edge labels that two vertex labels admit."""
    if first_is_rate == second_is_rate:
        return frozenset({EdgeLabel.SAME_UNIT, EdgeLabel.NO_RELATION})
    if first_is_rate:
        return frozenset({EdgeLabel.NO_RELATION, EdgeLabel.NUM_FORWARD, EdgeLabel.DEN_FORWARD})
    return frozenset({EdgeLabel.NO_RELATION, EdgeLabel.NUM_BACKWARD, EdgeLabel.DEN_BACKWARD})
