"""What hostile requests and files cost: the figures of docs/results/robustness.md.

    make attack
    PYTHONPATH=tests:fuzz python benchmarks/attack.py --only server kills

A measurement is a function from a scratch folder to figures, listed in MEASUREMENTS. Everything
runs on this machine, against a server that the measurement itself starts. Results and page are
written after each, so a run that was cut short continues with ``--only`` and the names that are
left.What was fuzzed is read from the results of ``make fuzz``.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import attack_files
import attack_server
import fuzz_figures
from attack_figures import Figure

ROOT = Path(__file__).parents[1]
OUTPUT = ROOT / "experiments" / "results" / "attack.json"
PAGE = ROOT / "docs" / "results" / "robustness.md"
BEGIN, END = "<!-- attack: begin -->\n", "<!-- attack: end -->"
MEASUREMENTS: Final[Mapping[str, Callable[[Path], Iterable[Figure]]]] = {
    "tables": attack_files.tables,
    "kills": attack_files.kills,
    "models": attack_files.models,
    "rows": attack_files.rows,
    "server": attack_server.measure,
    "texts": attack_server.short_texts,
    "fuzzing": fuzz_figures.measure,
}


def merged(before: Mapping[str, Any], name: str, figures: Iterable[Figure]) -> dict[str, Any]:
    """Return the results with the figures of one measurement in place of its earlier ones."""
    found = dict(before.get("measurements", {}))
    found[name] = []
    for figure in figures:
        print(f"{figure.what}: {figure.written(figure.value)}", flush=True)
        found[name].append(figure.to_dict())
    machine = {"cores": os.cpu_count(), "python": platform.python_version()}
    return {"machine": machine, "measurements": {k: found[k] for k in MEASUREMENTS if k in found}}


def table(results: Mapping[str, Any]) -> str:
    """Return the figures as a Markdown table."""
    lines = ["| what | figure | goal | met |", "| --- | ---: | ---: | --- |"]
    for figures in results["measurements"].values():
        for row in figures:
            figure = Figure(**row)
            goal = "" if figure.goal is None else figure.written(figure.goal)
            met = "" if figure.met is None else ("yes" if figure.met else "no")
            lines.append(f"| {figure.what} | {figure.written(figure.value)} | {goal} | {met} |")
    return "\n".join(lines) + "\n"


def render(page: str, results: Mapping[str, Any]) -> str:
    """Return the page with the table of the results."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}{table(results)}{END}{after}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--only", nargs="+", choices=MEASUREMENTS, default=MEASUREMENTS, help="not all of them"
    )
    given = parser.parse_args()
    results: dict[str, Any] = json.loads(OUTPUT.read_text("utf-8")) if OUTPUT.exists() else {}
    for name in given.only:
        with tempfile.TemporaryDirectory() as folder:
            results = merged(results, name, MEASUREMENTS[name](Path(folder)))
        OUTPUT.write_text(json.dumps(results, indent=2) + "\n", "utf-8")
        PAGE.write_text(render(PAGE.read_text("utf-8"), results), "utf-8")
    print(table(results))
    rows = [row for rows in results["measurements"].values() for row in rows]
    if any(Figure(**row).met is False for row in rows):
        sys.exit("not all goals are met")


if __name__ == "__main__":
    main()
