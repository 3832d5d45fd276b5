"""What the commands on data sets share: loading a set, reporting bad records, names of systems."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import TYPE_CHECKING

import typer

from unitdep.cli import console

if TYPE_CHECKING:
    from unitdep.research.datasets import Dataset, Malformed
    from unitdep.research.datasets.readers.tables import Columns

SHOWN = 10  # malformed records that are reported one by one


class Features(Enum):
    """The names in ``unitdep.scoring.linear.FEATURE_SETS``; copied to keep --help fast."""

    PAPER = "paper"
    OWN = "own"


class System(Enum):
    """The names in ``unitdep.research.baselines.systems``; copied to keep --help fast."""

    UNITDEP = "unitdep"
    NO_VERTEX = "unitdep-no-vertex"
    NO_EDGE = "unitdep-no-edge"
    LCA = "lca++"
    TEMPLATE = "template"
    SINGLEEQ = "singleeq"

    @property
    def has_features(self) -> bool:
        """Whether the system has feature sets to choose from."""
        return self not in (System.TEMPLATE, System.SINGLEEQ)


class ScopeName(Enum):
    """What a solver reads; copied to keep --help fast."""

    PAPER = "paper"
    EVERYDAY = "everyday"


def load(name: str, columns: Columns | None = None) -> Dataset:
    """Load a data set and report its malformed records; an unknown set is bad usage."""
    from unitdep.errors import DatasetNotFoundError, FormatError
    from unitdep.research.corpus.dataset import load as load_any

    try:
        dataset = load_any(name, columns)
    except (DatasetNotFoundError, FormatError) as error:
        raise typer.BadParameter(str(error)) from None
    except OSError as error:
        raise typer.BadParameter(f"cannot read {name}: {error.strerror or error}") from None
    report_malformed(dataset.problems)
    if not dataset.records:
        console.fail(f"{name} has no readable problem")
    return dataset


def report_malformed(problems: Sequence[Malformed]) -> None:
    """Print malformed records to standard error: the first few, and the total."""
    for problem in problems[:SHOWN]:
        typer.echo(str(problem), err=True)
    if problems:
        typer.echo(f"{len(problems)} malformed records or parts of records", err=True)
