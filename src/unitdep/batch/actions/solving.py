"""Solving: each record is written with the solution of its text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Final

from unitdep.batch.actions.types import Apply, Kind, text_error
from unitdep.batch.records import Row

if TYPE_CHECKING:
    from unitdep.solver import Solver

DEFAULT_ID: Final = "id"
ANSWERED: Final = ("answered", "")
UNANSWERED: Final = ("unanswered", "")  # the solution has a reason instead
FAILED: Final = ("error", "")
INPUT: Final = "input_"  # before the name of a column that a solution has too


@dataclass(frozen=True)
class Solving:
    """Solves each text; all columns of the input are kept.

    A column with a name that a solution needs is renamed: "answer" becomes "input_answer".
    """

    text_column: str = "text"
    id_column: str | None = None  # None: "id", if the input has it

    verb: ClassVar[str] = "solving"
    columns: ClassVar[Mapping[str, Kind]] = {
        "id": Kind.TEXT,
        "answer": Kind.NUMBER,
        "unit": Kind.TEXT,
        "expression": Kind.TEXT,
        "confidence": Kind.NUMBER,
        "reason": Kind.TEXT,
        "line": Kind.WHOLE,  # this and the error only if the row failed
        "error": Kind.TEXT,
    }

    @property
    def required(self) -> dict[str, str]:
        """The text, and the id if it was named."""
        named = {} if self.id_column is None else {self.id_column: "--id-column"}
        return {self.text_column: "--text-column", **named}

    @property
    def optional(self) -> tuple[str, ...]:
        """The id."""
        return (DEFAULT_ID,) if self.id_column is None else ()

    def kept(self, columns: Iterable[str]) -> dict[str, str]:
        """Keep all columns; only the text and the id may have a name that a solution has."""
        own = {self.text_column, self.id_column or DEFAULT_ID}
        taken = (set(self.columns) | _solution_keys()) - own
        names = list(columns)
        return {name: _renamed(name, names) if name in taken else name for name in names}

    def describe(self) -> dict[str, str | None]:
        """Return the columns."""
        return {"text_column": self.text_column, "id_column": self.id_column}

    def row(self, line: int, record: Mapping[str, Any]) -> Row:
        """Make a row of the text and the id."""
        identity = record.get(self.id_column or DEFAULT_ID)
        error = text_error(record, self.text_column)
        text = "" if error else record[self.text_column]
        return Row(line, identity, text, error, fields=record)

    def bind(self, solver: Solver) -> Apply:
        """Return the function that solves texts together."""
        return lambda rows: [s.to_dict() for s in solver.solve_many(row.text for row in rows)]

    def record(self, row: Row, result: Mapping[str, Any]) -> dict[str, Any]:
        """Return the solution with the id and the other columns."""
        return {**self._input(row), **result}

    def failure(self, row: Row, error: str) -> dict[str, Any]:
        """Return the line and the error with the id and the other columns."""
        return {**self._input(row), "line": row.line, "error": error}

    def _input(self, row: Row) -> dict[str, Any]:
        kept = {new: row.fields[name] for name, new in self.kept(row.fields).items()}
        return {"id": row.id, **kept}

    def cells(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """Return what CSV and Parquet show of a solution."""
        return {name: record.get(name) for name in self.columns}

    def count(self, cells: Mapping[str, Any]) -> tuple[str, str]:
        """Return whether a text has an answer."""
        if cells["error"]:
            return FAILED
        return UNANSWERED if cells["answer"] in (None, "") else ANSWERED


def _renamed(name: str, names: Sequence[str]) -> str:
    """Return a name for a column that no other one has."""
    name = f"{INPUT}{name}"
    return _renamed(name, names) if name in names else name


@cache
def _solution_keys() -> frozenset[str]:
    """Return the keys of a solution's JSON object."""
    from unitdep.schema import schema

    return frozenset(schema("solve")["properties"])
