"""The authors' published figures, read from ``published.toml``; in percent, by data set."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

from unitdep.research.datasets import CATALOG

_CONTENT: Final = tomllib.loads(
    files(__package__).joinpath("published.toml").read_text(encoding="utf-8")
)

BySet = Mapping[str, float]  # a figure per data set


@dataclass(frozen=True)
class Example:
    """A problem that the paper discusses: its id in AllArith, and the paper's two solutions."""

    id: str
    about: str
    lca: str
    unitdep: str


def _by_set(rows: Mapping[str, Sequence[float]], sets: Sequence[str]) -> dict[str, BySet]:
    return {row: dict(zip(sets, figures, strict=True)) for row, figures in rows.items()}


SETS: Final[tuple[str, ...]] = tuple(_CONTENT["sets"])
SOLVING: Final = _by_set(_CONTENT["solving"], SETS)  # by system
VERTEX: Final = _by_set(_CONTENT["vertex"], SETS)  # by feature groups
EDGE: Final = _by_set(_CONTENT["edge"], SETS)
GRAPHS: Final = _by_set(_CONTENT["graphs"], SETS)
EARLIER: Final[BySet] = _CONTENT["earlier"]
LATER_SETS: Final[tuple[str, ...]] = tuple(_CONTENT["later"]["sets"])
LATER: Final = _by_set(_CONTENT["later"]["solving"], LATER_SETS)  # by system
ERRORS: Final[Mapping[str, float]] = _CONTENT["errors"]  # by class of errors
EXAMPLES: Final = tuple(Example(**entry) for entry in _CONTENT["examples"])


def best(dataset: str) -> float:
    """Return the best published accuracy on a data set."""
    rows = (*SOLVING.values(), *LATER.values())
    return max(row[dataset] for row in rows if dataset in row)


def title(dataset: str) -> str:
    """Return the name of a data set as tables show it."""
    known = CATALOG.get(dataset)
    return Path(dataset).name if known is None else known.heading
