"""Arguments and options that several commands share, as annotated types."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

TextArgument = Annotated[
    str | None,
    typer.Argument(metavar="TEXT", help="The problem, or - to read it from standard input."),
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
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
SeedOption = Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Random seed.")]
