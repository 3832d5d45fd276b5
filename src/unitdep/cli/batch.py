"""``unitdep batch``: solve a file of problems, on one machine or on a cluster."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from unitdep.batch.actions import Solving
from unitdep.cli import runs
from unitdep.cli.options import ModelOption


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("batch")(batch)


def batch(
    source: Annotated[
        Path,
        typer.Argument(metavar="IN", help="JSONL, CSV or Parquet; - is standard input."),
    ],
    target: Annotated[
        Path,
        typer.Argument(metavar="OUT", help="JSONL, CSV or Parquet; - is standard output."),
    ],
    form: runs.FormatOption = None,
    text_column: runs.TextColumnOption = "text",
    id_column: Annotated[
        str | None,
        typer.Option(
            "--id-column",
            metavar="NAME",
            help="Column to copy to OUT as the id (default: id, if present).",
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

    A record that cannot be read becomes a record with its line and the error. Nothing that has been
    written is lost: after a crash, --resume continues where it stopped.
    """
    how = runs.How(form, model, workers, engine, ray_address, resume, overwrite)
    done = runs.go_through(source, target, Solving(text_column, id_column), how)
    typer.echo(summary(done), err=True)


def summary(done: runs.Done) -> str:
    """Describe what a run did, and how fast."""
    tally = done.progress.tally
    return (
        f"{done}: {tally.of('answered'):,} answered, {tally.of('unanswered'):,} without an answer, "
        f"{tally.of('error'):,} errors"
    )
