"""``unitdep worksheet``: a set of problems to print, or a file for another system."""

from __future__ import annotations

import sys
from enum import Enum
from pathlib import Path
from typing import Annotated, Final

import typer

from unitdep.cli import console
from unitdep.cli.options import SeedOption, form_of
from unitdep.cli.practice import (
    GradeOption,
    KindsOption,
    LevelOption,
    NumbersOption,
    WordsOption,
    made,
    settings,
)

MOST_TITLE: Final = 200  # characters


class FormatName(Enum):
    """The formats; copied to keep --help fast."""

    HTML = "html"
    MOODLE = "moodle"
    GIFT = "gift"
    OATUTOR = "oatutor"
    ANKI = "anki"
    JSONL = "jsonl"
    TEXT = "text"


ENDINGS: Final = {
    ".xml": FormatName.MOODLE,
    ".gift": FormatName.GIFT,
    ".zip": FormatName.OATUTOR,
    ".jsonl": FormatName.JSONL,
    ".txt": FormatName.TEXT,
}


class PaperName(Enum):
    """The sizes of paper; copied to keep --help fast."""

    A4 = "A4"
    LETTER = "letter"


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("worksheet")(worksheet)


def worksheet(
    kinds: KindsOption = None,
    level: LevelOption = "medium",
    count: Annotated[
        int, typer.Option("--count", "-n", metavar="N", min=1, max=100, help="Number of problems.")
    ] = 12,
    numbers: NumbersOption = None,
    grade: GradeOption = None,
    words: WordsOption = None,
    seed: SeedOption = 0,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write to this file."),
    ] = None,
    form: Annotated[
        FormatName | None,
        typer.Option(
            "--format",
            help="A page to print, or a file for another system; if not given, as the name of FILE "
            "says, or html.",
        ),
    ] = None,
    title: Annotated[str, typer.Option("--title", help="The title of the sheet.")] = (
        "Word problems"
    ),
    paper: Annotated[
        PaperName, typer.Option("--paper", help="The size of the paper.")
    ] = PaperName.A4,
    large: Annotated[bool, typer.Option("--large", help="Use large type.")] = False,
    key: Annotated[bool, typer.Option("--key/--no-key", help="Whether there is a key.")] = True,
) -> None:
    """Make a worksheet with a key; the same options always give the same bytes.

    --format writes it for Moodle (moodle, gift), OATutor (oatutor, a zip file), Anki (anki), or as
    jsonl or text.
    """
    if form is None:
        form = form_of(output, ENDINGS, FormatName.HTML, "use FILE.html, and print it in a browser")
    if form is FormatName.OATUTOR and output is None and sys.stdout.isatty():
        raise typer.BadParameter("--format oatutor writes a zip file; name it with -o sheet.zip")
    asked = settings(kinds, level, count, seed, numbers, grade, words)
    exercises = made(asked)
    from unitdep.practice.sheets import Paper, Sheet, write

    shown = "".join(c if c.isprintable() else " " for c in console.clean(title))
    named = " ".join(shown.split())[:MOST_TITLE] or "Word problems"
    sheet = Sheet(tuple(exercises), asked, named, Paper(paper.value), large, key)
    content = write(sheet, form.value)
    if output is not None:
        console.write_file(output, content)
    else:
        typer.echo(content, nl=False)
