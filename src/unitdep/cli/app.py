"""The application: its options, and the commands that are registered with it."""

from __future__ import annotations

import io
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from unitdep.cli import (
    batch,
    check,
    compare,
    confidence,
    console,
    corpus,
    data,
    diagnose,
    evaluate,
    graph,
    hint,
    mcp,
    practice,
    quantities,
    reproduce,
    schema,
    serve,
    solve,
    train,
    workings,
    worksheet,
)

# Modules with register(app), in the order in which the help shows them.
COMMANDS = (
    *(solve, check, diagnose, hint, quantities, graph),
    *(practice, worksheet, batch, serve, mcp),
    *(train, evaluate, compare, confidence, workings, reproduce, data, corpus, schema),
)


class Commands(TyperGroup):
    """All commands; one that needs an extra which is not installed says so in one line."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except ModuleNotFoundError as error:
            console.fail_without(error)


app = typer.Typer(
    name="unitdep",
    cls=Commands,
    help="Solve arithmetic word problems with unit dependency graphs.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"unitdep {version('unitdep')}")
        raise typer.Exit()


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_show_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """Solve arithmetic word problems with unit dependency graphs."""


for _command in COMMANDS:
    _command.register(app)


def main() -> None:
    """Run the command line; characters that the terminal cannot show are replaced."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    app()
