"""The server under random requests, under load, and killed in the middle of annotating."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import signal
import sqlite3
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable

from load import load, share
from servers import Server, serving
from unitdep.errors import StoreError
from unitdep.web.annotate.store import Store

PROBLEM = {
    "id": "boxes",
    "text": "There are 6 eggs in each box. Ann buys 4 boxes. How many eggs has Ann?",
    "expression": "6*4",
}


@pytest.mark.slow
def test_the_api_is_as_its_description_says(server: Server) -> None:
    """Random requests to every operation: no server error, and responses as described."""
    described = schemathesis.openapi.from_url(f"{server.url}/openapi.json")
    checks = [
        schemathesis.checks.not_a_server_error,
        schemathesis.checks.status_code_conformance,
        schemathesis.checks.content_type_conformance,
        schemathesis.checks.response_schema_conformance,
    ]
    operations = [found.ok() for found in described.get_all_operations()]
    assert len(operations) > 10
    for operation, mode in itertools.product(operations, schemathesis.GenerationMode):

        @settings(
            max_examples=6,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(generation_mode=mode))
        def ask(case: schemathesis.Case) -> None:
            case.call_and_validate(checks=checks, timeout=120)

        with suppress(Unsatisfiable):  # an operation without parameters has no wrong requests
            ask()


def test_fifty_clients(server: Server) -> None:
    """The short version of ``benchmarks/load.py``."""
    found = asyncio.run(load(server.url, clients=50, seconds=4))
    assert set(found.statuses) == {"200", "health 200"}
    assert len(found.waits) >= 50
    assert share(found.health, 90) < 3


def test_workers_that_are_ended_from_outside(tmp_path: Path) -> None:
    """As if the system had run out of memory: the next request finds new workers."""
    with serving(tmp_path, "--workers", "1") as server, server.client() as client:
        text = {"text": "Ann has 3 pens and buys 4 pens. How many pens has Ann?"}
        answer = client.post("/api/solve", json=text).json()["answer"]
        assert answer is not None
        for worker in workers(server.process.pid):
            os.kill(worker, signal.SIGKILL)
        time.sleep(1)
        assert client.get("/api/health").status_code == 200
        answers = [client.post("/api/solve", json=text) for _ in range(2)]
        assert answers[-1].json()["answer"] == answer


def workers(server: int) -> list[int]:
    """Return the processes that were forked from the one with the model."""
    rows = subprocess.run(
        ["ps", "-e", "-o", "pid=,ppid=,args="], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    found = [(int(pid), int(parent), args) for pid, parent, args in map(_split, rows)]
    origin = {pid for pid, parent, args in found if parent == server and "forkserver" in args}
    return [pid for pid, parent, _ in found if parent in origin]


def _split(row: str) -> list[str]:
    return row.split(maxsplit=2)


class TestAnnotations:
    """The store: nothing is lost, nobody overwrites anybody."""

    def test_killed_at_any_moment(self, tmp_path: Path) -> None:
        """Every click that was answered is there after kill -9, and at most one more."""
        answered: list[int] = []
        with serving(tmp_path, "--workers", "1") as server:
            with server.client() as client:
                loaded = client.post("/api/annotate/load", json={"content": json.dumps(PROBLEM)})
                assert loaded.json()["added"] == 1

            def kill() -> None:
                while len(answered) < 20:
                    time.sleep(0.003)
                server.kill()

            killer = threading.Thread(target=kill)
            killer.start()
            with server.client() as client:
                try:
                    for number in itertools.count():
                        body = {"id": "boxes", "annotator": f"A{number}", "vertex": 0, "rate": True}
                        client.post("/api/annotate/label", json=body).raise_for_status()
                        answered.append(number)
                except httpx.TransportError:
                    pass
            killer.join()
        kept = Store(tmp_path / "annotations.sqlite").done()
        assert len(answered) <= len(kept) <= len(answered) + 1
        with serving(tmp_path, "--workers", "1") as server, server.client() as client:
            fields = {"id": "boxes", "annotator": "A3"}
            found = client.get("/api/annotate/problem", params=fields).json()
            assert found["vertices"][0]["rate"] is True

    def test_annotators_at_once(self, server: Server) -> None:
        content = "\n".join(json.dumps({**PROBLEM, "id": f"many{k}"}) for k in range(10))
        with server.client() as client:
            client.post("/api/annotate/load", json={"content": content}).raise_for_status()

        def click(person: int) -> None:
            with server.client() as client:
                for k in range(10):
                    for vertex in (0, 1, "question"):
                        body = {
                            "id": f"many{k}",
                            "annotator": f"P{person}",
                            "vertex": vertex,
                            "rate": vertex == person,
                        }
                        client.post("/api/annotate/label", json=body).raise_for_status()

        with ThreadPoolExecutor(2) as threads:
            list(threads.map(click, range(2)))
        with server.client() as client:
            for person, k in itertools.product(range(2), range(10)):
                fields = {"id": f"many{k}", "annotator": f"P{person}"}
                found = client.get("/api/annotate/problem", params=fields).json()
                assert [v["vertex"] for v in found["vertices"] if v["rate"]] == [person]

    def test_what_cannot_be_labelled(self, server: Server) -> None:
        own = {**PROBLEM, "id": "three", "text": f"Tom is 5. {PROBLEM['text']}"}
        lines = [
            own,
            {"id": "sum", "text": "Ann has 3 pens and 4 pens. How many pens?", "expression": "3+4"},
            {"id": "none", "text": "Ann has 3 pens and 4 pens. How many pens?"},
            {"id": "three", "text": "Another. 2 and 3?", "expression": "2*3"},
        ]
        content = "\n".join([*map(json.dumps, lines[:3]), "{broken"])
        with server.client() as client:
            found = client.post("/api/annotate/load", json={"content": content}).json()
            assert found["added"] == 2
            assert found["by_tree"] == 1
            assert found["without_tree"] == ["none"]
            assert "line 4" in found["bad"][0]
            body = {"content": json.dumps(lines[3])}
            clash = client.post("/api/annotate/load", json=body).json()
            assert clash["bad"] == ["three: another problem has this id"]
            click = {"id": "three", "annotator": "A", "vertex": 0, "rate": True}
            unused = client.post("/api/annotate/label", json=click)
            assert unused.status_code == 422
            assert "does not use" in unused.json()["error"]
            for name in ("sum", "none", "nothing"):
                other = client.post("/api/annotate/label", json={**click, "id": name})
                assert other.status_code == 404
            empty = client.get("/api/annotate/problems", params={"annotator": " "})
            assert empty.status_code == 422

    def test_labels_that_do_not_fit(self, server: Server) -> None:
        text = "There are 6 eggs in each of 4 boxes, and 3 more eggs. How many eggs are there?"
        problem = {"id": "fit", "text": text, "expression": "6*4+3"}
        with server.client() as client:
            client.post("/api/annotate/load", json={"content": json.dumps(problem)})
            click = {"id": "fit", "annotator": "A", "vertex": 2, "rate": True}
            assert client.post("/api/annotate/label", json=click).json()["consistent"] is False
            back = {**click, "rate": False}
            assert client.post("/api/annotate/label", json=back).json()["consistent"] is True

    def test_a_file_that_is_no_store(self, tmp_path: Path) -> None:
        file = tmp_path / "notes.txt"
        file.write_text("these are my notes, and no data base at all\n" * 50, "utf-8")
        with pytest.raises(StoreError, match=r"notes\.txt cannot be used"):
            Store(file)
        with pytest.raises(StoreError):
            Store(tmp_path / "nowhere" / "store.sqlite")

    def test_it_is_written_ahead(self, tmp_path: Path) -> None:
        Store(tmp_path / "store.sqlite")
        with sqlite3.connect(tmp_path / "store.sqlite") as connection:
            assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
