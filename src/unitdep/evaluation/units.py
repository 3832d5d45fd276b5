"""Units and rates read by rule, scored on a corpus with gold units: results file and table."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from unitdep.evaluation.extraction import score_corpus

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

Precision, recall and F1 of the rules on problem templates with gold units; every quantity has a
gold unit, so the recall of units is their accuracy. The rules were written while looking at all
files but `hard`, so `hard` is the fair estimate.
"""


def run_units(folder: Path, *, seed: int = 0) -> dict[str, Any]:
    """Score the rules on each JSONL file of a folder and on all of them together."""
    files = sorted(folder.glob("*.jsonl"))
    digest = hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()
    return {
        "table": "units",
        "signature": {"data_hash": digest[:12], "seed": seed, "version": version("unitdep")},
        "files": {file.stem: score_corpus([file], seed).to_json() for file in files},
        "all": score_corpus(files, seed).to_json(),
    }


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
    columns = {"all": results["all"], **results["files"]}
    names = [f"{name} ({found['templates']})" for name, found in columns.items()]
    lines = [["", *names], ["---", *("---:" for _ in names)]]
    for part, says in _PARTS.items():
        cells = (
            " / ".join(
                f"{100 * found[part][figure]:.1f}" for figure in ("precision", "recall", "f1")
            )
            for found in columns.values()
        )
        lines.append([says, *cells])
    table = "".join(f"| {' | '.join(line)} |\n" for line in lines)
    s = results["signature"]
    signed = f"- data {s['data_hash']}, seed {s['seed']}, unitdep {s['version']}\n"
    return f"{_TEXT}\n{table}\n{signed}"
