"""The page about everyday problems: how many are right, and how far confidences hold."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from unitdep.research.evaluation.layout.markdown import table
from unitdep.research.evaluation.pages import with_links

FOLDER: Final = "everyday"  # of the results files
FITTED: Final = "fit.json"
MEASURED: Final = {
    "wild-test.json": "wild set, test half",
    "corpus-test.json": "test part of the corpus",
    "strangers.json": "a stranger's 200",
    "second-strangers.json": "a second stranger's 160",
}
_CROSS_VALIDATED: Final = {
    "fit": "wild set, fit half (cross-validated)",
    "second": "wild set, 340 later texts (cross-validated)",
    "corpus-dev": "development part of the corpus (cross-validated)",
    "AllArith": "AllArith (authors' folds, cross-validated)",
}
_HEAD: Final = """# Everyday problems in figures

Written by `unitdep reproduce --render-only` from the files in `experiments/results/everyday`, which
`unitdep confidence` writes. What the words mean is on
[another page](doc:everyday-scope). A text with several questions is right if all answers are. An
answer is sure if its confidence is at least 0.7. ECE is the expected calibration error over all
answers, in ten bins; a text that can't be answered counts as wrong.

The test half has been measured with several models, with the present one three times: before and
after the calibrator was fitted to the 340 later texts as well, and once more with the final code.
The errors on the strangers' texts were looked at, and rules were mended for kinds of them, so these
two sets aren't unseen any more.
"""


def render_everyday(results: Path) -> str | None:
    """Write the page, or return None if nothing has been measured."""
    folder = results / FOLDER
    measured = {name: _read(folder / name) for name in MEASURED if (folder / name).is_file()}
    if not measured:
        return None
    rows = [_row(MEASURED[name], found) for name, found in measured.items()]
    fitted = _read(folder / FITTED) if (folder / FITTED).is_file() else {}
    for name, title in _CROSS_VALIDATED.items():
        if found := fitted.get("cross_validated", {}).get(name):
            rows.append(_row(title, found))
    head = ["texts", "can be answered", "right", "sure", "of these right", "others sure", "ECE"]
    parts = [_HEAD, table(["set", *head], rows)]
    if wild := measured.get("wild-test.json"):
        parts += ["## By kind, on the wild set's test half\n", _kinds(wild)]
    if fitted:
        parts += ["## What each signal of the calibrator brings\n", _signals(fitted)]
    return with_links("\n".join(parts), "everyday")


def _read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def _row(title: str, found: Mapping[str, Any]) -> list[str]:
    beyond = f"{found['beyond_sure']} of {found['beyond']}" if found["beyond"] else "-"
    return [
        title,
        f"{found['texts']:,}",
        f"{found['in_reach']:,}",
        f"{found['right_share']:.1%}",
        f"{found['sure']:,}",
        f"{found['sure_right_share']:.1%}",
        beyond,
        f"{found['error']:.3f}",
    ]


def _kinds(found: Mapping[str, Any]) -> str:
    rows = [
        [kind, str(n["texts"]), str(n["right"]), str(n["sure"]), str(n["sure_right"])]
        for kind, n in found["kinds"].items()
    ]
    return table(["kind", "texts", "right", "sure", "of these right"], rows)


def _signals(fitted: Mapping[str, Any]) -> str:
    """Return a table of calibrators without one signal each, on the wild set's fit half."""
    rows = [
        [label, str(sets["fit"]["sure"]), f"{sets['fit']['sure_right_share']:.1%}",
         f"{sets['fit']['error']:.3f}"]
        for label, sets in fitted["signals"].items()
        if "fit" in sets
    ]  # fmt: skip
    return table(["signals", "sure", "of these right", "ECE"], rows)
