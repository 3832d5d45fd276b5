"""``unitdep workings``: measure how well workings are judged."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unitdep.cli import console, startup
from unitdep.cli.options import JsonOption
from unitdep.cli.progress import progress_bar

if TYPE_CHECKING:
    from unitdep.checking import Checker
    from unitdep.research.corpus import Split


class Half(StrEnum):
    """Which workings are measured."""

    DEV = "dev"
    TEST = "test"
    BOTH = "both"


app = typer.Typer(help="Measure how well workings are judged.")


def register(parent: typer.Typer) -> None:
    """Add the commands to the application."""
    parent.add_typer(app, name="workings", no_args_is_help=True)


@app.command("measure")
def measure(
    half: Annotated[
        Half, typer.Option("--half", help="The development half, the test half, or both.")
    ] = Half.BOTH,
    model: Annotated[
        str | None, typer.Option("--model", metavar="NAME_OR_FOLDER", help="The model to measure.")
    ] = None,
    hand: Annotated[
        Path, typer.Option("--hand", metavar="FILE", help="Workings that were written by hand.")
    ] = Path("experiments/workings/hand.jsonl"),
    results: Annotated[
        Path | None,
        typer.Option(
            "--results",
            metavar="FOLDER",
            exists=True,
            file_okay=False,
            help="Also write results files here.",
        ),
    ] = None,
    docs: Annotated[
        Path | None,
        typer.Option(
            "--docs",
            metavar="FOLDER",
            exists=True,
            file_okay=False,
            help="Then also write the page, below this folder.",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Judge workings with known verdicts, with the right answer and without it.

    To measure a new model and renew the page: unitdep workings measure --results
    experiments/results --docs docs
    """
    from unitdep.checking import Checker
    from unitdep.research.evaluation.provenance import made_by
    from unitdep.research.workings.report import FILES, SPLITS

    if docs is not None and results is None:
        raise typer.BadParameter("the page needs results files: add --results", param_hint="--docs")
    checker = Checker(startup.solver(model))
    reports = [
        {**_measured(checker, split, hand), **made_by(model)}
        for split in SPLITS
        if half is Half.BOTH or split.value == half.value
    ]
    if results is not None:
        for found in reports:
            name = next(file for split, file in FILES.items() if split.value == found["split"])
            console.write_file(results / name, json.dumps(found, indent=1) + "\n")
        if docs is not None:
            _write_page(results, docs)
    if as_json:
        typer.echo(json.dumps(reports, indent=1))
        return
    for found in reports:
        _show(found)


def _measured(checker: Checker, split: Split, hand: Path) -> dict[str, Any]:
    from unitdep.errors import UnitdepError
    from unitdep.research.workings.report import collect, report

    try:
        part = collect(split, hand)
    except UnitdepError as error:
        console.fail(str(error))
    with progress_bar(f"judging {split.value}", len(part.worked)) as progress:
        return report(checker, part, progress)


def _write_page(results: Path, docs: Path) -> None:
    from unitdep.research.evaluation.pages import PATHS
    from unitdep.research.evaluation.pages.workings import render_workings

    page = render_workings(results)
    if page is not None:
        console.write_file(docs / PATHS["workings"], page)


def _show(found: dict[str, Any]) -> None:
    typer.echo(f"{found['split']}: {found['problems']} problems")
    for basis in ("gold", "model"):
        n = found[basis]["all"]
        typer.echo(
            f"  {basis}: right called wrong {n['right_called_wrong_share']:.1%}, "
            f"wrong caught {n['caught_share']:.1%}, called right "
            f"{n['wrong_called_right_share']:.1%}, first wrong step {n['placed_share']:.1%}, "
            f"finding {n['named_share']:.1%}, cannot tell {n['undecided_share']:.1%}"
        )
