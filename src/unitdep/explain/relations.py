"""Group edges that say the same thing, so that a drawing needs only one label for them.

Same Unit is a relation among all its members; Num Unit and Den Unit lead from rates to the
vertices that have that unit. Nothing is lost or added: the pairs of the relations are the graph's
edges.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from unitdep.core.graph import Edge
from unitdep.core.labels import EdgeName, Vertex


@dataclass(frozen=True)
class Relation:
    """One label over several vertices: every source is joined to every target.

    For Same Unit all members are ``sources``, and each is joined to each.
    """

    label: EdgeName
    sources: tuple[Vertex, ...]
    targets: tuple[Vertex, ...] = ()

    @property
    def members(self) -> tuple[Vertex, ...]:
        """All vertices of the relation."""
        return (*self.sources, *self.targets)


def relations(edges: Sequence[Edge]) -> list[Relation]:
    """Group edges into relations: Same Unit, then Num Unit, then Den Unit."""
    same = [e for e in edges if e.label == EdgeName.SAME_UNIT]
    grouped = [Relation(EdgeName.SAME_UNIT, clique) for clique in _cliques(same)]
    for label in (EdgeName.NUM_UNIT, EdgeName.DEN_UNIT):
        grouped += _directed(label, [e for e in edges if e.label == label])
    return grouped


def _cliques(edges: Sequence[Edge]) -> list[tuple[Vertex, ...]]:
    """Cover undirected edges with groups in which each is joined to each."""
    joined = {frozenset((e.source, e.target)) for e in edges}
    order = list(dict.fromkeys(v for e in edges for v in (e.source, e.target)))
    covered: set[frozenset[Vertex]] = set()
    groups: list[tuple[Vertex, ...]] = []
    for edge in edges:
        if frozenset((edge.source, edge.target)) in covered:
            continue
        group: list[Vertex] = [edge.source, edge.target]
        for vertex in order:
            if vertex not in group and all(frozenset((vertex, g)) in joined for g in group):
                group.append(vertex)
        group.sort(key=order.index)
        covered |= {frozenset((a, b)) for a in group for b in group if a != b}
        groups.append(tuple(group))
    return groups


def _directed(label: EdgeName, edges: Sequence[Edge]) -> list[Relation]:
    """Group one label's edges: rates that lead to the same vertices share a relation."""
    targets: dict[Vertex, tuple[Vertex, ...]] = {}
    for edge in edges:
        targets[edge.source] = (*targets.get(edge.source, ()), edge.target)
    sources: dict[tuple[Vertex, ...], tuple[Vertex, ...]] = {}
    for source, reached in targets.items():
        sources[reached] = (*sources.get(reached, ()), source)
    return [Relation(label, rates, reached) for reached, rates in sources.items()]
