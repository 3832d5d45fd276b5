"""``unitdep train``: train a model."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from unitdep.cli import console, datasets
from unitdep.cli.options import SeedOption
from unitdep.cli.progress import progress_bar

if TYPE_CHECKING:
    from unitdep.models.store import Model


class BodyName(Enum):
    """The bodies of encoders; copied to keep --help fast."""

    MINILM = "minilm"
    MPNET = "mpnet"


class ScorerName(Enum):
    """What ``unitdep train`` can train."""

    LINEAR = "linear"
    ENCODER = "encoder"


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("train")(train)


def train(
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="FOLDER", file_okay=False, help="Where to save."),
    ],
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="DATASET",
            help="Names or files (default: the authors' arithmetic problems and our corpus).",
        ),
    ] = None,
    scorer: Annotated[
        ScorerName,
        typer.Option("--scorer", help="What to train; an encoder needs unitdep[train]."),
    ] = ScorerName.LINEAR,
    features: Annotated[
        datasets.Features, typer.Option("--features", help="The feature set of a linear scorer.")
    ] = datasets.Features.OWN,
    body: Annotated[
        BodyName | None,
        typer.Option("--body", help="The pretrained transformer of an encoder: mpnet, minilm."),
    ] = None,
    work: Annotated[
        Path | None,
        typer.Option(
            "--work",
            metavar="FOLDER",
            file_okay=False,
            help="Save the state of an encoder here every few minutes, and resume from it.",
        ),
    ] = None,
    seed: SeedOption = 0,
) -> None:
    """Train a model on problems with known expressions, and save it."""
    if scorer is ScorerName.ENCODER:
        train_network(names, output, body or BodyName.MPNET, work, seed)
        return
    for name, given in (("--work", work), ("--body", body)):
        if given is not None:
            raise typer.BadParameter(f"{name} is for --scorer encoder")
    from unitdep.models.store import save

    model = trained(names, features.value, seed)
    try:
        save(model, output)
    except OSError as error:
        console.fail(f"cannot write {output}: {error.strerror or error}")
    for line in summary(model):
        typer.echo(line)
    typer.echo(f"saved in {output}")


def train_network(
    names: list[str] | None, output: Path, body: BodyName, work: Path | None, seed: int
) -> None:
    """Train an encoder, printing one line per epoch; exits if something is missing."""
    from unitdep.errors import NothingToLearnError, WeightsNotFoundError
    from unitdep.research.learning.encoder.build import train_encoder
    from unitdep.research.learning.train_linear import DATASETS

    sets = [datasets.load(name) for name in names or DATASETS]
    try:
        facts = train_encoder(
            sets, output, work=work, body=body.value, seed=seed, report=typer.echo
        )
    except NothingToLearnError as error:
        console.fail(f"nothing to learn: {error}")
    except WeightsNotFoundError as error:
        console.fail(str(error))
    except OSError as error:
        console.fail(f"cannot write {output}: {error.strerror or error}")
    held_out = facts["development"]
    right = f"{100 * held_out['accuracy']:.1f}%"
    typer.echo(f"development: {right} of {held_out['problems']} held-out problems right")
    typer.echo(f"saved in {output}")


def trained(names: list[str] | None, features: str, seed: int) -> Model:
    """Train with a progress bar; exits if there is nothing to learn."""
    from unitdep.errors import NothingToLearnError
    from unitdep.research.learning.train_linear import DATASETS, STEPS, train_on
    from unitdep.scoring.linear import FEATURE_SETS

    sets = [datasets.load(name) for name in names or DATASETS]
    try:
        with progress_bar("training", STEPS) as progress:
            return train_on(sets, FEATURE_SETS[features], seed=seed, progress=progress)
    except NothingToLearnError as error:
        console.fail(f"nothing to learn: {error}")


def summary(model: Model) -> list[str]:
    """Describe what a model was trained on and how it did in development."""
    facts, held_out = model.provenance, model.provenance["development"]
    right = f"{100 * held_out['accuracy']:.1f}%"
    sets = ", ".join(f"{d['name']} ({d['problems']})" for d in facts["datasets"])
    weights = ", ".join(f"{name} {value:g}" for name, value in model.weights.as_dict().items())
    return [
        f"trained on {facts['problems']} problems: {sets}",
        f"features {facts['features']}, seed {facts['seed']}, weights {weights}",
        f"development: {right} of {held_out['problems']} held-out problems right",
    ]
