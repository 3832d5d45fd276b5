"""The page about workings: how many are judged right, where their errors are found, and what."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from unitdep.research.evaluation.layout.markdown import table
from unitdep.research.evaluation.pages import with_links

PARTS: Final = {
    "workings-test.json": "Test half",
    "workings-dev.json": "Development half",
}
BASES: Final = {"gold": "the right answer is known", "model": "the program's answer decides"}
GOALS: Final = {  # what issue 18 asks for, by basis
    "gold": ("0%", "100%", "≥ 80%"),
    "model": ("≤ 2%", "≥ 85%", "≥ 80%"),
}
_HEAD: Final = """# Workings in figures

Written by `unitdep workings measure` from workings whose verdict is known: for every problem two
right ones in different styles and three wrong ones with a known first wrong step. About half of the
problems have workings by hand (`experiments/workings`), for the others a program writes them from
the gold tree. Problems are those of the development and the test part of the corpus. Limits and
rules were chosen on the development half, with one exception: confidences are fitted to the same
part of the corpus, so that half flatters them. `agree` is the confidence that the program needs in
its own answer to call the same answer right: at least 95% of the workings of the development half
that are called right shall be right. `contradict` is the same for calling another answer wrong, and
`doubt` is how probable that answer may be. `plausible` is the same for a working that takes all
numbers of the text and puts only like things together: right workings that the program finds
improbable mostly do.

The test half isn't quite unseen: it was measured several times as the checker grew. One rule was
taken back after such a measurement. It called improbable answers wrong even if the program wasn't
sure of its own answer, and there it called 3.7% of the right workings wrong.

Reader and judge were also mended by reports of strangers on workings of their own.

A wrong working is caught if its verdict is *wrong* or *incomplete*. *Wrong called right* is the
share of the wrong workings whose verdict is *right*. Step and finding are shares of the wrong
workings that are caught; the place of a working that stops too early is its last step. *Cannot
tell* counts all workings. The unit check of the published linear model has figures of its own:
[Checks](doc:results#checks).
"""
_COLUMNS: Final = (
    "right",
    "called wrong",
    "wrong",
    "caught",
    "wrong called right",
    "first step",
    "finding",
    "cannot tell",
)


def render_workings(results: Path) -> str | None:
    """Write the page, or return None if nothing has been measured."""
    found = {name: _read(results / name) for name in PARTS if (results / name).is_file()}
    if not found:
        return None
    parts = [_HEAD]
    for name, measured in found.items():
        parts += [f"## {PARTS[name]}\n", _overview(measured), _all(measured)]
        for basis, title in BASES.items():
            for group, heading in (("style", "style"), ("finding", "finding")):
                rows = [_row(key, n) for key, n in measured[basis][group].items()]
                parts += [f"### By {heading}, {title}\n", table([heading, *_COLUMNS], rows)]
    return with_links("\n".join(parts), "workings")


def _read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def _overview(measured: Mapping[str, Any]) -> str:
    limits = ", ".join(f"{name} {value}" for name, value in measured["limits"].items())
    return (
        f"{measured['problems']} problems, {measured['right']} right workings, "
        f"{measured['wrong']} wrong ones. Limits: {limits}. unitdep {measured['version']}, seed "
        f"{measured['seed']}, workings by hand {measured['hand']}.\n"
    )


def _all(measured: Mapping[str, Any]) -> str:
    rows = []
    for basis, title in BASES.items():
        rows.append(_row(title, measured[basis]["all"]))
        rows += [_row(f"{title}, {s}", n) for s, n in measured[basis]["source"].items()]
        wrong, caught, placed = GOALS[basis]
        rows.append([f"{title}, goal", "", wrong, "", caught, "", placed, "", ""])
    return table(["judged", *_COLUMNS], rows)


def _row(name: str, counts: Mapping[str, Any]) -> list[str]:
    return [
        name,
        f"{counts['right']:,}",
        _percent(counts["right_called_wrong_share"]),
        f"{counts['wrong']:,}",
        _percent(counts["caught_share"]),
        _called_right(counts),
        _percent(counts["placed_share"]),
        _percent(counts["named_share"]),
        _percent(counts["undecided_share"]),
    ]


def _called_right(counts: Mapping[str, Any]) -> str:
    """Write the share of the wrong workings that are called right."""
    wrong = counts["wrong"]
    return _percent(counts["wrong_called_right"] / wrong if wrong else None)


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{share:.1%}"
