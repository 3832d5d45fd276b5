"""Connections that keep the server waiting: they are few, and they end."""

from __future__ import annotations

import resource
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
import typer

from servers import Server, free_port, serving
from unitdep.cli.serve import checked_token
from unitdep.web import connections
from unitdep.web.settings import Settings

HEADS = {
    "silent": b"",
    "half a header": b"POST /api/solve HTTP/1.1\r\nX: ",
    "half a body": b"POST /api/solve HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{",
}
HEALTH = b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


def connect(server: Server) -> socket.socket:
    host, port = server.url.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=30)


def until(holds: Callable[[], bool], seconds: float) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.05)
    return holds()


@contextmanager
def hasty(folder: Path, **limits: float) -> Iterator[Server]:
    """A server with the same timers, but shorter ones."""
    settings = Settings(
        port=free_port(), workers=1, body_seconds=1.0, annotations=folder / "store.sqlite"
    )
    with serving(folder, settings=settings, **limits) as server:
        yield server


def test_a_request_that_never_arrives_is_ended(tmp_path: Path) -> None:
    with hasty(tmp_path, ARRIVES=1.0) as server, ExitStack() as stack:
        for head in HEADS.values():
            connection = stack.enter_context(connect(server))
            connection.sendall(head)
            answer = connection.recv(1000)
            assert answer == b"" or b" 408 " in answer.splitlines()[0]
        dripping = stack.enter_context(connect(server))
        dripping.sendall(HEALTH)
        assert b"200 OK" in dripping.recv(10_000)

        def drip() -> bool:  # the next request comes byte by byte: the timer isn't set back
            try:
                dripping.sendall(b"X")
            except OSError:
                return True
            return False

        dripping.sendall(b"GET /")
        assert until(drip, 10)


def test_there_are_only_so_many_connections(tmp_path: Path) -> None:
    with hasty(tmp_path, MOST=20) as server, ExitStack() as stack:
        kept = [stack.enter_context(connect(server)) for _ in range(20)]
        refused = stack.enter_context(connect(server))
        answer = refused.recv(1000)
        assert b" 503 " in answer.splitlines()[0]
        assert b"Retry-After" in answer
        kept.pop().close()

        def answers() -> bool:
            with connect(server) as one:
                one.sendall(HEALTH)
                return b"200 OK" in one.recv(1000)

        assert until(answers, 10)


def test_few_open_files_mean_few_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    for files, most in ((256, 96), (100_000, 512), (20, 8)):
        monkeypatch.setattr(resource, "getrlimit", lambda _, files=files: (files, files))
        assert connections.most_connections() == most
        assert most < files


class TestTokens:
    @pytest.mark.parametrize(
        ("given", "token"), [("abc", "abc"), ("abc\n", "abc"), (" a-b.c~ ", "a-b.c~"), (None, None)]
    )
    def test_spaces_around_it_are_left_out(
        self, given: str | None, token: str | None, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delenv("UNITDEP_TOKEN", raising=False)
        assert checked_token(given) == token

    @pytest.mark.parametrize("given", ["", " \n", "a b", "sésame", "a\x00b", "a\nb"])
    def test_one_that_no_request_could_carry(self, given: str) -> None:
        with pytest.raises(typer.BadParameter):
            checked_token(given)

    def test_an_empty_variable_is_no_mistake_to_overlook(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("UNITDEP_TOKEN", "")
        with pytest.raises(typer.BadParameter, match="empty"):
            checked_token(None)
