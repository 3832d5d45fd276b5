"""``unitdep mcp``: the tools solve, check and same_answer for language models."""

from __future__ import annotations

import os

import typer

from unitdep.cli import startup
from unitdep.cli.options import ModelOption


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("mcp")(mcp)


def mcp(model: ModelOption = None) -> None:
    """Serve solve, check and same_answer over the Model Context Protocol (extra mcp).

    A client starts this command and talks to it over standard input and output. The model is loaded
    when a tool first needs it.
    """
    name = startup.checked_model(model)
    from unitdep.integrations.mcp import run

    if name is not None:
        os.environ["UNITDEP_MODEL"] = name
    run()
