"""The API: the command line's objects, limits, errors in one form, and who has access."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from factories import ISABEL
from servers import Server, free_port, serving
from unitdep.checking import check
from unitdep.cli.app import app as command_line
from unitdep.reading.refusals import MAX_QUANTITIES
from unitdep.schema import schema
from unitdep.solver import solve
from unitdep.web.limits import BATCH, BODY, WORKINGS
from unitdep.web.settings import Settings, is_local

SCRIPT = "<script>alert(1)</script> Ann has 3 <b>pens</b> and buys 4 pens. How many pens has Ann?"


def valid(name: str, found: object) -> bool:
    return bool(Draft202012Validator(schema(name)).is_valid(found))


def near(one: Any, other: Any) -> bool:
    """Whether two JSON objects are the same, except for the last digits of floats."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(near(one[k], other[k]) for k in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(near, one, other))
    return one == (pytest.approx(other) if isinstance(other, float) else other)


class TestSolving:
    def test_solve_gives_what_the_command_line_prints(self, client: httpx.Client) -> None:
        found = client.post("/api/solve", json={"text": ISABEL})
        assert found.status_code == 200
        assert valid("solve", found.json())
        assert near(found.json(), solve(ISABEL).to_dict())

    def test_solve_under_constraints(self, client: httpx.Client) -> None:
        asked = {"dropped": [2], "not_rates": ["question"]}
        found = client.post("/api/solve", json={"text": ISABEL, "constraints": asked}).json()
        assert valid("solve", found)
        assert [q["relevant"] for q in found["quantities"]] == [True, True, False]

    def test_constraints_that_make_no_sense(self, client: httpx.Client) -> None:
        body = {"text": ISABEL, "constraints": {"dropped": [7]}}
        found = client.post("/api/solve", json=body)
        assert found.status_code == 422
        assert found.json() == {"error": "there is no quantity 7: the text has 3, the first is 0"}

    @pytest.mark.model
    def test_solve_many_in_order(self, client: httpx.Client) -> None:
        texts = [ISABEL, "Hello.", "Ann has 3 pens and buys 4 pens. How many pens has Ann now?"]
        found = client.post("/api/solve-many", json={"texts": texts}).json()["solutions"]
        assert [one["answer"] for one in found] == [7, None, 7]
        assert [one["text"] for one in found] == texts
        assert all(valid("solve", one) for one in found)

    @pytest.mark.model
    def test_check(self, client: httpx.Client) -> None:
        work = "66 - 10 = 56\n56 / 8 = 8 bouquets"
        found = client.post("/api/check", json={"text": ISABEL, "work": work}).json()
        assert valid("check", found)
        assert near(found, check(ISABEL, work).to_dict())
        assert (found["verdict"], found["finding"]) == ("wrong", "arithmetic slip")
        assert found["first_wrong"] == 1

    @pytest.mark.model
    @pytest.mark.parametrize(
        "given", [{"work": "7"}, {"work": 7}, {"expression": "(66-10)/8"}, {"answer": 7.0}]
    )
    def test_forms_of_a_working(self, client: httpx.Client, given: dict[str, Any]) -> None:
        found = client.post("/api/check", json={"text": ISABEL, **given}).json()
        assert (found["verdict"], found["basis"]) == ("right", "model")

    @pytest.mark.parametrize("gold", ["58 flowers", 58, "66 - 8 = 58"])
    def test_what_is_known_decides(self, client: httpx.Client, gold: object) -> None:
        body = {"text": ISABEL, "work": "66 - 8 = 58", "gold": gold}
        found = client.post("/api/check", json=body).json()
        assert (found["verdict"], found["basis"], found["confidence"]) == ("right", "gold", 1)

    def test_a_working_without_a_sum(self, client: httpx.Client) -> None:
        for work in ("66 -* 8", "", "I don't know."):
            found = client.post("/api/check", json={"text": ISABEL, "work": work})
            assert found.status_code == 200
            assert found.json()["finding"] == "no work found"

    @pytest.mark.model
    def test_check_many_in_order(self, client: httpx.Client) -> None:
        pens = "Ann has 3 pens and buys 4 pens. How many pens has Ann now?"
        tasks = [
            {"text": ISABEL, "work": "7 bouquets"},
            {"text": pens, "work": "3 + 4 = 8"},
            {"text": ISABEL, "work": 58, "gold": 7},
            {"text": pens, "answer": "7"},
        ]
        found = client.post("/api/check-many", json={"tasks": tasks}).json()
        assert valid("api-check-many", found)
        assert [one["verdict"] for one in found["results"]] == ["right", "wrong", "wrong", "right"]
        assert [one["work"] for one in found["results"]] == ["7 bouquets", "3 + 4 = 8", "58", "7"]
        assert [one["basis"] for one in found["results"]] == ["model", "model", "gold", "model"]

    @pytest.mark.model
    @pytest.mark.parametrize(
        ("form", "kind", "part"),
        [
            ("svg", "image/svg+xml", "<svg"),
            ("tree-svg", "image/svg+xml", "<svg"),
            ("dot", "text/plain", "digraph"),
            ("mermaid", "text/plain", "flowchart"),
            ("text", "text/plain", "Same Unit"),
            ("bar", "text/plain", "Step 1: part and whole"),
            ("bar-svg", "image/svg+xml", "? bouquets"),
        ],
    )
    def test_graph(self, client: httpx.Client, form: str, kind: str, part: str) -> None:
        found = client.post("/api/graph", json={"text": ISABEL, "format": form})
        assert found.headers["content-type"].startswith(kind)
        assert part in found.text

    def test_graph_as_json(self, client: httpx.Client) -> None:
        found = client.post("/api/graph", json={"text": ISABEL})
        assert valid("graph", found.json())
        nothing = client.post("/api/graph", json={"text": "Hello."})
        assert nothing.status_code == 422
        assert nothing.json()["error"].startswith("nothing to compute")

    @pytest.mark.model
    def test_explore_shows_every_other_answer(self, client: httpx.Client) -> None:
        found = client.post("/api/explore", json={"text": ISABEL}).json()
        told = found["solution"]["alternatives"]
        assert [o["solution"]["expression"] for o in found["others"]] == [
            a["expression"] for a in told
        ]
        totals = [sum(o["solution"]["scores"].values()) for o in found["others"]]
        assert all(total < sum(found["solution"]["scores"].values()) for total in totals)
        for one in (found, *found["others"]):
            for picture in (one["graph_svg"], one["tree_svg"], one.get("bars_svg", "<svg")):
                assert picture.startswith("<svg")
                assert "style" not in picture

    def test_text_is_escaped_in_pictures(self, client: httpx.Client) -> None:
        found = client.post("/api/explore", json={"text": SCRIPT}).json()
        assert found["solution"]["text"] == SCRIPT
        for picture in (found["graph_svg"], found["tree_svg"], found["bars_svg"] or ""):
            assert "<script" not in picture
            assert "<b>" not in picture

    @pytest.mark.model
    def test_check_page_has_the_solution_too(self, client: httpx.Client) -> None:
        body = {"text": ISABEL, "work": "(66-8)/10"}
        found = client.post("/api/check-page", json=body).json()
        assert found["result"] == client.post("/api/check", json=body).json()
        assert found["solution"]["answer"] == 7
        assert found["tree_svg"].startswith("<svg")


class TestErrors:
    @pytest.mark.parametrize(
        ("path", "body", "said"),
        [
            ("/api/solve", {}, "text: Field required"),
            ("/api/solve", {"text": 3}, "text: Input should be a valid string"),
            ("/api/solve", {"text": "", "more": 1}, "unknown key 'more'"),
            ("/api/solve-many", {"texts": ["a"] * (BATCH + 1)}, f"at most {BATCH} items"),
            ("/api/solve-many", {"texts": []}, "at least 1 item"),
            ("/api/check", {"text": "a"}, "give work, expression or answer"),
            ("/api/check", {"text": "a", "answer": 1, "expression": "1"}, "exactly one"),
            ("/api/check", {"text": "a", "work": 1, "answer": 1}, "exactly one"),
            ("/api/check", {"text": "a", "work": True}, "work."),
            ("/api/check-many", {"tasks": []}, "at least 1 item"),
            ("/api/check-many", {"tasks": [{"text": "a"}]}, "tasks.0: give work"),
            (
                "/api/check-many",
                {"tasks": [{"text": "a", "work": 1}] * (WORKINGS + 1)},
                f"at most {WORKINGS} items",
            ),
            (
                "/api/check-many",
                {"tasks": [{"text": str(k), "work": 1} for k in range(BATCH + 1)]},
                f"more than {BATCH} different texts",
            ),
            ("/api/graph", {"text": "a", "format": "png"}, "format: "),
        ],
    )
    def test_what_is_wrong_is_told(
        self, client: httpx.Client, path: str, body: object, said: str
    ) -> None:
        found = client.post(path, json=body)
        assert found.status_code == 422
        assert said in found.json()["error"]

    def test_half_a_character(self, client: httpx.Client) -> None:
        found = client.post("/api/solve", content=b'{"text": "\\ud800 3 pens 4"}',
                            headers={"content-type": "application/json"})  # fmt: skip
        assert found.status_code == 422
        assert "unicode" in found.json()["error"]

    @pytest.mark.parametrize(
        ("content", "status"),
        [(b"{", 422), (b"[" * 100_000, 400), (b"\xff", 400), (b"", 422), (b"9" * 5000, 400)],
    )
    def test_what_is_no_json(self, client: httpx.Client, content: bytes, status: int) -> None:
        headers = {"content-type": "application/json"}
        found = client.post("/api/solve", content=content, headers=headers)
        assert found.status_code == status
        assert found.json()["error"]

    def test_unknown_paths(self, client: httpx.Client) -> None:
        assert client.get("/api/nothing").status_code == 404
        assert client.get("/static/../app.py").status_code == 404
        assert client.get("/api/solve").json() == {"error": "Method Not Allowed"}

    def test_a_number_with_very_many_digits(self, client: httpx.Client) -> None:
        for text in ("9" * 5000, f"Ann has {'9' * 3000} pens and 4 pens. How many pens has Ann?"):
            found = client.post("/api/solve", json={"text": text})
            assert found.status_code in (200, 422), found.text

    def test_too_large(self, client: httpx.Client) -> None:
        found = client.post("/api/solve", json={"text": "a" * (BODY + 1)})
        assert found.status_code == 413
        assert str(BODY) in found.json()["error"]

    def test_too_large_without_saying_so(self, client: httpx.Client) -> None:
        def parts() -> Iterator[bytes]:
            for _ in range(BODY // 100_000 + 2):
                yield b" " * 100_000

        headers = {"content-type": "application/json"}
        assert client.post("/api/solve", content=parts(), headers=headers).status_code == 413


class TestHeaders:
    @pytest.mark.parametrize("path", ["/", "/check", "/annotate", "/docs", "/api/health"])
    def test_pages_may_do_nothing_else(self, client: httpx.Client, path: str) -> None:
        found = client.get(path)
        assert found.status_code == 200
        policy = found.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert found.headers["x-content-type-options"] == "nosniff"

    @pytest.mark.parametrize("path", ["/", "/check", "/annotate", "/docs"])
    def test_pages_load_from_here_alone(self, client: httpx.Client, path: str) -> None:
        text = client.get(path).text
        assert "http://" not in text
        assert "https://" not in text
        assert " style=" not in text
        assert "<style" not in text

    def test_another_name(self, client: httpx.Client) -> None:
        assert client.get("/api/health", headers={"host": "evil.example"}).status_code == 421
        assert client.get("/api/health", headers={"host": "localhost:1"}).status_code == 200

    def test_another_site(self, client: httpx.Client, server: Server) -> None:
        body = {"text": "Hello."}
        for origin, status in (("http://evil.example", 403), ("null", 403), (server.url, 200)):
            found = client.post("/api/solve", json=body, headers={"origin": origin})
            assert found.status_code == status


class TestDescription:
    def test_objects_are_those_of_the_command_line(self, client: httpx.Client) -> None:
        found = client.get("/openapi.json").json()
        parts = found["components"]["schemas"]
        assert parts["solve"]["properties"].keys() == schema("solve")["properties"].keys()
        assert "urn:" not in json.dumps(found)

    def test_references_resolve(self, client: httpx.Client) -> None:
        text = client.get("/openapi.json").text
        parts = json.loads(text)["components"]["schemas"]
        wanted = {part.split('"')[0] for part in text.split('"#/components/schemas/')[1:]}
        assert wanted
        assert wanted <= parts.keys()


def test_a_token(tmp_path: Path) -> None:
    with serving(tmp_path, "--workers", "1", "--token", "sesame") as server:
        with server.client() as client:
            assert client.get("/api/health").status_code == 200
            assert client.get("/").status_code == 200
            found = client.post("/api/solve", json={"text": "Hello."})
            assert found.status_code == 401
            assert found.headers["www-authenticate"] == "Bearer"
            assert client.get("/api/annotate/problems?annotator=A").status_code == 401
        for token, status in (("wrong", 401), ("sésame", 401), ("sesame", 200)):
            headers = {"Authorization": f"Bearer {token}".encode()}
            with server.client(headers=headers) as client:
                found = client.post("/api/solve", json={"text": "Hello."})
                assert found.status_code == status


class TestBeyondThisMachine:
    @pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.2", "example.org"])
    def test_needs_a_token(self, host: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("UNITDEP_TOKEN", raising=False)
        found = CliRunner().invoke(command_line, ["serve", "--host", host])
        assert found.exit_code == 2
        assert "token" in found.output

    @pytest.mark.parametrize(
        "options",
        [["--allow-anyone"], ["--token", "sesame"], ["--host", "127.0.0.1"]],
    )
    def test_or_that_it_is_meant(self, options: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
        ran: list[tuple[Any, ...]] = []
        monkeypatch.setattr("unitdep.cli.serve.run", lambda *given, **_: ran.append(given))
        found = CliRunner().invoke(command_line, ["serve", "--host", "0.0.0.0", *options])
        assert found.exit_code == 0, found.output
        assert len(ran) == 1

    def test_names_of_this_machine(self) -> None:
        local = ["localhost", "127.0.0.1", "127.9.9.9", "::1", "[::1]", "LOCALHOST."]
        assert all(map(is_local, local))
        assert not any(map(is_local, ["0.0.0.0", "::", "10.0.0.1", "localhost.evil.example", ""]))


class TestLoad:
    """Heavy requests are ended, health checks are still answered, and there is a queue."""

    @pytest.fixture(scope="class")
    @classmethod
    def busy(cls, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
        folder = tmp_path_factory.mktemp("busy")
        settings = Settings(
            port=free_port(),
            workers=1,
            queue=1,
            seconds=3.0,
            many_seconds=3.0,
            body_seconds=1.0,
            annotations=folder / "store.sqlite",
        )
        with serving(folder, settings=settings) as found:
            with found.client() as client:
                client.post("/api/solve", json={"text": "Hello."})  # the model is loaded
            yield found

    def test_heavy_requests(self, busy: Server) -> None:
        numbers = ", ".join(str(k) for k in range(2, 2 + MAX_QUANTITIES))
        heavy = {"texts": [f"Ann has {numbers} pens. How many pens has she?"] * BATCH}
        waits: list[float] = []
        over = threading.Event()

        def watch() -> None:
            with busy.client() as client:
                while not over.is_set():
                    start = time.monotonic()
                    assert client.get("/api/health").status_code == 200
                    waits.append(time.monotonic() - start)
                    time.sleep(0.05)

        watcher = threading.Thread(target=watch)
        watcher.start()

        def ask(_: int) -> httpx.Response:
            with busy.client() as client:
                return client.post("/api/solve-many", json=heavy)

        with ThreadPoolExecutor(5) as threads:
            found = list(threads.map(ask, range(5)))
        over.set()
        watcher.join()
        codes = [one.status_code for one in found]
        assert set(codes) == {503, 504}  # some were turned away, some ended
        assert all(one.headers["retry-after"] for one in found if one.status_code == 503)
        assert len(waits) > 5
        assert sorted(waits)[9 * len(waits) // 10] < 2  # a busy machine may hold up a few
        with busy.client() as client:  # and the server still solves
            assert client.post("/api/solve", json={"text": ISABEL}).json()["answer"] is not None

    def test_a_request_that_does_not_arrive(self, busy: Server) -> None:
        host, port = busy.url.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port)), timeout=10) as connection:
            connection.sendall(
                f"POST /api/solve HTTP/1.1\r\nHost: {host}:{port}\r\n"
                "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{".encode()
            )
            assert connection.recv(1000).startswith(b"HTTP/1.1 408")
