"""Attacks that take minutes or much memory: run by ``make attack``."""

from __future__ import annotations

import os
import signal
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

import attack_figures
import attack_server
from servers import serving

pytestmark = pytest.mark.attack
TEXT = {"text": attack_server.SHORT}


def test_new_words_for_ever(tmp_path: Path) -> None:
    """The parser keeps every word it has seen; its processes don't grow for ever."""
    with serving(tmp_path, "--workers", "1") as server, server.client() as client:
        for number in range(300):
            words = " ".join(f"q{number}x{k}z" for k in range(1200))
            asked = {"text": f"{words[:12_000]}. {attack_server.SHORT}"}
            assert client.post("/api/solve", json=asked).status_code == 200
        held = [attack_figures.resident(process) for process in attack_server._family(server)]
        assert max(held) < 10**9


def test_a_worker_that_is_killed_at_work(tmp_path: Path) -> None:
    """Its task is tried once more, so that the client doesn't notice."""
    with (
        serving(tmp_path, "--workers", "2") as server,
        ThreadPoolExecutor(8) as threads,
        server.client() as client,
    ):
        client.post("/api/solve", json=TEXT).raise_for_status()

        def ask(_: int) -> httpx.Response:
            return attack_server.ask(server, "/api/solve", TEXT)

        answers = threads.map(ask, range(60))
        for _ in range(3):
            time.sleep(1)
            workers = sorted(int(found.name) for found in attack_server._family(server))[3:]
            if workers:
                os.kill(workers[-1], signal.SIGKILL)
        codes = [answer.status_code for answer in answers]
        assert codes.count(500) == 0
        assert codes.count(200) > 50


def test_three_hundred_half_sent_headers(tmp_path: Path) -> None:
    """They are closed, and others are answered while they stay."""
    with serving(tmp_path, "--workers", "1") as server, server.client() as client:
        host, port = server.url.removeprefix("http://").split(":")
        kept = []
        for _ in range(300):
            connection = socket.create_connection((host, int(port)), timeout=60)
            connection.sendall(b"POST /api/solve HTTP/1.1\r\nX: ")
            kept.append(connection)
        assert client.get("/api/health").status_code == 200
        assert client.post("/api/solve", json=TEXT).status_code == 200
        for connection in kept:
            with suppress(ConnectionResetError):
                assert connection.recv(10) in (b"", b"HTTP/1.1 5")
            connection.close()


def test_the_server_ends_in_time(tmp_path: Path) -> None:
    with serving(tmp_path, "--workers", "2") as server:
        assert attack_server.stopping(server).met
