"""``unitdep hint``: help for a pupil who is stuck, from general to particular."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from unitdep.cli import console, startup
from unitdep.cli.options import FileOption, JsonOption, ModelOption, TextArgument
from unitdep.cli.verdicts import KEYBOARD

if TYPE_CHECKING:
    from unitdep.hints import Ladder


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("hint")(hint)


def hint(
    text: TextArgument = None,
    file: FileOption = None,
    work: Annotated[
        str | None,
        typer.Option(
            "--work", metavar="W", help="What the pupil has so far: the hints start from there."
        ),
    ] = None,
    level: Annotated[
        int | None,
        typer.Option("--level", metavar="N", min=1, help="Print the hints up to this level."),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Print all hints; the last one has the answer.")
    ] = False,
    as_json: JsonOption = False,
    model: ModelOption = None,
) -> None:
    """Help a pupil with a problem, one hint at a time; only the last one has the answer.

    Where the program isn't sure of its answer, it only gives hints that hold for all likely
    answers. Without --level it's the first one; with --json, all.
    """
    problem = console.problem_text(text, file)
    solution = startup.solver(model).solve(problem)
    found = solution.hints(None if work is None else console.clean(work))
    if as_json:
        found = found if level is None else replace(found, hints=found.up_to(level))
        ascii_only = not console.prints_unicode()
        typer.echo(json.dumps(found.to_dict(), indent=2, ensure_ascii=ascii_only))
    else:
        typer.echo(told(found, len(found.hints) if everything else level or 1))


def told(found: Ladder, level: int) -> str:
    """Return the hints up to a level, one per line, and how many more there are."""
    lines = [f"{one.level}. {one.text}" for one in found.up_to(level)]
    more = len(found.hints) - len(lines)
    if more > 0:
        hints = "hint" if more == 1 else "hints"
        lines.append(f"({more} more {hints}: --level {len(lines) + 1})")
    elif found.note:
        lines.append(found.note)
    text = "\n".join(lines)
    return text if console.prints_unicode() else text.translate(KEYBOARD)
