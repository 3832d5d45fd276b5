"""How much was fuzzed, for the table of ``make attack``: read from what ``make fuzz`` wrote."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from attack_figures import Figure
from fuzz_run import RESULTS, TARGETS

WANTED: Final = 1_000_000  # inputs of every reader


def measure(_: Path) -> Iterator[Figure]:
    """Return the failures among all inputs, and the readers that have had too few."""
    found = json.loads(RESULTS.read_text("utf-8"))
    inputs: Counter[str] = Counter()
    for run in found["runs"]:
        inputs[run["target"]] += run["inputs"]
    failures = f"failures among {found['inputs']:,} fuzzed inputs"
    yield Figure(failures, found["failures"], "inputs", 0)
    few = sum(inputs[name] < WANTED for name in TARGETS)
    what = f"of {len(TARGETS)} surfaces, those with fewer than {WANTED:,} fuzzed inputs"
    yield Figure(what, few, "surfaces", 0)
