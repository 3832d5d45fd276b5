"""``unitdep solve``: the answer to a problem, its expression and the graph behind it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from unitdep.cli import common

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from unitdep.solution import Solution


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("solve")(solve)


def solution_of(text: str, min_confidence: float = 0.0) -> Solution:
    """Solve one text with the default model; abstain below a confidence."""
    from unitdep.solution import abstain

    return abstain(common.solver().solve(text), min_confidence)


def solve(
    text: common.TextArgument = None,
    file: common.FileOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Also write the graph as SVG.")
    ] = None,
    min_confidence: Annotated[
        float,
        typer.Option(
            "--min-confidence",
            metavar="P",
            min=0.0,
            max=1.0,
            help="Give no answer that is less sure than this, from 0 to 1.",
        ),
    ] = 0.0,
) -> None:
    """Solve a problem: answer, expression, quantities, graph and other answers."""
    solution = solution_of(common.problem_text(text, file), min_confidence)
    if svg is not None:
        write_svg(solution, svg)
    if as_json:
        plain = not common.prints_unicode()
        typer.echo(json.dumps(solution.to_dict(), indent=2, ensure_ascii=plain))
    elif solution.answer is None:
        common.fail(str(solution.reason))
    else:
        show(solution, common.console())


def write_svg(solution: Solution, file: Path) -> None:
    """Write the graph to a file; without a graph, say so on standard error and write nothing."""
    from unitdep.explain import to_svg

    if solution.graph is None:
        typer.echo(f"{file} is not written: there is no graph", err=True)
    else:
        common.write_file(file, to_svg(solution))


def show(solution: Solution, console: Console) -> None:
    """Print a solution for a person."""
    from rich.text import Text

    from unitdep.explain import draw_text

    width = min(console.width, 100)
    console.print(Text(solution.answer_text, style="bold"))
    console.print(Text(f"= {solution.expression}"))
    console.print(Text(confidence_line(solution), style="dim"))
    console.print()
    console.print(quantities_table(solution))
    console.print()
    drawing = draw_text(solution, width=width, ascii_only=not common.prints_unicode())
    console.print(Text(drawing), soft_wrap=True)
    if solution.alternatives:
        console.print()
        console.print("Other answers")
        console.print(alternatives_table(solution))


def confidence_line(solution: Solution) -> str:
    """Say how sure the answer is, and whether a better one may have been missed."""
    line = f"confidence {percentage(solution.confidence)}"
    return line if solution.exact else f"{line}, not proved the best: too many numbers"


def quantities_table(solution: Solution) -> Table:
    """Give the quantities as a table: number, unit, rate?, used?"""
    table = _table("number", "unit", "rate", "used")
    for row in solution.to_dict()["quantities"]:
        table.add_row(row["text"], row["unit"], _mark(row["rate"]), _mark(row["relevant"]))
    return table


def alternatives_table(solution: Solution) -> Table:
    """Give the other answers as a table: answer, expression, probability."""
    from unitdep.wording import format_value

    table = _table("answer", "expression", "probability")
    for other in solution.alternatives:
        chance = percentage(other.probability)
        table.add_row(format_value(other.answer), other.expression, chance)
    return table


def percentage(probability: float) -> str:
    """Write a probability for people: "93 %", with "<1 %" and ">99 %" at the ends."""
    if 0 < probability < 0.01:
        return "<1 %"
    if 0.99 < probability < 1:
        return ">99 %"
    return f"{probability:.0%}".replace("%", " %")


def _table(*columns: str) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 3, 0, 0))
    for column in columns:
        table.add_column(column)
    return table


def _mark(yes: bool) -> str:
    return "yes" if yes else "no"
