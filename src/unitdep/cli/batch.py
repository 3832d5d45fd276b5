"""``unitdep batch``: solve a file of problems, on one machine or on a cluster."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from unitdep.batch.actions import Solving
from unitdep.batch.job import PIPE
from unitdep.cli import console, runs
from unitdep.cli.options import ModelOption


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("batch")(batch)


def batch(
    source: Annotated[
        Path | None,
        typer.Argument(
            metavar="IN", help="JSONL, CSV or Parquet; - is standard input, the default in a pipe."
        ),
    ] = None,
    target: Annotated[
        Path,
        typer.Argument(
            metavar="OUT", help="JSONL, CSV or Parquet; - is standard output, the default."
        ),
    ] = PIPE,
    form: runs.FormatOption = None,
    text_column: runs.TextColumnOption = "text",
    id_column: Annotated[
        str | None,
        typer.Option(
            "--id-column",
            metavar="NAME",
            help="Column with the ids (default: id, if present).",
        ),
    ] = None,
    model: ModelOption = None,
    workers: runs.WorkersOption = None,
    engine: runs.EngineOption = runs.EngineName.LOCAL,
    ray_address: runs.RayOption = None,
    resume: runs.ResumeOption = False,
    overwrite: runs.OverwriteOption = False,
) -> None:
    """Solve a file of problems, writing one record for each record read, in order.

    The other columns of IN are kept. A record that cannot be read becomes a record with its line
    and the error. Nothing that has been written is lost: after a crash, --resume continues where it
    stopped.

    Exit codes: 0 if at least one record could be read and solved, 1 if none could.
    """
    if source is None:
        if not console.is_piped():
            raise typer.BadParameter("no file given; give IN, or pipe problems in")
        source = PIPE
    how = runs.How(form, model, workers, engine, ray_address, resume, overwrite)
    done = runs.go_through(source, target, Solving(text_column, id_column), how)
    typer.echo(summary(done), err=True)
    if all_failed(done):
        console.fail("no record could be read and solved; OUT says what is wrong with each")


def all_failed(done: runs.Done) -> bool:
    """Whether there are records, and all have an error."""
    tally = done.progress.tally
    return not done.progress.before and 0 < tally.rows == tally.of("error")


def summary(done: runs.Done) -> str:
    """Describe what a run did, and how fast."""
    tally = done.progress.tally
    return (
        f"{done}: {tally.of('answered'):,} answered, {tally.of('unanswered'):,} without an answer, "
        f"{console.counted(tally.of('error'), 'error')}"
    )
