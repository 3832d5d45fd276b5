"""Where a server listens: whether its port is free, and its address once it answers."""

from __future__ import annotations

import errno
import socket
import threading
from typing import Final, Protocol

import typer

_TRIED: Final = 100  # ports after a busy one
_EVERYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # how this machine asks
_PAUSE: Final = 0.02  # seconds


class Listening(Protocol):
    """A server that says whether it answers yet."""

    started: bool


def busy(host: str, port: int) -> str | None:
    """Return what to do if a port is in use, or None."""
    if not _in_use(host, port):
        return None
    last = min(port + _TRIED, 65535)
    free = next((other for other in range(port + 1, last + 1) if not _in_use(host, other)), None)
    advice = "give another one with --port" if free is None else f"this one is free: --port {free}"
    return f"port {port} is in use by another program; {advice}"


def _in_use(host: str, port: int) -> bool:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind((host, port))
        except OSError as error:
            return error.errno == errno.EADDRINUSE
    return False


def address(host: str, port: int) -> str:
    """Return the address at which a server's pages are."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def announce(server: Listening, host: str, port: int, *, browser: bool) -> threading.Event:
    """Print the address as soon as the server answers; set the event returned to give up."""
    over = threading.Event()

    def wait() -> None:
        while not server.started:
            if over.wait(_PAUSE):
                return
        typer.echo(f"Serving on {address(host, port)} (press Ctrl+C to stop)", err=True)
        if browser:
            _open(address(_EVERYWHERE.get(host, host), port))

    threading.Thread(target=wait, daemon=True).start()
    return over


def _open(url: str) -> None:
    import webbrowser

    if not webbrowser.open(url):
        typer.echo(f"no browser was found; open {url} yourself", err=True)
