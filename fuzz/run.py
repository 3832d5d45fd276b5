"""Fuzzing of every surface: ``make fuzz`` writes experiments/results/fuzz.json.

Each target runs twice, in processes of their own: guided by coverage under atheris, then with what
that has kept changed at random (``child.py`` says how, and what a failure is). A process that dies
or hangs counts as a failure.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from child import LIMIT

import unitdep

TARGETS = ("text", "solve", "expression", "data", "batch", "model", "body")
PHASES = ("guided", "mutated")
MEMORY = Path("/dev/shm")  # where a file costs least
LOADING = 300  # seconds that a process may take to begin and to end
CHILD = Path(__file__).with_name("child.py")


def run_target(name: str, seconds: float, runs: int) -> list[dict[str, Any]]:
    """Fuzz one target; gives what came of each phase."""
    with TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        return [_run_phase(phase, name, Path(folder), seconds, runs) for phase in PHASES]


def _run_phase(phase: str, name: str, folder: Path, seconds: float, runs: int) -> dict[str, Any]:
    command = [sys.executable, str(CHILD), phase, name, str(folder), str(seconds), str(runs)]
    try:
        done = subprocess.run(command, capture_output=True, timeout=seconds + LOADING, check=False)
        ended, told = done.returncode, done.stderr.decode("utf-8", "replace")
    except subprocess.TimeoutExpired:
        ended, told = -1, "it did not end in time"
    found: dict[str, Any] = {"inputs": 0, "seconds": 0.0, "slowest_seconds": 0.0, "failures": {}}
    if (written := folder / f"{phase}.json").exists():
        found = json.loads(written.read_text("utf-8"))
    if ended != 0:
        found["failures"][f"the process ended with {ended}"] = told[-1000:]
    return {"target": name, "phase": phase, **found}


def main() -> None:
    """Fuzz the targets one after the other, and write the results file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=30, help="of each phase of each target")
    parser.add_argument("--runs", type=int, default=10**9, help="inputs of each phase, at most")
    parser.add_argument("--targets", nargs="+", choices=TARGETS, default=TARGETS)
    parser.add_argument("--output", type=Path, default=Path("experiments/results/fuzz.json"))
    given = parser.parse_args()
    if find_spec("atheris") is None:
        parser.error("this needs atheris; run: pip install 'unitdep[fuzz]'")
    results = []
    for name in given.targets:
        for found in run_target(name, given.seconds, given.runs):
            print(json.dumps(found), flush=True)
            results.append(found)
    failures = sum(len(found["failures"]) for found in results)
    total = {
        "version": unitdep.__version__,
        "limit_seconds": LIMIT,
        "inputs": sum(found["inputs"] for found in results),
        "slowest_seconds": max(found["slowest_seconds"] for found in results),
        "failures": failures,
        "runs": results,
    }
    given.output.parent.mkdir(parents=True, exist_ok=True)
    given.output.write_text(json.dumps(total, indent=1) + "\n", "utf-8")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
