"""Cohen's kappa between two annotators' rate labels (paper, "Data Acquisition").

Each file has lines "id, tab, indices of the rates" as in rateAnnotations.txt (-1 is the question),
or JSON objects {"id", "rates", "vertices"?} as ``unitdep data derive`` writes them. If a file does
not list a problem's vertices, the data set must: every vertex that is not marked as a rate counts
as Not Rate.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from unitdep.core.labels import Vertex
from unitdep.errors import RecordError
from unitdep.research.datasets.readers.authors import read_rates
from unitdep.research.datasets.readers.items import (
    Item,
    Malformed,
    id_field,
    list_field,
    read_items,
    vertex,
)


@dataclass(frozen=True)
class Labels:
    """One annotator's labels: rates per problem, and vertices per problem if the file has them."""

    rates: Mapping[str, frozenset[Vertex]]
    vertices: Mapping[str, tuple[Vertex, ...]]
    problems: tuple[Malformed, ...] = ()


@dataclass(frozen=True)
class Agreement:
    """How two annotators agree over the vertices of the problems that both labelled."""

    problems: int
    both_rate: int
    first_only: int
    second_only: int
    neither: int
    kappa: float | None  # None if both use a single label, which leaves it undefined

    @property
    def vertices(self) -> int:
        """How many labels were compared."""
        return self.both_rate + self.first_only + self.second_only + self.neither

    @property
    def observed(self) -> float:
        """The share of vertices with the same label."""
        return (self.both_rate + self.neither) / self.vertices if self.vertices else 0.0


def kappa(first: Sequence[Hashable], second: Sequence[Hashable]) -> float | None:
    """Return (observed - expected) / (1 - expected) agreement, or None if expected is 1 or nothing.

    Expected is the chance that two annotators with these shares of labels agree at random.
    """
    size = len(first)
    if size != len(second):
        raise ValueError(f"{size} labels and {len(second)}")
    same = sum(a == b for a, b in zip(first, second, strict=True))
    by_chance = sum(first.count(label) * second.count(label) for label in set(first))
    if size == 0 or by_chance == size * size:
        return None
    return (same * size - by_chance) / (size * size - by_chance)


def agreement(
    first: Labels, second: Labels, vertices: Mapping[str, Sequence[Vertex]] | None = None
) -> Agreement:
    """Compare two annotators; ``vertices`` are those of problems whose files do not list them.

    Raises ValueError for a problem whose vertices are unknown.
    """
    common = [name for name in first.rates if name in second.rates]
    known = {**(vertices or {}), **second.vertices, **first.vertices}
    unknown = [name for name in common if name not in known]
    if unknown:
        raise ValueError(f"the vertices of {len(unknown)} problems are unknown: {unknown[:5]}")
    pairs = [
        (vertex in first.rates[name], vertex in second.rates[name])
        for name in common
        for vertex in known[name]
    ]
    return Agreement(
        problems=len(common),
        both_rate=pairs.count((True, True)),
        first_only=pairs.count((True, False)),
        second_only=pairs.count((False, True)),
        neither=pairs.count((False, False)),
        kappa=kappa([a for a, _ in pairs], [b for _, b in pairs]),
    )


def read_labels(path: Path) -> Labels:
    """Read one annotator's file; it is JSON if it starts with "{" or "["."""
    if not path.read_text("utf-8", "replace").lstrip("\ufeff \t\r\n").startswith(("{", "[")):
        listed, problems = read_rates(path)
        indices = {name: frozenset(map(vertex, marked)) for name, marked in listed.items()}
        return Labels(indices, {}, tuple(problems))
    rates: dict[str, frozenset[Vertex]] = {}
    vertices: dict[str, tuple[Vertex, ...]] = {}
    malformed: list[Malformed] = []
    for item in read_items(path):
        try:
            name, marked, members = _labels(item)
        except RecordError as error:
            malformed.append(Malformed(path, item.line, str(error), item.number))
            continue
        if marked is not None:
            rates[name] = marked
        if members is not None:
            vertices[name] = members
    return Labels(rates, vertices, tuple(malformed))


def _labels(item: Item) -> tuple[str, frozenset[Vertex] | None, tuple[Vertex, ...] | None]:
    """Read {"id", "rates", "vertices"?}; null rates mean not annotated."""
    if item.error is not None:
        raise RecordError(item.error)
    missing = item.fields.get("rates", ()) is None
    rates = None if missing else frozenset(map(vertex, list_field(item, "rates")))
    listed = "vertices" in item.fields
    members = tuple(map(vertex, list_field(item, "vertices"))) if listed else None
    return id_field(item, "id"), rates, members
