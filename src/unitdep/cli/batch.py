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

from unitdep.batch.job import Format, Job, format_of
from unitdep.batch.worker import LoadSolver
from unitdep.cli import console, startup
from unitdep.cli.options import ModelOption
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
        typer.Option("--format", help="File format, if the extension does not say."),
    ] = None,
    text_column: Annotated[
        str, typer.Option("--text-column", metavar="NAME", help="Column with the problems.")
    ] = "text",
    id_column: Annotated[
        str | None,
        typer.Option(
            "--id-column",
            metavar="NAME",
            help="Column to copy to OUT as the id (default: id, if present).",
        ),
    ] = None,
    model: ModelOption = None,
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers",
            "-w",
            metavar="N",
            min=1,
            help="Number of processes (default: 1; on Ray, one per CPU).",
        ),
    ] = None,
    engine: Annotated[
        EngineName, typer.Option("--engine", help="Processes on this machine, or Ray.")
    ] = EngineName.LOCAL,
    ray_address: Annotated[
        str | None,
        typer.Option(
            "--ray-address", metavar="A", help="Ray cluster to join (default: start one here)."
        ),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Resume an interrupted run.")] = False,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace OUT.")] = False,
) -> None:
    """Solve a file of problems, writing one record for each record read, in order.

    A record that cannot be read becomes a record with its line and the error. Nothing that has been
    written is lost: after a crash, --resume continues where it stopped.
    """
    if ray_address is not None and engine is not EngineName.RAY:
        raise typer.BadParameter("--ray-address needs --engine ray")
    began = monotonic()
    startup.import_spacy()
    try:
        from unitdep.batch.run import run

        forms = format_of(source, form), format_of(target, form)
        name = startup.checked_model(model)
        job = Job(source, target, *forms, text_column, id_column, name)
        with progress_bar() as report:
            solve = _engine(engine, workers, ray_address)
            load = LoadSolver(name, startup.load)
            done = run(job, solve, load=load, resume=resume, overwrite=overwrite, report=report)
    except BatchUsageError as error:
        raise typer.BadParameter(str(error)) from None
    except KeyboardInterrupt:
        typer.echo(f"Stopped. To resume: {resume_command(sys.argv)}", err=True)
        raise typer.Exit(INTERRUPTED) from None
    except (BatchError, OSError, RuntimeError) as error:
        advice = f"\nTo resume: {resume_command(sys.argv)}"
        console.fail(f"{error}{advice if target.exists() else ''}")
    typer.echo(summary(done, monotonic() - began), err=True)


def resume_command(arguments: list[str]) -> str:
    """Return the command that resumes a run."""
    kept = [word for word in arguments[1:] if word not in ("--resume", "--overwrite")]
    return shlex.join(["unitdep", *kept, "--resume"])


def summary(done: Progress, seconds: float) -> str:
    """Describe what a run did, and how fast."""
    tally = done.tally
    words = f"{tally.rows:,} rows in {seconds:.1f} s ({tally.rows / seconds:.1f} per second)"
    if done.before:
        words += f", after {done.before:,} that were already done"
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

    screen = Console(stderr=True, highlight=False, emoji=False)
    parts = (
        TextColumn("solving"),
        BarColumn(),
        TextColumn("{task.percentage:.0f}%"),
        TextColumn("{task.fields[rows]:,} rows"),
        TextColumn("{task.fields[rate]:.1f} per second"),
        TimeRemainingColumn(),
    )
    with Bar(
        *parts,
        console=screen,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
        speed_estimate_period=300,
        disable=not screen.is_terminal,
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
