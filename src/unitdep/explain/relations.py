"""Relations: edges that say one thing, gathered, so that a drawing needs one label for them.

Same Unit is a relation among all its members; Num Unit and Den Unit lead from rates to the
vertices that have that unit. Nothing is lost or added: the relations' pairs are the graph's edges.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from unitdep.core.graph import Edge
from unitdep.core.labels import Vertex

SAME_UNIT = "Same Unit"


@dataclass(frozen=True)
class Relation:
    """One label over several vertices: every source is joined to every target.

    For Same Unit all members are ``sources``, and each is joined to each.
    """

    label: str
    sources: tuple[Vertex, ...]
    targets: tuple[Vertex, ...] = ()

    @property
    def members(self) -> tuple[Vertex, ...]:
        """All vertices of the relation."""
        return (*self.sources, *self.targets)


def relations(edges: Sequence[Edge]) -> list[Relation]:
    """Gather edges into relations: Same Unit, then Num Unit, then Den Unit."""
    same = [e for e in edges if e.label == SAME_UNIT]
    found = [Relation(SAME_UNIT, clique) for clique in _cliques(same)]
    for label in ("Num Unit", "Den Unit"):
        found += _directed(label, [e for e in edges if e.label == label])
    return found


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


def _directed(label: str, edges: Sequence[Edge]) -> list[Relation]:
    """Gather one label's edges: rates that lead to the same vertices share a relation."""
    targets: dict[Vertex, tuple[Vertex, ...]] = {}
    for edge in edges:
        targets[edge.source] = (*targets.get(edge.source, ()), edge.target)
    sources: dict[tuple[Vertex, ...], tuple[Vertex, ...]] = {}
    for source, reached in targets.items():
        sources[reached] = (*sources.get(reached, ()), source)
    return [Relation(label, rates, reached) for reached, rates in sources.items()]
