"""Solve one block of rows. Every worker, in any engine, runs ``solve_block``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unitdep.batch.job import Format
from unitdep.batch.records import Block, Result, Row, Tally, error_line, solved_line

if TYPE_CHECKING:
    from unitdep.solver import Solver

# Takes texts, returns one solution for each, as ``Solution.to_dict`` writes it.
Solve = Callable[[Sequence[str]], list[Mapping[str, Any]]]
# Makes a Solve in the process that needs it; it is sent to workers, so it holds no model.
Load = Callable[[], Solve]


@dataclass(frozen=True)
class LoadSolver:
    """Loads a model in the process that calls it."""

    model: str | Path | None = None  # as ``Solver.load`` takes it
    start: Callable[[str | Path | None], Solver] | None = None  # None: ``Solver.load``

    def __call__(self) -> Solve:
        """Load the model and the parser, and return a function that solves with them."""
        solver = (self.start or _load)(self.model)
        from unitdep.reading.spacy_pipeline import pipeline

        pipeline()  # what fails here would fail for every text
        return lambda texts: [solution.to_dict() for solution in solver.solve_many(texts)]


def _load(model: str | Path | None) -> Solver:
    from unitdep.solver import Solver

    return Solver.load(model)


def solve_block(block: Block, form: Format, solve: Solve) -> Result:
    """Solve the rows of a block; if one fails, its record says so and the others are solved."""
    try:
        records = _solved(block.rows, form, solve)
    except Exception:  # no text may stop the rest, whatever it causes
        records = [_solved_alone(row, form, solve) for row in block.rows]
    tally = sum((one for _, one in records), Tally())
    return Result(block.start, block.end, b"".join(line for line, _ in records), tally)


def _solved(rows: Sequence[Row], form: Format, solve: Solve) -> list[tuple[bytes, Tally]]:
    solutions = iter(solve([row.text for row in rows if row.error is None]))
    return [
        _failed(row, form, row.error)
        if row.error is not None
        else _answered(row, form, next(solutions))
        for row in rows
    ]


def _solved_alone(row: Row, form: Format, solve: Solve) -> tuple[bytes, Tally]:
    try:
        return _solved([row], form, solve)[0]
    except Exception as error:
        return _failed(row, form, f"{type(error).__name__}: {error}")


def _answered(row: Row, form: Format, solution: Mapping[str, Any]) -> tuple[bytes, Tally]:
    known = solution["answer"] is not None
    return solved_line(form, row, solution), Tally(answered=known, unanswered=not known)


def _failed(row: Row, form: Format, error: str) -> tuple[bytes, Tally]:
    return error_line(form, row, error), Tally(errors=1)
