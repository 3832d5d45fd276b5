"""The pages in a real browser: solve, decide, check, the API page, the token."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from browser import Visit, picture
from factories import ISABEL
from servers import Server, serving

pytestmark = pytest.mark.slow
SCRIPT = (
    "<img src=x onerror=alert('x')> Ann has 3 <i>pens</i> and buys 4 pens. How many pens has Ann?"
)


def solved(page: Any, text: str) -> None:
    """Type a problem and wait for its answer."""
    page.goto("/")
    page.fill("#problem", text)
    page.click("#solve")
    page.wait_for_selector("#answer")


def wait_settled(page: Any) -> None:
    page.wait_for_function("!document.querySelector('#result').classList.contains('busy')")


class TestSolve:
    @pytest.mark.model
    def test_a_solution(self, visit: Visit) -> None:
        page = visit.page
        solved(page, ISABEL)
        assert page.inner_text("#answer .answer") == "7 bouquets"
        assert "(66 − 10) ÷ 8" in page.inner_text("#answer")
        assert page.locator(".quantity").count() == 3
        assert "flower per bouquet" in page.inner_text('.quantity[data-vertex="1"] .unit')
        assert page.locator("#steps li").count() == 2
        assert page.locator(".pictures svg").count() == 2
        picture(page, "solve")

    @pytest.mark.model
    def test_five_examples(self, visit: Visit) -> None:
        page = visit.page
        page.goto("/")
        assert page.locator("#examples button").count() == 5
        page.click("#examples button:nth-of-type(2)")
        page.wait_for_selector(".quantity.irrelevant")
        assert page.inner_text(".quantity.irrelevant").startswith("12")
        assert "not used" in page.inner_text(".quantity.irrelevant .unit")

    @pytest.mark.model
    def test_the_graph_is_a_control(self, visit: Visit) -> None:
        page = visit.page
        solved(page, ISABEL)
        page.click('svg.graph .vertex[data-vertex="2"]')
        page.check('#panel input[name="use"][value="drop"]')
        page.wait_for_selector('.quantity.irrelevant[data-vertex="2"]')
        wait_settled(page)
        assert page.inner_text("#answer .answer") != "7 bouquets"
        assert "10" not in page.inner_text("#answer .expression").replace("66", "")
        assert "left out" in page.inner_text("#decided")
        page.click("#reset")
        page.wait_for_selector("#decided", state="detached")
        assert page.inner_text("#answer .answer") == "7 bouquets"

    @pytest.mark.model
    def test_implied_quantities_can_be_decided_about(self, visit: Visit) -> None:
        page = visit.page
        solved(page, "Tom reads 12 pages a day. How many pages does he read in 3 weeks?")
        assert page.inner_text("#answer .answer") == "252 pages"
        assert page.locator("#proposed").count() == 0
        page.click('svg.graph .vertex[data-vertex="2"]')
        assert page.inner_text("#panel h3") == "What is weeks (7 day per week)?"
        page.check('#panel input[name="use"][value="drop"]')
        page.wait_for_selector("#proposed")
        wait_settled(page)
        assert "12 × 3" in page.inner_text("#answer .expression")
        assert page.inner_text("#proposed button") == "weeks (7 days per week)"
        assert "weeks (7 days per week): left out" in page.inner_text("#decided")
        page.check('#panel input[name="use"][value="keep"]')
        page.wait_for_selector("#proposed", state="detached")
        assert page.inner_text("#answer .answer") == "252 pages"

    def test_a_factor_is_used_or_not_but_never_a_rate(self, visit: Visit) -> None:
        page = visit.page
        solved(page, "Mum baked 36 cookies. The kids ate 1/4 of them. How many are left?")
        page.click('.quantity[data-vertex="1"]')
        assert page.locator('#panel input[name="use"]').count() == 3
        assert page.locator('#panel input[name="label"]').count() == 0
        page.click('#alternatives [data-other="0"]')
        assert "part of a percentage or fraction" in page.inner_text("#comparison table")

    def test_a_label_is_changed_and_the_link_tells_it(self, visit: Visit) -> None:
        page = visit.page
        solved(page, ISABEL)
        page.click('.quantity[data-vertex="1"]')
        page.check('#panel input[name="label"][value="not"]')
        page.wait_for_selector("#decided")
        wait_settled(page)
        assert "not=1" in page.url
        assert page.locator('svg.graph .vertex.rate[data-vertex="1"]').count() == 0
        before = page.inner_text("#result")
        other = visit.context.new_page()
        other.goto(page.url)
        other.wait_for_selector("#decided")
        assert other.inner_text("#result").splitlines()[:8] == before.splitlines()[:8]

    def test_by_keyboard_alone(self, visit: Visit) -> None:
        page = visit.page
        page.goto("/")
        page.focus("#problem")
        page.keyboard.type(ISABEL)
        page.keyboard.press("Control+Enter")
        page.wait_for_selector("#answer")
        page.focus('svg.graph .vertex[data-vertex="0"]')
        page.keyboard.press("Enter")
        page.wait_for_selector("#panel input:checked:focus")
        page.keyboard.press("ArrowDown")  # a rate
        page.wait_for_selector("#decided")
        wait_settled(page)
        assert "rate=0" in page.url
        assert page.locator('svg.graph .vertex.rate[data-vertex="0"]').count() == 1

    def test_other_answers(self, visit: Visit) -> None:
        page = visit.page
        solved(page, ISABEL)
        page.click('#alternatives [data-other="0"]')
        table = page.inner_text("#comparison table")
        assert "operations between numbers" in table
        assert page.locator("#comparison svg").count() == 2
        assert re.search(r"It scores \d+\.\d\d less", page.inner_text("#comparison"))
        assert "other=0" in page.url
        picture(page, "solve-alternative")
        page.reload()
        page.wait_for_selector("#comparison")

    def test_markup_is_shown_as_text(self, visit: Visit) -> None:
        page = visit.page
        solved(page, SCRIPT)
        assert "<img src=x onerror=alert('x')>" in page.inner_text("#text")
        assert page.locator("main img, #text i").count() == 0

    def test_nothing_to_solve(self, visit: Visit) -> None:
        page = visit.page
        page.goto("/")
        page.click("#solve")
        assert "nothing to solve" in page.inner_text("#message")
        solved(page, "Hello.")
        assert "no number" in page.inner_text("#answer")

    @pytest.mark.parametrize("scheme", ["light", "dark"])
    def test_on_a_phone(self, browser: Any, server: Server, scheme: str) -> None:
        visit = Visit(
            browser, viewport={"width": 360, "height": 740}, base_url=server.url,
            color_scheme=scheme, has_touch=True,
        )  # fmt: skip
        page = visit.page
        solved(page, ISABEL)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 360
        ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert ground == {"light": "rgb(255, 255, 255)", "dark": "rgb(13, 17, 23)"}[scheme]
        page.evaluate("document.querySelector('#answer').scrollIntoView()")
        picture(page, f"phone-{scheme}", whole=False)
        visit.context.close()
        assert not visit.wrong

    def test_colours_can_be_chosen(self, visit: Visit) -> None:
        page = visit.page
        page.goto("/")
        page.click("#theme")
        page.click("#theme")
        assert page.get_attribute("html", "data-theme") == "dark"
        page.reload()
        assert page.get_attribute("html", "data-theme") == "dark"


class TestCheck:
    @pytest.mark.model
    def test_the_step_that_breaks(self, visit: Visit) -> None:
        page = visit.page
        page.goto("/check")
        page.fill("#problem", ISABEL)
        page.fill("#given", "66 - 10 - 8")
        page.click("#check")
        page.wait_for_selector("#verdict")
        assert page.get_attribute(".verdict", "data-verdict") == "unit error"
        assert page.inner_text("#step").startswith("56 flowers − 8 flowers per bouquet")
        assert page.locator("#given-tree .halo").count() == 1
        picture(page, "check")
        page.reload()
        page.wait_for_selector("#verdict")

    @pytest.mark.model
    def test_an_answer(self, visit: Visit) -> None:
        page = visit.page
        page.goto("/check")
        page.fill("#problem", ISABEL)
        page.fill("#given", "7")
        page.keyboard.press("Enter")
        page.wait_for_selector('[data-verdict="agrees"]')
        assert "7 bouquets" in page.inner_text("#result")

    def test_what_is_no_expression(self, visit: Visit) -> None:
        page = visit.page
        page.goto("/check")
        page.fill("#problem", ISABEL)
        page.fill("#given", "66 -* 8")
        page.click("#check")
        page.wait_for_selector("pre.caret")
        assert page.inner_text("pre.caret").splitlines()[1] == "    ↑"


def test_the_api_page(visit: Visit) -> None:
    visit.page.goto("/docs")
    visit.page.wait_for_selector(".operation")
    assert "POST /api/solve" in visit.page.inner_text("#operations")


def test_a_token_is_asked_for(browser: Any, tmp_path: Path) -> None:
    with serving(tmp_path, "--workers", "1", "--token", "sesame") as server:
        visit = Visit(browser, base_url=server.url)
        page = visit.page
        page.goto("/")
        page.fill("#problem", "Ann has 3 pens and buys 4 pens. How many pens has Ann?")
        page.click("#solve")
        page.fill("dialog #token", "sesame")
        page.keyboard.press("Enter")
        page.wait_for_selector("#answer")
        assert page.inner_text("#answer .answer").endswith("pens")
        visit.context.close()
        assert not visit.wrong
