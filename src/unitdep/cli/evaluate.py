"""``unitdep evaluate``: how well a system solves a data set."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unitdep.cli import console, datasets
from unitdep.cli.options import JsonOption, SeedOption
from unitdep.cli.progress import progress_bar

if TYPE_CHECKING:
    from rich.table import Table

    from unitdep.models import Model
    from unitdep.research.datasets import Dataset
    from unitdep.research.datasets.readers.tables import Columns
    from unitdep.research.evaluation.protocol.evaluate import Evaluation


TextColumn = Annotated[
    str | None,
    typer.Option("--text-column", metavar="NAME", help="Of a CSV file: the problem's text."),
]
AnswerColumn = Annotated[
    str | None,
    typer.Option("--answer-column", metavar="NAME", help="Of a CSV file: the right answer."),
]
IdColumn = Annotated[
    str | None, typer.Option("--id-column", metavar="NAME", help="Of a CSV file: the id.")
]


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("evaluate")(evaluate)


def evaluate(
    name: Annotated[str, typer.Argument(metavar="DATASET", help="Name of a data set, or a file.")],
    system: Annotated[
        datasets.System,
        typer.Option("--system", help="System to evaluate; a model is always unitdep."),
    ] = datasets.System.UNITDEP,
    features: Annotated[
        datasets.Features | None,
        typer.Option(
            "--features",
            help="Feature set in cross-validation (default: own); template and singleeq have none.",
        ),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(
            "--model",
            metavar="NAME_OR_FOLDER",
            help="Apply this model: default, fast, linear, or a folder of unitdep train. For a "
            "data set without folds, UNITDEP_MODEL is used if this is not given.",
        ),
    ] = None,
    cross_validate: Annotated[
        bool,
        typer.Option(
            "--cross-validate",
            help="Train and test on five random folds if the data set has no folds.",
        ),
    ] = False,
    scope: Annotated[
        datasets.ScopeName | None,
        typer.Option("--scope", help="With a model: what it reads (default: paper)."),
    ] = None,
    as_json: JsonOption = False,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Also write the JSON object here."),
    ] = None,
    predictions: Annotated[
        Path | None,
        typer.Option(
            "--predictions",
            metavar="FILE",
            help="Write the answer to each problem here, as JSON lines, or as CSV if it ends so.",
        ),
    ] = None,
    text_column: TextColumn = None,
    answer_column: AnswerColumn = None,
    id_column: IdColumn = None,
    seed: SeedOption = 0,
) -> None:
    """Measure the share of problems answered correctly.

    A data set with folds is cross-validated. On any other, or with --model, a model is applied.
    """
    if model is not None and cross_validate:
        raise typer.BadParameter("use --model or --cross-validate, not both")
    if features is not None and not system.has_features:
        raise typer.BadParameter(f"{system.value} has no feature sets: omit --features")
    dataset = datasets.load(name, columns_of(text_column, answer_column, id_column))
    if model is None and (cross_validate or dataset.folds is not None):
        chosen = (features or datasets.Features.OWN) if system.has_features else None
        report = cross_validated(dataset, system, chosen, seed)
    else:
        report = applied(dataset, system, features, model, seed, scope)
    if predictions is not None:
        write_predictions(predictions, report)
    text = json.dumps(report, indent=1)
    if output is not None:
        console.write_file(output, text + "\n")
    if as_json:
        typer.echo(text)
    else:
        show(report)


def columns_of(text: str | None, answer: str | None, identity: str | None) -> Columns | None:
    """Return the columns that options name, or None if they name none."""
    from unitdep.research.datasets.readers.tables import Columns

    return Columns(text, answer, identity) if text or answer or identity else None


def write_predictions(path: Path, report: dict[str, Any]) -> None:
    """Write the answer to each problem to a file that unitdep compare reads."""
    from unitdep.research.evaluation.protocol.predictions import as_csv, as_jsonl

    write = as_csv if path.suffix.lower() == ".csv" else as_jsonl
    console.write_file(path, write(report["outcomes"]))


def cross_validated(
    dataset: Dataset, system: datasets.System, features: datasets.Features | None, seed: int
) -> dict[str, Any]:
    """Train and test on the folds of a data set."""
    from unitdep.errors import NothingToLearnError
    from unitdep.research.evaluation.protocol.evaluate import FOLD_STEPS, evaluate_folds
    from unitdep.research.evaluation.protocol.results import sign
    from unitdep.scoring.linear import FEATURE_SETS

    chosen = None if features is None else FEATURE_SETS[features.value]
    try:
        with progress_bar(system.value, FOLD_STEPS) as progress:
            evaluation = evaluate_folds(dataset, system.value, chosen, seed=seed, progress=progress)
    except NothingToLearnError as error:
        console.fail(f"cannot cross-validate on {dataset.name}: {error}")
    signature = asdict(sign(dataset, seed))
    name = None if features is None else features.value
    return report_of(dataset, system.value, name, signature, evaluation)


def applied(
    dataset: Dataset,
    system: datasets.System,
    features: datasets.Features | None,
    name: str | None,
    seed: int,
    scope: datasets.ScopeName | None,
) -> dict[str, Any]:
    """Solve the texts of a data set with a model."""
    from unitdep.models import packaged_names
    from unitdep.research.evaluation.protocol.evaluate import APPLIED, evaluate_model
    from unitdep.research.evaluation.protocol.results import sign
    from unitdep.solver import Solver

    if system is not datasets.System.UNITDEP:
        raise typer.BadParameter(
            f"the weights of a model are tuned for unitdep; {system.value} needs --cross-validate"
        )
    model = load_model(name)
    own = model.features
    if features is not None and features.value != own:
        raise typer.BadParameter(
            f"the model has {f'the feature set {own}' if own else 'no feature set'}; "
            f"{features.value} needs --cross-validate or a model trained with it"
        )
    try:
        solver = Solver.of(model, scope=(scope or datasets.ScopeName.PAPER).value)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
    with progress_bar("solving", len(dataset.records)) as progress:
        evaluation = evaluate_model(solver, dataset.records, progress)
    if not evaluation.outcomes:
        console.fail(f"no problem of {dataset.name} has an answer to compare with")
    made_of = dict(model.provenance)
    if any(d.get("sha256") == dataset.hash for d in made_of.get("datasets", ())):
        typer.echo(
            "warning: the model was trained on this data set, so the accuracy is not meaningful",
            err=True,
        )
    signature = asdict(sign(dataset, seed, APPLIED, models=packaged_names(name)))
    details = {"weights": model.weights.as_dict(), "model": made_of}
    report = report_of(dataset, system.value, own, signature, evaluation)
    return {**report, "details": details}


def load_model(name: str | None) -> Model:
    """Load a model by name or folder; without a name, the one in UNITDEP_MODEL or the default.

    A model that cannot be loaded is bad usage, unless it is a packaged one.
    """
    from unitdep.errors import ModelError
    from unitdep.models import DEFAULT, PACKAGED, VARIABLE, load

    chosen = name or os.environ.get(VARIABLE) or DEFAULT
    try:
        return load(chosen)
    except ModelError as error:
        if chosen in PACKAGED:
            console.fail(str(error))
        raise typer.BadParameter(str(error), param_hint="--model") from None


def report_of(
    dataset: Dataset,
    system: str,
    features: str | None,
    signature: dict[str, Any],
    evaluation: Evaluation,
) -> dict[str, Any]:
    """Return an evaluation as a JSON object."""
    head = {"dataset": dataset.name, "system": system, "features": features}
    malformed = [str(problem) for problem in dataset.problems]
    return {**head, "signature": signature, "malformed": malformed, **evaluation.as_dict()}


def show(report: dict[str, Any]) -> None:
    """Print an evaluation for people."""
    screen = console.console()
    signature = report["signature"]
    features = f", {report['features']} features" if report["features"] else ""
    head = f"{report['system']}{features}, on {report['dataset']}"
    screen.print(head, markup=False, soft_wrap=True)
    screen.print(figures_table(report))
    screen.print(
        f"data {signature['data_hash']}, folds: {signature['folds']}, seed {signature['seed']}, "
        f"unitdep {signature['version']}, spaCy {signature['spacy']}, "
        f"scikit-learn {signature['sklearn']}",
        style="dim",
        markup=False,
        soft_wrap=True,
    )


def figures_table(report: dict[str, Any]) -> Table:
    """Return the figures as a table: all problems, then by number of quantities."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 3, 0, 0))
    for column in ("", "accuracy", "right", "problems"):
        table.add_column(column, justify="left" if not column else "right")
    low, high = (100 * bound for bound in report["interval"])
    accuracy = f"{100 * report['accuracy']:.1f} ({low:.1f}–{high:.1f})"
    table.add_row("all (95% interval)", accuracy, str(report["right"]), str(report["problems"]))
    for row in report["by_quantities"]:
        share = f"{100 * row['right'] / row['problems']:.1f}"
        title = f"{row['quantities']} quantities"
        table.add_row(title, share, str(row["right"]), str(row["problems"]))
    trust = report["confidence"]
    table.add_row("calibration error (ECE)", f"{trust['ece']:.3f}", "", "")
    for share, accuracy in trust["coverage"].items():
        if float(share) < 1:
            table.add_row(f"the surest {100 * float(share):.0f}%", f"{100 * accuracy:.1f}", "", "")
    table.add_row("no answer found", "", "", str(report["unsolved"]))
    table.add_row("skipped: no answer known", "", "", str(report["skipped"]))
    return table
