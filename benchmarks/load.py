"""A load test on this machine: many clients at once, no errors, and how long an answer takes.

    PYTHONPATH=tests python benchmarks/load.py --clients 50 --seconds 30

It starts the server itself on a free port of 127.0.0.1, as the tests do (hence ``tests`` on the
path), and writes experiments/results/load.json.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import httpx

from servers import serving

ROOT = Path(__file__).parents[1]
OUTPUT = ROOT / "experiments" / "results" / "load.json"
TEXTS = (
    "Ann has {a} pens and buys {b} pens. How many pens has Ann now?",
    "There are {b} eggs in each box. Ann buys {a} boxes. How many eggs does Ann have?",
    "Ben has {a} coins and {b} rings. He sells 2 coins for $3 each. How much does Ben get?",
)


@dataclass(frozen=True)
class Load:
    """The measurements of a load test."""

    statuses: dict[str, int]
    waits: list[float]  # seconds of each request, ascending
    health: list[float]  # seconds of each health check meanwhile, ascending
    seconds: float

    def report(self) -> dict[str, object]:
        """Return the figures."""
        return {
            "requests": len(self.waits),
            "statuses": self.statuses,
            "per_second": round(len(self.waits) / self.seconds, 1),
            "seconds": {f"p{p}": round(share(self.waits, p), 3) for p in (50, 90, 99, 100)},
            "health_seconds": {f"p{p}": round(share(self.health, p), 3) for p in (50, 99, 100)},
        }


def share(waits: list[float], percent: int) -> float:
    """Return a percentile of the waits."""
    return waits[min(len(waits) * percent // 100, len(waits) - 1)] if waits else 0.0


async def load(url: str, clients: int, seconds: float) -> Load:
    """Send requests from many clients at once, each a new one as soon as it has an answer."""
    if urlsplit(url).hostname != "127.0.0.1":
        raise ValueError("a load test is for a server on this machine")
    statuses: Counter[str] = Counter()
    waits: list[float] = []
    health: list[float] = []
    start = time.monotonic()

    async def ask(client: httpx.AsyncClient, number: int) -> None:
        while time.monotonic() - start < seconds:
            text = TEXTS[number % len(TEXTS)].format(a=number % 90 + 10, b=number % 7 + 2)
            number += clients
            before = time.monotonic()
            response = await client.post("/api/solve", json={"text": text})
            waits.append(time.monotonic() - before)
            statuses[str(response.status_code)] += 1

    async def watch(client: httpx.AsyncClient) -> None:
        while time.monotonic() - start < seconds:
            before = time.monotonic()
            response = await client.get("/api/health")
            health.append(time.monotonic() - before)
            statuses[f"health {response.status_code}"] += 1
            await asyncio.sleep(0.25)

    options = {"base_url": url, "timeout": 120, "trust_env": False}
    limits = httpx.Limits(max_connections=clients)
    async with (
        httpx.AsyncClient(**options) as watcher,
        httpx.AsyncClient(limits=limits, **options) as client,
    ):
        await asyncio.gather(watch(watcher), *(ask(client, k) for k in range(clients)))
    taken = time.monotonic() - start
    return Load(dict(sorted(statuses.items())), sorted(waits), sorted(health), taken)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--output", type=Path, default=OUTPUT)
    given = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), "--workers", str(given.workers)) as server,
    ):
        asyncio.run(load(server.url, 2 * given.workers, 3))  # until the workers are warm
        measured = asyncio.run(load(server.url, given.clients, given.seconds))
    report = {
        "clients": given.clients,
        "seconds_asked": given.seconds,
        "workers": given.workers,
        "machine": {
            "cores": os.cpu_count(),
            "load_average_after": [round(x, 1) for x in os.getloadavg()],
            "python": platform.python_version(),
        },
        **measured.report(),
    }
    given.output.write_text(json.dumps(report, indent=2) + "\n", "utf-8")
    print(json.dumps(report, indent=2))
    if set(measured.statuses) - {"200", "health 200"}:
        sys.exit("there were errors")


if __name__ == "__main__":
    main()
