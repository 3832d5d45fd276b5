"""How often two readers of the templates agree: the writer, and a second one who saw only the text.

The file has a JSON object per line: {"id", "first": {"tree", "rates", "units"}, "second": {...}}.
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
    """What one reader made of a template."""

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
    """Compare the readings of a file; raises ValueError, KeyError where it is no such file."""
    entries = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    if not entries:
        raise ValueError("it is empty")
    return agreement((_reading(e["first"]), _reading(e["second"])) for e in entries)


def _reading(fields: Mapping[str, Any]) -> Reading:
    tree = monotonic(parse_indices(fields["tree"]))
    return Reading(tree, frozenset(fields["rates"]), tuple(fields["units"]))


def agreement(pairs: Iterable[tuple[Reading, Reading]]) -> Agreement:
    """Count where two readers differ; a unit is its head noun, and its Den Unit's."""
    found = list(pairs)
    trees = [a.tree != b.tree for a, b in found]
    rates = [a.rates != b.rates for a, b in found]
    units = [
        sum(_heads(x) != _heads(y) for x, y in zip(a.units, b.units, strict=True)) for a, b in found
    ]
    labels = [
        (vertex in a.rates, vertex in b.rates)
        for a, b in found
        for vertex in (*range(len(a.units) - 1), -1)
    ]
    return Agreement(
        templates=len(found),
        trees=sum(trees),
        rates=sum(rates),
        unit_templates=sum(map(bool, units)),
        units=sum(units),
        unit_total=sum(len(a.units) for a, _ in found),
        either=sum(map(any, zip(trees, rates, units, strict=True))),
        rate_kappa=kappa([a for a, _ in labels], [b for _, b in labels]),
    )


def _heads(unit: str) -> tuple[str, ...]:
    return tuple(part.split()[-1] for part in unit.split(" per "))
