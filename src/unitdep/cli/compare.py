"""``unitdep compare``: two models, or two files of predictions, on the same problems."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from unitdep.cli import console, datasets
from unitdep.cli.evaluate import AnswerColumn, IdColumn, TextColumn, columns_of
from unitdep.cli.options import JsonOption
from unitdep.cli.progress import progress_bar

if TYPE_CHECKING:
    from rich.table import Table

    from unitdep.research.datasets import Dataset
    from unitdep.research.evaluation.protocol.comparison import Contest, Side
    from unitdep.research.evaluation.protocol.outcomes import Outcome


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("compare")(compare)


def compare(
    first: Annotated[
        str, typer.Argument(metavar="A", help="A model (default, fast, a folder) or predictions.")
    ],
    second: Annotated[str, typer.Argument(metavar="B", help="The same.")],
    data: Annotated[
        str, typer.Option("--data", metavar="DATASET", help="The problems: a data set or a file.")
    ],
    by: Annotated[
        str | None,
        typer.Option("--by", metavar="FIELD", help="Also by a field of the data, such as kind."),
    ] = None,
    scope: Annotated[
        datasets.ScopeName, typer.Option("--scope", help="What models read.")
    ] = datasets.ScopeName.PAPER,
    text_column: TextColumn = None,
    answer_column: AnswerColumn = None,
    id_column: IdColumn = None,
    rows: Annotated[
        bool, typer.Option("--rows", help="List the problems on which they differ.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Compare two models, or two files of predictions, on the same problems.

    Predictions are JSON lines or CSV with id, answer and confidence, as unitdep evaluate
    --predictions and unitdep batch write them.
    """
    from unitdep.research.evaluation.protocol.comparison import contest, fields_of

    dataset = datasets.load(data, columns_of(text_column, answer_column, id_column))
    known = fields_of(dataset.records)
    if by is not None and by not in known:
        names = f"its fields are {', '.join(known)}" if known else "it has no fields"
        raise typer.BadParameter(f"{data} has no field {by!r}; {names}")
    sides = outcomes_of(first, dataset, scope), outcomes_of(second, dataset, scope)
    result = contest((first, second), sides, dataset.records, by)
    if not result.problems:
        console.fail(f"{first} and {second} share no problem of {data} with a known answer")
    if as_json:
        head = {"dataset": dataset.name, "data_hash": dataset.signature, "by": by}
        typer.echo(json.dumps({**head, **result.as_dict()}, indent=1))
    else:
        show(result, dataset.name, rows)


def outcomes_of(name: str, dataset: Dataset, scope: datasets.ScopeName) -> Sequence[Outcome]:
    """Return the outcomes of a model, or those that a file of predictions stands for."""
    from unitdep.errors import FormatError
    from unitdep.research.evaluation.protocol.evaluate import evaluate_model
    from unitdep.research.evaluation.protocol.predictions import compared, read_predictions

    if Path(name).is_file():
        try:
            return compared(dataset.records, read_predictions(Path(name)))
        except (FormatError, OSError) as error:
            raise typer.BadParameter(str(error)) from None
    from unitdep.cli.evaluate import load_model
    from unitdep.solver import Solver

    try:
        solver = Solver.of(load_model(name), scope=scope.value)
    except ValueError as error:
        raise typer.BadParameter(f"{name}: {error}") from None
    with progress_bar(f"solving with {name}", len(dataset.records)) as progress:
        return evaluate_model(solver, dataset.records, progress).outcomes


def show(result: Contest, data: str, rows: bool) -> None:
    """Print a comparison for people."""
    screen = console.console()
    screen.print(f"{data}, {console.counted(result.problems, 'problem')}", markup=False)
    screen.print(_sides(result))
    low, high = (100 * bound for bound in result.interval)
    screen.print(
        f"only A right: {result.only_first}, only B right: {result.only_second}; difference "
        f"{100 * result.difference:+.1f} points ({low:+.1f} to {high:+.1f}); exact McNemar "
        f"p = {result.p_value:.2g}",
        markup=False,
        soft_wrap=True,
    )
    if result.parts:
        screen.print(_parts(result))
    if rows:
        screen.print(_rows(result))


def _sides(result: Contest) -> Table:
    table = console.table("", f"A: {result.first.name}", f"B: {result.second.name}")
    for title, cells in (
        ("right, % (95% interval)", [_accuracy(s, result.problems) for s in _both(result)]),
        ("calibration error (ECE)", [f"{s.trust.ece:.3f}" for s in _both(result)]),
        ("Brier score", [f"{s.trust.brier:.3f}" for s in _both(result)]),
        ("sure, and right of these", [_sure(s) for s in _both(result)]),
    ):
        table.add_row(title, *cells)
    for share in result.first.trust.coverage:
        cells = [f"{100 * side.trust.coverage[share]:.1f}" for side in _both(result)]
        table.add_row(f"right of the surest {100 * float(share):.0f}%", *cells)
    return table


def _both(result: Contest) -> tuple[Side, Side]:
    return result.first, result.second


def _accuracy(side: Side, problems: int) -> str:
    low, high = (100 * bound for bound in side.interval)
    return f"{100 * side.right / problems:.1f} ({low:.1f}–{high:.1f})"


def _sure(side: Side) -> str:
    trust = side.trust
    return f"{trust.sure}, {100 * trust.sure_right / trust.sure:.1f}%" if trust.sure else "0"


def _parts(result: Contest) -> Table:
    table = console.table("", "problems", "A", "B")
    for part in result.parts:
        shares = (f"{100 * right / part.problems:.1f}" for right in (part.first, part.second))
        table.add_row(part.value, str(part.problems), *shares)
    return table


def _rows(result: Contest) -> Table:
    table = console.table("id", "right answer", "A", "B")
    for row in result.rows:
        if row.first_right != row.second_right:
            table.add_row(row.id, *(_plain(v) for v in (row.gold, row.first, row.second)))
    return table


def _plain(value: float | None) -> str:
    return "none" if value is None else f"{value:g}"
