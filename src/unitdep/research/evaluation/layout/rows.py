"""The rows of a table: our figures, from results files, next to the published ones.

A figure that no results file has is shown as "–".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from unitdep.research.evaluation.layout.markdown import table as markdown_table
from unitdep.research.evaluation.layout.published import BySet, title
from unitdep.research.evaluation.metrics.significance import difference_interval, paired_p_value
from unitdep.research.evaluation.protocol.results import Figure, Results, find

NONE: Final = "–"
FEATURES: Final = {"paper": "the paper's features", "own": "our features"}

Measured = Mapping[str, Results | None]  # results by data set


@dataclass(frozen=True)
class RowPlan:
    """A row of a table: its title, the figure it shows, and what was published for it."""

    title: str
    figure: str  # Figure.row
    published: BySet = field(default_factory=dict)


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
        """Our figure, with its interval if it has one: "82.1 (79.4–84.6)"."""
        if self.ours is None:
            return NONE
        spread = "" if self.interval is None else " ({:.1f}–{:.1f})".format(*self.interval)
        return f"{self.ours:.1f}{spread}"


@dataclass(frozen=True)
class Row:
    """One row of a table, with one cell per data set."""

    title: str
    cells: Mapping[str, Cell]


def percent(share: float, interval: Sequence[float] | None = None) -> str:
    """Return a share in percent, with its interval if it has one: "82.1 (79.4–84.6)"."""
    return _cell_of(None, share, interval).ours_text


def cell(results: Results | None, row: str, published: float | None = None) -> Cell:
    """Return the cell for a figure of a results file."""
    figure = figure_of(results, row)
    if figure is None:
        return Cell(published, None)
    return _cell_of(published, figure.mean, figure.interval, figure.folds)


def _cell_of(
    published: float | None,
    share: float,
    interval: Sequence[float] | None,
    folds: tuple[float, ...] = (),
) -> Cell:
    ends = (100 * interval[0], 100 * interval[1]) if interval else None
    return Cell(published, 100 * share, ends, folds)


def figure_of(results: Results | None, row: str) -> Figure | None:
    """Return a figure of a results file, or None if it does not have it."""
    return next((f for f in results.figures if f.row == row), None) if results else None


def measured_on(results: Sequence[Results], table: str, datasets: Sequence[str]) -> Measured:
    """Return the results of a table on each of some data sets."""
    return {name: find(results, table, name) for name in datasets}


def measured_everywhere(
    results: Sequence[Results], table: str, datasets: Sequence[str]
) -> Measured:
    """Return the results of a table on some data sets, and on all others that have results."""
    others = (r.signature.dataset for r in results if r.table == table)
    return measured_on(results, table, list(dict.fromkeys((*datasets, *others))))


def rows(plans: Sequence[RowPlan], measured: Measured) -> list[Row]:
    """Return the rows of a table."""
    return [
        Row(
            plan.title,
            {name: cell(r, plan.figure, plan.published.get(name)) for name, r in measured.items()},
        )
        for plan in plans
    ]


def published_and_ours(plans: Sequence[RowPlan], measured: Measured) -> str:
    """Return a table with two columns per data set: the published figure and ours."""
    head = ["", *(f"{title(name)}, {kind}" for name in measured for kind in ("published", "ours"))]
    lines = [
        [row.title, *(t for c in row.cells.values() for t in (c.published_text, c.ours_text))]
        for row in rows(plans, measured)
    ]
    return markdown_table(head, lines)


def ours(plans: Sequence[RowPlan], measured: Measured) -> str:
    """Return a table with one column per data set: our figures."""
    lines = [
        [row.title, *(cell.ours_text for cell in row.cells.values())]
        for row in rows(plans, measured)
    ]
    return markdown_table(["", *map(title, measured)], lines)


@dataclass(frozen=True)
class Comparison:
    """Two systems on the same problems (exact McNemar test)."""

    only_first: int  # problems that only the first one answers correctly
    only_second: int
    p_value: float

    def __str__(self) -> str:
        p = "p < 0.001" if self.p_value < 0.001 else f"p = {self.p_value:.3f}"
        return f"{self.only_first} : {self.only_second}, {p}"


def compare(results: Results | None, first: str, second: str) -> Comparison | None:
    """Compare two rows of one results file, problem by problem (exact McNemar test)."""
    one, other = _wrong(results, first), _wrong(results, second)
    if one is None or other is None:
        return None
    ids = one | other  # problems that both get right do not affect the test
    p = paired_p_value([i not in one for i in ids], [i not in other for i in ids])
    return Comparison(len(other - one), len(one - other), p)


def _wrong(results: Results | None, row: str) -> set[str] | None:
    figure = figure_of(results, row)
    return None if figure is None or figure.wrong is None else set(figure.wrong)


def difference_text(results: Results | None, first: str, second: str) -> str:
    """Return how many points one row is above another: "+2.3 (+0.4 to +4.1)"."""
    higher, lower = cell(results, first).ours, cell(results, second).ours
    comparison = compare(results, first, second)
    if results is None or higher is None or lower is None or comparison is None:
        return NONE
    low, high = difference_interval(
        comparison.only_first, comparison.only_second, results.signature.problems
    )
    return f"{points(higher - lower)} ({points(100 * low)} to {points(100 * high)})"


def points(difference: float, digits: int = 1) -> str:
    """Return a difference in points with its sign: "+2.3", "−0.7"."""
    return f"{difference:+.{digits}f}".replace("-", "−")
