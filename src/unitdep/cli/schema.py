"""``unitdep schema``: the JSON Schema of an output."""

from __future__ import annotations

import json
from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("schema")(schema)


def schema(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="Which output (default: list all names).")
    ] = None,
) -> None:
    """Print the JSON Schema of an output, or list the outputs that have one."""
    from unitdep.errors import UnknownSchemaError, meant
    from unitdep.schema import names, title
    from unitdep.schema import schema as read

    if name is None:
        width = max(map(len, names()))
        for known in names():
            typer.echo(f"{known:<{width}}  {title(known)}")
        return
    try:
        typer.echo(json.dumps(read(name), indent=2))
    except UnknownSchemaError:
        every = names()
        raise typer.BadParameter(
            f"there is no schema {name!r}{meant(name, every)}; there are {', '.join(every)}"
        ) from None
