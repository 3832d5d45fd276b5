"""Checking: each record is written as it was, with the verdict on its working."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final

from unitdep.batch.actions.types import Apply, Kind, text_error
from unitdep.batch.records import Row

if TYPE_CHECKING:
    from unitdep.solver import Solver

CHECK: Final = "check"  # the key of JSON objects; flat columns begin with it: "check_verdict"
DEFAULT_GOLD: Final = "gold"
FAILED: Final = ("error", "")
_KINDS: Final = {
    "verdict": Kind.TEXT,
    "finding": Kind.TEXT,
    "first_wrong": Kind.WHOLE,
    "basis": Kind.TEXT,
    "confidence": Kind.NUMBER,
    "answer": Kind.NUMBER,
    "unit": Kind.TEXT,
    "expected": Kind.TEXT,
    "reason": Kind.TEXT,
    "hint": Kind.TEXT,
    "line": Kind.WHOLE,  # this and the error only if the row failed
    "error": Kind.TEXT,
}


@dataclass(frozen=True)
class Checking:
    """Checks the working in each record; all columns of the input are kept."""

    text_column: str = "text"
    work_column: str = "work"
    gold_column: str | None = None  # None: "gold", if the input has it

    verb: ClassVar[str] = "checking"
    columns: ClassVar[Mapping[str, Kind]] = {f"{CHECK}_{k}": v for k, v in _KINDS.items()}

    @property
    def required(self) -> dict[str, str]:
        """The text and the working, and the right answer if its column was named."""
        named = {} if self.gold_column is None else {self.gold_column: "--gold-column"}
        return {self.text_column: "--text-column", self.work_column: "--work-column", **named}

    @property
    def optional(self) -> tuple[str, ...]:
        """The right answer."""
        return (DEFAULT_GOLD,) if self.gold_column is None else ()

    def kept(self, columns: Iterable[str]) -> dict[str, str]:
        """Keep all columns but those of an earlier check."""
        return {name: name for name in columns if name not in self.columns}

    def describe(self) -> dict[str, str | None]:
        """Return the action and its columns."""
        return {
            "action": CHECK,
            "text_column": self.text_column,
            "work_column": self.work_column,
            "gold_column": self.gold_column,
        }

    def row(self, line: int, record: Mapping[str, Any]) -> Row:
        """Make a row of the text, the working and the right answer; both may be numbers."""
        gold = record.get(self.gold_column or DEFAULT_GOLD)
        error = (
            text_error(record, self.text_column)
            or _error(record, self.work_column, "work")
            or (None if gold is None else _error({"": gold}, "", "gold"))
        )
        if error is not None:
            return Row(line, error=error, fields=record)
        known = None if gold is None or not str(gold).strip() else _written(gold)
        work = _written(record[self.work_column])
        return Row(line, text=record[self.text_column], fields=record, work=work, gold=known)

    def bind(self, solver: Solver) -> Apply:
        """Return the function that checks; it remembers the texts that it solved last."""
        from unitdep.checking import Bench, Checker, Task

        bench = Bench(Checker(solver))

        def apply(rows: Sequence[Row]) -> list[Mapping[str, Any]]:
            tasks = [Task(row.text, row.work, row.gold) for row in rows]
            return [_result(found.to_dict()) for found in bench.check(tasks)]

        return apply

    def record(self, row: Row, result: Mapping[str, Any]) -> dict[str, Any]:
        """Return the record with the result."""
        return {**row.fields, CHECK: result}

    def failure(self, row: Row, error: str) -> dict[str, Any]:
        """Return the record with the line and the error."""
        return {**row.fields, CHECK: {"line": row.line, "error": error}}

    def cells(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """Return what CSV and Parquet show of a result."""
        found = record[CHECK]
        answer = found.get("answer") or {}
        flat = {**found, "answer": answer.get("number"), "unit": answer.get("unit")}
        return {f"{CHECK}_{name}": flat.get(name) for name in _KINDS}

    def count(self, cells: Mapping[str, Any]) -> tuple[str, str]:
        """Return the verdict and the finding."""
        if cells[f"{CHECK}_error"]:
            return FAILED
        return str(cells[f"{CHECK}_verdict"]), str(cells[f"{CHECK}_finding"])


def _result(found: dict[str, Any]) -> dict[str, Any]:
    """Leave out what the record has already."""
    return {key: value for key, value in found.items() if key not in ("text", "work")}


def _error(record: Mapping[str, Any], column: str, name: str) -> str | None:
    if column not in record:
        return f"there is no {column!r}"
    value = record[column]
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        return None
    kind = "missing" if value is None else f"not a string or a number but {type(value).__name__}"
    return f"the {name} is {kind}"


def _written(value: str | float) -> str:
    from unitdep.checking import written

    return written(value)
