"""The section of docs/results.md about ``unitdep check``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from unitdep.checking import Verdict
from unitdep.research.evaluation.pages.markdown import bullets, table
from unitdep.research.evaluation.pages.results import signature_line, title
from unitdep.research.evaluation.pages.rows import NONE, Cell, compare
from unitdep.research.evaluation.protocol.results import Results, path_of, read
from unitdep.research.evaluation.tables import checks

_TEXT: Final = """\
## Checks

`unitdep check` on the test problems of each fold, with that fold's model (our features). Right is
the gold expression; wrong are all expressions that change one operation of it or swap two of its
numbers, where the value is then another. An expression agrees if its answer is the best one or
within a margin of it; the margin is the one that accepts {accepted} of the gold expressions of
held-out training problems. Where the best answer's probability is below a limit, nothing is
rejected; the limit is where half of the held-out answers are right.
"""
_FILTER: Final = """\
As a filter: the ten best candidates of LCA++, which knows no units, without those that the check
rejects. The share of problems with the right answer.
"""
_ROWS: Final = {
    checks.GOLD: "gold expressions accepted",
    checks.WRONG: "wrong expressions rejected",
    checks.POSITIVE: "… of those with positive steps only",
}
_FILTERED: Final = {
    checks.BEFORE: "LCA++",
    checks.AFTER: "LCA++, filtered",
    checks.ALONE: "UnitDep",
}


def read_checks(folder: Path) -> list[Results]:
    """Read the results files, as far as they are there."""
    paths = (path_of(checks.TABLE, name, folder) for name in checks.SETS)
    return [read(path) for path in paths if path.is_file()]


def render_checks(results: Sequence[Results]) -> str:
    """Write the section."""
    head = _TEXT.format(accepted=f"{100 * checks.ACCEPTED:.0f} %")
    if not results:
        return f"{head}\nNot measured yet.\n"
    shares = _table(results, _ROWS)
    details = "\n".join(_details(found) for found in results)
    filtered = f"{_table(results, _FILTERED)}\n{bullets(_comparison(f) for f in results)}"
    signed = bullets(map(signature_line, results))
    return f"{head}\n{shares}\n{details}\n{_FILTER}\n{filtered}\n{signed}"


def _table(results: Sequence[Results], rows: Mapping[str, str]) -> str:
    head = ["", *(title(r.signature.dataset) for r in results)]
    return table(head, ([says, *(_cell(r, row) for r in results)] for row, says in rows.items()))


def _cell(results: Results, row: str) -> str:
    figure = next((f for f in results.figures if f.row == row), None)
    if figure is None:
        return NONE
    interval = figure.interval and (100 * figure.interval[0], 100 * figure.interval[1])
    return Cell(None, 100 * figure.mean, interval).ours_text


def _details(results: Results) -> str:
    """Write the verdicts on gold and wrong expressions, and the limits of the folds."""
    details: Mapping[str, Any] = results.figures[0].details
    verdicts = details["verdicts"]
    lines = [
        [verdict.value, *(str(verdicts[kind].get(verdict.value, 0)) for kind in verdicts)]
        for verdict in Verdict
    ]
    margins = ", ".join(f"{m:.2f}" for m in details["margin"])
    limits = ", ".join(f"{u:.1f}" for u in details["unsure"])
    said = (
        f"{title(results.signature.dataset)}: margins of the folds {margins} (log of how many "
        f"times more probable the best answer may be), limits of confidence {limits}."
    )
    return f"{table(['verdict', 'gold', 'wrong'], lines)}\n{bullets([said])}"


def _comparison(results: Results) -> str:
    found = compare(results, checks.AFTER, checks.BEFORE)
    name = title(results.signature.dataset)
    return f"{name}, LCA++ filtered : LCA++, problems that only one of them gets right: {found}"
