"""``unitdep repl``: one problem after another, with the model loaded once."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import typer

from unitdep.cli import console, solve, startup
from unitdep.cli.options import ConfidenceOption, ExplainOption, ModelOption, QuietOption

if TYPE_CHECKING:
    from unitdep.solver import Solver

WELCOME: Final = (
    "Type a problem and press Enter. It may have several lines: it ends with its question mark, or "
    "with an empty line. Ctrl+D ends."
)
FIRST: Final = "> "
NEXT: Final = "... "
ASKS: Final = frozenset({"help", "?"})
ENDS: Final = frozenset({"exit", "quit", "exit()", "quit()", ":q"})


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("repl")(repl)


def repl(
    explain: ExplainOption = False,
    quiet: QuietOption = False,
    no_graph: solve.NoGraphOption = False,
    min_confidence: ConfidenceOption = 0.0,
    model: ModelOption = None,
) -> None:
    """Solve one problem after another; the model is loaded once.

    Type a problem and press Enter. It may have several lines: it ends with its question mark, or
    with an empty line. Ctrl+D or "quit" ends. In a pipe, every problem of the input is solved.
    """
    typed = not console.is_piped()
    solver = startup.solver(model)
    if typed:
        with suppress(ImportError):
            importlib.import_module("readline")  # arrow keys, and what was typed before
        typer.echo(WELCOME, err=True)
    shown = solve.Shown(quiet=quiet, explain=explain, graph=not no_graph)
    for problem in problems(typed):
        answer(solver, problem, min_confidence, shown)


def answer(solver: Solver, problem: str, least: float, shown: solve.Shown) -> None:
    """Solve a problem and print the answer, or why there is none."""
    solution = solver.solve(console.clean(problem), min_confidence=least)
    if solution.answer is None:
        typer.echo(f"No answer: {solution.reason}")
    else:
        solve.show(solution, console.console(), shown)
    if not shown.quiet:
        typer.echo()


def problems(typed: bool) -> Iterator[str]:
    """Yield what is typed or piped in, problem by problem; Ctrl+C drops an unfinished one."""
    lines: list[str] = []
    while True:
        try:
            line = _line((NEXT if lines else FIRST) if typed else "")
        except KeyboardInterrupt:
            if not typed:
                raise
            typer.echo()
            lines = []
            continue
        if line is None or (not lines and line.strip().lower() in ENDS):
            break
        if typed and not lines and line.strip().lower() in ASKS:
            typer.echo(WELCOME, err=True)
            continue
        lines.append(line)
        text = "\n".join(lines).strip()
        if line.strip() == "" or is_whole(text):
            lines = []
            if text:
                yield text
    if rest := "\n".join(lines).strip():
        yield rest
    elif typed:
        typer.echo()


def is_whole(text: str) -> bool:
    """Whether a text ends as a problem does: with a question mark, or as a sum does."""
    return text.endswith("?") or not any(c.isalpha() for c in text)


def _line(prompt: str) -> str | None:
    """Return the next line, None at the end."""
    if prompt:
        with suppress(EOFError):
            return input(prompt)
        return None
    line = sys.stdin.readline()
    return line.rstrip("\n") if line else None
