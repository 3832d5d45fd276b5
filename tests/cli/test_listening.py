"""unitdep serve: a busy port, and the address once the server answers."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from servers import free_port
from unitdep.cli import listening
from unitdep.cli.app import app


def test_a_busy_port_is_one_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = CliRunner().invoke(app, ["serve", "--port", str(port)])
    assert (result.exit_code, result.stdout) == (1, "")
    start = f"Error: port {port} is in use by another program; this one is free: --port "
    assert result.stderr.startswith(start)
    other = int(result.stderr.removeprefix(start))
    assert listening.busy("127.0.0.1", other) is None
    assert listening.busy("127.0.0.1", port) is None  # it was released above


def test_no_free_port(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []
    monkeypatch.setattr(listening, "_in_use", lambda _, port: tried.append(port) or True)
    assert str(listening.busy("127.0.0.1", 65530)).endswith("give another one with --port")
    assert tried == [*range(65530, 65536)]


@pytest.mark.parametrize(
    ("host", "shown", "opened"),
    [
        ("127.0.0.1", "http://127.0.0.1:80/", "http://127.0.0.1:80/"),
        ("0.0.0.0", "http://0.0.0.0:80/", "http://127.0.0.1:80/"),
        ("::1", "http://[::1]:80/", "http://[::1]:80/"),
        ("::", "http://[::]:80/", "http://[::1]:80/"),
    ],
)
def test_the_address(
    host: str,
    shown: str,
    opened: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Nothing is printed or opened before the server answers."""

    class Server:
        started = False

    asked: list[str] = []
    done = threading.Event()
    monkeypatch.setattr("webbrowser.open", lambda url: asked.append(url) or done.set())
    server = Server()
    listening.announce(server, host, 80, browser=True)
    time.sleep(0.1)
    assert (capsys.readouterr().err, asked) == ("", [])
    server.started = True
    assert done.wait(10)
    time.sleep(0.05)
    lines = capsys.readouterr().err.splitlines()
    assert lines == [
        f"Serving on {shown} (press Ctrl+C to stop)",
        f"no browser was found; open {opened} yourself",
    ]
    assert asked == [opened]


def test_a_server_that_never_starts(capsys: pytest.CaptureFixture[str]) -> None:
    class Server:
        started = False

    server = Server()
    listening.announce(server, "127.0.0.1", 80, browser=False).set()
    time.sleep(0.1)
    server.started = True
    time.sleep(0.1)
    assert capsys.readouterr().err == ""


def test_the_printed_address_answers(tmp_path: Path) -> None:
    """The first request after the line is printed is answered, without waiting."""
    store, port = str(tmp_path / "a.sqlite"), str(free_port())
    command = ["-m", "unitdep", "serve", "--port", port, "--annotations", store, "--workers", "1"]
    with subprocess.Popen(
        [sys.executable, *command], stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        try:
            assert process.stderr is not None
            line = process.stderr.readline()
            assert line == f"Serving on http://127.0.0.1:{port}/ (press Ctrl+C to stop)\n"
            found = httpx.get(line.split()[2], trust_env=False, timeout=60)
            assert (found.status_code, "Solve a word problem" in found.text) == (200, True)
        finally:
            process.terminate()
