"""The progress bar of long-running commands."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

SECONDS: Final = 60  # between two lines


@contextmanager
def progress_bar(title: str, total: int) -> Iterator[Callable[[str], None]]:
    """Show progress on standard error: a bar on a terminal, else a line a minute.

    Call what it yields after each step.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True, highlight=False, emoji=False)
    parts = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[step]}", markup=False),
    )
    if not console.is_terminal:
        yield _Lines(title, total)
        return
    with Progress(
        *parts,
        console=console,
        transient=True,
        redirect_stdout=False,
    ) as bar:
        task = bar.add_task(title, total=total, step="")
        yield lambda step: bar.update(task, advance=1, step=step)


class _Lines:
    """Progress without a terminal: a line now and then."""

    def __init__(self, title: str, total: int) -> None:
        self.title, self.total = title, total
        self.done, self.started = 0, time.monotonic()
        self.last = self.started

    def __call__(self, step: str) -> None:
        """Count a step, and print a line if the last one is a minute old."""
        self.done += 1
        now = time.monotonic()
        if now - self.last >= SECONDS:
            self.last = now
            minutes = (now - self.started) / 60
            place = f"{self.title}: {self.done} of {self.total}, {minutes:.0f} min"
            print(f"{place} ({step})" if step else place, file=sys.stderr, flush=True)
