"""Arguments and options that several commands share, as annotated types."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Annotated, Final, TypeVar

import typer

T = TypeVar("T")
_NOT_OURS: Final = frozenset({".pdf", ".docx", ".odt", ".rtf", ".png", ".jpg", ".jpeg", ".gif"})


class Output(Enum):
    """How one result is printed."""

    TEXT = "text"
    JSON = "json"
    JSONL = "jsonl"


TextArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="TEXT",
        help="The problem, in quotes; - is standard input, the default in a pipe.",
    ),
]
FileOption = Annotated[
    Path | None, typer.Option("--file", "-f", metavar="F", help="Read the problem from a file.")
]
ModelOption = Annotated[
    str | None,
    typer.Option(
        "--model",
        metavar="NAME_OR_FOLDER",
        envvar="UNITDEP_MODEL",
        show_envvar=True,
        help="The model: default, fast, linear, or a folder that unitdep train saved.",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="The same as --format json.")]
OutputOption = Annotated[
    Output | None,
    typer.Option(
        "--format", help="For people (the default), a JSON object, or one on a single line."
    ),
]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="Print the answer alone.")]
ExplainOption = Annotated[
    bool, typer.Option("--explain", help="Also print every step with its units, and the reasons.")
]
VerboseOption = Annotated[
    bool,
    typer.Option("--verbose", "-v", help="With --explain: also name the rule that read each unit."),
]
ConfidenceOption = Annotated[
    float,
    typer.Option(
        "--min-confidence",
        metavar="P",
        min=0.0,
        max=1.0,
        help="Withhold answers below this confidence.",
    ),
]
SeedOption = Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Random seed.")]


def form_of(output: Path | None, endings: Mapping[str, T], usual: T, instead: str) -> T:
    """Return the format that the name of a file says, or the usual one.

    A name that promises what nobody here writes, such as sheet.pdf, is refused; ``instead`` says
    what to do.
    """
    ending = "" if output is None else output.suffix.lower()
    if ending in _NOT_OURS:
        raise typer.BadParameter(f"{ending[1:].upper()} can't be written; {instead}")
    return endings.get(ending, usual)


def output_of(form: Output | None, as_json: bool) -> Output:
    """Return how to print a result; ``--json`` may not contradict ``--format``."""
    if as_json and form is Output.TEXT:
        raise typer.BadParameter("give --json or --format text, not both")
    if form is None:
        return Output.JSON if as_json else Output.TEXT
    return form
