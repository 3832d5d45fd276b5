"""The unit dependency graph (UDG) of an expression (paper, section "Unit Dependency Graph").

There is one vertex per quantity of the expression and one for the question; each is Rate or Not
Rate. An edge says how the units of its two vertices relate. ``derive`` builds the graph that a tree
and its rates imply: by the third consistency condition (section "Consistent Rate Unit Graphs") the
edges are those of Algorithm 1 (``paths.edge_label``). ``valid`` is membership in the set Graphs
(section "Constrained Inference").

``consistent`` defines the first two conditions for one tree and one labelling. The searches check
them for all labellings at once, so the same two conditions are written twice more, vectorised: in
inference/listed/scores.py for listed trees and in inference/best_first/tree_scores.py for sampled
ones. Tests compare both with the definition here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from unitdep.core.expression import ADDITIVE, Expression, leaves, monotonic, without
from unitdep.core.labels import QUESTION, EdgeLabel, EdgeName, Reading, Vertex
from unitdep.core.paths import climb, edge_label


def vertices(tree: Expression) -> tuple[Vertex, ...]:
    """Return the vertices of the graph of ``tree``: its leaves in text order, then the question."""
    return (*sorted(leaves(tree)), QUESTION)


def pairs(tree: Expression) -> list[tuple[Vertex, Vertex]]:
    """Return all pairs of vertices, the question last in its pairs."""
    all_vertices = vertices(tree)
    return [(u, v) for k, u in enumerate(all_vertices) for v in all_vertices[k + 1 :]]


def consistent(tree: Expression, rates: Iterable[Vertex]) -> bool:
    """Whether the vertex labels fit ``tree`` (paper, consistency conditions 1 and 2).

    1. If the question is the only rate, no leaf may reach the root through additions and
       subtractions alone: it would have the question's unit, and be a rate as well.
    2. If the question isn't a rate, no rate may reach the root that way.

    Condition 3 fixes the edges: they are those of ``edge_label``.
    """
    rates = frozenset(rates)
    additive_only = {
        leaf
        for leaf in leaves(tree)
        if all(hop.node.operator in ADDITIVE for hop in climb(tree, leaf))
    }
    if rates == {QUESTION}:
        return not additive_only
    return QUESTION in rates or not (rates & additive_only)


@dataclass(frozen=True)
class UnitGraph:
    """A unit dependency graph: its vertices in order, which are rates, and all pairs' labels."""

    vertices: tuple[Vertex, ...]  # the quantities used, by index, then "question"
    rates: frozenset[Vertex]  # those labelled Rate
    labels: Mapping[tuple[Vertex, Vertex], EdgeLabel]  # of every pair, unrelated ones included

    def is_rate(self, vertex: Vertex) -> bool:
        """Whether a vertex is labelled Rate."""
        return vertex in self.rates


@dataclass(frozen=True)
class Edge:
    """An edge as people see it: Num Unit and Den Unit point from the rate to the other vertex."""

    source: Vertex  # the rate, if the edge is a Num Unit or Den Unit
    target: Vertex
    label: EdgeName


def derive(
    tree: Expression, rates: Iterable[Vertex], reading: Reading = Reading.ALGEBRA
) -> UnitGraph:
    """Return the graph that a monotonic tree and its vertex labels imply (condition 3).

    If Algorithm 1 gives no label, there is No Relation, as in the paper's section "Data
    Acquisition".
    """
    rates = frozenset(rates)
    labels: dict[tuple[Vertex, Vertex], EdgeLabel] = {}
    for first, second in pairs(tree):
        label = edge_label(tree, first, second, rates, reading)
        labels[first, second] = EdgeLabel.NO_RELATION if label is None else label
    return UnitGraph(vertices(tree), rates, labels)


def derive_everyday(
    tree: Expression,
    rates: Iterable[Vertex],
    pure: Collection[int],
    reading: Reading = Reading.ALGEBRA,
) -> UnitGraph:
    """Return the graph of a tree with pure numbers, by Algorithm 1 extended.

    A product with a factor or a shape does not change a unit and is not counted in CountMulDiv. So
    a pure vertex has no edges, and the edges of the others are those of the tree without it.
    """
    rates = frozenset(rates)
    reduced = without(tree, pure)
    labels = dict.fromkeys(pairs(tree), EdgeLabel.NO_RELATION)
    if reduced is not None:
        labels |= derive(monotonic(reduced), rates, reading).labels
    return UnitGraph(vertices(tree), rates, labels)


def edges(graph: UnitGraph) -> list[Edge]:
    """Return the graph's edges; unrelated pairs have none."""
    joined: list[Edge] = []
    for (first, second), label in graph.labels.items():
        match label:
            case EdgeLabel.SAME_UNIT:
                joined.append(Edge(first, second, EdgeName.SAME_UNIT))
            case EdgeLabel.NUM_FORWARD:
                joined.append(Edge(first, second, EdgeName.NUM_UNIT))
            case EdgeLabel.NUM_BACKWARD:
                joined.append(Edge(second, first, EdgeName.NUM_UNIT))
            case EdgeLabel.DEN_FORWARD:
                joined.append(Edge(first, second, EdgeName.DEN_UNIT))
            case EdgeLabel.DEN_BACKWARD:
                joined.append(Edge(second, first, EdgeName.DEN_UNIT))
            case EdgeLabel.NO_RELATION:
                pass
    return joined


def valid(graph: UnitGraph) -> bool:
    """Whether every edge fits its vertices' labels: membership in the paper's set Graphs."""
    return all(
        label in allowed_edge_labels(first in graph.rates, second in graph.rates)
        for (first, second), label in graph.labels.items()
    )


def allowed_edge_labels(first_is_rate: bool, second_is_rate: bool) -> frozenset[EdgeLabel]:
    """Return the edge labels that two vertex labels allow."""
    if first_is_rate == second_is_rate:
        return frozenset({EdgeLabel.SAME_UNIT, EdgeLabel.NO_RELATION})
    if first_is_rate:
        return frozenset({EdgeLabel.NO_RELATION, EdgeLabel.NUM_FORWARD, EdgeLabel.DEN_FORWARD})
    return frozenset({EdgeLabel.NO_RELATION, EdgeLabel.NUM_BACKWARD, EdgeLabel.DEN_BACKWARD})
