"""A real server in its own process, or one in this process, for the tests of the web app."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from fastapi.testclient import TestClient

from unitdep.web.annotate.store import Store
from unitdep.web.app import create_app
from unitdep.web.settings import Settings

START_SECONDS = 240
# The command line has no options for limits; this runs the same application with small ones.
_RUN = """
import sys
from pathlib import Path
from unitdep.web.app import create_app
from unitdep.web import connections
from unitdep.web.settings import Settings
settings, limits = eval(sys.argv[1])
for name, value in limits.items():
    setattr(connections, name, value)
if __name__ == "__main__":
    connections.server(create_app(settings), settings).run()
"""


class _HereAndNow:
    """A pool that runs its tasks at once, in this process."""

    workers = capacity = 1
    busy = 0

    async def run(self, function: Callable[..., Any], *arguments: Any, **_: float) -> Any:
        return function(*arguments)


def in_this_process(folder: Path) -> TestClient:
    """Return a client of an application without worker processes; it shares the default solver."""
    store = folder / "annotations.sqlite"
    app = create_app(Settings(annotations=store))
    app.state.pool, app.state.store = _HereAndNow(), Store(store)
    return TestClient(app, base_url="http://127.0.0.1")


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Server:
    """A running server: where it is, and how to end it."""

    def __init__(self, process: subprocess.Popen[bytes], url: str) -> None:
        self.process, self.url = process, url

    def client(self, **options: object) -> httpx.Client:
        return httpx.Client(base_url=self.url, timeout=180, trust_env=False, **options)  # type: ignore[arg-type]

    def kill(self) -> None:
        """Kill the server and its workers, without a chance to tidy up."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


@contextmanager
def serving(
    folder: Path, *options: str, settings: Settings | None = None, **limits: float
) -> Iterator[Server]:
    """Run ``unitdep serve`` with options, or the application with given settings.

    ``limits`` are names of ``unitdep.web.connections`` and their values there.
    """
    port = free_port() if settings is None else settings.port
    if settings is None:
        store = str(folder / "annotations.sqlite")
        command = ["-m", "unitdep", "serve", "--port", str(port), "--annotations", store, *options]
    else:
        (folder / "run.py").write_text(_RUN, "utf-8")
        command = [str(folder / "run.py"), repr((settings, limits)).replace("PosixPath", "Path")]
    process = subprocess.Popen([sys.executable, *command], start_new_session=True)
    server = Server(process, f"http://127.0.0.1:{port}")
    try:
        wait(server)
        yield server
    finally:
        if process.poll() is None:
            process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            server.kill()


def wait(server: Server) -> None:
    """Wait until the server answers and its workers have loaded the model."""
    end = time.monotonic() + START_SECONDS
    while True:
        try:
            with server.client() as client:
                client.get("/api/health").raise_for_status()
                return
        except httpx.TransportError:
            if server.process.poll() is not None or time.monotonic() > end:
                raise
            time.sleep(0.1)
