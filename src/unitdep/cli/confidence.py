"""``unitdep confidence``: measure how far confidences hold, and fit a model's calibrator."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unitdep.cli import console, startup
from unitdep.cli.options import JsonOption
from unitdep.cli.progress import progress_bar

if TYPE_CHECKING:
    from unitdep.research.confidence.collect import Row
    from unitdep.solver import Solver

CORPUS = ("corpus-dev", "corpus-test")
WILD = ("experiments/wild/fit.jsonl", "experiments/wild/second.jsonl")
TextsArgument = Annotated[
    str,
    typer.Argument(metavar="TEXTS", help="A JSONL file of texts and answers, or corpus-test."),
]
OutputOption = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="Also write the JSON object here."),
]
FoldsOption = Annotated[
    Path | None,
    typer.Option(
        "--folds",
        metavar="FOLDER",
        file_okay=False,
        help="The work folder of unitdep reproduce --table encoder: its test folds of AllArith "
        "count too.",
    ),
]
app = typer.Typer(help="Measure how far confidences hold, and fit a model's calibrator.")


def register(parent: typer.Typer) -> None:
    """Add the commands to the application."""
    parent.add_typer(app, name="confidence", no_args_is_help=True)


@app.command("measure")
def measure(
    texts: TextsArgument,
    model: Annotated[
        str | None, typer.Option("--model", metavar="NAME_OR_FOLDER", help="The model to measure.")
    ] = None,
    as_json: JsonOption = False,
    output: OutputOption = None,
) -> None:
    """Solve texts with known answers: how many are right, and how far to trust confidences."""
    from unitdep.research.confidence.measure import by_kind
    from unitdep.research.confidence.measure import measure as measured
    from unitdep.research.evaluation.provenance import made_by

    rows = rows_of(texts, startup.solver(model))
    figures = {**measured(rows).to_dict(), "kinds": by_kind(rows)}
    report = {"set": texts, **made_by(model), **figures}
    _show(report, as_json, output)


@app.command("fit")
def fit(
    model: Annotated[
        Path, typer.Argument(metavar="FOLDER", exists=True, file_okay=False, help="The model.")
    ],
    texts: Annotated[
        list[str],
        typer.Option(
            "--texts", metavar="FILE", help="A JSONL file of texts and answers; repeatable."
        ),
    ] = list(WILD),  # noqa: B006
    folds: FoldsOption = None,
    as_json: JsonOption = False,
    output: OutputOption = None,
) -> None:
    """Fit the calibrator of a model, and write it into the model's folder.

    Each file of texts, corpus-dev and the folds count the same. The report says what each signal
    brings.
    """
    from unitdep.models.store import calibrate
    from unitdep.reading.problem import Scope
    from unitdep.research.confidence.fit import cross_validated, fit_careful, without_each

    solver = startup.solver(str(model)).uncalibrated()
    if solver.scope is not Scope.EVERYDAY:
        raise typer.BadParameter("this model was not trained for everyday problems")
    sets = {Path(file).stem: rows_of(file, solver) for file in texts}
    sets[CORPUS[0]] = rows_of(CORPUS[0], solver)
    if folds is not None:
        sets["AllArith"] = _rows_of_folds(folds)
    try:
        with progress_bar("fitting", 3) as progress:
            calibrator = fit_careful(sets)
            progress("cross-validating")
            measured = cross_validated(sets, cut=calibrator.cut)
            progress("leaving out each signal")
            signals = without_each(sets, calibrator.cut)
            progress("")
    except ValueError as error:
        console.fail(f"there are too few texts to fit a calibrator: {error}")
    calibrate(model, calibrator)
    report = {
        "calibrator": calibrator.as_dict(),
        "cross_validated": {name: found.to_dict() for name, found in measured.items()},
        "signals": signals,
    }
    _show(report, as_json, output)


def _rows_of_folds(folder: Path) -> list[Row]:
    from unitdep.research.evaluation.protocol.encoder_folds import everyday_rows

    if rows := everyday_rows("allarith", folder):
        return rows
    raise typer.BadParameter(
        f"{folder} has no folds of AllArith: measure them with unitdep reproduce --table encoder "
        "--work FOLDER",
        param_hint="--folds",
    )


def rows_of(texts: str, solver: Solver) -> list[Row]:
    """Solve the texts of a file, or a split of the corpus."""
    from unitdep.errors import UnitdepError
    from unitdep.research.confidence.collect import of_corpus, of_texts, read_known
    from unitdep.research.corpus import Split

    if texts in CORPUS:
        return of_corpus(solver, Split(texts.removeprefix("corpus-")), seed=0)
    try:
        known = read_known(Path(texts))
    except UnitdepError as error:
        console.fail(str(error))
    with progress_bar("solving", len(known)) as progress:
        return of_texts(solver, known, progress)


def _show(report: dict[str, Any], as_json: bool, output: Path | None) -> None:
    text = json.dumps(report, indent=1)
    if output is not None:
        console.write_file(output, text + "\n")
    if as_json:
        typer.echo(text)
        return
    for name, value in report.items():
        if not isinstance(value, dict):
            typer.echo(f"{name.replace('_', ' ')}: {value}")
    for name, measured in report.get("cross_validated", {}).items():
        typer.echo(f"{name}: ECE {measured['error']}, {measured['sure_right_share']:.1%} right")
