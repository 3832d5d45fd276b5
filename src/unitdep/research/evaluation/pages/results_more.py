"""The sections of docs/results.md beyond the paper's tables: earlier sets, later data, examples.

Pure functions: results in, Markdown out; ``read_more`` reads the files that they take.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from unitdep.research.evaluation.metrics.significance import difference_interval
from unitdep.research.evaluation.pages import published
from unitdep.research.evaluation.pages.markdown import bullets, table
from unitdep.research.evaluation.pages.results import signature_line, title
from unitdep.research.evaluation.pages.rows import FEATURES, NONE, Cell, Comparison, compare, find
from unitdep.research.evaluation.protocol.results import Results, read
from unitdep.research.evaluation.tables import earlier, examples, later

NOT_MEASURED: Final = "Not measured yet.\n"
_EARLIER: Final = """\
## Earlier data sets

Illinois has 562 problems of one step, Commoncore 600 of several; both sets lack the authors' folds
here, so these are five random ones. The paper gives only how much better UnitDep is than LCA++. The
difference is in points, with its 95 % interval (bootstrap over problems); after it the problems
that only UnitDep answers right, those that only LCA++ does, and the p-value of the exact McNemar
test. Every text of Commoncore has twins that differ from it in names and numbers only, so with
random folds its like has been seen in training and both systems answer all of it.
"""
_LATER: Final = """\
## The data of 2018

The authors' later runs (Roy and Roth, TACL 2018) beside ours, on the data and folds of 2018. The
published figures are quoted from memory. Perturb: trained on AllArith 2018, tested on the problems
of Aggregate that are not in it. Template and Knowledge are shown as published.
"""
_COMPARISON: Final = """\
UnitDep over LCA++ in points, with the 95 % interval; then the problems that only one of them
answers right, and the p-value of the exact McNemar test.
"""
_EXAMPLES: Final = """\
## The paper's examples

The paper lists four problems that its UnitDep gets right and its LCA++ wrong. Here they are solved
by our systems, trained without them: each by the models of the fold that tests it. A wrong
expression is struck out.
"""
_SYSTEM_TITLES: Final = {"lca++": "LCA++", "unitdep": "UnitDep"}


@dataclass(frozen=True)
class More:
    """The results files of these sections."""

    results: Sequence[Results] = ()  # of the tables earlier and later
    examples: Mapping[str, Any] | None = None


def files(folder: Path) -> list[Path]:
    """Return the results files of the tables earlier and later."""
    return sorted(f for t in (earlier.TABLE, later.TABLE) for f in folder.glob(f"{t}-*.json"))


def read_more(folder: Path) -> More:
    """Read the results files of these sections, as far as they are there."""
    return More([read(file) for file in files(folder)], examples.read(folder / examples.FILE))


def render_more(more: More) -> str:
    """Write the sections."""
    parts = (
        render_earlier(more.results),
        render_later(more.results),
        render_examples(more.examples),
    )
    return "\n".join(parts)


def render_earlier(results: Sequence[Results]) -> str:
    """Write the section of the earlier sets: accuracies, and differences beside the published."""
    found = [r for r in (find(results, earlier.TABLE, name) for name in earlier.SETS) if r]
    if not found:
        return f"{_EARLIER}\n{NOT_MEASURED}"
    head = ["", "LCA++", "UnitDep", "difference", "published", "only one right"]
    lines = [_earlier_line(r, features) for r in found for features in FEATURES]
    notes = bullets([*(signature_line(r) for r in found), *(_labels_line(r) for r in found)])
    return f"{_EARLIER}\n{table(head, lines)}\n{notes}"


def _earlier_line(results: Results, features: str) -> list[str]:
    name = results.signature.dataset
    known = published.EARLIER[name]
    return [
        f"{title(name)}, {FEATURES[features]}",
        *(_cell(results, system, features).ours_text for system in _SYSTEM_TITLES),
        difference_text(results, features),
        f"{known:+.0f}" if features == "paper" else NONE,
        str(_compare(results, features) or NONE),
    ]


def _compare(results: Results, features: str) -> Comparison | None:
    return compare(results, f"unitdep, {features}", f"lca++, {features}")


def difference_text(results: Results, features: str) -> str:
    """Write how many points UnitDep is above LCA++: "+2.3 (+0.4 to +4.1)"."""
    lca, unitdep = (_cell(results, system, features).ours for system in _SYSTEM_TITLES)
    found = _compare(results, features)
    if lca is None or unitdep is None or found is None:
        return NONE
    low, high = difference_interval(found.only_first, found.only_second, results.signature.problems)
    return f"{unitdep - lca:+.1f} ({100 * low:+.1f} to {100 * high:+.1f})"


def _cell(results: Results | None, system: str, features: str, known: float | None = None) -> Cell:
    row = f"{system}, {features}"
    figure = next((f for f in results.figures if f.row == row), None) if results else None
    if figure is None:
        return Cell(known, None)
    interval = figure.interval and (100 * figure.interval[0], 100 * figure.interval[1])
    return Cell(known, 100 * figure.mean, interval)


def _labels_line(results: Results) -> str:
    """Say where the gold trees and rates of a set come from."""
    found = (f.details["labels"] for f in results.figures if "labels" in f.details)
    labels: Mapping[str, Mapping[str, int]] = next(found, {})
    parts = (
        f"{part} " + ", ".join(f"{origin} {count}" for origin, count in counts.items())
        for part, counts in labels.items()
    )
    return f"{title(results.signature.dataset)}, where labels come from: {'; '.join(parts)}"


def render_later(results: Sequence[Results]) -> str:
    """Write the section of the data of 2018: a row a set and system."""
    found = {name: find(results, later.TABLE, name) for name in later.SETS}
    measured = [r for r in found.values() if r]
    head = ["", *(f"{system}, published" for system in ("Template", "Knowledge"))]
    for system in _SYSTEM_TITLES.values():
        head += [f"{system}, published", *(f"{system}, {says}" for says in FEATURES.values())]
    lines = [_later_line(name, result) for name, result in found.items()]
    differences = [
        [title(r.signature.dataset), *(_difference_cell(r, features) for features in FEATURES)]
        for r in measured
    ]
    compared = f"{_COMPARISON}\n{table(['', *FEATURES.values()], differences)}"
    notes = bullets(map(signature_line, measured))
    tail = f"{compared}\n{notes}" if measured else NOT_MEASURED
    return f"{_LATER}\n{table(head, lines)}\n{tail}"


def _later_line(name: str, results: Results | None) -> list[str]:
    place = later.SETS.index(name)
    line = [title(name)]
    line += [f"{published.LATER[system][place]:.1f}" for system in ("template", "knowledge")]
    for system in _SYSTEM_TITLES:
        line.append(f"{published.LATER[system][place]:.1f}")
        line += [_cell(results, system, features).ours_text for features in FEATURES]
    return line


def _difference_cell(results: Results, features: str) -> str:
    found = _compare(results, features)
    return NONE if found is None else f"{difference_text(results, features)}; {found}"


def render_examples(content: Mapping[str, Any] | None) -> str:
    """Write the section of the paper's four examples."""
    if content is None:
        return f"{_EXAMPLES}\n{NOT_MEASURED}"
    columns = [f"{system}, {features}" for system in _SYSTEM_TITLES for features in FEATURES]
    head = ["problem", "gold", "the paper's LCA++", "the paper's UnitDep"]
    head += [f"{_SYSTEM_TITLES[s]}, {says}" for s in _SYSTEM_TITLES for says in FEATURES.values()]
    lines = [
        [
            f"{entry['id']}: {entry['about']}",
            _code(entry["gold"]),
            f"~~{_code(entry['lca'])}~~",
            _code(entry["unitdep"]),
            *(_predicted(entry["predictions"].get(column)) for column in columns),
        ]
        for entry in content["examples"]
    ]
    s = content["signature"]
    signed = (
        f"{title(s['dataset'])}: data {s['data_hash']}, folds {s['folds']}, seed {s['seed']}, "
        f"unitdep {s['version']}, {content['seconds']:.0f} s"
    )
    return f"{_EXAMPLES}\n{table(head, lines, text_columns=len(head))}\n{bullets([signed])}"


def _predicted(found: Mapping[str, Any] | None) -> str:
    if found is None or found["expression"] is None:
        return NONE
    written = f"{_code(found['expression'])} ({found['probability']:.0%})"
    return written if found["right"] else f"~~{written}~~"


def _code(expression: str) -> str:
    return f"`{expression}`"
