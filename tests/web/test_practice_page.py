"""The practice page: its API; in a real browser with the keyboard, on a phone, after a reload."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from jsonschema import Draft202012Validator

from browser import Visit, picture
from servers import in_this_process
from unitdep.practice import recall
from unitdep.schema import schema

ASKED = {"kinds": ["groups", "two-steps"], "count": 3, "seed": 5}


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> TestClient:
    return in_this_process(tmp_path_factory.mktemp("practice"))


def found(name: str, response: Any) -> dict[str, Any]:
    content: dict[str, Any] = response.raise_for_status().json()
    Draft202012Validator(schema(name)).validate(content)
    return content


class TestApi:
    def test_kinds(self, api: TestClient) -> None:
        known = found("api-practice-kinds", api.get("/api/practice"))
        assert "groups" in [kind["name"] for kind in known["kinds"]]

    def test_problems_come_without_answers(self, api: TestClient) -> None:
        made = found("api-practice", api.post("/api/practice", json=ASKED))
        assert made == found("api-practice", api.post("/api/practice", json=ASKED))
        for exercise in made["exercises"]:
            key = recall(exercise["id"])
            assert key.text == exercise["text"]
            assert key.expression not in json.dumps(exercise)
            assert "key" not in exercise

    def test_the_key_comes_with_a_right_answer_only(self, api: TestClient) -> None:
        [one, *_] = api.post("/api/practice", json=ASKED).json()["exercises"]
        right = recall(one["id"])
        for work, verdict in ((f"It's {right.answer + 1}", "wrong"), ("no idea", "cannot tell")):
            attempt = {"id": one["id"], "work": work}
            judged = found("api-practice-check", api.post("/api/practice/check", json=attempt))
            assert (judged["verdict"], judged["key"]) == (verdict, None)
        attempt = {"id": one["id"], "work": right.answer_text}
        judged = found("api-practice-check", api.post("/api/practice/check", json=attempt))
        assert judged["verdict"] == "right"
        assert judged["key"]["answer_text"] == right.answer_text
        key = found("api-practice-key", api.post("/api/practice/key", json={"id": one["id"]}))
        assert key == judged["key"]

    def test_right_work_needs_no_hint(self, api: TestClient) -> None:
        [one, *_] = api.post("/api/practice", json=ASKED).json()["exercises"]
        key = api.post("/api/practice/key", json={"id": one["id"]}).json()
        asked = {"id": one["id"], "work": key["answer_text"]}
        told = found("api-practice-hint", api.post("/api/practice/hint", json=asked))
        assert told == {
            "hint": "Your work is right. There is nothing left to do.",
            "last": False,
        }

    def test_hints(self, api: TestClient) -> None:
        [one, *_] = api.post("/api/practice", json=ASKED).json()["exercises"]
        told = []
        for _ in range(20):
            body = {"id": one["id"], "told": [hint["hint"] for hint in told]}
            told.append(found("api-practice-hint", api.post("/api/practice/hint", json=body)))
            if told[-1]["last"]:
                break
        assert len({hint["hint"] for hint in told}) == len(told) > 2
        answer = recall(one["id"]).answer_text
        assert not [hint for hint in told[:-1] if answer in hint["hint"]]

    @pytest.mark.parametrize(
        ("path", "body", "says"),
        [
            ("", {"kinds": ["nonsense"]}, "choose from"),
            ("", {"level": "tough"}, "easy, medium, hard"),
            ("", {"numbers": [9, 3]}, "must grow"),
            ("", {"count": 0}, "count"),
            ("/check", {"id": "groups~x~1~0", "work": "7"}, "start a new set"),
            ("/hint", {"id": ""}, "start a new set"),
            ("/key", {"id": "~~~"}, "start a new set"),
        ],
    )
    def test_bad_requests(
        self, api: TestClient, path: str, body: dict[str, Any], says: str
    ) -> None:
        response = api.post(f"/api/practice{path}", json=body)
        assert response.status_code == 422
        assert says in response.json()["error"]


def begin(page: Any) -> None:
    page.goto("/practice")
    page.wait_for_selector("#settings:not([hidden])")
    for name in ("add-subtract", "comparison", "rates", "extra-numbers"):
        page.uncheck(f'#kinds input[value="{name}"]')
    page.fill("#count", "3")
    page.fill("#seed", "5")
    page.click("#start")
    page.wait_for_selector("#problem:not(:empty)")


def keys(page: Any) -> list[Any]:
    """Return the exercises that the page has."""
    stored = json.loads(page.evaluate("localStorage.getItem('unitdep-practice')"))
    assert "answer" not in json.dumps(stored["exercises"])
    return [recall(exercise["id"]) for exercise in stored["exercises"]]


@pytest.mark.slow
class TestPage:
    def test_with_the_keyboard_and_a_reload(self, visit: Visit) -> None:
        page = visit.page
        begin(page)
        first, second, third = keys(page)
        page.focus("#work")
        page.keyboard.type(f"{first.answer + 1}")
        page.keyboard.press("Enter")
        page.wait_for_selector("#feedback")
        assert "Not right yet" in page.inner_text("#verdict")
        picture(page, "practice")
        page.fill("#work", first.answer_text)
        page.keyboard.press("Enter")
        page.wait_for_selector("#next")
        assert "Right!" in page.inner_text("#verdict")
        page.reload()
        page.wait_for_selector("#next")
        page.focus("#next")
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "problem"
        page.click("#hint")
        page.wait_for_selector("#hints li")
        page.fill("#work", second.answer_text)
        page.click("#check")
        page.wait_for_selector("#next")
        page.click("#next")
        page.click("#skip")
        page.wait_for_selector("#key")
        assert page.inner_text("#key").startswith(third.answer_text)
        page.click("#next")
        page.wait_for_selector("#summary h2")
        assert page.inner_text("#summary h2") == "You solved 2 of 3"
        page.click("#forget")
        assert page.evaluate("localStorage.getItem('unitdep-practice')") is None

    def test_nothing_is_too_wide_on_a_phone(self, browser: Any, server: Any) -> None:
        for scheme in ("light", "dark"):
            found = Visit(
                browser,
                viewport={"width": 360, "height": 740},
                base_url=server.url,
                color_scheme=scheme,
                has_touch=True,
            )
            begin(found.page)
            found.page.click("#skip")
            found.page.wait_for_selector("#key")
            wide = found.page.evaluate("document.documentElement.scrollWidth")
            assert wide <= 360
            assert not found.wrong
            found.context.close()


def test_no_other_page_needs_the_corpus() -> None:
    """Templates are read when somebody practises, not when the server starts."""
    source = Path(__file__).parents[2] / "src" / "unitdep" / "web"
    for file in source.rglob("*.py"):
        lines = file.read_text("utf-8").splitlines()
        assert not [x for x in lines if x.startswith(("from unitdep.practice", "import unitdep.p"))]
