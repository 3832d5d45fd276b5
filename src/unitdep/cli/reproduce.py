"""``unitdep reproduce``: the paper's tables, measured anew."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from unitdep.cli import common, data

if TYPE_CHECKING:
    from rich.console import Console

    from unitdep.evaluation.results import Results


class TableName(Enum):
    """The tables of ``unitdep.evaluation.reproduce``; here so that the help loads nothing."""

    SOLVING = "solving"
    CLASSIFIERS = "classifiers"
    GRAPHS = "graphs"
    UNITS = "units"


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("reproduce")(reproduce)


def reproduce(
    tables: Annotated[
        list[TableName] | None,
        typer.Option("--table", help="A table of the paper; may be repeated. Without it, all."),
    ] = None,
    datasets: Annotated[
        list[str] | None,
        typer.Option(
            "--dataset",
            metavar="NAME",
            help="A data set; may be repeated. Without it, the paper's.",
        ),
    ] = None,
    corpus: Annotated[
        Path | None,
        typer.Option(
            "--corpus", metavar="DIR", help="Templates with gold units, for the table of units."
        ),
    ] = None,
    seed: data.SeedOption = 0,
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
        wanted = [t.value for t in tables or TableName]
        if "units" in wanted:
            wanted.remove("units")
            measure_units(corpus, seed, results)
        measure(wanted, datasets, seed, results)
    elif tables or datasets:
        raise typer.BadParameter("--render-only takes neither --table nor --dataset")
    for file in write_documents(read_results(results), docs, results):
        typer.echo(f"wrote {file}")


def measure_units(corpus: Path | None, seed: int, folder: Path) -> None:
    """Score the unit and rate rules on a corpus and write the results file."""
    from unitdep.datasets import DatasetMissing, data_root
    from unitdep.evaluation.units import run_units, write_units

    try:
        found = data_root().parent / "corpus" if corpus is None else corpus
    except DatasetMissing as error:
        raise typer.BadParameter(str(error)) from None
    if not any(found.glob("*.jsonl")):
        raise typer.BadParameter(f"no templates (*.jsonl) in {found}; name a folder with --corpus")
    with data.progress_bar("units", 1) as progress:
        results = run_units(found, seed=seed)
        progress("scored")
    typer.echo(f"wrote {write_units(results, folder)}")


def measure(tables: list[str], names: list[str] | None, seed: int, folder: Path) -> None:
    """Measure each table on each data set, write the results file and show the table."""
    from unitdep.evaluation.published import SETS
    from unitdep.evaluation.reproduce import run, steps
    from unitdep.evaluation.results import write

    sets = [data.dataset(name).name for name in names or SETS]
    console = common.console()
    for table in tables:
        for name in sets:
            with data.progress_bar(f"{table}, {name}", steps(table)) as progress:
                found = run(table, name, seed=seed, progress=progress)
            try:
                file = write(found, folder)
            except OSError as error:
                common.fail(f"cannot write into {folder}: {error.strerror or error}")
            show(found, console)
            console.print(f"wrote {file}\n", markup=False, soft_wrap=True)


def show(results: Results, console: Console) -> None:
    """Print one table on one data set: the published figure and ours."""
    from rich.table import Table

    from unitdep.evaluation.report import signature_line, title
    from unitdep.evaluation.rows import rows

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
    from unitdep.evaluation.reproduce import TABLES
    from unitdep.evaluation.results import read

    found = []
    for file in sorted(f for table in TABLES for f in folder.glob(f"{table}-*.json")):
        try:
            found.append(read(file))
        except (OSError, ValueError, KeyError, TypeError) as error:
            common.fail(f"{file} is not a results file ({type(error).__name__}: {error})")
    return found


def write_documents(results: list[Results], docs: Path, folder: Path) -> list[Path]:
    """Write results.md, and the short table of a README beside the folder that has a place."""
    from unitdep.evaluation.report import render_results, update_readme
    from unitdep.evaluation.units import read_units_results, render_units

    units = render_units(read_units_results(folder))
    contents = {docs / "results.md": f"{render_results(results)}\n{units}"}
    readme = docs.parent / "README.md"
    if readme.is_file():
        text = readme.read_text("utf-8")
        if (new := update_readme(text, results)) != text:
            contents[readme] = new
    try:
        docs.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        common.fail(f"cannot write into {docs}: {error.strerror or error}")
    for file, content in contents.items():
        common.write_file(file, content)
    return list(contents)
