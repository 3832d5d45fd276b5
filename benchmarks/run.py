"""All speed figures in one run: ``make bench``.

    python benchmarks/run.py [--count N] [--render-only]

Writes experiments/results/bench.json and docs/results/bench.md. Each row is measured in a new
process (``bench_rows.py``), so that its peak memory is its own. Times are CPU seconds of one
thread; the cold start is wall-clock time, so run it on a quiet machine.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from bench_page import COLD, OWN_TEXT, render

HERE = Path(__file__).parent
RESULTS = HERE.parent / "experiments" / "results" / "bench.json"
PAGE = HERE.parent / "docs" / "results" / "bench.md"
COUNT = 400
STARTS = 5
ROWS = (
    "spaCy alone, as it comes",
    "spaCy alone, as we run it",
    "quantities, units, question",
    "linear scoring",
    "encoder scoring",
    "inference",
    "explanation",
    "end to end, batch, encoder",
    "end to end, batch, linear",
    "end to end, single, encoder",
    "end to end, single, linear",
    "beam of 200",
    "Template",
    "SingleEq",
    "by quantities",
    "by length",
    "by scope",
)


def measure(row: str, count: int) -> dict[str, Any]:
    """Measure one row in its own process."""
    command = [sys.executable, str(HERE / "bench_rows.py"), row, str(count)]
    environment = _one_thread()
    path = [str(HERE.parent / "tests"), environment.get("PYTHONPATH", "")]  # the beam is an oracle
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, path))
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, env=environment)
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures


def cold_start() -> dict[str, float]:
    """Time ``unitdep solve`` in new processes: the best wall clock, the least CPU, most memory.

    The best of several, so that neither the disk nor compiling counts: a user has run it before.
    """
    wall, cpu, peak = float("inf"), float("inf"), 0.0
    for _ in range(STARTS):
        start = time.perf_counter()
        command = [sys.executable, "-m", "unitdep", "solve", OWN_TEXT]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=_one_thread())
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise RuntimeError(f"unitdep solve ended with {process.returncode}")
        wall = min(wall, time.perf_counter() - start)
        cpu = min(cpu, usage.ru_utime + usage.ru_stime)
        peak = max(peak, usage.ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10))
    return {"seconds": wall, "cpu_seconds": cpu, "peak_mb": peak}


def measure_all(count: int, done: Callable[[str], None]) -> dict[str, Any]:
    """Measure every row; ``done`` is called with the name of each."""
    rows, load = {}, os.getloadavg()[0]
    done(COLD)
    start = cold_start()
    for row in ROWS:
        done(row)
        rows[row] = measure(row, count)
    names = {row.pop("texts") for row in rows.values()}
    tables = {row: rows.pop(row)["rows"] for row in ROWS if row.startswith("by ")}
    return {
        "texts": names.pop(),
        "count": count,
        "python": platform.python_version(),
        "load": load,
        "rows": rows,
        COLD: start,
        **tables,
    }


def _one_thread() -> dict[str, str]:
    """Return the environment of a user's shell, where Python keeps what it has compiled."""
    kept = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "OMP_NUM_THREADS": "1"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=COUNT, help="texts per row")
    parser.add_argument("--output", type=Path, default=RESULTS)
    parser.add_argument("--page", type=Path, default=PAGE)
    parser.add_argument(
        "--render-only", action="store_true", help="write the page from the results file"
    )
    given = parser.parse_args()
    if given.render_only and not given.output.exists():
        parser.error(f"there is no {given.output.name} yet; measure first")
    if not given.render_only:
        parts = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
        console = Console(stderr=True)
        with Progress(*parts, TimeElapsedColumn(), console=console, transient=True) as bar:
            task = bar.add_task("", total=len(ROWS) + 1, completed=-1)
            results = measure_all(
                given.count, lambda row: bar.update(task, advance=1, description=row)
            )
        given.output.parent.mkdir(parents=True, exist_ok=True)
        given.output.write_text(json.dumps(results, indent=1) + "\n", "utf-8")
    page = render(json.loads(given.output.read_text("utf-8")))
    given.page.write_text(page, "utf-8")
    print(page)


if __name__ == "__main__":
    main()
