"""``unitdep train``: train a model."""

from __future__ import annotations

from dataclasses import dataclass
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
    start: Annotated[
        str | None,
        typer.Option(
            "--start",
            metavar="NAME_OR_FOLDER",
            help="Train this encoder further, packaged or saved; its body must be --body.",
        ),
    ] = None,
    teacher: Annotated[
        list[str] | None,
        typer.Option(
            "--teacher",
            metavar="NAME_OR_FOLDER",
            help="A model whose tables the encoder learns as well, on every problem; the mean of "
            "several, if given more than once.",
        ),
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
    epochs: Annotated[
        int | None,
        typer.Option("--epochs", metavar="N", min=1, help="Passes of an encoder over the corpus."),
    ] = None,
    half: Annotated[
        bool,
        typer.Option(
            "--half",
            help="Train an encoder with 16-bit products: twice as fast on processors with AVX-512 "
            "BF16, and unstable on some virtual machines.",
        ),
    ] = False,
    seed: SeedOption = 0,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace the model in the output folder.")
    ] = False,
) -> None:
    """Train a model on problems with known expressions, and save it."""
    _keep(output, overwrite)
    if scorer is ScorerName.ENCODER:
        others = Others(
            body or BodyName.MPNET, _folder(start), _folders(teacher), work, epochs, half
        )
        train_network(names, output, others, seed)
        return
    only = {
        "--work": work,
        "--body": body,
        "--start": start,
        "--teacher": teacher,
        "--epochs": epochs,
        "--half": half or None,
    }
    for name, given in only.items():
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


def _keep(output: Path, overwrite: bool) -> None:
    """Exit if there is a model in the folder which may not be replaced."""
    from unitdep.models.sealed import CONFIG

    if not overwrite and (output / CONFIG).exists():
        raise typer.BadParameter(
            f"there is a model in {output}; --overwrite replaces it", param_hint="--output"
        )


@dataclass(frozen=True)
class Others:
    """What an encoder starts from and learns from, apart from data, how, and where its state is."""

    body: BodyName
    start: Path | None
    teachers: tuple[Path, ...]
    work: Path | None
    epochs: int | None
    half: bool


def _folder(model: str | None) -> Path | None:
    """Return the folder of a model; exits if there is none."""
    from unitdep.errors import ModelError
    from unitdep.models import resolve
    from unitdep.models.store import NETWORK

    if model is None:
        return None
    try:
        folder = resolve(model)
    except ModelError as error:
        raise typer.BadParameter(str(error)) from None
    if not (folder / NETWORK).is_file():
        raise typer.BadParameter(f"{model} is not an encoder")
    return folder


def _folders(models: list[str] | None) -> tuple[Path, ...]:
    """Return the folders of models; exits if one is missing."""
    found = (_folder(model) for model in models or ())
    return tuple(folder for folder in found if folder is not None)


def train_network(names: list[str] | None, output: Path, others: Others, seed: int) -> None:
    """Train an encoder, printing one line per epoch; exits if something is missing."""
    from unitdep.errors import ModelError, NothingToLearnError, WeightsNotFoundError
    from unitdep.research.learning.encoder.build import train_encoder
    from unitdep.research.learning.train_linear import DATASETS

    sets = [datasets.load(name) for name in names or DATASETS]
    try:
        facts = train_encoder(
            sets,
            output,
            work=others.work,
            body=others.body.value,
            start=others.start,
            teachers=others.teachers,
            epochs=others.epochs,
            half=others.half,
            seed=seed,
            report=typer.echo,
        )
    except NothingToLearnError as error:
        console.fail(f"nothing to learn: {error}")
    except (ModelError, WeightsNotFoundError) as error:
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
