"""Do one block of rows. Every worker, in any engine, runs ``do_block``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from unitdep.batch.actions import Action, Apply
from unitdep.batch.layout import Layout
from unitdep.batch.records import Block, Result, Row, Tally

if TYPE_CHECKING:
    from unitdep.solver import Solver

# Makes an Apply in the process that needs it; it is sent to workers, so it holds no model.
Load = Callable[[], Apply]
Line = tuple[bytes, tuple[str, str]]  # a written row, and what it counts as


@dataclass(frozen=True)
class LoadSolver:
    """Loads a model in the process that calls it, for an action."""

    action: Action
    model: str | Path | None = None  # as ``Solver.load`` takes it
    start: Callable[[str | Path | None], Solver] | None = None  # None: ``Solver.load``

    def __call__(self) -> Apply:
        """Load the model and the parser, and return a function that works with them."""
        solver = (self.start or _load)(self.model)
        from unitdep.reading.spacy_pipeline import pipeline

        pipeline()  # what fails here would fail for every text
        return self.action.bind(solver)


def _load(model: str | Path | None) -> Solver:
    from unitdep.solver import Solver

    return Solver.load(model)


def do_block(block: Block, layout: Layout, apply: Apply) -> Result:
    """Do the rows of a block; if one fails, its record says so and the others are done."""
    try:
        lines = _done(block.rows, layout, apply)
    except Exception:  # no text may stop the rest, whatever it causes
        lines = [_done_alone(row, layout, apply) for row in block.rows]
    tally = Tally(Counter(count for _, count in lines))
    return Result(block.start, block.end, b"".join(line for line, _ in lines), tally)


def _done(rows: Sequence[Row], layout: Layout, apply: Apply) -> list[Line]:
    results = iter(apply([row for row in rows if row.error is None]))
    return [
        layout.failed(row, row.error) if row.error is not None else layout.done(row, next(results))
        for row in rows
    ]


def _done_alone(row: Row, layout: Layout, apply: Apply) -> Line:
    try:
        return _done([row], layout, apply)[0]
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
    try:
        return layout.failed(row, reason)
    except Exception:  # what the record holds cannot be written
        return layout.failed(Row(row.line), reason.encode("utf-8", "replace").decode())
