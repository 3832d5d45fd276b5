"""``unitdep train``: a model of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from unitdep.cli import common, data

if TYPE_CHECKING:
    from unitdep.store import Model


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("train")(train)


def train(
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="FOLDER", file_okay=False, help="Where to save it."),
    ],
    datasets: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="DATASET",
            help="Names or files; without any, the authors' arithmetic problems and our corpus.",
        ),
    ] = None,
    features: Annotated[
        data.Features, typer.Option("--features", help="The feature set.")
    ] = data.Features.OWN,
    seed: data.SeedOption = 0,
) -> None:
    """Train a model on problems with known expressions, and save it."""
    from unitdep.store import save

    model = trained(datasets, features.value, seed)
    try:
        save(model, output)
    except OSError as error:
        common.fail(f"cannot write {output}: {error.strerror or error}")
    for line in summary(model):
        typer.echo(line)
    typer.echo(f"saved in {output}")


def trained(names: list[str] | None, features: str, seed: int) -> Model:
    """Train with a progress bar; ends the program where there is nothing to learn from."""
    from unitdep.learning.default import DATASETS, STEPS, NothingToLearn, train_on
    from unitdep.scoring.linear import FEATURE_SETS

    sets = [data.dataset(name) for name in names or DATASETS]
    try:
        with data.progress_bar("training", STEPS) as progress:
            return train_on(sets, FEATURE_SETS[features], seed=seed, progress=progress)
    except NothingToLearn as error:
        common.fail(f"nothing to learn: {error}")


def summary(model: Model) -> list[str]:
    """Say what a model was made of and how it did in development."""
    facts, held_out = model.provenance, model.provenance["development"]
    right = f"{100 * held_out['accuracy']:.1f} %"
    sets = ", ".join(f"{d['name']} ({d['problems']})" for d in facts["datasets"])
    weights = ", ".join(f"{name} {value:g}" for name, value in model.weights.as_dict().items())
    return [
        f"trained on {facts['problems']} problems: {sets}",
        f"features {facts['features']}, seed {facts['seed']}, weights {weights}",
        f"development: {right} of {held_out['problems']} held-out problems right",
    ]
