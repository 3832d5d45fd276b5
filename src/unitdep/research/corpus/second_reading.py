"""Compare two readings of the templates: the author's, and one by a reader who saw only the text.

The file has one JSON object per line: {"id", "first": {"tree", "rates", "units"}, "second": {...}}.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from unitdep.core.expression import Expression, monotonic
from unitdep.reading.arithmetic import parse_indices
from unitdep.research.datasets.acquisition.agreement import kappa


@dataclass(frozen=True)
class Reading:
    """How one reader understood a template."""

    tree: Expression  # monotonic
    rates: frozenset[int]  # -1 is the question
    units: tuple[str, ...]  # the question's last


@dataclass(frozen=True)
class Agreement:
    """Counts of templates and of single units on which two readers differ."""

    templates: int
    trees: int
    rates: int
    unit_templates: int
    units: int
    unit_total: int
    either: int  # templates that differ in anything
    rate_kappa: float | None

    def to_json(self) -> dict[str, object]:
        """Return counts and shares."""
        share = {
            "differ_tree": self.trees / self.templates,
            "differ_rates": self.rates / self.templates,
            "differ_units": self.unit_templates / self.templates,
            "differ_any": self.either / self.templates,
            "differ_single_units": self.units / self.unit_total,
            "rate_kappa": self.rate_kappa or 0.0,
        }
        return {**vars(self), "share": {name: round(value, 4) for name, value in share.items()}}


def compare(path: Path) -> Agreement:
    """Compare the readings in a file; raises ValueError or KeyError if it is not such a file."""
    entries = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    if not entries:
        raise ValueError("it is empty")
    return agreement((_reading(e["first"]), _reading(e["second"])) for e in entries)


def _reading(fields: Mapping[str, Any]) -> Reading:
    tree = monotonic(parse_indices(fields["tree"]))
    return Reading(tree, frozenset(fields["rates"]), tuple(fields["units"]))


def agreement(pairs: Iterable[tuple[Reading, Reading]]) -> Agreement:
    """Count where two readers differ; units are compared by head noun, and by that of "per"."""
    readings = list(pairs)
    trees = [a.tree != b.tree for a, b in readings]
    rates = [a.rates != b.rates for a, b in readings]
    units = [
        sum(_heads(x) != _heads(y) for x, y in zip(a.units, b.units, strict=True))
        for a, b in readings
    ]
    labels = [
        (vertex in a.rates, vertex in b.rates)
        for a, b in readings
        for vertex in (*range(len(a.units) - 1), -1)
    ]
    return Agreement(
        templates=len(readings),
        trees=sum(trees),
        rates=sum(rates),
        unit_templates=sum(map(bool, units)),
        units=sum(units),
        unit_total=sum(len(a.units) for a, _ in readings),
        either=sum(map(any, zip(trees, rates, units, strict=True))),
        rate_kappa=kappa([a for a, _ in labels], [b for _, b in labels]),
    )


def _heads(unit: str) -> tuple[str, ...]:
    return tuple(part.split()[-1] for part in unit.split(" per "))
