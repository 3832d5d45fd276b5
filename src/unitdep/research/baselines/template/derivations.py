"""Derivations: every way to fill every template with the quantities of a problem.

A derivation is described by its parts: the template, each slot with its quantity, and each pair of
slots with their quantities. Many derivations share a part, so each part is listed once. All of it
depends only on the templates and the number of quantities.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from unitdep.core.expression import Expression, map_leaves
from unitdep.research.baselines.template.templates import Arrangement, Template

MAX_QUANTITIES: Final = 8  # only the first ones of a longer text are used

Integers = NDArray[np.int64]


class PartKind(Enum):
    """What a part is about, which decides its features."""

    DOCUMENT = "document"  # the text with a template
    SLOT = "slot"  # a quantity with its slot in the template
    ASKED = "asked"  # a quantity and what is asked, with the quantity's path to the root
    PAIR = "pair"  # two quantities with the operation that joins them


@dataclass(frozen=True)
class Part:
    """A piece of a derivation: what it is about, and the signature of its position in the tree."""

    kind: PartKind
    quantities: tuple[int, ...]
    signature: str


@dataclass(frozen=True)
class Derivations:
    """All derivations of problems with the same number of quantities."""

    trees: tuple[Expression, ...]  # monotonic, over the problem's quantities; each once
    parts: tuple[Part, ...]
    rows: Integers  # derivation rows[k] has part columns[k]
    columns: Integers


class Space:
    """The derivations of some templates for every number of quantities, enumerated when needed."""

    def __init__(self, templates: Sequence[Template]) -> None:
        self.templates = tuple(templates)
        self._by_size: dict[int, Derivations] = {}

    def of(self, size: int) -> Derivations:
        """Return the derivations for a problem with ``size`` quantities."""
        if size not in self._by_size:
            self._by_size[size] = enumerate_derivations(self.templates, size)
        return self._by_size[size]


def enumerate_derivations(templates: Sequence[Template], size: int) -> Derivations:
    """Return all derivations for a problem with ``size`` quantities."""
    trees: list[Expression] = []
    places: dict[Part, int] = {}
    rows: list[int] = []
    columns: list[int] = []
    for template in templates:
        for chosen in combinations(range(size), template.size):
            for arrangement in template.arrangements:
                for part in _parts(template, arrangement, chosen):
                    rows.append(len(trees))
                    columns.append(places.setdefault(part, len(places)))
                trees.append(map_leaves(arrangement.tree, chosen.__getitem__))
    return Derivations(
        tuple(trees), tuple(places), np.array(rows, np.int64), np.array(columns, np.int64)
    )


def _parts(template: Template, arrangement: Arrangement, chosen: Sequence[int]) -> Iterator[Part]:
    """Yield the parts of an arrangement whose rank r is filled with quantity ``chosen[r]``."""
    yield Part(PartKind.DOCUMENT, (), template.key)
    for rank, quantity in enumerate(chosen):
        yield Part(PartKind.SLOT, (quantity,), arrangement.roles[rank])
        yield Part(PartKind.ASKED, (quantity,), arrangement.paths[rank])
    for pair in arrangement.pairs:
        yield Part(PartKind.PAIR, (chosen[pair.first], chosen[pair.second]), pair.operation)
