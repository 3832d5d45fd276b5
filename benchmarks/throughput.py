"""Throughput of ``unitdep batch``: 1 and 2 workers, local and Ray, and what 100 million would cost.

    python benchmarks/throughput.py [--problems N] [--price P] [--render-only]

Writes experiments/results/throughput.json and docs/results/throughput.md. It measures wall-clock
time: run it on a quiet machine. The problems come from our corpus, no two with the same numbers.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track

from throughput_page import render
from unitdep.research.corpus import Split, generate, part

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "experiments" / "results" / "throughput.json"
PAGE = ROOT / "docs" / "results" / "throughput.md"
PROBLEMS = 3000
FEW = 64  # problems of the short run that measures the start-up
ENGINES = ("local", "ray")
WORKERS = (1, 2)
PRICE = 0.04  # of an hour of one core, in dollars: an assumption


@dataclass(frozen=True)
class Run:
    """One run of a batch."""

    engine: str
    workers: int
    problems: int
    seconds: float  # by the wall clock, from the start of the command to its end
    starting: float  # seconds of a run of a few problems: loading, and on Ray the cluster


def write_problems(path: Path, count: int) -> None:
    """Write problems as JSON lines."""
    made = generate(part(Split.TEST), count)
    lines = (json.dumps({"id": k, "text": instance.text}) for k, instance in enumerate(made))
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")


def seconds(source: Path, target: Path, engine: str, workers: int) -> float:
    """Solve a file and return how long it took."""
    command = [sys.executable, "-m", "unitdep", "batch", str(source), str(target)]
    options = ["--engine", engine, "--workers", str(workers)]
    start = time.perf_counter()
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    done = subprocess.run([*command, *options], capture_output=True, env=environment, text=True)
    if done.returncode:
        raise RuntimeError(f"unitdep batch ended with {done.returncode}: {done.stderr}")
    return time.perf_counter() - start


def measure(problems: int, engines: Sequence[str]) -> Iterator[Run]:
    """Run every engine with every number of workers."""
    jobs = [(engine, workers) for engine in engines for workers in WORKERS]
    with tempfile.TemporaryDirectory() as folder:
        few, many = Path(folder) / "few.jsonl", Path(folder) / "many.jsonl"
        write_problems(few, FEW)
        write_problems(many, problems)
        for engine, workers in track(jobs, "solving", console=Console(stderr=True), transient=True):
            target = Path(folder) / f"{engine}-{workers}"
            starting = seconds(few, target.with_suffix(".few.jsonl"), engine, workers)
            whole = seconds(many, target.with_suffix(".many.jsonl"), engine, workers)
            yield Run(engine, workers, problems, whole, starting)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--problems", type=int, default=PROBLEMS, help="of the measured runs")
    parser.add_argument(
        "--engines",
        nargs="+",
        choices=ENGINES,
        default=ENGINES if importlib.util.find_spec("ray") else ENGINES[:1],
        help="default: local, and Ray if it is installed",
    )
    parser.add_argument(
        "--price",
        type=float,
        default=None,
        help=f"assumed dollars for an hour of one core; default: as before, or {PRICE}",
    )
    parser.add_argument("--output", type=Path, default=RESULTS)
    parser.add_argument("--page", type=Path, default=PAGE)
    parser.add_argument(
        "--render-only", action="store_true", help="write the page from the results file"
    )
    given = parser.parse_args()
    if given.problems <= FEW:
        parser.error(f"--problems must be above {FEW}")
    results: dict[str, Any]
    if given.render_only:
        if not given.output.exists():
            parser.error(f"there is no {given.output.name} yet; measure first")
        results = json.loads(given.output.read_text("utf-8"))
    else:
        load = os.getloadavg()[0]
        try:
            runs = [asdict(run) for run in measure(given.problems, given.engines)]
        except RuntimeError as error:
            sys.exit(f"Error: {error}")
        results = {
            "cores": os.cpu_count(),
            "python": platform.python_version(),
            "load": load,
            "few": FEW,
            "price": PRICE,
            "runs": runs,
        }
    if given.price is not None:
        results["price"] = given.price
    given.output.write_text(json.dumps(results, indent=1) + "\n", "utf-8")
    given.page.write_text(render(results), "utf-8")
    print(given.page.read_text("utf-8"))


if __name__ == "__main__":
    main()
