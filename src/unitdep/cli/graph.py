"""``unitdep graph``: a problem's unit dependency graph, in a format of choice."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from unitdep.cli import console, startup
from unitdep.cli.options import FileOption, ModelOption, TextArgument, form_of

if TYPE_CHECKING:
    from unitdep.solution import Solution


class Format(Enum):
    """The formats of ``unitdep.explain.formats``, without importing what draws them.

    The help must not wait for that; a test compares the two.
    """

    TEXT = "text"
    JSON = "json"
    DOT = "dot"
    MERMAID = "mermaid"
    SVG = "svg"
    BAR = "bar"


ENDINGS: Final = {
    ".svg": Format.SVG,
    ".json": Format.JSON,
    ".dot": Format.DOT,
    ".gv": Format.DOT,
    ".mmd": Format.MERMAID,
}


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("graph")(graph)


def graph(
    text: TextArgument = None,
    file: FileOption = None,
    form: Annotated[
        Format | None,
        typer.Option(
            "--format", help="How to draw it; if not given, as the name of FILE says, or as text."
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Write to a file instead of the terminal."
        ),
    ] = None,
    model: ModelOption = None,
) -> None:
    """Draw the unit dependency graph of a problem, or its bar model.

    The format bar is drawn in the terminal, and as SVG with --output.
    """
    if form is None:
        form = form_of(output, ENDINGS, Format.TEXT, "use FILE.svg, which browsers can convert")
    problem = console.problem_text(text, file)
    solution = startup.solver(model).solve(problem)
    if solution.graph is None:
        console.fail(str(solution.reason))
    if form is Format.BAR and (reason := _no_bars(solution)):
        console.fail(reason)
    if output is not None:
        console.write_file(output, _written(solution, form).rstrip("\n") + "\n")
    else:
        ascii_only = not console.prints_unicode()
        typer.echo(drawn(solution, form, ascii_only=ascii_only).rstrip("\n"))


def drawn(solution: Solution, form: Format, *, ascii_only: bool = False) -> str:
    """Return a solution's graph in a format."""
    from unitdep.explain import draw_bars_text, draw_text, formats

    if form is Format.TEXT:
        return draw_text(solution, ascii_only=ascii_only)
    if form is Format.BAR:
        return draw_bars_text(solution, ascii_only=ascii_only)
    return formats[form.value](solution)


def _written(solution: Solution, form: Format) -> str:
    """Return what a file gets: a bar model as a picture, the others as in the terminal."""
    from unitdep.explain import to_bar_model

    return to_bar_model(solution) if form is Format.BAR else drawn(solution, form)


def _no_bars(solution: Solution) -> str:
    """Return why a solution has no bar model, or ""."""
    from unitdep.explain.bars import bars_of

    return bars_of(solution).reason
