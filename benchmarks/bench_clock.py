"""CPU seconds and memory of this process."""

from __future__ import annotations

import resource
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path

_STATUS = Path("/proc/self/status")


def best_seconds(*calls: Callable[[], object], repeat: int = 3) -> list[float]:
    """Return the least CPU seconds of each call.

    The CPU time of one thread is what the wall clock would show on a quiet machine. The calls take
    turns, so that a slow spell of the machine affects all of them.
    """
    best = [float("inf")] * len(calls)
    for _ in range(repeat):
        for place, call in enumerate(calls):
            start = time.process_time()
            call()
            best[place] = min(best[place], time.process_time() - start)
    return best


def go_through(items: Iterable[object]) -> None:
    """Consume an iterable without keeping its items."""
    deque(items, maxlen=0)


def peak_mb() -> float:
    """Return the most memory that this process has had resident, in MB.

    Linux has the figure for the running program; ``getrusage`` may return that of the program
    which started it.
    """
    if _STATUS.exists():
        line = next(row for row in _STATUS.read_text().splitlines() if row.startswith("VmHWM"))
        return int(line.split()[1]) / 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (2**20 if sys.platform == "darwin" else 2**10)
