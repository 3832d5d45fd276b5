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
    solution = common.solver().solve(text)
    from unitdep.solution import abstain

    return abstain(solution, min_confidence)


def solve(
    text: common.TextArgument = None,
    file: common.FileOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    explain: Annotated[
        bool,
        typer.Option("--explain", help="Also print every step with its units, and the reasons."),
    ] = False,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Also write the graph as SVG.")
    ] = None,
    tree_svg: Annotated[
        Path | None,
        typer.Option("--tree-svg", metavar="FILE", help="Also write the expression tree as SVG."),
    ] = None,
    min_confidence: Annotated[
        float,
        typer.Option(
            "--min-confidence",
            metavar="P",
            min=0.0,
            max=1.0,
            help="Give no answer that is less sure than this.",
        ),
    ] = 0.0,
) -> None:
    """Solve a problem: answer, expression, quantities, graph and other answers."""
    solution = solution_of(common.problem_text(text, file), min_confidence)
    write_pictures(solution, svg, tree_svg)
    if as_json:
        plain = not common.prints_unicode()
        typer.echo(json.dumps(solution.to_dict(), indent=2, ensure_ascii=plain))
    elif solution.answer is None:
        common.fail(str(solution.reason))
    else:
        show(solution, common.console(), explain=explain)


def write_pictures(solution: Solution, graph: Path | None, tree: Path | None) -> None:
    """Write graph and tree to the files given; without an answer, say so and write nothing."""
    if graph is None and tree is None:
        return
    from unitdep.explain import to_svg, to_tree_svg

    for file, draw, what in ((graph, to_svg, "graph"), (tree, to_tree_svg, "expression tree")):
        if file is None:
            continue
        if solution.graph is None:
            typer.echo(f"{file} is not written: there is no {what}", err=True)
        else:
            common.write_file(file, draw(solution))


def show(solution: Solution, console: Console, *, explain: bool = False) -> None:
    """Print a solution for a person, with its steps if wanted."""
    from rich.text import Text

    from unitdep.explain import draw_text, tell_steps

    width = min(console.width, 100)
    console.print(Text(solution.answer_text, style="bold"))
    console.print(Text(f"= {solution.expression}"))
    console.print(Text(confidence_line(solution), style="dim"))
    plain = not common.prints_unicode()
    if explain:
        console.print()
        console.print(Text(tell_steps(solution, width=width, ascii_only=plain)), soft_wrap=True)
    console.print()
    console.print(quantities_table(solution))
    console.print()
    drawing = draw_text(solution, width=width, ascii_only=plain)
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
    """Return the quantities as a table: number, unit, rate?, used?"""
    table = _table("number", "unit", "rate", "used")
    for row in solution.to_dict()["quantities"]:
        table.add_row(row["text"], row["unit"], _mark(row["rate"]), _mark(row["relevant"]))
    return table


def alternatives_table(solution: Solution) -> Table:
    """Return the other answers as a table: answer, expression, probability."""
    from unitdep.units.wording import format_value

    table = _table("answer", "expression", "probability")
    for other in solution.alternatives:
        chance = percentage(other.probability)
        table.add_row(format_value(other.answer), other.expression, chance)
    return table


def percentage(probability: float) -> str:
    """Write a probability for people: "93%", with "<1%" and ">99%" at the ends."""
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
