"""The page with the sections of all tables, and the short table of the README.

Pure functions: results in, Markdown out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from unitdep.research.evaluation.layout import templates
from unitdep.research.evaluation.layout.markdown import table
from unitdep.research.evaluation.layout.published import SETS, title
from unitdep.research.evaluation.layout.rows import NONE, cell, measured_on, rows
from unitdep.research.evaluation.pages import PATHS, with_links
from unitdep.research.evaluation.protocol.results import Results
from unitdep.research.evaluation.table_names import TableName
from unitdep.research.evaluation.tables import TABLES
from unitdep.research.evaluation.tables.own import calibration, encoder

# In the order of the page. The table errors has a page of its own.
SECTIONS: Final = (
    TableName.SOLVING,
    TableName.TRIALS,
    TableName.CLASSIFIERS,
    TableName.GRAPHS,
    TableName.ENCODER,
    TableName.CALIBRATION,
    TableName.CHECKS,
    TableName.CORPUS,
    TableName.KINDS,
    TableName.CHOICES,
    TableName.EARLIER,
    TableName.LATER,
    TableName.EXAMPLES,
    TableName.UNITS,
)
BEGIN: Final = "<!-- results:begin -->"
END: Final = "<!-- results:end -->"


def render_results(results: Sequence[Results]) -> str:
    """Write the page."""
    sections = (TABLES[name].section(results) for name in SECTIONS)
    return with_links("\n".join((templates.fill("results"), *sections)), "results")


def drawings(results: Sequence[Results]) -> dict[str, str]:
    """Draw the figures of the page, by path below the documents; needs Matplotlib."""
    from unitdep.research.evaluation.pages.figures import reliability_svg, risk_coverage_svg

    systems = calibration.judged_by_title(results)
    if not systems:
        return {}
    return {
        PATHS["reliability"]: reliability_svg(systems),
        PATHS["risk-coverage"]: risk_coverage_svg(systems),
    }


def render_short(results: Sequence[Results]) -> str:
    """Write the table of the README: our figures, with the published ones in parentheses."""
    solving = measured_on(results, TableName.SOLVING, SETS)
    lines = []
    for row in rows(TABLES[TableName.SOLVING].rows, solving):
        cells = row.cells.values()
        ours = (NONE if c.ours is None else f"{c.ours:.1f}" for c in cells)
        known = ("" if c.published is None else f" ({c.published_text})" for c in cells)
        lines.append([row.title, *(a + b for a, b in zip(ours, known, strict=True))])
    encoders = measured_on(results, TableName.ENCODER, SETS)
    if any(encoders.values()):
        best = (cell(r, encoder.JOINT).ours for r in encoders.values())
        shown = (NONE if ours is None else f"{ours:.1f}" for ours in best)
        lines.append(["Encoder + UDG, with pretraining and our corpus", *shown])
    return table(["", *map(title, SETS)], lines)


def update_readme(text: str, results: Sequence[Results]) -> str:
    """Replace the block between the marks by the short table; without marks, nothing changes."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        return text
    return f"{before}{BEGIN}\n{render_short(results)}{END}{after}"
