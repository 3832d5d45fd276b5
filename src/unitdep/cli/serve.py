"""``unitdep serve``: the pages and the API, on this machine."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from unitdep.cli import console, listening, startup
from unitdep.cli.options import ModelOption

if TYPE_CHECKING:
    from unitdep.web.settings import Settings


ANNOTATIONS: Final = Path("unitdep-annotations.sqlite")


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("serve")(serve)


def serve(
    host: Annotated[str, typer.Option("--host", help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", "-p", min=1, max=65535, help="Port.")] = 8000,
    token: Annotated[
        str | None,
        typer.Option(
            "--token",
            envvar="UNITDEP_TOKEN",
            show_envvar=True,
            help="Bearer token that API requests must carry; prefer the environment variable.",
        ),
    ] = None,
    without_token: Annotated[
        bool,
        typer.Option(
            "--allow-anyone", help="Allow connections from other machines without a token."
        ),
    ] = False,
    workers: Annotated[
        int, typer.Option("--workers", "-w", min=1, max=64, help="Number of solving processes.")
    ] = 2,
    annotations: Annotated[
        Path,
        typer.Option(
            "--annotations", metavar="FILE", help="Where the annotation page stores labels."
        ),
    ] = ANNOTATIONS,
    browser: Annotated[
        bool, typer.Option("--open", help="Open the solve page in a browser.")
    ] = False,
    model: ModelOption = None,
) -> None:
    """Start the web app: pages to solve, check and annotate, and the API behind them.

    The documentation is at /docs-site if `make docs` has built it. Exit codes: 0 after Ctrl+C, 1 if
    the port is in use or the server cannot start.
    """
    from unitdep.web.settings import Settings, is_local

    token = checked_token(token)
    if not is_local(host) and token is None and not without_token:
        raise typer.BadParameter(
            f"{host} can be reached from other machines; give a token (--token or UNITDEP_TOKEN), "
            "or --allow-anyone if anyone may use the server"
        )
    if problem := listening.busy(host, port):
        console.fail(problem)
    name = startup.checked_model(model)
    run(Settings(host, port, token, workers, annotations=annotations), name, browser=browser)


def checked_token(token: str | None) -> str | None:
    """Return a token as requests can carry it, or None for no token; raises BadParameter."""
    if token is None and os.environ.get("UNITDEP_TOKEN") is None:
        return None
    token = (token or "").strip()
    if not token:
        raise typer.BadParameter("the token is empty; unset UNITDEP_TOKEN to need none")
    if not (token.isascii() and token.isprintable() and " " not in token):
        raise typer.BadParameter("a token has only ASCII letters, digits and signs, and no spaces")
    return token


def run(settings: Settings, model: str | None, *, browser: bool = False) -> None:
    """Run the server until it is stopped.

    Its worker processes inherit the model, and that each has one thread, through the environment.
    """
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    if model is not None:
        os.environ["UNITDEP_MODEL"] = model
    startup.import_spacy()
    from unitdep.errors import StoreError
    from unitdep.web.annotate.store import Store
    from unitdep.web.app import create_app
    from unitdep.web.connections import server as server_of

    try:
        Store(settings.annotations)
    except StoreError as error:
        if settings.annotations != ANNOTATIONS:
            console.fail(str(error))
        typer.echo(f"Annotating is off: {error}; give another file with --annotations", err=True)
    host, port = settings.host, settings.port
    server = server_of(create_app(settings), settings)
    over = listening.announce(server, host, port, browser=browser)
    with suppress(KeyboardInterrupt):  # uvicorn raises it again once everything is closed
        server.run()
    over.set()
    if not server.started:
        console.fail(f"cannot listen on {host}:{port}; is another program using it? Try --port")
