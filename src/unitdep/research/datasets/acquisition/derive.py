"""Derive unit dependency graphs from solution trees and rate labels (paper, "Data Acquisition").

A tree that only adds and subtracts has no rate, so no annotator is needed. For any other tree, an
annotator marks which of its numbers are rates and whether the question asks for one. Edge labels
follow by Algorithm 1, which leaves undecided edges as No Relation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from unitdep.core.expression import ADDITIVE, Expression, operations
from unitdep.core.graph import UnitGraph, derive, vertices
from unitdep.core.labels import EdgeLabel, Reading, Vertex


class Solved(Protocol):
    """A problem with its solution: a ``Record`` or an ``AnnotatedProblem``."""

    @property
    def id(self) -> str:
        """The problem's id."""
        ...

    @property
    def tree(self) -> Expression | None:
        """The monotonic tree of its solution."""
        ...

    @property
    def rates(self) -> frozenset[Vertex] | None:
        """The vertices labelled Rate, or None if nobody has labelled them."""
        ...


class Origin(Enum):
    """Where the vertex labels come from."""

    TREE = "tree"  # only + and -: no vertex is a rate
    PERSON = "person"  # * or / in the tree, and an annotator has labelled it
    MISSING = "missing"  # * or / in the tree, and it is still to be labelled


@dataclass(frozen=True)
class Annotation:
    """What is known about one problem's graph."""

    id: str
    vertices: tuple[Vertex, ...]
    origin: Origin
    graph: UnitGraph | None  # None if labels are missing

    @property
    def needs_person(self) -> bool:
        """Whether the vertex labels do not follow from the tree."""
        return self.origin is not Origin.TREE


@dataclass(frozen=True)
class Summary:
    """Counts over a data set."""

    problems: int
    without_tree: int
    by_tree: int
    by_person: int
    missing: int
    edges: int
    no_relation: int
    labels: Mapping[EdgeLabel, int]

    @property
    def need_person(self) -> int:
        """How many problems have * or / in their tree."""
        return self.by_person + self.missing

    @property
    def no_relation_share(self) -> float | None:
        """The share of No Relation edges, or None without edges."""
        return self.no_relation / self.edges if self.edges else None


def multiplies(tree: Expression) -> bool:
    """Return whether a tree has a multiplication or division."""
    return any(node.operator not in ADDITIVE for node in operations(tree))


def annotation(
    name: str, tree: Expression, rates: frozenset[Vertex] | None, reading: Reading
) -> Annotation:
    """Annotate one problem; rates outside its tree are not vertices and are left out."""
    members = vertices(tree)
    if not multiplies(tree):
        return Annotation(name, members, Origin.TREE, derive(tree, frozenset(), reading))
    if rates is None:
        return Annotation(name, members, Origin.MISSING, None)
    graph = derive(tree, rates & frozenset(members), reading)
    return Annotation(name, members, Origin.PERSON, graph)


def derive_all(
    problems: Iterable[Solved], reading: Reading = Reading.ALGEBRA
) -> tuple[list[Annotation], list[str]]:
    """Annotate problems; also returns the ids of those without a tree, which are skipped."""
    annotations: list[Annotation] = []
    without: list[str] = []
    for problem in problems:
        if problem.tree is None:
            without.append(problem.id)
        else:
            annotations.append(annotation(problem.id, problem.tree, problem.rates, reading))
    return annotations, without


def summary(annotations: Iterable[Annotation], without_tree: int = 0) -> Summary:
    """Count origins and edge labels."""
    origins = dict.fromkeys(Origin, 0)
    labels = dict.fromkeys(EdgeLabel, 0)
    for annotated in annotations:
        origins[annotated.origin] += 1
        for label in annotated.graph.labels.values() if annotated.graph else ():
            labels[label] += 1
    return Summary(
        problems=sum(origins.values()) + without_tree,
        without_tree=without_tree,
        by_tree=origins[Origin.TREE],
        by_person=origins[Origin.PERSON],
        missing=origins[Origin.MISSING],
        edges=sum(labels.values()),
        no_relation=labels[EdgeLabel.NO_RELATION],
        labels=labels,
    )
