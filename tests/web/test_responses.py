"""What only the server returns is as its schemas say."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from jsonschema import Draft202012Validator

from factories import ISABEL
from servers import in_this_process
from unitdep.checking import Checker, Judge
from unitdep.schema import names, schema

EGGS = "There are 6 eggs in each box. Ann buys 4 boxes. How many eggs does Ann have?"
PENS = "Ben has 9 pens. He gives away 2 pens. How many pens are left?"
LINES = [
    {"id": "eggs", "text": EGGS, "expression": "6*4"},
    {"id": "pens", "text": PENS, "expression": "9-2"},
    {"id": "none", "text": EGGS},
    {"id": "long", "text": "x" * 20_000, "expression": "6*4"},
]
VERTEX = {"id": "eggs", "vertex": 0, "rate": True}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> TestClient:
    return in_this_process(tmp_path_factory.mktemp("responses"))


def checked(name: str, response: Any) -> dict[str, Any]:
    """Return the object of a response, after comparing it with its schema."""
    content: dict[str, Any] = response.raise_for_status().json()
    Draft202012Validator(schema(name)).validate(content)
    return content


def test_solving(client: TestClient) -> None:
    checked("api-health", client.get("/api/health"))
    checked("api-solve-many", client.post("/api/solve-many", json={"texts": [ISABEL, "Hello."]}))
    assert checked("api-explore", client.post("/api/explore", json={"text": ISABEL}))["others"]
    checked("api-explore", client.post("/api/explore", json={"text": "Hello."}))


WORKS = (
    "66 - 10 = 56, 56 / 8 = 7 bouquets",
    "66 - 10 = 55\n55 / 8 = 6.875, about 7",
    "66 - 8 = 58",
    "8 r 2",
    "50%",
    "66 / 0 = 6",
    "66 -* 8",
    "",
)


@pytest.mark.parametrize("gold", [None, "7 bouquets", "what?"])
@pytest.mark.parametrize("text", [ISABEL, "Hello."])
def test_checking(client: TestClient, text: str, gold: str | None) -> None:
    tasks = [{"text": text, "work": work, "gold": gold} for work in WORKS]
    many = checked("api-check-many", client.post("/api/check-many", json={"tasks": tasks}))
    for task, found in zip(tasks, many["results"], strict=True):
        assert checked("check", client.post("/api/check", json=task)) == found
        page = checked("api-check-page", client.post("/api/check-page", json=task))
        assert page["result"] == found


def test_a_text_is_solved_once(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    solved: list[str] = []

    def reading(self: Checker, texts: Iterable[str]) -> Iterator[Judge]:
        solved.extend(texts := list(texts))
        yield from judges(self, texts)

    judges = Checker.judges
    monkeypatch.setattr(Checker, "judges", reading)
    tasks = [{"text": text, "work": work} for work in ("24", "6 * 4", "7") for text in (EGGS, PENS)]
    client.post("/api/check-many", json={"tasks": tasks}).raise_for_status()
    assert solved == [EGGS, PENS]


def test_annotating(client: TestClient) -> None:
    content = "".join(json.dumps(line) + "\n" for line in LINES)
    loaded = checked(
        "api-annotate-load", client.post("/api/annotate/load", json={"content": content})
    )
    assert (loaded["added"], loaded["by_tree"], loaded["without_tree"]) == (2, 1, ["none"])
    [bad] = loaded["bad"]
    assert "the text has more than 15,000 characters" in bad
    for annotator in ("Ann", "Ben"):
        if annotator == "Ann":
            body = {**VERTEX, "annotator": annotator}
            checked("api-annotate-problem", client.post("/api/annotate/label", json=body))
        body = {"id": "eggs", "annotator": annotator, "done": True}
        checked("api-annotate-problem", client.post("/api/annotate/done", json=body))
        found = client.get("/api/annotate/problem", params={"id": "eggs", "annotator": annotator})
        checked("api-annotate-problem", found)
        checked("api-annotate-list", client.get(f"/api/annotate/problems?annotator={annotator}"))
    checked("api-annotate-settle", client.post("/api/annotate/settle", json=VERTEX))
    agreement = checked(
        "api-annotate-agreement", client.get("/api/annotate/agreement?first=Ann&second=Ben")
    )
    assert [conflict["settled"] for conflict in agreement["conflicts"]] == [True]


def test_each_has_been_compared() -> None:
    folder = Path(__file__).parent
    source = "".join(file.read_text("utf-8") for file in sorted(folder.glob("test_*.py")))
    assert [name for name in names() if name.startswith("api-") and f'"{name}"' not in source] == []
