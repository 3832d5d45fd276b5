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
from typing import Literal

from unitdep.core.expression import ADDITIVE, Expression, leaves
from unitdep.core.labels import QUESTION, EdgeLabel, Reading, Vertex
from unitdep.core.paths import climb, edge_label


def vertices(tree: Expression) -> tuple[Vertex, ...]:
    """Return the vertices of the graph of ``tree``: its leaves in text order, then the question."""
    return (*sorted(leaves(tree)), QUESTION)


def pairs(tree: Expression) -> list[tuple[Vertex, Vertex]]:
    """Return all pairs of vertices, the question last in its pairs."""
    all_vertices = vertices(tree)
    return [(u, v) for k, u in enumerate(all_vertices) for v in all_vertices[k + 1 :]]


def consistent(tree: Expression, rates: Iterable[Vertex]) -> bool:
    """Return whether the vertex labels fit ``tree`` (paper, consistency conditions 1 and 2).

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
    """Return the graph that a monotonic tree and its vertex labels imply (condition 3).

    Where Algorithm 1 cannot tell, there is No Relation, as in the paper's data acquisition.
    """
    rates = frozenset(rates)
    labels: dict[tuple[Vertex, Vertex], EdgeLabel] = {}
    for first, second in pairs(tree):
        label = edge_label(tree, first, second, rates, reading)
        labels[first, second] = EdgeLabel.NO_RELATION if label is None else label
    return UnitGraph(vertices(tree), rates, labels)


def edges(graph: UnitGraph) -> list[Edge]:
    """Return the graph's edges; unrelated pairs have none."""
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
    """Return whether every edge fits its vertices' labels: the set Graphs of the paper."""
    return all(
        label in allowed_edge_labels(first in graph.rates, second in graph.rates)
        for (first, second), label in graph.labels.items()
    )


def allowed_edge_labels(first_is_rate: bool, second_is_rate: bool) -> frozenset[EdgeLabel]:
    """Return the edge labels that two vertex labels admit."""
    if first_is_rate == second_is_rate:
        return frozenset({EdgeLabel.SAME_UNIT, EdgeLabel.NO_RELATION})
    if first_is_rate:
        return frozenset({EdgeLabel.NO_RELATION, EdgeLabel.NUM_FORWARD, EdgeLabel.DEN_FORWARD})
    return frozenset({EdgeLabel.NO_RELATION, EdgeLabel.NUM_BACKWARD, EdgeLabel.DEN_BACKWARD})
