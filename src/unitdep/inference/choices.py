"""Choices: what the vertices of an everyday problem are worth.

A factor shows one of three faces, and ``again`` stands for one of the amounts. Each choice makes a
query with fixed values, which is searched like any other. The log-probability of what a vertex
shows counts only if a tree uses the vertex, so it goes into the odds of dropping it; a choice other
than the most probable one matters only in trees that use the vertex, so they must.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from typing import Final

from unitdep.core.expression import Expression, with_faces
from unitdep.core.labels import Face, Kind
from unitdep.inference.types import Query
from unitdep.scoring.tables import EverydayTables

UNLIKELY: Final = 7.0  # options whose log-probability is this much lower are left out
MOST: Final = 24  # choices of one problem that are searched
_MUST: Final = -1e5  # the log-odds of dropping a vertex that must be used


@dataclass(frozen=True)
class Choice:
    """A query with fixed values, and what they stand for."""

    query: Query
    offset: float = 0.0  # what is added to the scores of all its tuples
    faces: Mapping[int, Face] = field(default_factory=dict)  # other than ITSELF
    stands_for: Mapping[int, int] = field(default_factory=dict)

    def shown(self, tree: Expression) -> Expression:
        """Return a tree with the faces of this choice."""
        return with_faces(tree, self.faces) if self.faces else tree


@dataclass(frozen=True)
class _Option:
    """One thing that a vertex may be worth."""

    value: Fraction
    score: float
    face: Face = Face.ITSELF
    stands_for: int | None = None


def choices(query: Query) -> list[Choice]:
    """Return the choices of a problem, the most probable first; the query itself if it has none."""
    tables = query.tables.everyday
    open_vertices = [i for i, kind in enumerate(query.kinds) if kind in (Kind.FACTOR, Kind.AGAIN)]
    if tables is None or not open_vertices:
        return [Choice(query)]
    options = [_likely(_options(query, tables, i)) for i in open_vertices]
    combined = sorted(product(*options), key=lambda c: -sum(option.score for option in c))
    default = combined[0]
    return [
        _choice(query, dict(zip(open_vertices, chosen, strict=True)), default)
        for chosen in combined[:MOST]
    ]


def _options(query: Query, tables: EverydayTables, vertex: int) -> Iterator[_Option]:
    if query.kinds[vertex] is Kind.FACTOR:
        for face in Face:
            value = face.of(query.values[vertex])
            if value > 0:
                yield _Option(value, float(tables.face[vertex, face]), face)
        return
    for other, kind in enumerate(query.kinds):
        if kind is Kind.AMOUNT:
            score = float(tables.again[vertex, other])
            yield _Option(query.values[other], score, stands_for=other)


def _likely(options: Iterator[_Option]) -> list[_Option]:
    listed = sorted(options, key=lambda option: -option.score) or [_Option(Fraction(0), 0.0)]
    return [option for option in listed if option.score > listed[0].score - UNLIKELY]


def _choice(query: Query, chosen: Mapping[int, _Option], default: tuple[_Option, ...]) -> Choice:
    irrelevance, values = query.tables.irrelevance.copy(), list(query.values)
    for (vertex, option), usual in zip(chosen.items(), default, strict=True):
        values[vertex] = option.value
        if option is usual:
            irrelevance[vertex, 1] -= option.score / query.weights.irrelevance
        else:
            irrelevance[vertex] = 0.0, _MUST
    return Choice(
        replace(
            query,
            tables=replace(query.tables, irrelevance=irrelevance),
            values=tuple(values),
        ),
        sum(option.score for option in chosen.values()),
        {v: o.face for v, o in chosen.items() if o.face is not Face.ITSELF},
        {v: o.stands_for for v, o in chosen.items() if o.stands_for is not None},
    )
