"""Units and rates read by rule, scored on a corpus with gold units: results file and table."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from unitdep.corpus import Split, fill, part, signature
from unitdep.evaluation.extraction import ExtractionReport, score_all

FILE: Final = "units-corpus.json"
_PARTS: Final = {
    "units": "unit of a quantity",
    "rate_units": "both units of a gold rate",
    "question_units": "unit of the question",
    "rates": "quantity is a rate",
    "question_rates": "question asks for a rate",
}
_TEXT: Final = """\
## Units and rates by rule

Precision, recall and F1 of the rules on our corpus, each template filled once; every quantity has a
gold unit, so the recall of units is their accuracy. The rules were written while looking at the
training and development parts (and at older templates before there were splits, see the
[data sheet](datasheet.md)); the test part is the estimate.
"""


def run_units(*, seed: int = 0) -> dict[str, Any]:
    """Score the rules on each split of the corpus and on all of it."""
    return {
        "table": "units",
        "signature": {"data_hash": signature(), "seed": seed, "version": version("unitdep")},
        "parts": {split.value: measure_split(split, seed).to_json() for split in Split},
        "all": measure_split(None, seed).to_json(),
    }


def measure_split(split: Split | None, seed: int = 0) -> ExtractionReport:
    """Score the rules on one split, or on all of the corpus."""
    return score_all([fill(t, random.Random(f"{seed}:{t.id}")) for t in part(split)])


def write_units(results: Mapping[str, Any], folder: Path) -> Path:
    """Write the results file."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / FILE
    path.write_text(json.dumps(results, indent=1) + "\n", "utf-8")
    return path


def read_units_results(folder: Path) -> dict[str, Any] | None:
    """Read the results file, if there is one."""
    path = folder / FILE
    return json.loads(path.read_text("utf-8")) if path.is_file() else None


def render_units(results: Mapping[str, Any] | None) -> str:
    """Write the section of docs/results.md."""
    if results is None:
        return f"{_TEXT}\nNot measured yet.\n"
    columns = {**results["parts"], "all": results["all"]}
    names = [f"{name} ({found['templates']})" for name, found in columns.items()]
    lines = [["", *names], ["---", *("---:" for _ in names)]]
    for figure_of, says in _PARTS.items():
        cells = (
            " / ".join(
                f"{100 * found[figure_of][figure]:.1f}" for figure in ("precision", "recall", "f1")
            )
            for found in columns.values()
        )
        lines.append([says, *cells])
    table = "".join(f"| {' | '.join(line)} |\n" for line in lines)
    s = results["signature"]
    signed = f"- data {s['data_hash']}, seed {s['seed']}, unitdep {s['version']}\n"
    return f"{_TEXT}\n{table}\n{signed}"
