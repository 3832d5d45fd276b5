"""The rows of the tables: our figures, of results files, beside the published ones.

A figure that no results file has is "–".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from unitdep.research.evaluation.metrics.significance import paired_p_value
from unitdep.research.evaluation.pages import published
from unitdep.research.evaluation.protocol.results import Figure, Results

NONE: Final = "–"

Published = tuple[float, float, float] | None  # percent, in the order of ``published.SETS``


@dataclass(frozen=True)
class RowPlan:
    """A row of a table: its title, the figures it shows, and what the paper has for it."""

    title: str
    figure: str  # Figure.row
    published: Published = None


@dataclass(frozen=True)
class Cell:
    """One row on one data set; figures in percent."""

    published: float | None
    ours: float | None
    interval: tuple[float, float] | None = None
    folds: tuple[float, ...] = ()  # shares, not percent

    @property
    def published_text(self) -> str:
        """The published figure: "81.7"."""
        return NONE if self.published is None else f"{self.published:.1f}"

    @property
    def ours_text(self) -> str:
        """Our figure, with its interval where there is one: "82.1 (79.4–84.6)"."""
        if self.ours is None:
            return NONE
        spread = "" if self.interval is None else " ({:.1f}–{:.1f})".format(*self.interval)
        return f"{self.ours:.1f}{spread}"


@dataclass(frozen=True)
class Row:
    """One row of a table, a cell a data set."""

    title: str
    cells: Mapping[str, Cell]


@dataclass(frozen=True)
class Comparison:
    """Two systems on the same problems (exact McNemar test)."""

    only_first: int  # problems that only the first one answers right
    only_second: int
    p_value: float

    def __str__(self) -> str:
        p = "p < 0.001" if self.p_value < 0.001 else f"p = {self.p_value:.3f}"
        return f"{self.only_first} : {self.only_second}, {p}"


FEATURES: Final = {"paper": "the paper's features", "own": "our features"}
_VARIANTS: Final = {
    "all": "the paper's features",
    "no rule-based": "without rule-based features",
    "no context": "without context features",
    "own": "our features",
}
_READINGS: Final = {"printed": "labels as printed", "algebra": "labels by unit algebra"}


def _solving_plan() -> tuple[RowPlan, ...]:
    known = published.SOLVING
    return (
        RowPlan("Template", "template", known["template"]),
        RowPlan("SingleEq", "singleeq", known["singleeq"]),
        RowPlan("LCA++, the paper's features", "lca++, paper", known["lca++"]),
        RowPlan("UnitDep, the paper's features", "unitdep, paper", known["unitdep"]),
        RowPlan("… λ_Vertex = 0", "unitdep-no-vertex, paper", known["unitdep-no-vertex"]),
        RowPlan("… λ_Edge = 0", "unitdep-no-edge, paper", known["unitdep-no-edge"]),
        RowPlan("LCA++, our features", "lca++, own"),
        RowPlan("UnitDep, our features", "unitdep, own"),
    )


def _classifiers_plan() -> tuple[RowPlan, ...]:
    vertex = [
        RowPlan(f"vertex, {title}", f"vertex, {variant}, algebra", published.VERTEX.get(variant))
        for variant, title in _VARIANTS.items()
    ]
    edge = [
        RowPlan(f"edge, {title}, {says}", f"edge, {variant}, {reading}", known)
        for variant, title in _VARIANTS.items()
        for known in (published.EDGE.get(variant),)
        for reading, says in _READINGS.items()
    ]
    others = [
        RowPlan(f"{name}, {_VARIANTS[variant]}", f"{task}, {variant}, algebra")
        for task, name in (("irrelevance", "irrelevance"), ("lca", "LCA operation"))
        for variant in ("all", "own")
    ]
    return (*vertex, *edge, *others)


_GRAPH_SYSTEMS: Final = {
    "paper": ("decompose", "decompose, no constraints", "joint"),
    "own": ("decompose", "decompose, no constraints"),
}


def _graphs_plan() -> tuple[RowPlan, ...]:
    return tuple(
        RowPlan(
            f"{system[0].upper()}{system[1:]}, {title}, {says}",
            f"{system}, {features}, {reading}",
            published.GRAPHS[system] if features == "paper" else None,
        )
        for features, title in FEATURES.items()
        for system in _GRAPH_SYSTEMS[features]
        for reading, says in _READINGS.items()
    )


PLANS: Final[Mapping[str, tuple[RowPlan, ...]]] = {
    "solving": _solving_plan(),
    "classifiers": _classifiers_plan(),
    "graphs": _graphs_plan(),
}


def find(results: Sequence[Results], table: str, dataset: str) -> Results | None:
    """Return the results of a table on a data set; of several the last."""
    fitting = (r for r in reversed(results) if (r.table, r.signature.dataset) == (table, dataset))
    return next(fitting, None)


def columns(results: Sequence[Results], table: str) -> list[str]:
    """Return a table's data sets: those of the paper, then others that have results."""
    measured = (r.signature.dataset for r in results if r.table == table)
    return list(dict.fromkeys((*published.SETS, *measured)))


def rows(results: Sequence[Results], table: str, datasets: Sequence[str]) -> list[Row]:
    """Return the rows of a table."""
    found = {name: find(results, table, name) for name in datasets}
    return [
        Row(plan.title, {name: _cell(plan, name, found[name]) for name in datasets})
        for plan in PLANS[table]
    ]


def _cell(plan: RowPlan, dataset: str, results: Results | None) -> Cell:
    known = dict(zip(published.SETS, plan.published or (), strict=False)).get(dataset)
    figure = _figure(results, plan.figure)
    if figure is None:
        return Cell(known, None)
    interval = figure.interval and (100 * figure.interval[0], 100 * figure.interval[1])
    return Cell(known, 100 * figure.mean, interval, figure.folds)


def _figure(results: Results | None, row: str) -> Figure | None:
    return next((f for f in results.figures if f.row == row), None) if results else None


def compare(results: Results | None, first: str, second: str) -> Comparison | None:
    """Compare two rows of one results file, problem by problem (exact McNemar test)."""
    one, other = _wrong(results, first), _wrong(results, second)
    if one is None or other is None:
        return None
    ids = one | other  # where both are right, the test learns nothing
    p = paired_p_value([i not in one for i in ids], [i not in other for i in ids])
    return Comparison(len(other - one), len(one - other), p)


def _wrong(results: Results | None, row: str) -> set[str] | None:
    figure = _figure(results, row)
    return None if figure is None or figure.wrong is None else set(figure.wrong)
