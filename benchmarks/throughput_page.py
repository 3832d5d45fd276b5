"""docs/results/throughput.md: throughput as a page, rendered from throughput.json alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bench_page import busy

MANY = 100_000_000
CORES = (64, 256, 1024, 4096)


def render(results: Mapping[str, Any]) -> str:
    """Return the page."""
    runs = results["runs"]
    few = results["few"]
    best = max(runs, key=lambda run: rate(run, few) / run["workers"])
    hours = core_hours(best, few)
    price = results["price"]
    return "\n".join(
        [
            "# Throughput",
            "",
            "Written by `make throughput` from `experiments/results/throughput.json`: "
            f"`unitdep batch` with the default model on a machine of {results['cores']} cores, "
            f"Python {results['python']}, problems of our corpus, wall-clock time. What a run "
            f"takes to start (libraries, model, on Ray the cluster) is measured with {few} "
            "problems and subtracted: in a long run it does not matter.",
            "",
            *busy(results["load"]),
            _table(
                ("engine", "workers", "problems", "seconds", "of these to start", "a second"),
                [
                    [
                        run["engine"],
                        str(run["workers"]),
                        f"{run['problems']:,}",
                        f"{run['seconds']:.1f}",
                        f"{run['starting']:.1f}",
                        f"{rate(run, few):.1f}",
                    ]
                    for run in runs
                ],
            ),
            *_scaling(runs, few),
            "## 100 million problems",
            "",
            "From the run with the most problems a second for each worker "
            f"({best['engine']}, {best['workers']} {_workers(best['workers'])}):",
            "",
            f"    {rate(best, few):.1f} / {best['workers']} = "
            f"{rate(best, few) / best['workers']:.1f} problems per second and core",
            f"    {MANY:,} / {rate(best, few) / best['workers']:.1f} / 3,600 = "
            f"{hours:,.0f} core-hours",
            f"    {hours:,.0f} core-hours × ${price:g} = ${hours * price:,.2f}",
            "",
            f"The price of ${price:g} for an hour of one core is an assumption, not an offer; "
            "`python benchmarks/throughput.py --render-only --price P` renders the page with "
            "yours. A core is what the measured machine has. If the work divides evenly:",
            "",
            _table(
                ("cores", "hours", "days"),
                [[f"{n:,}", f"{hours / n:,.1f}", f"{hours / n / 24:,.2f}"] for n in CORES],
            ),
            "It divides evenly as long as the workers are kept busy: a worker needs nothing "
            "from another, reads its own part of the input, and gets blocks of 64 problems. Not "
            "measured here: more than two workers, several machines, and disks or networks slower "
            "than the solving. One machine writes the output; at "
            f"{MANY / (hours * 3600) * CORES[-1]:,.0f} problems a second ({CORES[-1]:,} "
            "cores) that would be the first limit, so split the input into several jobs there.",
            "",
        ]
    )


def rate(run: Mapping[str, Any], few: int) -> float:
    """Return how many problems a run solved per second after its start."""
    return float((run["problems"] - few) / (run["seconds"] - run["starting"]))


def core_hours(run: Mapping[str, Any], few: int) -> float:
    """Return the core-hours that 100 million problems take at the rate of a run."""
    return MANY / (rate(run, few) / run["workers"]) / 3600


def _scaling(runs: Sequence[Mapping[str, Any]], few: int) -> list[str]:
    lines = []
    for engine in dict.fromkeys(run["engine"] for run in runs):
        rates = {run["workers"]: rate(run, few) for run in runs if run["engine"] == engine}
        if {1, 2} <= rates.keys():
            gain = rates[2] / rates[1]
            lines += [f"- {engine}: two workers solve {gain:.2f} times as many as one."]
    return [*lines, ""]


def _workers(count: int) -> str:
    return "worker" if count == 1 else "workers"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    rule = ["---", *["---:"] * (len(head) - 1)]
    return "".join(f"| {' | '.join(row)} |\n" for row in (head, rule, *rows))
