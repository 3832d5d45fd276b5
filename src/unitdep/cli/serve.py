"""``unitdep serve``: the pages and the API, on this machine."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from unitdep.cli import common


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
            help="What requests to the API must bear; better given by the environment.",
        ),
    ] = None,
    without_token: Annotated[
        bool,
        typer.Option(
            "--allow-anyone", help="Listen beyond this machine without a token all the same."
        ),
    ] = False,
    workers: Annotated[
        int, typer.Option("--workers", "-w", min=1, max=64, help="Processes that solve.")
    ] = 2,
    annotations: Annotated[
        Path,
        typer.Option("--annotations", metavar="FILE", help="Where the annotate page keeps labels."),
    ] = Path("unitdep-annotations.sqlite"),
) -> None:
    """Start the web app: pages to solve, check and annotate, and the API behind them."""
    from unitdep.web.settings import is_local

    if token is not None and not token.strip():
        raise typer.BadParameter("the token is empty")
    if not is_local(host) and token is None and not without_token:
        raise typer.BadParameter(
            f"{host} can be reached from other machines; give a token (--token or UNITDEP_TOKEN), "
            "or --allow-anyone if anyone may use the server"
        )
    run(host, port, token, workers, annotations)


def run(host: str, port: int, token: str | None, workers: int, annotations: Path) -> None:
    """Run the server until it is ended."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # the workers are the threads
    import uvicorn

    from unitdep.errors import StoreError
    from unitdep.web.annotate.store import Store
    from unitdep.web.app import create_app
    from unitdep.web.settings import Settings

    try:
        Store(annotations)
    except StoreError as error:
        common.fail(str(error))
    settings = Settings(host=host, port=port, token=token, workers=workers, annotations=annotations)
    shown = f"[{host}]" if ":" in host else host
    typer.echo(f"unitdep at http://{shown}:{port}/ - end it with Ctrl+C", err=True)
    server = uvicorn.Server(
        uvicorn.Config(
            create_app(settings),
            host=host,
            port=port,
            log_level="warning",
            server_header=False,
            timeout_keep_alive=10,
        )
    )
    server.run()
    if not server.started:
        common.fail(f"cannot listen on {host}:{port}; is another program there? Try --port")
