"""The interface of an action, and what actions share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, Protocol

from unitdep.batch.records import Row

if TYPE_CHECKING:
    from unitdep.solver import Solver

# Takes rows without an error, returns one result for each, as a JSON object.
Apply = Callable[[Sequence[Row]], list[Mapping[str, Any]]]


class Kind(Enum):
    """What a column of a Parquet file holds."""

    TEXT = "text"
    NUMBER = "number"
    WHOLE = "whole number"


class Action(Protocol):
    """What is done with each record. It's sent to workers, so it holds no model."""

    @property
    def verb(self) -> str:
        """What the progress bar says: "solving"."""
        ...

    @property
    def text_column(self) -> str:
        """The column with the problems."""
        ...

    @property
    def required(self) -> Mapping[str, str]:
        """The columns that the input must have, each with the option that names it."""
        ...

    @property
    def optional(self) -> tuple[str, ...]:
        """The columns that are read if the input has them."""
        ...

    @property
    def columns(self) -> Mapping[str, Kind]:
        """The columns of CSV and Parquet that it fills, in order."""
        ...

    def kept(self, columns: Iterable[str]) -> dict[str, str]:
        """Return the columns of the input that the output has, with the names they have there."""
        ...

    def describe(self) -> dict[str, str | None]:
        """Return what its results depend on, for the manifest."""
        ...

    def row(self, line: int, record: Mapping[str, Any]) -> Row:
        """Make a row of a record, with an error if something is missing."""
        ...

    def bind(self, solver: Solver) -> Apply:
        """Return the function that does the work."""
        ...

    def record(self, row: Row, result: Mapping[str, Any]) -> dict[str, Any]:
        """Return the JSON object to write for a row."""
        ...

    def failure(self, row: Row, error: str) -> dict[str, Any]:
        """Return the JSON object to write for a row that failed."""
        ...

    def cells(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """Return the values of its columns for a JSON object to write."""
        ...

    def count(self, cells: Mapping[str, Any]) -> tuple[str, str]:
        """Return what a row counts as, and more exactly: ("wrong", "arithmetic slip")."""
        ...


def text_error(record: Mapping[str, Any], column: str) -> str | None:
    """Return what is wrong with the text of a record, or None."""
    if column not in record:
        return f"there is no {column!r}"
    text = record[column]
    if isinstance(text, str):
        return None
    kind = "missing" if text is None else f"not a string but {type(text).__name__}"
    return f"the text is {kind}"
