"""``unitdep practice``: problems to solve at the terminal, one at a time."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Final

import typer

from unitdep.cli import console, startup, verdicts
from unitdep.cli.options import JsonOption

if TYPE_CHECKING:
    from rich.console import Console

    from unitdep.practice import Exercise, Settings
    from unitdep.practice.tutoring.session import Done, Session

KindsOption = Annotated[
    str | None,
    typer.Option(
        "--kinds",
        "-k",
        metavar="A,B",
        help="Kinds of problems, with commas between, or all; unitdep practice --list names them.",
    ),
]
LevelOption = Annotated[
    str,
    typer.Option("--level", "-l", metavar="NAME", help="easy, medium or hard: numbers and texts."),
]
NumbersOption = Annotated[
    str | None,
    typer.Option(
        "--numbers", metavar="FROM-TO", help="Range of the numbers, such as 2-100, for the level's."
    ),
]
GradeOption = Annotated[
    float | None,
    typer.Option("--grade", metavar="G", min=0, help="Highest reading grade, for the level's."),
]
WordsOption = Annotated[
    int | None,
    typer.Option("--words", metavar="N", min=5, help="Most words of a text, for the level's."),
]
COLOURS: Final = {"right": "bold green", "wrong": "bold yellow"}


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("practice")(practice)


def practice(
    kinds: KindsOption = None,
    level: LevelOption = "medium",
    count: Annotated[
        int, typer.Option("--count", "-n", metavar="N", min=1, max=100, help="Number of problems.")
    ] = 10,
    numbers: NumbersOption = None,
    grade: GradeOption = None,
    words: WordsOption = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", metavar="N", min=0, help="Random seed (default: another each time)."
        ),
    ] = None,
    listed: Annotated[
        bool, typer.Option("--list", help="List the kinds of problems and exit.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Practise: solve problems with known answers, with hints and feedback on mistakes.

    Type an answer or a working line by line; hint, skip and quit are commands.
    """
    if listed:
        list_kinds()
        return
    if kinds is None and sys.stdin.isatty():
        kinds = typer.prompt("Kinds (or all; --list names them)", "add-subtract,groups,rates")
    asked = settings(kinds, level, count, seed, numbers, grade, words)
    exercises = made(asked)
    screen = console.console(stderr=as_json)
    over = _go_through(exercises, screen)
    if as_json:
        typer.echo(json.dumps(_summary_json(asked, over.done)))
    else:
        _show_summary(asked, over, screen)


def settings(
    kinds: str | None,
    level: str,
    count: int,
    seed: int | None,
    numbers: str | None,
    grade: float | None,
    words: int | None,
) -> Settings:
    """Return what the options ask for; what makes no sense is bad usage."""
    startup.import_spacy()
    from unitdep.errors import PracticeError
    from unitdep.practice import Settings
    from unitdep.practice.settings import number_range

    if seed is None:
        import random

        seed = random.SystemRandom().randrange(10_000)
    try:
        limits = None if numbers is None else number_range(numbers)
        names = tuple((kinds or "").split(","))
        return Settings(names, level, count, seed, limits, grade, words).checked()
    except PracticeError as error:
        raise typer.BadParameter(str(error)) from None


def made(asked: Settings) -> list[Exercise]:
    """Make the exercises; exits with code 1 if there are too few."""
    from unitdep.cli.progress import progress_bar
    from unitdep.errors import PracticeError
    from unitdep.practice import exercises

    try:
        with progress_bar("making problems", asked.count) as step:
            return exercises(asked, lambda name: step(name.partition("~")[0]))
    except PracticeError as error:
        console.fail(str(error))


def list_kinds() -> None:
    """Print the kinds of problems."""
    from unitdep.practice.kinds import KINDS

    table = console.table("kind", "problems")
    for kind in KINDS.values():
        table.add_row(kind.name, kind.title)
    console.console().print(table)


def _lines() -> Iterator[str]:
    """Yield what is typed, or piped in; ends with the input or with Ctrl-C."""
    interactive = sys.stdin.isatty()
    while True:
        try:
            yield input("> ") if interactive else console.clean(next(sys.stdin)).rstrip("\n")
        except (EOFError, KeyboardInterrupt, StopIteration):
            return


def _go_through(exercises: list[Exercise], screen: Console) -> Session:
    from rich.text import Text

    from unitdep.practice.tutoring.session import HOW, answer, start

    session, lines = start(exercises), _lines()
    screen.print(Text(HOW, style="dim"))
    shown = -1
    while not session.over:
        if shown < len(session.done):
            shown = len(session.done)
            _show(session, screen)
        line = next(lines, None)
        if line is None:
            break
        session, reply = answer(session, line)
        verdict = reply.result.verdict.value if reply.result else ""
        seen = reply.text if console.prints_unicode() else reply.text.translate(verdicts.KEYBOARD)
        screen.print(Text(seen, style=COLOURS.get(verdict, "")))
    return session


def _show(session: Session, screen: Console) -> None:
    from rich.text import Text

    exercise = session.exercise
    place = f"{len(session.done) + 1} of {len(session.exercises)}"
    about = f"{place}, {exercise.title.lower()}, reading grade {exercise.grade:.0f}"
    screen.print()
    screen.print(Text(f"{about}, {exercise.words} words", style="dim"))
    screen.print(Text(exercise.text, style="bold"))


def _show_summary(asked: Settings, over: Session, screen: Console) -> None:
    from unitdep.practice.tutoring.session import summary

    table = console.table("kind", "problems", "right at once", "right later", "skipped", "hints")
    for row in summary(over.done):
        numbers = (row.done, row.first, row.later, row.skipped, row.hints)
        table.add_row(row.title, *map(str, numbers))
    screen.print()
    if over.done:
        screen.print(table)
    screen.print(f"The same problems again: --seed {asked.seed}", style="dim")


def _summary_json(asked: Settings, done: tuple[Done, ...]) -> dict[str, object]:
    from unitdep.practice.tutoring.session import summary

    rows = [row.to_dict() for row in summary(done)]
    each = [
        {
            **d.exercise.to_dict(),
            "outcome": d.outcome.value,
            "wrong": d.wrong,
            "hints": d.hints,
        }
        for d in done
    ]
    return {"seed": asked.seed, "kinds": rows, "exercises": each}
