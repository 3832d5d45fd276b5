"""Units and rates read by rule, scored on a corpus with gold units: results file and table."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from unitdep.research.corpus import Instance, Split, fill, part, signature
from unitdep.research.evaluation.metrics.extraction import (
    ExtractionReport,
    f1_interval,
    score_all,
    score_classifier,
    score_groups,
)
from unitdep.research.evaluation.pages.markdown import table
from unitdep.research.evaluation.pages.rows import NONE
from unitdep.solver import Solver

FILE: Final = "units-corpus.json"
_PARTS: Final = {
    "units": "unit of a quantity",
    "rate_units": "both units of a gold rate",
    "question_units": "unit of the question",
    "rates": "quantity is a rate",
    "question_rates": "question asks for a rate",
}
_INTERVAL: Final = "95 % interval of the test F1, by story"
_CLASSIFIER: Final = {
    "rates": "quantity is a rate, by the default model's classifier",
    "question_rates": "question asks for a rate, by the classifier",
}
_TEXT: Final = """\
## Units and rates by rule

Precision, recall and F1 of the rules on our corpus, each template filled once; every quantity has a
gold unit, so the recall of units is their accuracy. The rules were written while looking at the
training and development parts (and at older templates before there were splits, see the
[data sheet](datasheet.md)); the test part is the estimate. The classifier has the rules' reading
among its features and was trained on the other two parts; it decides in the solver.
"""


def run_units(*, seed: int = 0) -> dict[str, Any]:
    """Score the rules on each split of the corpus and on all of it."""
    return {
        "table": "units",
        "signature": {"data_hash": signature(), "seed": seed, "version": version("unitdep")},
        "parts": {split.value: measure_split(split, seed).to_json() for split in Split},
        "all": measure_split(None, seed).to_json(),
        "intervals": measure_intervals(seed),
        "classifier": measure_classifier(seed),
    }


def measure_intervals(seed: int = 0) -> dict[str, list[float]]:
    """Return the 95% intervals on the test part, drawn by story: its questions share their errors.

    A unit is always found, so the F1 of units is their accuracy.
    """
    groups = score_groups(_filled(Split.TEST, seed)).values()
    return {
        name: [round(end, 4) for end in f1_interval([getattr(g, name) for g in groups])]
        for name in _PARTS
    }


def measure_classifier(seed: int = 0) -> dict[str, Any]:
    """Score the default model's rate classifier on the test part, which it was not trained on."""
    quantities, questions = score_classifier(Solver.load().scorer, _filled(Split.TEST, seed))
    return {"rates": quantities.to_json(), "question_rates": questions.to_json()}


def measure_split(split: Split | None, seed: int = 0) -> ExtractionReport:
    """Score the rules on one split, or on all of the corpus."""
    return score_all(_filled(split, seed))


def _filled(split: Split | None, seed: int) -> list[Instance]:
    return [fill(t, random.Random(f"{seed}:{t.id}")) for t in part(split)]


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
    head = ["", *(f"{name} ({found['templates']})" for name, found in columns.items()), _INTERVAL]
    lines = [
        [
            says,
            *(_figures(found[row]) for found in columns.values()),
            "-".join(f"{100 * end:.1f}" for end in results["intervals"][row]),
        ]
        for row, says in _PARTS.items()
    ]
    for row, says in _CLASSIFIER.items():
        here = {Split.TEST.value: _figures(results["classifier"][row])}
        lines.append([says, *(here.get(name, NONE) for name in columns), NONE])
    s = results["signature"]
    signed = f"- data {s['data_hash']}, seed {s['seed']}, unitdep {s['version']}\n"
    return f"{_TEXT}\n{table(head, lines)}\n{signed}"


def _figures(found: Mapping[str, float]) -> str:
    return " / ".join(f"{100 * found[name]:.1f}" for name in ("precision", "recall", "f1"))
