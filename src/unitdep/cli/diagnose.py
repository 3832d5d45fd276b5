"""``unitdep diagnose``: which mistakes may be behind a wrong answer?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from unitdep.cli import console, startup
from unitdep.cli.options import FileOption, JsonOption, ModelOption

if TYPE_CHECKING:
    from rich.console import Console

    from unitdep.checking import Diagnosis


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("diagnose")(diagnose)


def diagnose(
    given: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="TEXT ANSWER",
            help="The problem and what a pupil answered; with --file, only the answer.",
        ),
    ] = None,
    file: FileOption = None,
    gold: Annotated[
        str | None, typer.Option("--gold", metavar="G", help="The right answer, if it's known.")
    ] = None,
    pupil: Annotated[
        bool,
        typer.Option("--pupil", help="Print a nudge for the pupil, which doesn't tell the answer."),
    ] = False,
    as_json: JsonOption = False,
    model: ModelOption = None,
) -> None:
    """Name the mistakes that may be behind a wrong answer, the most plausible first.

    How likely each kind of mistake is comes from a small table of assumptions; no answers of pupils
    were counted for it. If the program isn't sure what is right, it says so.
    """
    text, answer = _texts(list(given or []), file)
    problem = console.problem_text(text, file)
    if not answer.strip():
        raise typer.BadParameter("the answer is empty; give what the pupil answered")
    from unitdep.checking import Checker, Task

    task = Task(problem, console.clean(answer), gold)
    found = Checker(startup.solver(model)).diagnose(task)
    if as_json:
        ascii_only = not console.prints_unicode()
        typer.echo(json.dumps(found.to_dict(), indent=2, ensure_ascii=ascii_only))
    elif pupil:
        typer.echo(nudge(found))
    else:
        show(found, console.console())


def nudge(found: Diagnosis) -> str:
    """Return what a pupil hears: the nudge of the most plausible mistake, or that of the check."""
    if found.sure and found.misconceptions:
        return found.misconceptions[0].pupil
    return found.check.hint


def show(found: Diagnosis, screen: Console) -> None:
    """Print a diagnosis for a teacher."""
    from rich.text import Text

    def say(line: str, style: str = "") -> None:
        shown = "".join(c if c.isprintable() else " " for c in line)
        screen.print(Text(shown, style=style), soft_wrap=True)

    say(found.note, "bold")
    for one in found.misconceptions:
        say(f"{console.percentage(one.probability):>5}  {one.kind.value}")
        say(f"       {one.teacher}", "dim")
    if found.check.expected is not None:
        say(f"right answer: {found.check.expected}")


def _texts(given: list[str], file: Path | None) -> tuple[list[str] | None, str]:
    """Return the problem as it was typed, None if it's in a file, and the answer."""
    wanted = 1 if file is not None else 2
    if len(given) != wanted:
        if file is not None:
            raise typer.BadParameter("with --file, give the answer only, such as '48 bouquets'")
        raise typer.BadParameter(
            "give a problem and an answer, each in quotes: unitdep diagnose 'TEXT' '48 bouquets'"
        )
    return (None, given[0]) if file is not None else (given[:1], given[1])
