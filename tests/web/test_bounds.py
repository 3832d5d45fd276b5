"""What a request may cost. Each of these was once a way to stop the server for everybody."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.types import ASGIApp, Receive, Scope, Send

from servers import in_this_process
from unitdep.errors import BusyError, DeadlineError, StoreBusyError
from unitdep.web.annotate import store
from unitdep.web.limits import BODY, CLOSE, LARGE, PARTS, BodyLimit
from unitdep.web.workers.lanes import Lane
from unitdep.web.workers.many import run_each

JSON = {"content-type": "application/json"}
TEXT = "Ann has 3 pens and buys 4 pens. How many pens has Ann?"


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return in_this_process(tmp_path_factory.mktemp("bounds"))


def timed(ask: Callable[[], httpx.Response]) -> tuple[httpx.Response, float]:
    began = time.process_time()
    return ask(), time.process_time() - began


class TestBodies:
    """A bad body gets one short error, in milliseconds."""

    @pytest.mark.parametrize(
        ("path", "body"),
        [
            ("/api/solve", {"text": "a", **{f"{k:x}": 0 for k in range(20_000)}}),
            ("/api/solve", {"text": "a", "x" * 200_000: 0}),
            ("/api/solve", {"text": "a", "constraints": {"rates": [-1] * 15_000}}),
            (
                "/api/solve",
                {
                    "text": "a",
                    "constraints": {
                        name: ["a"] * 100 for name in ("rates", "not_rates", "dropped", "kept")
                    },
                },
            ),
            ("/api/check-many", {"tasks": [{"text": "a", f"{k}": 1} for k in range(1000)]}),
            ("/api/check-many", {"tasks": [{"text": 1, "work": []}] * 1000}),
            ("/api/solve-many", {"texts": [1] * 90_000}),
            ("/api/check", {"text": [], "work": [], "gold": [], "answer": [], "expression": []}),
        ],
        ids=range(8),
    )
    def test_one_short_error(self, here: Any, path: str, body: object) -> None:
        content = json.dumps(body)
        found, seconds = timed(lambda: here.post(path, content=content, headers=JSON))
        assert found.status_code == 422
        assert len(found.content) < 2000
        assert seconds < 0.3

    def test_too_many_parts(self, here: Any) -> None:
        content = "[" + "0," * (PARTS + 1) + "0]"
        found = here.post("/api/solve-many", content=content, headers=JSON)
        assert (found.status_code, "parts" in found.json()["error"]) == (413, True)

    def test_a_limit_for_each_kind_of_request(self, here: Any) -> None:
        text = json.dumps({"text": "a" * BODY})
        assert here.post("/api/solve", content=text, headers=JSON).status_code == 413
        many = json.dumps({"texts": ["a" * BODY]})
        assert here.post("/api/solve-many", content=many, headers=JSON).status_code == 200
        large = json.dumps({"texts": ["a" * LARGE]})
        assert here.post("/api/solve-many", content=large, headers=JSON).status_code == 413

    def test_what_is_not_sent_as_json(self, here: Any) -> None:
        found = here.post("/api/solve", content='{"text": "a"}', headers={"content-type": "x/y"})
        assert found.status_code == 415
        assert "Content-Type: application/json" in found.json()["error"]

    @pytest.mark.parametrize("number", ["1e999", "-1e999", "NaN", "Infinity"])
    def test_numbers_that_are_not_finite(self, here: Any, number: str) -> None:
        content = json.dumps({"text": TEXT, "answer": 0}).replace(" 0}", f" {number}}}")
        found = here.post("/api/check", content=content, headers=JSON)
        assert found.status_code == 422
        assert "finite" in found.json()["error"]

    def test_all_bodies_together_are_bounded(self) -> None:
        """And a body that trickles in is not copied again for every byte."""
        answers: list[int] = []

        async def app(_: Scope, receive: Receive, __: Send) -> None:
            await receive()
            answers.append(200)

        async def ask(limited: ASGIApp, parts: int) -> None:
            left = [b" " * 100_000] * parts

            async def receive() -> Any:
                await asyncio.sleep(0)
                part = left.pop()
                return {"type": "http.request", "body": part, "more_body": bool(left)}

            async def send(message: Any) -> None:
                if "status" in message:
                    answers.append(message["status"])

            headers = [(b"content-type", b"application/json")]
            scope = {"type": "http", "path": "/api/solve", "headers": headers}
            await limited(scope, receive, send)

        async def all_at_once() -> BodyLimit:
            limited = BodyLimit(app, seconds=5, held=1_000_000)
            await asyncio.gather(*(ask(limited, 2) for _ in range(5)))
            return limited

        limited = asyncio.run(all_at_once())
        assert sorted(answers) in ([200, 200, 200, 200, 503], [200, 200, 200, 503, 503],
                                   [200, 200, 503, 503, 503])  # fmt: skip
        assert [held.now for held in limited.held.values()] == [0, 0]

    def test_a_client_that_sends_too_much_hears_of_it(self) -> None:
        """The rest is read, up to a point; many clients write everything before they read."""
        read, sent = [], list[Any]()

        async def app(_: Scope, __: Receive, ___: Send) -> None:
            raise AssertionError("too large to be passed on")

        async def receive() -> Any:
            read.append(1)
            return {"type": "http.request", "body": b" " * 100_000, "more_body": True}

        async def send(message: Any) -> None:
            sent.append(message)

        limited = BodyLimit(app, seconds=5, held=10**8)
        asyncio.run(limited({"type": "http", "path": "/", "headers": []}, receive, send))
        assert sent[0]["status"] == 413
        assert (b"connection", CLOSE["Connection"].encode()) in sent[0]["headers"]
        assert 2 * BODY < 100_000 * len(read) < 10 * BODY


class TestWays:
    @pytest.mark.parametrize("path", ["/", "/check", "/annotate", "/docs", "/api/health"])
    def test_head_is_get_without_a_body(self, here: Any, path: str) -> None:
        assert here.head(path).status_code == 200

    @pytest.mark.parametrize(
        "origin", ["http://[", "http://[::1", "http://[x]", "http://a[b]c", "ftp://127.0.0.1", ""]
    )
    def test_origins_that_are_none(self, here: Any, origin: str) -> None:
        found = here.post("/api/solve", json={"text": "a"}, headers={"origin": origin})
        assert found.status_code == 403
        assert "content-security-policy" in found.headers

    @pytest.mark.parametrize(
        "host", ["x@127.0.0.1", "127.0.0.1:abc", "[::1", "127.0.0.1/", "[::1]x"]
    )
    def test_hosts_that_are_none(self, here: Any, host: str) -> None:
        assert here.get("/api/health", headers={"host": host}).status_code == 421

    def test_a_failure_has_the_same_headers(self, tmp_path: Path) -> None:
        client = in_this_process(tmp_path)
        client.app.state.pool = None
        found = client.post("/api/solve", json={"text": "a"})
        assert found.status_code == 500
        assert "content-security-policy" in found.headers
        assert found.json() == {"error": "the server failed; see its log"}

    def test_a_refused_text_lists_few_quantities(self, here: Any) -> None:
        found = here.post("/api/solve", json={"text": "one " * 2400}).json()
        assert found["answer"] is None
        assert len(found["quantities"]) == 50

    def test_a_working_with_very_many_sums_is_not_judged(self, here: Any) -> None:
        """20 kB of sums made an answer of 2 MB."""
        sums = {200: "wrong", 201: "cannot tell"}
        for count, verdict in sums.items():
            body = {"text": TEXT, "work": "3 + 4 = 8\n" * count, "gold": "7"}
            found = here.post("/api/check", json=body)
            assert (found.json()["verdict"], len(found.content) < 200_000) == (verdict, True)

    def test_an_answer_has_a_limit(self, here: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("unitdep.web.api.ANSWER", 1000)
        found = here.post("/api/solve-many", json={"texts": [TEXT]})
        assert (found.status_code, "fewer" in found.json()["error"]) == (413, True)


class TestLanes:
    """Waiting has a limit, in number and in time."""

    def test_the_queue_is_bounded(self) -> None:
        async def run() -> list[str]:
            lane, found = Lane(1, 1), list[str]()

            async def visit() -> None:
                try:
                    async with lane.turn(5):
                        await asyncio.sleep(0.01)
                        found.append("done")
                except BusyError:
                    found.append("busy")

            await asyncio.gather(*(visit() for _ in range(4)))
            assert lane.inside == 0
            return found

        assert sorted(asyncio.run(run())) == ["busy", "busy", "done", "done"]

    def test_nobody_waits_for_ever(self) -> None:
        async def run() -> None:
            lane = Lane(1, 10)
            async with lane.turn(1):
                with pytest.raises(BusyError):
                    async with lane.turn(0.01):
                        pass
            async with lane.turn(0.01) as waited:
                assert waited < 0.01
            assert lane.inside == 0

        asyncio.run(run())


class Slow:
    """A pool whose tasks take a hundredth of a second each."""

    workers = 2

    def __init__(self) -> None:
        self.ran = 0

    async def run(self, function: Callable[..., Any], *arguments: Any, **_: float) -> Any:
        self.ran += 1
        await asyncio.sleep(0.01)
        return function(*arguments)


class TestManyTexts:
    async def stays(self) -> bool:
        return False

    async def leaves(self) -> bool:
        return True

    def test_in_order(self) -> None:
        given = [(k,) for k in range(20)]
        found = asyncio.run(run_each(Slow(), abs, given, seconds=5, gone=self.stays))
        assert found == list(range(20))

    def test_the_deadline_is_common(self) -> None:
        pool = Slow()
        with pytest.raises(DeadlineError):
            asyncio.run(run_each(pool, abs, [(1,)] * 1000, seconds=0.05, gone=self.stays))
        assert pool.ran < 20

    def test_nothing_is_done_for_a_client_that_left(self) -> None:
        pool = Slow()
        with pytest.raises(DeadlineError):
            asyncio.run(run_each(pool, abs, [(1,)] * 1000, seconds=5, gone=self.leaves))
        assert pool.ran == 0


PROBLEM = {
    "id": "a",
    "text": "There are 6 eggs in each of 4 boxes. How many eggs are there?",
    "expression": "6*4",
}


class TestStore:
    def load(self, here: Any, **fields: object) -> Any:
        content = json.dumps({**PROBLEM, **fields})
        return here.post("/api/annotate/load", json={"content": content})

    @pytest.mark.parametrize(
        ("name", "said"),
        [
            ("x" * 501, "more than 500 characters"),
            (10**600, "more than 500 characters"),
            ("\ud800", "unpaired surrogate"),
        ],
    )
    def test_ids_are_the_same_everywhere(self, here: Any, name: object, said: str) -> None:
        """One that can be loaded can be labelled."""
        found = self.load(here, id=name)
        assert found.status_code == 200
        assert (found.json()["added"], said in found.json()["bad"][0]) == (0, True)

    def test_the_longest_id(self, here: Any) -> None:
        assert self.load(here, id="y" * 500).json()["added"] == 1
        asked = {"id": "y" * 500, "annotator": "A"}
        assert here.get("/api/annotate/problem", params=asked).status_code == 200

    def test_a_locked_store_is_busy(self, here: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(store, "_BUSY_SECONDS", 0.05)
        path = here.app.state.store.path
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        try:
            found = self.load(here, id="locked")
            assert found.status_code == 503
            assert "locked" in found.json()["error"]
            assert found.headers["retry-after"]
            listed = here.get("/api/annotate/problems", params={"annotator": "A"})
            assert listed.status_code == 200
            with pytest.raises(StoreBusyError):
                here.app.state.store.add([{"id": "b"}])
        finally:
            other.close()
        assert self.load(here, id="locked").json()["added"] == 1

    def test_without_a_store_the_rest_works(self, tmp_path: Path) -> None:
        client = in_this_process(tmp_path)
        client.app.state.store = None
        client.app.state.settings = client.app.state.settings.__class__(
            annotations=tmp_path / "none" / "store.sqlite"
        )
        assert client.post("/api/solve", json={"text": TEXT}).status_code == 200
        found = client.get("/api/annotate/problems", params={"annotator": "A"})
        assert found.status_code == 507
        assert "cannot be used for annotations" in found.json()["error"]
