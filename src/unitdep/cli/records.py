"""What the commands on data sets share: loading, what could not be read, the progress bar."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from unitdep.cli import console as common

if TYPE_CHECKING:
    from unitdep.models.store import Model
    from unitdep.research.datasets import Dataset, Malformed

SHOWN = 10  # of the malformed records

SeedOption = Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Random seed.")]


class Features(Enum):
    """The names in ``unitdep.scoring.linear.FEATURE_SETS``; here so that the help loads nothing."""

    PAPER = "paper"
    OWN = "own"


class System(Enum):
    """The names in ``unitdep.research.baselines.systems``; here so that the help loads nothing."""

    UNITDEP = "unitdep"
    NO_VERTEX = "unitdep-no-vertex"
    NO_EDGE = "unitdep-no-edge"
    LCA = "lca++"
    TEMPLATE = "template"
    SINGLEEQ = "singleeq"

    @property
    def has_features(self) -> bool:
        """Whether it is one of the systems that have feature sets."""
        return self not in (System.TEMPLATE, System.SINGLEEQ)


def dataset(name: str) -> Dataset:
    """Load a data set and report what of it could not be read; an unknown one is bad usage."""
    from unitdep.research.corpus.dataset import load
    from unitdep.research.datasets import DatasetNotFoundError, FormatError

    try:
        found = load(name)
    except (DatasetNotFoundError, FormatError) as error:
        raise typer.BadParameter(str(error)) from None
    except OSError as error:
        raise typer.BadParameter(f"cannot read {name}: {error.strerror or error}") from None
    report_malformed(found.problems)
    if not found.records:
        common.fail(f"{name} has no problem that can be read")
    return found


def report_malformed(problems: Sequence[Malformed]) -> None:
    """Say on standard error what could not be read: the first few, and how many in all."""
    for problem in problems[:SHOWN]:
        typer.echo(str(problem), err=True)
    if problems:
        typer.echo(f"{len(problems)} malformed records or parts of records", err=True)


def model(folder: Path | None) -> Model:
    """Load a model; a given folder without a good one is bad usage."""
    from unitdep.errors import ModelError
    from unitdep.models import load

    try:
        return load(folder)
    except ModelError as error:
        raise typer.BadParameter(str(error)) from None


@contextmanager
def progress_bar(title: str, total: int) -> Iterator[Callable[[str], None]]:
    """Show a progress bar on standard error, on a terminal only; call it once a step done."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True, highlight=False, emoji=False)
    parts = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[step]}", markup=False),
    )
    with Progress(
        *parts,
        console=console,
        transient=True,
        redirect_stdout=False,
        disable=not console.is_terminal,
    ) as bar:
        task = bar.add_task(title, total=total, step="")
        yield lambda step: bar.update(task, advance=1, step=step)
