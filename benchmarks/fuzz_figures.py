"""How much was fuzzed, for the table of ``make attack``: read from what ``make fuzz`` wrote."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from attack_figures import Figure

RESULTS: Final = Path(__file__).parents[1] / "experiments" / "results" / "fuzz.json"
WANTED: Final = 1_000_000  # inputs of every reader


def measure(_: Path) -> Iterator[Figure]:
    """Return the failures among all inputs, and the readers that have had too few."""
    found = json.loads(RESULTS.read_text("utf-8"))
    inputs: Counter[str] = Counter()
    for run in found["runs"]:
        inputs[run["target"]] += run["inputs"]
    failures = f"failures among {found['inputs']:,} fuzzed inputs of {len(inputs)} surfaces"
    yield Figure(failures, found["failures"], "inputs", 0)
    few = sum(count < WANTED for count in inputs.values())
    yield Figure(f"surfaces with fewer than {WANTED:,} fuzzed inputs", few, "surfaces", 0)
