"""Solving: each record becomes the solution of its text, with its id."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final

from unitdep.batch.actions.types import Apply, Kind, text_error
from unitdep.batch.records import Row

if TYPE_CHECKING:
    from unitdep.solver import Solver

DEFAULT_ID: Final = "id"
ANSWERED: Final = ("answered", "")
UNANSWERED: Final = ("unanswered", "")  # the solution has a reason instead
FAILED: Final = ("error", "")


@dataclass(frozen=True)
class Solving:
    """Solves each text; of the other columns, only the id is kept."""

    text_column: str = "text"
    id_column: str | None = None  # None: "id", if the input has it

    verb: ClassVar[str] = "solving"
    keeps: ClassVar[bool] = False
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
    def required(self) -> tuple[str, ...]:
        """The text, and the id if it was named."""
        return (self.text_column, *([] if self.id_column is None else [self.id_column]))

    @property
    def optional(self) -> tuple[str, ...]:
        """The id."""
        return (DEFAULT_ID,) if self.id_column is None else ()

    def describe(self) -> dict[str, str | None]:
        """Return the columns."""
        return {"text_column": self.text_column, "id_column": self.id_column}

    def row(self, line: int, record: Mapping[str, Any]) -> Row:
        """Make a row of the text and the id."""
        identity = record.get(self.id_column or DEFAULT_ID)
        error = text_error(record, self.text_column)
        return Row(line, identity, "" if error else record[self.text_column], error)

    def bind(self, solver: Solver) -> Apply:
        """Return the function that solves texts together."""
        return lambda rows: [s.to_dict() for s in solver.solve_many(row.text for row in rows)]

    def record(self, row: Row, result: Mapping[str, Any]) -> dict[str, Any]:
        """Return the solution with the id."""
        return {"id": row.id, **result}

    def failure(self, row: Row, error: str) -> dict[str, Any]:
        """Return the line and the error with the id."""
        return {"id": row.id, "line": row.line, "error": error}

    def cells(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """Return what CSV and Parquet show of a solution."""
        return {name: record.get(name) for name in self.columns}

    def count(self, cells: Mapping[str, Any]) -> tuple[str, str]:
        """Return whether a text has an answer."""
        if cells["error"]:
            return FAILED
        return UNANSWERED if cells["answer"] in (None, "") else ANSWERED
