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
    problem = Unfinished()
    while True:
        try:
            line = _line((NEXT if problem.lines else FIRST) if typed else "")
        except KeyboardInterrupt:
            if not typed:
                raise
            typer.echo()
            problem = Unfinished()
            continue
        if line is None or (not problem.lines and line.strip().lower() in ENDS):
            break
        if typed and not problem.lines and line.strip().lower() in ASKS:
            typer.echo(WELCOME, err=True)
            continue
        problem.add(line)
        if line.strip() == "" or problem.is_whole:
            if text := problem.text:
                yield text
            problem = Unfinished()
    if rest := problem.text:
        yield rest
    elif typed:
        typer.echo()


class Unfinished:
    """A problem of which more lines may come; lines beyond what a text may have aren't kept."""

    def __init__(self) -> None:
        """Start without a line."""
        self.lines: list[str] = []
        self._size = 0
        self._words = self._asked = False

    def add(self, line: str) -> None:
        """Add a line."""
        if self._size <= console.MAX_BYTES:
            self.lines.append(line)
            self._size += len(line) + 1
        self._words = self._words or any(c.isalpha() for c in line)
        self._asked = line.rstrip().endswith("?")

    @property
    def is_whole(self) -> bool:
        """Whether it ends as a problem does: with a question mark, or as a sum does."""
        return self._asked or not self._words

    @property
    def text(self) -> str:
        """What there is of it."""
        return "\n".join(self.lines).strip()


def _line(prompt: str) -> str | None:
    """Return the next line, None at the end; of a long one in a pipe, a part."""
    if prompt:
        with suppress(EOFError):
            return input(prompt)
        return None
    line = sys.stdin.readline(console.MAX_BYTES)
    return line.rstrip("\n") if line else None
