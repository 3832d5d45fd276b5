"""Fuzzing of every surface: ``make fuzz`` writes experiments/results/fuzz.json.

The table in docs/results/robustness.md is rendered from that file; ``--render-only`` does only
that.

Each target runs twice, in separate processes: guided by coverage under atheris, then with random
changes to the inputs that atheris kept (``child.py`` explains how, and what a failure is). A
process that dies or hangs counts as a failure. With ``--inputs`` the second continues until both
have had that many, however long it takes.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import unitdep
from child import LIMIT
from unitdep.research.evaluation.layout.markdown import table

TARGETS = (
    *("expression", "data", "batch", "parquet", "templates", "working", "answers"),
    *("body", "model", "text", "solve"),
)
GUIDED, MUTATED = "guided", "mutated"
SHARE = {"expression": 8}  # times as long as others: a thousand of its inputs take no longer
MEMORY = Path("/dev/shm")  # where a file costs least
PATIENCE = 60  # wall-clock seconds per CPU second: the machine may be busy
CHILD = Path(__file__).with_name("child.py")
RESULTS = Path(__file__).parents[1] / "experiments" / "results" / "fuzz.json"
PAGE = Path(__file__).parents[1] / "docs" / "results" / "robustness.md"
BEGIN, END = "<!-- fuzz: begin -->", "<!-- fuzz: end -->"


def run_target(
    name: str, seconds: float, runs: int, inputs: int | None = None
) -> list[dict[str, Any]]:
    """Fuzz one target; returns the results of each phase.

    With ``inputs`` the second phase ends when both have had that many.
    """
    with TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        first = _run_phase(GUIDED, name, Path(folder), seconds, runs)
        if inputs is not None:
            seconds, runs = inf, max(inputs - first["inputs"], 1)
        return [first, _run_phase(MUTATED, name, Path(folder), seconds, runs)]


def _run_phase(phase: str, name: str, folder: Path, seconds: float, runs: int) -> dict[str, Any]:
    command = [sys.executable, str(CHILD), phase, name, str(folder), str(seconds), str(runs)]
    patience = None if seconds == inf else PATIENCE * (seconds + 10)
    try:
        done = subprocess.run(command, capture_output=True, timeout=patience, check=False)
        ended, output = done.returncode, done.stderr.decode("utf-8", "replace")
    except subprocess.TimeoutExpired:
        ended, output = -1, "it did not end in time"
    results: dict[str, Any] = {"inputs": 0, "seconds": 0.0, "slowest_seconds": 0.0, "failures": {}}
    if (written := folder / f"{phase}.json").exists():
        results = json.loads(written.read_text("utf-8"))
    if ended != 0:
        results["failures"][f"the process ended with {ended}"] = output[-1000:]
    return {"target": name, "phase": phase, **results}


def render_runs(total: dict[str, Any]) -> str:
    """Return the results as a table for people."""
    rows = [*total["runs"], {"target": "all", "phase": "", **total}]
    lines = [
        (
            run["target"],
            run["phase"],
            f"{run['inputs']:,}",
            f"{run['slowest_seconds']:.2f}",
            str(run["failures"] if isinstance(run["failures"], int) else len(run["failures"])),
        )
        for run in rows
    ]
    head = ("surface", "phase", "inputs", "slowest, CPU s", "failures")
    return table(head, lines, text_columns=2)


def render(page: str, total: dict[str, Any]) -> str:
    """Return a page with the table between its markers."""
    before, _, rest = page.partition(BEGIN)
    return f"{before}{BEGIN}\n{render_runs(total)}{END}{rest.partition(END)[2]}"


def main() -> None:
    """Fuzz the targets one after the other, and write the results file and the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--seconds", type=float, default=30, help="CPU time of each phase of a target"
    )
    parser.add_argument("--runs", type=int, default=10**9, help="inputs of each phase, at most")
    parser.add_argument("--inputs", type=int, help="inputs of both phases together, at least")
    parser.add_argument("--targets", nargs="+", choices=TARGETS, default=TARGETS)
    parser.add_argument("--render-only", action="store_true", help="only write the page")
    given = parser.parse_args()
    if not given.render_only:
        if find_spec("atheris") is None:
            parser.error("this needs atheris; run: pip install 'unitdep[fuzz]'")
        fuzz(given.targets, given.seconds, given.runs, given.inputs)
    total = json.loads(RESULTS.read_text("utf-8"))
    PAGE.write_text(render(PAGE.read_text("utf-8"), total), "utf-8")
    sys.exit(1 if total["failures"] else 0)


def earlier() -> list[dict[str, Any]]:
    """Return the runs of this version in the results file."""
    if not RESULTS.exists():
        return []
    total = json.loads(RESULTS.read_text("utf-8"))
    return list(total["runs"]) if total["version"] == unitdep.__version__ else []


def fuzz(targets: Sequence[str], seconds: float, runs: int, inputs: int | None) -> None:
    """Fuzz the targets one after the other, and write the results after each.

    Results of this version for targets that are not run again are kept.
    """
    results = [run for run in earlier() if run["target"] not in targets]
    for name in targets:
        for run in run_target(name, SHARE.get(name, 1) * seconds, runs, inputs):
            print(json.dumps(run), flush=True)
            results.append(run)
        total = {
            "version": unitdep.__version__,
            "limit_seconds": LIMIT,
            "inputs": sum(run["inputs"] for run in results),
            "slowest_seconds": max(run["slowest_seconds"] for run in results),
            "failures": sum(len(run["failures"]) for run in results),
            "runs": results,
        }
        RESULTS.write_text(json.dumps(total, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
