"""The progress bar of long-running commands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress_bar(title: str, total: int) -> Iterator[Callable[[str], None]]:
    """Show a progress bar on standard error, on a terminal only; call it after each step."""
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
    with Progress(
        *parts,
        console=console,
        transient=True,
        redirect_stdout=False,
        disable=not console.is_terminal,
    ) as bar:
        task = bar.add_task(title, total=total, step="")
        yield lambda step: bar.update(task, advance=1, step=step)
