"""Bounds: how much memory a process of the pool may take.

A process that reaches its bound ends, and another takes over with the memory of a new one. So what
a library keeps for ever, such as spaCy's vocabulary, is bounded too.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from unitdep.web.workers import tasks

GROWTH: Final = 640 * 2**20  # bytes of address space more than a new process has
OUT_OF_MEMORY: Final = 77  # the exit code
_SIZE: Final = Path("/proc/self/statm")


def begin() -> None:
    """Load the model, then bound the memory of this process; called once in each."""
    tasks.warm()
    try:
        import resource

        pages = int(_SIZE.read_text("ascii").split()[0])
        most = pages * resource.getpagesize() + GROWTH
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    except (ImportError, OSError, ValueError):
        return  # Linux only; elsewhere processes are replaced after a number of tasks


def run(function: Callable[..., Any], *arguments: Any) -> Any:
    """Run a task; without memory left, end the process."""
    try:
        return function(*arguments)
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
