"""Results files as documents: docs/results.md and the short table of the README.

Pure functions: results in, Markdown out. ``rows`` says what each table shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from unitdep.research.evaluation.pages.published import SETS, TITLES
from unitdep.research.evaluation.pages.rows import FEATURES, NONE, columns, compare, find, rows
from unitdep.research.evaluation.protocol.results import Results

BEGIN: Final = "<!-- results:begin -->"
END: Final = "<!-- results:end -->"

_HEAD: Final = """\
# Results

<!-- Written by `unitdep reproduce`; changes by hand are lost. -->

Roy and Roth (AAAI 2017) beside this program, on the authors' data and folds. Figures are percent,
the mean of five folds; in parentheses the 95 % interval (bootstrap over problems). "–" is a figure
that was not published, or not measured. `unitdep reproduce` measures all of them anew;
`unitdep reproduce --render-only` writes this page from the results files.
"""
_TEXTS: Final = {
    "solving": """\
## Solving

The share of problems with the right answer. Template (Kushman et al. 2014) and SingleEq
(Koncel-Kedziorski et al. 2015) are written anew. λ_Vertex = 0 and λ_Edge = 0 leave a part of the
graph's score out; LCA++ leaves the graph out.
""",
    "classifiers": """\
## Classifiers

Accuracy of the classifiers on gold labels. Edge labels depend on how Algorithm 1 is read
([edge-labels.md](edge-labels.md)); the published figures compare with the labels as printed.
""",
    "graphs": """\
## Graphs

The share of problems whose whole graph is predicted exactly, over the quantities of the gold
expression. The published figures compare with the labels as printed.
""",
}
_COMPARISON: Final = """\
UnitDep against LCA++: problems that only UnitDep answers right, problems that only LCA++ answers
right, and the two-sided p-value of the exact McNemar test.
"""
_UNSEEN: Final = """\
Fold 0 of AllArith, the only test problems that nobody had looked at ([protocol.md](protocol.md)):
"""


def title(dataset: str) -> str:
    """Return the name of a data set as tables show it."""
    return TITLES.get(dataset, Path(dataset).name)


def render_results(results: Sequence[Results]) -> str:
    """Write docs/results.md."""
    parts = [_HEAD]
    for table, text in _TEXTS.items():
        parts += [text, render_table(results, table)]
        if table == "solving":
            parts += [_COMPARISON, render_comparisons(results), _UNSEEN, render_unseen(results)]
        signatures = [signature_line(r) for r in _measured(results, table)]
        parts.append(_list(signatures) if signatures else "Not measured yet.\n")
    return "\n".join(parts)


def render_table(results: Sequence[Results], table: str) -> str:
    """Write one table: published figure and ours for each data set."""
    sets = columns(results, table)
    head = ["", *(f"{title(name)}, {kind}" for name in sets for kind in ("published", "ours"))]
    lines = []
    for row in rows(results, table, sets):
        cells = [row.cells[name] for name in sets]
        lines.append([row.title, *(t for c in cells for t in (c.published_text, c.ours_text))])
    return _table(head, lines)


def render_comparisons(results: Sequence[Results]) -> str:
    """Write how UnitDep and LCA++ differ on each data set, with either feature set."""
    sets = columns(results, "solving")
    lines = []
    for features, says in FEATURES.items():
        found = [
            compare(find(results, "solving", name), f"unitdep, {features}", f"lca++, {features}")
            for name in sets
        ]
        lines.append([says, *(NONE if c is None else str(c) for c in found)])
    return _table(["", *(title(name) for name in sets)], lines)


def render_unseen(results: Sequence[Results]) -> str:
    """Write the accuracies on fold 0 of AllArith."""
    lines = []
    for row in rows(results, "solving", ["allarith"]):
        folds = row.cells["allarith"].folds
        lines.append([row.title, f"{100 * folds[0]:.1f}" if folds else NONE])
    return _table(["", "AllArith, fold 0"], lines)


def signature_line(results: Results) -> str:
    """Say what the figures of one results file belong to."""
    s = results.signature
    older: dict[str, list[str]] = {}
    for figure in results.figures:
        if (made_with := figure.details.get("version", s.version)) != s.version:
            older.setdefault(made_with, []).append(figure.row)
    rest = "".join(f"; with unitdep {v}: {', '.join(rows)}" for v, rows in older.items())
    return (
        f"{title(s.dataset)}: data {s.data_hash}, {s.problems} problems, folds {s.folds}, "
        f"seed {s.seed}, unitdep {s.version}, spaCy {s.spacy}, scikit-learn {s.sklearn}, "
        f"{results.seconds:.0f} s{rest}"
    )


_BEST = "joint"  # the row of the table encoder that the README shows


def render_short(results: Sequence[Results]) -> str:
    """Write the solving table of the README: ours, with the published figure in parentheses."""
    lines = []
    for row in rows(results, "solving", SETS):
        cells = [row.cells[name] for name in SETS]
        ours = (NONE if cell.ours is None else f"{cell.ours:.1f}" for cell in cells)
        known = ("" if c.published is None else f" ({c.published_text})" for c in cells)
        lines.append([row.title, *(a + b for a, b in zip(ours, known, strict=True))])
    if measured := [r for r in results if r.table == "encoder"]:
        means = {r.signature.dataset: f.mean for r in measured for f in r.figures if f.row == _BEST}
        cells_of = (f"{100 * means[name]:.1f}" if name in means else NONE for name in SETS)
        lines.append(["Encoder + UDG, with pretraining and our corpus", *cells_of])
    return _table(["", *(title(name) for name in SETS)], lines)


def update_readme(text: str, results: Sequence[Results]) -> str:
    """Replace the block between the marks by the short table; without marks, nothing changes."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        return text
    return f"{before}{BEGIN}\n{render_short(results)}{END}{after}"


def _measured(results: Sequence[Results], table: str) -> list[Results]:
    found = (find(results, table, name) for name in columns(results, table))
    return [r for r in found if r is not None]


def _table(head: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    rule = ["---", *("---:" for _ in head[1:])]
    return "".join(f"| {' | '.join(line)} |\n" for line in (head, rule, *lines))


def _list(items: Iterable[str]) -> str:
    return "".join(f"- {item}\n" for item in items)
