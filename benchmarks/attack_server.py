"""What hostile requests cost a server with two workers, and whoever else asks it something."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import httpx

from attack_figures import Figure, resident
from servers import Server, serving
from unitdep.checking import Task
from unitdep.web.workers import tasks

SHORT: Final = "Ann has 3 pens and buys 4 pens. How many pens has Ann?"
EACH: Final = " ".join(f"{k} each" for k in range(2, 13))
ASKED: Final = "how many?"
SLOW: Final = f"Ann has {EACH} 13 {ASKED}"
CHOICES: Final = f"1/2 of 3 each 1/3 of 4 each 1/4 of 5 each 1/5 of 6 each {ASKED}"
DENSE: Final = "Ima " * 800 + "- " * 490 + "\n " * 400 + "word " * 90  # 3,390 tokens
HEADERS: Final = {"content-type": "application/json"}
HOSTILE_SECONDS: Final = 20.0


def measure(folder: Path) -> Iterator[Figure]:
    """Start a server and measure everything about it."""
    with serving(folder, "--workers", "2") as server:
        ask(server, "/api/solve", {"text": SHORT})
        yield memory(server)
        yield from health(server)
        yield third_client(server)
        yield stopping(server)


def ask(server: Server, path: str, body: Any) -> httpx.Response:
    """Send one request."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    with server.client() as client:
        return client.post(path, content=content, headers=HEADERS)


def memory(server: Server) -> Figure:
    """Return the most that any process of the server held while it solved long texts."""
    with _watched(lambda: max(map(resident, _family(server)), default=0)) as seen:
        ask(server, "/api/solve-many", {"texts": [DENSE] * 8})
        ask(server, "/api/solve-many", {"texts": ["word " * 2400] * 4})
        ask(server, "/api/explore", {"text": SLOW})
        ask(server, "/api/check", {"text": SHORT, "work": "3 + 4 = 7\n" * 20_000})
        ask(server, "/api/quantities", {"text": "Ima 3 " * 8000})
    return Figure("largest memory of a process during one request", max(seen) / 2**20, "MB", 1000)


def third_client(server: Server) -> Figure:
    """Return the longest wait for a short text behind two clients with a hundred slow texts."""
    over = threading.Event()

    def hostile() -> None:
        while not over.is_set():
            with suppress(httpx.HTTPError):  # the server ends while they wait
                ask(server, "/api/solve-many", {"texts": [SLOW] * 100})

    clients = [threading.Thread(target=hostile, daemon=True) for _ in range(2)]
    for client in clients:
        client.start()
    time.sleep(1)
    waits = []
    end = time.monotonic() + HOSTILE_SECONDS
    while time.monotonic() < end:
        began = time.monotonic()
        ask(server, "/api/solve", {"text": SHORT}).raise_for_status()
        waits.append(time.monotonic() - began)
        time.sleep(0.1)
    over.set()
    return Figure("longest wait of a third client behind two hostile ones", max(waits), "s", 2)


def health(server: Server) -> Iterator[Figure]:
    """Return how long a health check takes at most while bad bodies arrive."""
    keys = b'{"text":"a",' + b",".join(b'"%x":0' % k for k in range(18_000)) + b"}"
    lists = {name: [-1] * 15_000 for name in ("rates", "not_rates", "dropped", "kept")}
    bodies: list[tuple[str, bytes]] = [
        ("/api/solve", keys),
        ("/api/solve", json.dumps({"text": "a", "constraints": lists}).encode()),
        ("/api/solve-many", b'{"texts":[' + b"0," * 99_000 + b"0]}"),
        ("/api/solve-many", b'{"texts":[' + b"0," * 1_900_000 + b"0]}"),
        ("/api/solve-many", b'{"texts":["' + b"\\u0041" * 650_000 + b'"]}'),
        ("/api/check-many", json.dumps({"tasks": [{"text": "a", "work": {}}] * 1000}).encode()),
        ("/api/annotate/load", json.dumps({"content": "{}\n" * 900_000}).encode()),
    ]
    found = [_meanwhile(server, path, body) for path, body in bodies]
    longest, largest = (max(column) for column in zip(*found, strict=True))
    yield Figure("longest health check while the worst bodies arrive", longest, "s", 0.2)
    yield Figure("largest answer to a body that is refused", largest / 1000, "kB", 10)


def _meanwhile(server: Server, path: str, body: bytes) -> tuple[float, int]:
    """Return the longest health check while a body arrives, and the size of the answer to it.

    The least of three tries, because other programs use this machine too.
    """
    longest, answer = [], b""
    for _ in range(3):
        waits = [0.0]
        with ThreadPoolExecutor(1) as thread, server.client() as client:
            sent = thread.submit(ask, server, path, body)
            while not sent.done():
                began = time.monotonic()
                client.get("/api/health").raise_for_status()
                waits.append(time.monotonic() - began)
            answer = sent.result().content
        longest.append(max(waits))
    return min(longest), len(answer)


def short_texts(_: Path) -> Iterator[Figure]:
    """Return how much CPU time texts of 200 characters take at most: the least of three times."""
    twelve = " ".join(f"{k} pens," for k in range(2, 14))
    texts = [SLOW, f"{SLOW[:-9]}{SLOW}"[:200], f"Ann has {twelve} how many pens has she in all?"]
    texts += [" ".join(f"{k}" for k in range(2, 32)) + " how many?", "1/2 of 3 " * 12 + "how many?"]
    texts += [f"20% of 3 each 30% of 4 each 40% of 5 each 50% of 6 each 7 each 8 {ASKED}", CHOICES]
    tasks.warm()
    ways: list[tuple[str, Callable[[str], Any]]] = [
        ("solve", tasks.solve),
        ("check", lambda text: tasks.check(Task(text, "12"))),
        ("explore", tasks.explore),
    ]
    for name, way in ways:
        worst = max(_least(way, text) for text in texts)
        yield Figure(f"slowest text of 200 characters, CPU, `/api/{name}`", worst, "s", 0.5)
    twice = max(_least(tasks.solve, text) for text in (f"{SLOW} {SLOW}"[:200], f"{SLOW} {ASKED}"))
    yield Figure("the same with two questions, `/api/solve`", twice, "s", 0.5)
    many = SLOW + " How many?" * 400
    yield Figure("the same with 400 questions, `/api/solve`", _least(tasks.solve, many), "s", 2)


def _least(way: Callable[[str], Any], text: str) -> float:
    times = []
    for _ in range(3):
        began = time.process_time()
        way(text)
        times.append(time.process_time() - began)
    return min(times)


def stopping(server: Server) -> Figure:
    """Return how long the server takes to end while a client doesn't read its answer."""
    host, port = server.url.removeprefix("http://").split(":")
    body = json.dumps({"texts": ["one " * 2400] * 100}).encode()
    with socket.create_connection((host, int(port)), timeout=30) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        head = (
            f"POST /api/solve-many HTTP/1.1\r\nHost: {host}:{port}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        connection.sendall(head.encode() + body)
        time.sleep(3)
        began = time.monotonic()
        server.process.terminate()
        server.process.wait(60)
    return Figure("the server ends while a client doesn't read", time.monotonic() - began, "s", 10)


@contextmanager
def _watched(look: Callable[[], float]) -> Iterator[list[float]]:
    """Collect what a function returns, again and again, until the block ends."""
    seen, over = [look()], threading.Event()

    def watch() -> None:
        while not over.wait(0.05):
            seen.append(look())

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield seen
    finally:
        over.set()
        watcher.join()


def _family(server: Server) -> list[Path]:
    """Return the processes of a server: all that have its process group."""
    group = str(server.process.pid)
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text("ascii", "replace").rpartition(")")[2].split()
        except OSError:
            continue
        if fields[2] == group:
            found.append(folder)
    return found
