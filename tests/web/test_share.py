"""Links in a real browser: whatever state a page shows comes back from its address."""

from __future__ import annotations

import json
from typing import Any

import pytest

from browser import Visit
from factories import ISABEL
from servers import Server, serving
from unitdep.practice import recall

pytestmark = pytest.mark.slow
PENCILS = "A class has 48 pencils. 3 tables get 14 pencils each. How many pencils are left?"
SLIP = "The tables get 3 × 14 = 43.\nThen 48 − 43 = 5, so 5 pencils are left."
SHOWN = "#result"


@pytest.fixture
def friend(browser: Any, server: Server) -> Any:
    """A window of somebody else: another browser with nothing stored."""
    found = Visit(browser, viewport={"width": 1200, "height": 900}, base_url=server.url)
    yield found.page
    found.context.close()
    assert not found.wrong


def solved(page: Any, text: str) -> None:
    page.goto("/")
    page.fill("#problem", text)
    page.click("#solve")
    page.wait_for_selector("#answer")


def opened(page: Any) -> list[str]:
    """Return which parts are open, by the first words of their headings."""
    found: list[str] = page.locator("main details[open] > summary").all_inner_texts()
    return found


def looks_the_same(page: Any, friend: Any, awaited: str, part: str = SHOWN) -> None:
    friend.goto(page.url)
    friend.wait_for_selector(awaited)
    assert friend.inner_text(part) == page.inner_text(part)
    assert opened(friend) == opened(page)
    assert friend.url == page.url


class TestSolve:
    def test_another_answer_with_its_graph_and_scores(self, visit: Visit, friend: Any) -> None:
        page = visit.page
        solved(page, ISABEL)
        page.click('#alternatives [data-other="1"]')
        page.click("#scores summary")
        page.click("#comparison details:not(#scores) summary")
        page.wait_for_selector("#comparison svg.tree")
        page.wait_for_url(lambda url: "pictures" in url)
        looks_the_same(page, friend, "#comparison")
        assert friend.locator("#comparison details[open]").count() == 2
        assert friend.get_attribute('[data-other="1"]', "aria-pressed") == "true"

    def test_the_graph_a_decision_and_the_open_panel(self, visit: Visit, friend: Any) -> None:
        page = visit.page
        solved(page, ISABEL)
        page.click('.quantity[data-vertex="2"]')
        page.check('#panel input[name="use"][value="drop"]')
        page.wait_for_selector("#decided")
        page.wait_for_selector("#result:not(.busy)")
        heading = page.inner_text("#panel h3")
        looks_the_same(page, friend, "#decided")
        assert friend.inner_text("#panel h3") == heading
        assert friend.is_checked('#panel input[name="use"][value="drop"]')
        friend.click("#why > summary")
        friend.wait_for_url(lambda url: "open=" not in url)

    def test_a_vertex_that_is_not_there(self, visit: Visit) -> None:
        visit.page.goto("/#text=Ann+has+3+pens+and+2+cups.+How+many+pens%3F&vertex=40&open=why,x")
        visit.page.wait_for_selector("#answer")
        assert visit.page.inner_text("p#panel").startswith("Choose a box")

    def test_back_leads_to_the_empty_page(self, visit: Visit) -> None:
        page = visit.page
        solved(page, ISABEL)
        page.go_back()
        page.wait_for_selector("#examples:not([hidden])")
        assert page.locator("#answer").count() == 0
        assert page.input_value("#problem") == ""
        page.go_forward()
        page.wait_for_selector("#answer")


class TestCheck:
    def check(self, page: Any, view: str, gold: str = "") -> None:
        page.goto("/check")
        page.fill("#problem", PENCILS)
        page.fill("#work", SLIP)
        page.fill("#gold", gold)
        page.check(f'input[value="{view}"]')
        page.click("#check")
        page.wait_for_selector("#verdict")

    def test_open_steps_and_the_known_answer(self, visit: Visit, friend: Any) -> None:
        page = visit.page
        self.check(page, "teacher", "5 pencils")
        page.click("#step-2 summary")
        page.click("#own summary")
        page.wait_for_url(lambda url: "own" in url)
        looks_the_same(page, friend, "#step-2[open]")
        for name in ("problem", "work", "gold"):
            assert friend.input_value(f"#{name}") == page.input_value(f"#{name}")

    def test_a_change_that_was_not_checked_is_not_in_the_link(self, visit: Visit) -> None:
        page = visit.page
        self.check(page, "teacher")
        before = page.url
        page.fill("#work", "something else")
        page.click("#step-1 summary")
        page.wait_for_url(lambda url: "step-1" in url)
        assert page.url == f"{before}&open=step-1"

    def test_the_hints_of_a_pupil_and_what_decides(self, visit: Visit, friend: Any) -> None:
        page = visit.page
        self.check(page, "pupil", "fünf")  # not only ASCII
        page.click("#more")
        assert "gold" not in page.url
        assert "f%C3%BCnf" not in page.url
        looks_the_same(page, friend, "#hints li")
        assert friend.locator("#hints li").count() == 1
        assert friend.is_hidden("#gold")
        assert friend.input_value("#gold") == "fünf"

    def test_a_key_that_is_nonsense(self, visit: Visit) -> None:
        page = visit.page
        page.goto("/check#text=Ann+has+3+pens+and+2+pens.+How+many+pens%3F&work=5&key=%25&hints=-1")
        page.wait_for_selector("#verdict")
        assert page.input_value("#gold") == ""


def practise(page: Any, seed: int = 5) -> list[Any]:
    """Start three problems of two kinds; return what is right."""
    page.goto("/practice")
    page.wait_for_selector("#settings:not([hidden])")
    for box in page.locator("#kinds input").all():
        box.set_checked(box.get_attribute("value") in ("groups", "two-steps"))
    page.check('#levels input[value="easy"]')
    page.fill("#count", "3")
    page.fill("#from", "2")
    page.fill("#to", "40")
    page.fill("#seed", str(seed))
    page.click("#start")
    page.wait_for_selector("#problem:not(:empty)")
    stored = json.loads(page.evaluate("localStorage.getItem('unitdep-practice')"))
    return [recall(exercise["id"]) for exercise in stored["exercises"]]


class TestPractice:
    def test_settings_before_the_start(self, visit: Visit, friend: Any) -> None:
        page = visit.page
        page.goto("/practice")
        page.wait_for_selector("#settings:not([hidden])")
        page.check('#kinds input[value="percent"]')
        page.check('#levels input[value="hard"]')
        page.fill("#count", "4")
        page.fill("#to", "99")
        page.locator("#to").blur()
        friend.goto(page.url)
        friend.wait_for_selector("#settings:not([hidden])")
        form = (
            "Array.from(document.querySelectorAll('#settings input'), (x) => [x.checked, x.value])"
        )
        changed = page.evaluate(form)
        changed[[value for _, value in changed].index("99") - 1][1] = "0"  # a range has two ends
        assert friend.evaluate(form) == changed

    def test_the_place_a_wrong_answer_and_hints(self, visit: Visit, friend: Any) -> None:
        page = visit.page
        first, second, _ = practise(page)
        page.click("#hint")
        page.wait_for_selector("#hints li")
        page.fill("#work", first.answer_text)
        page.click("#check")
        page.click("#next")
        page.fill("#work", f"{second.answer + 1}")
        page.click("#check")
        page.wait_for_selector("#feedback")
        page.click("#hint")
        page.wait_for_selector("#hints li")
        assert page.inner_text("#hints li") != page.inner_text("#feedback")
        looks_the_same(page, friend, "#feedback", "#exercise")
        assert friend.input_value("#work") == page.input_value("#work")
        assert "Problem 2 of 3" in friend.inner_text("#about")
        friend.fill("#work", second.answer_text)
        friend.click("#check")
        friend.wait_for_selector("#next")
        friend.click("#next")
        friend.click("#stop")
        rows = friend.locator("#summary table").nth(0).locator("tbody tr").all_inner_texts()
        counts = [sum(int(row.split("\t")[k]) for row in rows) for k in (1, 2, 3)]
        assert counts == [0, 2, 0], "the first with a hint, the second after a wrong answer"
        own = friend.locator("#summary table").nth(1).locator("tbody").inner_text()
        assert sum(map(int, own.split("\t")[1:])) == 1, "only what was solved here"

    @pytest.mark.parametrize("skipped", [True, False])
    def test_an_answer_that_is_shown(self, visit: Visit, friend: Any, skipped: bool) -> None:
        page = visit.page
        first, *_ = practise(page)
        if skipped:
            page.click("#skip")
        else:
            page.fill("#work", first.answer_text)
            page.click("#check")
        page.wait_for_selector("#key")
        looks_the_same(page, friend, "#key", "#exercise")

    def test_the_summary(self, visit: Visit, friend: Any) -> None:
        page = visit.page
        practise(page)
        for _ in range(3):
            page.click("#skip")
            page.click("#next")
        friend.goto(page.url)
        friend.wait_for_selector("#summary h2")
        assert friend.inner_text("#summary h2") == "You solved 0 of 3"
        table = "#summary table >> nth=0"
        assert friend.inner_text(table) == page.inner_text(table)
        friend.click("#again")
        friend.wait_for_selector("#exercise:not([hidden])")
        assert "Problem 1 of 3" in friend.inner_text("#about")

    def test_a_link_that_makes_no_sense(self, visit: Visit) -> None:
        page = visit.page
        page.goto("/practice#kinds=groups,nonsense&level=x&count=99&seed=1&problem=7&done=zz")
        page.wait_for_selector("#message .error")
        assert page.is_visible("#settings")
        page.goto("/practice#kinds=groups&count=1&seed=1&problem=70&done=osl")
        page.wait_for_selector("#summary h2")
        assert page.inner_text("#summary h2") == "You solved 1 of 1"

    def test_deleted_progress_is_not_in_the_address(self, visit: Visit) -> None:
        page = visit.page
        practise(page)
        page.click("#skip")
        page.click("#next")
        page.click("#stop")
        page.click("#forget")
        assert "#" not in page.url


def test_the_annotators_who_are_compared(browser: Any, tmp_path: Any) -> None:
    line = {"id": "a", "text": "Ann buys 4 boxes of 6 eggs. How many eggs?", "expression": "6*4"}
    with serving(tmp_path, "--workers", "1") as server:
        with server.client() as client:
            client.post("/api/annotate/load", json={"content": json.dumps(line)}).raise_for_status()
            for name in ("Ann", "Ben", "Cleo"):
                body = {"id": "a", "annotator": name, "done": True}
                client.post("/api/annotate/done", json=body).raise_for_status()
        visit = Visit(browser, base_url=server.url)
        page = visit.page
        page.goto("/annotate#annotator=Ann&part=agree")
        page.wait_for_selector("#kappa")
        page.select_option("#first", "Ben")
        page.select_option("#second", "Cleo")
        page.wait_for_url(lambda url: "second=Cleo" in url)
        friend = visit.context.new_page()
        friend.goto(page.url)
        friend.wait_for_selector("#kappa")
        assert [friend.input_value(f"#{part}") for part in ("first", "second")] == ["Ben", "Cleo"]
        visit.context.close()
        assert not visit.wrong


@pytest.mark.parametrize("path", ["solve", "check", "practice"])
def test_the_button_copies_the_address(browser: Any, server: Server, path: str) -> None:
    visit = Visit(browser, base_url=server.url)
    visit.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = visit.page
    if path == "solve":
        solved(page, PENCILS)
    elif path == "check":
        TestCheck().check(page, "pupil")
    else:
        practise(page)
    page.click("#copy")
    page.wait_for_selector("#copy:text-is('Copied')")
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    visit.context.close()
    assert not visit.wrong
