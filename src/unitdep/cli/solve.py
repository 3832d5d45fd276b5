"""``unitdep solve``: the answer to a problem, its expression and the graph behind it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from unitdep.cli import console, startup
from unitdep.cli.options import (
    ConfidenceOption,
    ExplainOption,
    FileOption,
    JsonOption,
    ModelOption,
    Output,
    OutputOption,
    QuietOption,
    TextArgument,
    VerboseOption,
    output_of,
)

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from unitdep.solution import Solution

NoGraphOption = Annotated[bool, typer.Option("--no-graph", help="Don't draw the graph.")]


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("solve")(solve)


@dataclass(frozen=True)
class Shown:
    """What a person wants to see of a solution."""

    quiet: bool = False  # the answer alone
    explain: bool = False  # every step with its units
    rules: bool = False  # the rule that read each unit
    graph: bool = True  # the drawing


def solve(
    text: TextArgument = None,
    file: FileOption = None,
    form: OutputOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
    explain: ExplainOption = False,
    verbose: VerboseOption = False,
    no_graph: NoGraphOption = False,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Also write the graph as SVG.")
    ] = None,
    tree_svg: Annotated[
        Path | None,
        typer.Option("--tree-svg", metavar="FILE", help="Also write the expression tree as SVG."),
    ] = None,
    min_confidence: ConfidenceOption = 0.0,
    model: ModelOption = None,
) -> None:
    """Solve a problem: answer, expression, quantities, graph and other answers.

    Exit codes: 0 if there is an answer, 1 if there is none. As JSON, a reason takes the place of
    the answer, and the exit code is 0.
    """
    output = output_of(form, as_json)
    if verbose and not explain:
        raise typer.BadParameter("--verbose needs --explain")
    if quiet and (explain or output is not Output.TEXT):
        raise typer.BadParameter("--quiet prints the answer alone, without --explain and as text")
    problem = console.problem_text(text, file)
    solution = startup.solver(model).solve(problem, min_confidence=min_confidence)
    write_pictures(solution, svg, tree_svg)
    if output is not Output.TEXT:
        console.print_json(solution.to_dict(), lines=output is Output.JSONL)
    elif solution.answer is None:
        console.fail(str(solution.reason))
    else:
        show(solution, console.console(), Shown(quiet, explain, verbose, not no_graph))


def write_pictures(solution: Solution, graph: Path | None, tree: Path | None) -> None:
    """Write the graph and the tree to files; without an answer, say so and write nothing."""
    if graph is None and tree is None:
        return
    from unitdep.explain import to_svg, to_tree_svg

    for file, draw, what in ((graph, to_svg, "graph"), (tree, to_tree_svg, "expression tree")):
        if file is None:
            continue
        if solution.graph is None:
            typer.echo(f"{file} is not written: there is no {what}", err=True)
        else:
            console.write_file(file, draw(solution))


def show(solution: Solution, screen: Console, shown: Shown) -> None:
    """Print a solution for a person."""
    from rich.text import Text

    if shown.quiet:
        typer.echo(solution.answer_text)
        if not solution.sure:
            typer.echo(f"not sure: {confidence_line(solution)}", err=True)
        return
    for before in solution.earlier:
        screen.print(Text(headline(before)))
    screen.print(Text(perhaps(solution), style="bold" if solution.sure else "yellow"))
    screen.print(Text(f"= {solution.working}"))
    screen.print(Text(confidence_line(solution), style="dim"))
    for doubt in solution.warnings:
        screen.print(Text(f"! {doubt.text}", style="yellow"))
    _show_details(solution, screen, shown)


def _show_details(solution: Solution, screen: Console, shown: Shown) -> None:
    """Print steps, quantities, graph and other answers."""
    from rich.text import Text

    from unitdep.explain import draw_text, tell_steps

    width, ascii_only = min(screen.width, 100), not console.prints_unicode()
    if shown.explain:
        steps = tell_steps(solution, width=width, ascii_only=ascii_only)
        screen.print()
        screen.print(Text(steps), soft_wrap=True)
    screen.print()
    screen.print(quantities_table(solution, rules=shown.rules))
    if shown.graph:
        screen.print()
        drawing = draw_text(solution, width=width, ascii_only=ascii_only)
        screen.print(Text(drawing), soft_wrap=True)
    if solution.alternatives:
        screen.print()
        screen.print("Other answers")
        screen.print(alternatives_table(solution))


def perhaps(solution: Solution) -> str:
    """Return the answer; one that isn't sure doesn't sound sure."""
    return solution.answer_text if solution.sure else f"perhaps {solution.answer_text}"


def headline(solution: Solution) -> str:
    """Return an earlier question with its answer, or with why there is none."""
    question, text = solution.problem.question, solution.problem.text
    asked = text[question.start : question.end] if question else ""
    if solution.answer is None:
        return f"{asked}? No answer: {solution.reason}"
    return f"{asked}? {perhaps(solution)} = {solution.working}"


def confidence_line(solution: Solution) -> str:
    """Describe how sure the answer is, and whether a better one may have been missed."""
    line = f"confidence {console.percentage(solution.confidence)}"
    return line if solution.exact else f"{line}, not proved optimal: too many numbers"


def quantities_table(solution: Solution, *, rules: bool = False) -> Table:
    """Return a table of the quantities: number, unit, rate, used, and optionally the unit rule."""
    from rich.text import Text

    table = console.table("number", "unit", "rate", "used", *(["rule"] if rules else []))
    for quantity in solution.vertices:
        unit = solution.unit_of(quantity.index)
        cells = [
            quantity.number.text,
            str(unit) if unit.numerator or unit.denominator else "",
            _yes_or_no(solution.is_rate(quantity.index)),
            _yes_or_no(quantity.index in solution.relevant),
        ]
        if rules:
            cells.append(quantity.unit.rule)
        table.add_row(*map(Text, cells))
    return table


def alternatives_table(solution: Solution) -> Table:
    """Return a table of the other answers: answer, expression, probability."""
    from unitdep.units.wording import format_value

    table = console.table("answer", "expression", "probability")
    for other in solution.alternatives:
        chance = console.percentage(other.probability)
        table.add_row(format_value(other.answer), other.working, chance)
    return table


def _yes_or_no(yes: bool) -> str:
    return "yes" if yes else "no"
