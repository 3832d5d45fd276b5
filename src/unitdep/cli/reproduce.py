"""``unitdep reproduce``: the paper's tables and our own, measured again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from unitdep.cli import console, measuring
from unitdep.cli.datasets import System, load
from unitdep.cli.options import SeedOption
from unitdep.errors import ResultsError
from unitdep.research.evaluation.table_names import TableName

if TYPE_CHECKING:
    from unitdep.research.evaluation.protocol.results import Results
    from unitdep.research.evaluation.runs.jobs import Job
    from unitdep.research.evaluation.tables import Options


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("reproduce")(reproduce)


def reproduce(
    tables: Annotated[
        list[TableName] | None,
        typer.Option(
            "--table",
            help="Table to measure; repeatable. Default: all except encoder, which takes hours.",
        ),
    ] = None,
    everything: Annotated[
        bool,
        typer.Option(
            "--all",
            help="Measure every table, encoder too, but for those that nothing has changed since "
            "they were measured. So an interrupted run resumes.",
        ),
    ] = False,
    plan_only: Annotated[
        bool, typer.Option("--plan", help="Only with --all: print the plan and stop.")
    ] = False,
    workers: Annotated[
        int,
        typer.Option(
            "--workers", min=1, max=64, help="Processes, each on one thread, with a table each."
        ),
    ] = 1,
    datasets: Annotated[
        list[str] | None,
        typer.Option(
            "--dataset",
            metavar="NAME",
            help="Data set to measure on; repeatable. Default: those of each table.",
        ),
    ] = None,
    systems: Annotated[
        list[System] | None,
        typer.Option(
            "--system",
            help="Only with --table solving: measure just this system and keep the figures of the "
            "others in the results file; repeatable.",
        ),
    ] = None,
    seed: SeedOption = 0,
    seeds: Annotated[
        int,
        typer.Option("--seeds", min=1, max=20, help="Of the encoder's second stage: how many."),
    ] = 3,
    work: Annotated[
        Path | None,
        typer.Option(
            "--work",
            metavar="DIR",
            file_okay=False,
            help="With --all or --table encoder: folder for what the encoder trains; an "
            "interrupted run resumes from it.",
        ),
    ] = None,
    half: Annotated[
        bool,
        typer.Option("--half", help="Train the encoder with 16-bit products, as in train."),
    ] = False,
    results: Annotated[
        Path,
        typer.Option("--results", metavar="DIR", file_okay=False, help="Folder of results files."),
    ] = Path("experiments/results"),
    docs: Annotated[
        Path,
        typer.Option("--docs", metavar="DIR", file_okay=False, help="Folder of the documents."),
    ] = Path("docs"),
    render_only: Annotated[
        bool,
        typer.Option("--render-only", help="Only write the documents, from the results files."),
    ] = False,
    allow_mixed: Annotated[
        bool,
        typer.Option(
            "--allow-mixed", help="Write the documents even if versions or models are mixed."
        ),
    ] = False,
) -> None:
    """Measure the paper's tables again and write them next to the published figures."""
    chosen = bool(tables or datasets or systems)
    if render_only and (chosen or everything):
        raise typer.BadParameter(
            "--render-only takes neither --table nor --dataset nor --system nor --all"
        )
    if everything and chosen:
        raise typer.BadParameter("--all takes neither --table nor --dataset nor --system")
    if plan_only and not everything:
        raise typer.BadParameter("--plan needs --all")
    complete = True
    if not render_only:
        from unitdep.research.evaluation.tables import Options

        if systems and tables != [TableName.SOLVING]:
            raise typer.BadParameter("--system needs --table solving, and no other table")
        names = tuple(system.value for system in systems or ())
        options = Options(seed=seed, systems=names, seeds=seeds, work=work, half=half)
        asked = list(TableName) if everything else tables
        jobs = planned(asked, datasets, options, results, train=not plan_only)
        run = measuring.Run(jobs, options, results, workers, resume=everything)
        complete = measuring.measure_all(run, plan_only=plan_only)
    if not plan_only:
        finish(results, docs, allow_mixed=allow_mixed, needed=render_only)
    if not complete:
        raise typer.Exit(1)


def finish(folder: Path, docs: Path, *, allow_mixed: bool, needed: bool) -> None:
    """Write the documents unless versions are mixed; if they're ``needed``, that's a failure."""
    from unitdep.research.evaluation.documents import read_results
    from unitdep.research.evaluation.runs.mixing import commits, stale

    try:
        results = read_results(folder)
    except ResultsError as error:
        console.fail(str(error))
    older = [] if allow_mixed else stale(results, folder)
    if older:
        for one in older:
            typer.echo(str(one), err=True)
        message = (
            f"the documents are not written: {len(older)} of the results files are older than the "
            "others; renew them, or use --allow-mixed"
        )
        if needed:
            console.fail(message)
        typer.echo(message, err=True)
        return
    for file in write_documents(results, folder, docs):
        typer.echo(f"wrote {file}")
    if len(made := commits(results)) > 1:
        typer.echo(f"the figures are of {len(made)} commits: {', '.join(made)}", err=True)


def planned(
    tables: Sequence[TableName] | None,
    datasets: Sequence[str] | None,
    options: Options,
    folder: Path,
    *,
    train: bool = True,
) -> list[Job]:
    """Return what to measure; anything that is missing is reported before any work is done.

    ``train`` is whether the encoder has to be trained if it is among the tables.
    """
    from unitdep.research.evaluation.runs.jobs import cannot_keep, plan

    if train and tables and TableName.ENCODER in tables:
        require_encoder(options)
    try:
        jobs = plan(tables, datasets, load)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    for job in jobs:
        try:
            reason = cannot_keep(job, options, folder)
        except ResultsError as error:
            console.fail(str(error))
        if reason is not None:
            raise typer.BadParameter(reason)
    return jobs


def require_encoder(options: Options) -> None:
    """End the program unless the encoder can be trained."""
    if options.work is None:
        raise typer.BadParameter("the table encoder needs --work, a folder for what it trains")
    import unitdep.research.evaluation.protocol.encoder_folds  # noqa: F401 - before any work


def write_documents(results: Sequence[Results], folder: Path, docs: Path) -> list[Path]:
    """Write the documents; a damaged results file ends the program."""
    from unitdep.research.evaluation.documents import documents

    try:
        contents = documents(results, folder, docs)
        contents |= _figures(results, docs)
    except ResultsError as error:
        console.fail(str(error))
    except (ValueError, KeyError, TypeError) as error:
        console.fail(f"a results file in {folder} is damaged ({type(error).__name__}: {error})")
    try:
        for file in contents:
            file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        console.fail(f"cannot write into {docs}: {error.strerror or error}")
    for file, content in contents.items():
        console.write_file(file, content)
    return list(contents)


def _figures(results: Sequence[Results], docs: Path) -> dict[Path, str]:
    """Draw the figures; without Matplotlib, say so and leave those that are there."""
    from unitdep.research.evaluation.documents import figures

    try:
        return figures(results, docs)
    except ImportError:
        typer.echo("figures are not drawn: pip install 'unitdep[figures]'", err=True)
        return {}
