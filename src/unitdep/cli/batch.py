"""``unitdep batch``: solve a file of problems, on one machine or on a cluster."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from unitdep.batch.records import Format, Job, format_of
from unitdep.cli import common
from unitdep.errors import BatchError, BatchUsageError

if TYPE_CHECKING:
    from unitdep.batch.run import Engine, Progress

INTERRUPTED = 130  # the exit code of a program that Ctrl-C ended


class EngineName(Enum):
    """Where a batch is solved."""

    LOCAL = "local"
    RAY = "ray"


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("batch")(batch)


def batch(
    source: Annotated[
        Path,
        typer.Argument(metavar="IN", exists=True, dir_okay=False, help="JSONL, CSV or Parquet."),
    ],
    target: Annotated[Path, typer.Argument(metavar="OUT", help="JSONL, CSV or Parquet.")],
    form: Annotated[
        Format | None,
        typer.Option("--format", help="The format of a file whose ending does not tell it."),
    ] = None,
    text_column: Annotated[
        str, typer.Option("--text-column", metavar="NAME", help="Where the problems are.")
    ] = "text",
    id_column: Annotated[
        str | None,
        typer.Option(
            "--id-column", metavar="NAME", help="Copied to OUT; without it, id where IN has it."
        ),
    ] = None,
    model: Annotated[
        Path | None,
        typer.Option("--model", metavar="FOLDER", help="Use this model; default: the package's."),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers", "-w", metavar="N", min=1, help="Processes; default: 1, on Ray all CPUs."
        ),
    ] = None,
    engine: Annotated[
        EngineName, typer.Option("--engine", help="This machine's processes, or Ray.")
    ] = EngineName.LOCAL,
    ray_address: Annotated[
        str | None,
        typer.Option("--ray-address", metavar="A", help="A cluster; without it, one is started."),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on where an earlier run of this stopped.")
    ] = False,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace OUT.")] = False,
) -> None:
    """Solve a file of problems, one record out for each record in, in order.

    A record that cannot be read gives a record with its line and the error. What is written is
    never lost: after a crash, --resume goes on.
    """
    if ray_address is not None and engine is not EngineName.RAY:
        raise typer.BadParameter("--ray-address is for --engine ray")
    began = monotonic()
    try:
        from unitdep.batch.run import run

        forms = format_of(source, form), format_of(target, form)
        folder = model.resolve() if model else None
        job = Job(source, target, *forms, text_column, id_column, folder)
        with progress_bar() as report:
            solve = _engine(engine, workers, ray_address)
            done = run(job, solve, resume=resume, overwrite=overwrite, report=report)
    except BatchUsageError as error:
        raise typer.BadParameter(str(error)) from None
    except KeyboardInterrupt:
        typer.echo(f"Stopped. To go on: {resume_command(sys.argv)}", err=True)
        raise typer.Exit(INTERRUPTED) from None
    except (BatchError, OSError, RuntimeError) as error:
        written = f"\nTo go on with what is written: {resume_command(sys.argv)}"
        common.fail(f"{error}{written if target.exists() else ''}")
    typer.echo(summary(done, monotonic() - began), err=True)


def resume_command(arguments: list[str]) -> str:
    """Return the command that goes on with a run."""
    given = [word for word in arguments[1:] if word not in ("--resume", "--overwrite")]
    return shlex.join(["unitdep", *given, "--resume"])


def summary(done: Progress, seconds: float) -> str:
    """Say what a run did, and how fast."""
    tally = done.tally
    words = f"{tally.rows:,} rows in {seconds:.1f} s ({tally.rows / seconds:.1f} a second)"
    if done.before:
        words += f", {done.before:,} were there before"
    return (
        f"{words}: {tally.answered:,} answered, {tally.unanswered:,} without an answer, "
        f"{tally.errors:,} errors"
    )


@contextmanager
def progress_bar() -> Iterator[Callable[[Progress], None]]:
    """Show on a terminal how far a run is: share of the input, rows, rate, time left."""
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    console = Console(stderr=True, highlight=False, emoji=False)
    parts = (
        TextColumn("solving"),
        BarColumn(),
        TextColumn("{task.percentage:.0f} %"),
        TextColumn("{task.fields[rows]:,} rows"),
        TextColumn("{task.fields[rate]:.1f} a second"),
        TimeRemainingColumn(),
    )
    with Bar(
        *parts,
        console=console,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
        speed_estimate_period=300,
        disable=not console.is_terminal,
    ) as bar:
        task = bar.add_task("", total=None, rows=0, rate=0.0)
        began = monotonic()

        def report(progress: Progress) -> None:
            rows = progress.tally.rows
            bar.update(
                task,
                total=progress.size,
                completed=progress.offset,
                rows=progress.before + rows,
                rate=rows / max(monotonic() - began, 0.001),
            )

        yield report


def _engine(name: EngineName, workers: int | None, address: str | None) -> Engine:
    if name is EngineName.RAY:
        from unitdep.batch.engines.ray import solve_on_ray

        return partial(solve_on_ray, workers=workers, address=address)
    from unitdep.batch.engines.local import solve_here

    return partial(solve_here, workers=workers or 1)
