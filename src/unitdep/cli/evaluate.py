"""``unitdep evaluate``: how well a system solves a data set."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unitdep.cli import console as common
from unitdep.cli import records as data

if TYPE_CHECKING:
    from rich.table import Table

    from unitdep.research.datasets import Dataset
    from unitdep.research.evaluation.protocol.evaluate import Evaluation


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("evaluate")(evaluate)


def evaluate(
    name: Annotated[str, typer.Argument(metavar="DATASET", help="The name of a set, or a file.")],
    system: Annotated[
        data.System, typer.Option("--system", help="What to evaluate; a model is always unitdep.")
    ] = data.System.UNITDEP,
    features: Annotated[
        data.Features | None,
        typer.Option(
            "--features",
            help="The feature set in cross-validation; without it, own. Template and singleeq have "
            "none.",
        ),
    ] = None,
    model: Annotated[
        Path | None,
        typer.Option(
            "--model", metavar="FOLDER", help="Apply this model: a folder, or the package's linear."
        ),
    ] = None,
    cross_validate: Annotated[
        bool,
        typer.Option(
            "--cross-validate", help="Train and test on five random folds of a set without folds."
        ),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Also write the JSON object here."),
    ] = None,
    seed: data.SeedOption = 0,
) -> None:
    """Measure the share of problems answered right.

    A set with folds is cross-validated. On any other, or with --model, a model solves the texts.
    """
    if model is not None and cross_validate:
        raise typer.BadParameter("give --model or --cross-validate, not both")
    if features is not None and not system.has_features:
        raise typer.BadParameter(f"{system.value} has no feature sets: leave --features out")
    dataset = data.dataset(name)
    if model is None and (cross_validate or dataset.folds is not None):
        chosen = (features or data.Features.OWN) if system.has_features else None
        report = cross_validated(dataset, system, chosen, seed)
    else:
        report = applied(dataset, system, features, model, seed)
    text = json.dumps(report, indent=1)
    if output is not None:
        common.write_file(output, text + "\n")
    if as_json:
        typer.echo(text)
    else:
        show(report)


def cross_validated(
    dataset: Dataset, system: data.System, features: data.Features | None, seed: int
) -> dict[str, Any]:
    """Train and test on the folds of a set."""
    from unitdep.errors import NothingToLearnError
    from unitdep.research.evaluation.protocol.evaluate import FOLD_STEPS, evaluate_folds
    from unitdep.research.evaluation.protocol.results import sign
    from unitdep.scoring.linear import FEATURE_SETS

    chosen = None if features is None else FEATURE_SETS[features.value]
    try:
        with data.progress_bar(system.value, FOLD_STEPS) as progress:
            found = evaluate_folds(dataset, system.value, chosen, seed=seed, progress=progress)
    except NothingToLearnError as error:
        common.fail(f"no cross-validation on {dataset.name}: {error}")
    signature = asdict(sign(dataset, seed))
    name = None if features is None else features.value
    return report_of(dataset, system.value, name, signature, found)


def applied(
    dataset: Dataset,
    system: data.System,
    features: data.Features | None,
    folder: Path | None,
    seed: int,
) -> dict[str, Any]:
    """Solve the texts of a set with a model."""
    from unitdep.research.evaluation.protocol.evaluate import evaluate_model
    from unitdep.research.evaluation.protocol.results import sign
    from unitdep.solver import Solver

    if system is not data.System.UNITDEP:
        raise typer.BadParameter(
            f"a model's weights are tuned for unitdep; {system.value} needs --cross-validate"
        )
    model = data.model(folder)
    own = model.features
    if features is not None and features.value != own:
        raise typer.BadParameter(
            f"the model has the feature set {own or 'of no kind'}; {features.value} needs "
            "--cross-validate or a model trained with it"
        )
    with data.progress_bar("solving", len(dataset.records)) as progress:
        found = evaluate_model(Solver.of(model), dataset.records, progress)
    if not found.outcomes:
        common.fail(f"no problem of {dataset.name} has an answer to compare with")
    made_of = dict(model.provenance)
    if any(d.get("sha256") == dataset.hash for d in made_of.get("datasets", ())):
        typer.echo("the model was trained on this data set: the figure says little", err=True)
    signature = {**asdict(sign(dataset, seed)), "folds": "none, a model"}
    details = {"weights": model.weights.as_dict(), "model": made_of}
    return {**report_of(dataset, system.value, own, signature, found), "details": details}


def report_of(
    dataset: Dataset,
    system: str,
    features: str | None,
    signature: dict[str, Any],
    found: Evaluation,
) -> dict[str, Any]:
    """Return an evaluation as a JSON object."""
    head = {"dataset": dataset.name, "system": system, "features": features}
    malformed = [str(problem) for problem in dataset.problems]
    return {**head, "signature": signature, "malformed": malformed, **found.as_dict()}


def show(report: dict[str, Any]) -> None:
    """Print an evaluation for a person."""
    console = common.console()
    signature = report["signature"]
    features = f", {report['features']} features" if report["features"] else ""
    head = f"{report['system']}{features}, on {report['dataset']}"
    console.print(head, markup=False, soft_wrap=True)
    console.print(figures_table(report))
    console.print(
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
    table.add_row("all (95 % interval)", accuracy, str(report["right"]), str(report["problems"]))
    for row in report["by_quantities"]:
        share = f"{100 * row['right'] / row['problems']:.1f}"
        title = f"{row['quantities']} quantities"
        table.add_row(title, share, str(row["right"]), str(row["problems"]))
    table.add_row("no answer found", "", "", str(report["unsolved"]))
    table.add_row("skipped: no answer known", "", "", str(report["skipped"]))
    return table
