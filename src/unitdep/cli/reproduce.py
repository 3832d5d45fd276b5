"""``unitdep reproduce``: the paper's tables and our own, measured again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from unitdep.cli import console
from unitdep.cli.datasets import System, load
from unitdep.cli.options import SeedOption
from unitdep.cli.progress import progress_bar
from unitdep.errors import ResultsError, WeightsNotFoundError
from unitdep.research.evaluation.table_names import TableName

if TYPE_CHECKING:
    from rich.console import Console

    from unitdep.research.evaluation.protocol.results import Results
    from unitdep.research.evaluation.reproduce import Job
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
        typer.Option("--seeds", min=1, max=20, help="Only with --table encoder: number of seeds."),
    ] = 3,
    work: Annotated[
        Path | None,
        typer.Option(
            "--work",
            metavar="DIR",
            file_okay=False,
            help="Only with --table encoder: folder for what it trains; an interrupted run resumes "
            "from it.",
        ),
    ] = None,
    half: Annotated[
        bool,
        typer.Option(
            "--half", help="Only with --table encoder: train with 16-bit products, as in train."
        ),
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
) -> None:
    """Measure the paper's tables again and write them next to the published figures."""
    if render_only:
        if tables or datasets or systems:
            raise typer.BadParameter(
                "--render-only takes neither --table nor --dataset nor --system"
            )
    else:
        from unitdep.research.evaluation.tables import Options

        if systems and tables != [TableName.SOLVING]:
            raise typer.BadParameter("--system needs --table solving, and no other table")
        names = tuple(system.value for system in systems or ())
        options = Options(seed=seed, systems=names, seeds=seeds, work=work, half=half)
        measure_all(planned(tables, datasets, options, results), options, results)
    for file in write_documents(results, docs):
        typer.echo(f"wrote {file}")


def planned(
    tables: Sequence[TableName] | None,
    datasets: Sequence[str] | None,
    options: Options,
    folder: Path,
) -> list[Job]:
    """Return what to measure; anything that is missing is reported before any work is done."""
    from unitdep.research.evaluation.reproduce import cannot_keep, plan

    if tables and TableName.ENCODER in tables:
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
        raise typer.BadParameter("--table encoder needs --work, a folder for what it trains")
    import unitdep.research.evaluation.protocol.encoder_folds  # noqa: F401 - before any work


def measure_all(jobs: Sequence[Job], options: Options, folder: Path) -> None:
    """Measure each table on each data set, write the results files and show their figures."""
    from unitdep.research.evaluation.protocol.results import read

    screen = console.console()
    for job in jobs:
        try:
            file = measure(job, options, folder)
        except WeightsNotFoundError as error:
            console.fail(str(error))
        except OSError as error:
            console.fail(f"cannot write into {folder}: {error.strerror or error}")
        show(read(file), screen)
        screen.print(f"wrote {file}\n", markup=False, soft_wrap=True)


def measure(job: Job, options: Options, folder: Path) -> Path:
    """Measure one table on one data set, with a progress bar if the number of steps is known."""
    from unitdep.research.evaluation import reproduce as work
    from unitdep.research.evaluation.tables import TABLES

    steps = TABLES[job.table].steps(job.dataset, options)
    if not steps:
        return work.measure(job, options, folder, typer.echo)
    with progress_bar(f"{job.table}, {job.dataset}", steps) as progress:
        return work.measure(job, options, folder, progress)


def show(results: Results, screen: Console) -> None:
    """Print the figures of one table on one data set, next to those that were published."""
    from rich.table import Table

    from unitdep.research.evaluation.layout.published import title
    from unitdep.research.evaluation.layout.rows import rows
    from unitdep.research.evaluation.layout.signatures import signature_line
    from unitdep.research.evaluation.tables import TABLES

    plans = TABLES[TableName(results.table)].rows
    if plans:
        name = results.signature.dataset
        published = any(plan.published for plan in plans)
        table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 3, 0, 0))
        table.add_column(f"{results.table}, {title(name)}")
        if published:
            table.add_column("published", justify="right")
        table.add_column("ours (95% interval)", justify="right")
        for row in rows(plans, {name: results}):
            cell = row.cells[name]
            table.add_row(row.title, *([cell.published_text] if published else []), cell.ours_text)
        screen.print(table)
    screen.print(signature_line(results), style="dim", markup=False, soft_wrap=True)


def write_documents(folder: Path, docs: Path) -> list[Path]:
    """Write the documents; a damaged results file ends the program."""
    from unitdep.research.evaluation import reproduce as work

    try:
        results = work.read_results(folder)
        contents = work.documents(results, folder, docs)
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
    from unitdep.research.evaluation.reproduce import figures

    try:
        return figures(results, docs)
    except ImportError:
        typer.echo("figures are not drawn: pip install 'unitdep[figures]'", err=True)
        return {}
