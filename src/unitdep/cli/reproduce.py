"""``unitdep reproduce``: the paper's tables, measured anew."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from unitdep.cli import console as common
from unitdep.cli import records as data
from unitdep.cli import reproduce_more

if TYPE_CHECKING:
    from rich.console import Console

    from unitdep.research.datasets import Dataset
    from unitdep.research.evaluation.protocol.results import Results


class TableName(Enum):
    """The tables of ``research.evaluation``; here so that the help loads nothing."""

    SOLVING = "solving"
    CLASSIFIERS = "classifiers"
    GRAPHS = "graphs"
    UNITS = "units"
    EARLIER = "earlier"
    LATER = "later"
    EXAMPLES = "examples"
    ERRORS = "errors"
    CORPUS = "corpus"
    KINDS = "kinds"
    ENCODER = "encoder"
    CHECKS = "checks"
    CALIBRATION = "calibration"


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("reproduce")(reproduce)


def reproduce(
    tables: Annotated[
        list[TableName] | None,
        typer.Option(
            "--table",
            help="A table; may be repeated. Without it, all but encoder, which takes hours.",
        ),
    ] = None,
    datasets: Annotated[
        list[str] | None,
        typer.Option(
            "--dataset",
            metavar="NAME",
            help="A data set; may be repeated. Without it, the paper's.",
        ),
    ] = None,
    systems: Annotated[
        list[data.System] | None,
        typer.Option(
            "--system",
            help="Only with --table solving: measure this system and keep the figures that the "
            "results file has of others; may be repeated.",
        ),
    ] = None,
    seed: data.SeedOption = 0,
    seeds: Annotated[
        int, typer.Option("--seeds", min=1, max=20, help="Only with --table encoder: how many.")
    ] = 3,
    work: Annotated[
        Path | None,
        typer.Option(
            "--work",
            metavar="DIR",
            file_okay=False,
            help="Only with --table encoder: keeps what was trained; a stopped run goes on.",
        ),
    ] = None,
    results: Annotated[
        Path, typer.Option("--results", metavar="DIR", file_okay=False, help="The results files.")
    ] = Path("experiments/results"),
    docs: Annotated[
        Path, typer.Option("--docs", metavar="DIR", file_okay=False, help="Where results.md goes.")
    ] = Path("docs"),
    render_only: Annotated[
        bool, typer.Option("--render-only", help="Only write the documents from results files.")
    ] = False,
) -> None:
    """Measure the paper's tables and show the published figures beside ours."""
    if not render_only:
        if systems and tables != [TableName.SOLVING]:
            raise typer.BadParameter("--system needs --table solving, and no other table")
        wanted = list(tables or (t for t in TableName if t is not TableName.ENCODER))
        more = reproduce_more.plan([t.value for t in wanted], datasets, explicit=bool(tables))
        others = ("units", reproduce_more.ENCODER, *reproduce_more.TABLES)
        measured = [t.value for t in wanted if t.value not in others]
        sets = chosen_sets(datasets) if measured else []  # what is missing is told before any work
        if TableName.UNITS in wanted:
            measure_units(seed, results)
        measure(measured, sets, [s.value for s in systems or ()], seed, results)
        reproduce_more.measure(more, seed, results)
        if TableName.ENCODER in wanted:
            reproduce_more.measure_encoder(datasets, seeds, work, results)
    elif tables or datasets or systems:
        raise typer.BadParameter("--render-only takes neither --table nor --dataset nor --system")
    for file in write_documents(read_results(results), docs, results):
        typer.echo(f"wrote {file}")


def measure_units(seed: int, folder: Path) -> None:
    """Score the unit and rate rules on the corpus and write the results file."""
    from unitdep.research.evaluation.tables.units import run_units, write_units

    with data.progress_bar("units", 1) as progress:
        results = run_units(seed=seed)
        progress("scored")
    typer.echo(f"wrote {write_units(results, folder)}")


def chosen_sets(names: list[str] | None) -> list[Dataset]:
    """Load the named data sets, or the paper's."""
    from unitdep.research.evaluation.pages.published import SETS

    return [data.dataset(name) for name in names or SETS]


def measure(
    tables: list[str], sets: list[Dataset], systems: list[str], seed: int, folder: Path
) -> None:
    """Measure each table on each data set, write the results file and show the table.

    Where only some systems are named, the figures of others stay.
    """
    from unitdep.research.evaluation.protocol.results import merge, write
    from unitdep.research.evaluation.tables.paper import SOLVERS, run, steps

    older = {d.name: older_results(d, seed, folder) for d in sets} if systems else {}
    chosen = systems or SOLVERS
    console = common.console()
    for table in tables:
        for name in (d.name for d in sets):
            with data.progress_bar(f"{table}, {name}", steps(table, chosen)) as progress:
                found = run(table, name, systems=chosen, seed=seed, progress=progress)
            if (kept := older.get(name)) is not None:
                found = merge(kept, found)
            try:
                file = write(found, folder)
            except OSError as error:
                common.fail(f"cannot write into {folder}: {error.strerror or error}")
            show(found, console)
            console.print(f"wrote {file}\n", markup=False, soft_wrap=True)


def older_results(dataset: Dataset, seed: int, folder: Path) -> Results | None:
    """Return the table of solving that new figures go into; one of another run is bad usage."""
    from unitdep.research.evaluation.protocol.results import path_of, same_data, sign

    path = path_of("solving", dataset.name, folder)
    if not path.exists():
        return None
    found = read_file(path)
    if not same_data(found.signature, sign(dataset, seed)):
        raise typer.BadParameter(
            f"{path} is of other data, folds or seed, so its figures cannot be kept: leave "
            "--system out, or give another --results"
        )
    return found


def show(results: Results, console: Console) -> None:
    """Print one table on one data set: the published figure and ours."""
    from rich.table import Table

    from unitdep.research.evaluation.pages.results import signature_line, title
    from unitdep.research.evaluation.pages.rows import rows

    name = results.signature.dataset
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 3, 0, 0))
    table.add_column(f"{results.table}, {title(name)}")
    table.add_column("published", justify="right")
    table.add_column("ours (95 % interval)", justify="right")
    for row in rows([results], results.table, [name]):
        table.add_row(row.title, row.cells[name].published_text, row.cells[name].ours_text)
    console.print(table)
    console.print(signature_line(results), style="dim", markup=False, soft_wrap=True)


def read_results(folder: Path) -> list[Results]:
    """Read all results files of the tables; a damaged one ends the program."""
    from unitdep.research.evaluation.tables.paper import TABLES

    files = sorted(f for table in TABLES for f in folder.glob(f"{table}-*.json"))
    return [read_file(file) for file in files]


def read_file(file: Path) -> Results:
    """Read a results file; a damaged one ends the program."""
    from unitdep.research.evaluation.protocol.results import read

    try:
        return read(file)
    except (OSError, ValueError, KeyError, TypeError) as error:
        common.fail(f"{file} is not a results file ({type(error).__name__}: {error})")


def write_documents(results: list[Results], docs: Path, folder: Path) -> list[Path]:
    """Write results.md, and the short table of a README beside the folder that has a place."""
    from unitdep.research.evaluation.pages.encoder import read_encoder
    from unitdep.research.evaluation.pages.results import render_results, update_readme
    from unitdep.research.evaluation.tables.units import read_units_results, render_units

    units = reproduce_more.guarded(lambda: render_units(read_units_results(folder)), folder)
    more = reproduce_more.sections(folder)
    contents = {docs / "results.md": f"{render_results(results)}\n{more}\n{units}"}
    contents |= reproduce_more.pages(docs, folder) | reproduce_more.figures(docs, folder)
    readme = docs.parent / "README.md"
    if readme.is_file():
        text = readme.read_text("utf-8")
        encoder = reproduce_more.guarded(lambda: read_encoder(folder), folder)
        if (new := update_readme(text, [*results, *encoder])) != text:
            contents[readme] = new
    try:
        for file in contents:
            file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        common.fail(f"cannot write into {docs}: {error.strerror or error}")
    for file, content in contents.items():
        common.write_file(file, content)
    return list(contents)
