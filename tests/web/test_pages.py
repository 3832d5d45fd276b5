"""The pages in a real browser: solve, decide, check, annotate with two people, reload, export."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from browser import chromium
from test_solution import ISABEL
from unitdep.schema import schema
from web_server import Server, serving

pytestmark = pytest.mark.slow
# With this variable set to a folder, the pictures for the documents are written there.
SCREENSHOTS = os.environ.get("UNITDEP_SCREENSHOTS")
SCRIPT = (
    "<img src=x onerror=alert('x')> Ann has 3 <i>pens</i> and buys 4 pens. How many pens has Ann?"
)
PROBLEMS = {
    "boxes": ("There are 6 eggs in each box. Ann buys 4 boxes. How many eggs has Ann?", "6*4"),
    "pens": ("Ben has 9 pens. He gives away 2 pens. How many pens are left?", "9-2"),
    "share": ("Omar shares 84 stickers among 7 friends. How many does each friend get?", "84/7"),
    "bags": ("Cleo puts 30 shells in bags with 5 shells in each bag. How many bags?", "30/5"),
}
LINES = "\n".join(
    json.dumps({"id": name, "text": text, "expression": expression})
    for name, (text, expression) in PROBLEMS.items()
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("pages"), "--workers", "1") as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


class Visit:
    """A browser window, and everything that went wrong in it."""

    def __init__(self, browser: Any, **options: Any) -> None:
        self.context = browser.new_context(accept_downloads=True, **options)
        self.context.set_default_timeout(60_000)
        self.page = self.context.new_page()
        self.wrong: list[str] = []
        self.asked: list[str] = []
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", self._console)
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("dialog", lambda dialog: self.wrong.append(f"dialog {dialog.message}"))

    def _console(self, message: Any) -> None:
        if message.type in ("error", "warning") and "status of 4" not in message.text:
            self.wrong.append(message.text)


@pytest.fixture
def visit(browser: Any, server: Server) -> Iterator[Visit]:
    found = Visit(browser, viewport={"width": 1200, "height": 900}, base_url=server.url)
    yield found
    found.context.close()
    assert not found.wrong
    elsewhere = [url for url in found.asked if not url.startswith((server.url, "blob:", "data:"))]
    assert not elsewhere, "the pages load nothing from elsewhere"


def picture(page: Any, name: str, *, whole: bool = True) -> None:
    if SCREENSHOTS:
        page.mouse.move(0, 0)
        page.screenshot(path=Path(SCREENSHOTS) / f"{name}.png", full_page=whole)


def solved(page: Any, text: str) -> None:
    """Type a problem and wait for its answer."""
    page.goto("/")
    page.fill("#problem", text)
    page.click("#solve")
    page.wait_for_selector("#answer")


def wait_settled(page: Any) -> None:
    page.wait_for_function("!document.querySelector('#result').classList.contains('busy')")


class TestSolve:
    def test_a_solution(self, visit: Visit) -> None:
        page = visit.page
        solved(page, ISABEL)
        assert page.inner_text("#answer .answer") == "7 bouquets"
        assert "(66 - 10) / 8" in page.inner_text("#answer")
        assert page.locator(".quantity").count() == 3
        assert "flower per bouquet" in page.inner_text('.quantity[data-vertex="1"] .unit')
        assert page.locator("#steps li").count() == 2
        assert page.locator(".pictures svg").count() == 2
        picture(page, "solve")

    def test_five_examples(self, visit: Visit) -> None:
        page = visit.page
        page.goto("/")
        assert page.locator("#examples button").count() == 5
        page.click("#examples button:nth-of-type(2)")
        page.wait_for_selector(".quantity.irrelevant")
        assert page.inner_text(".quantity.irrelevant").startswith("12")
        assert "not used" in page.inner_text(".quantity.irrelevant .unit")

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
    def test_the_step_that_breaks(self, visit: Visit) -> None:
        page = visit.page
        page.goto("/check")
        page.fill("#problem", ISABEL)
        page.fill("#given", "66 - 10 - 8")
        page.click("#check")
        page.wait_for_selector("#verdict")
        assert page.get_attribute(".verdict", "data-verdict") == "unit error"
        assert page.inner_text("#step").startswith("56 flowers - 8 flowers per bouquet")
        assert page.locator("#given-tree .halo").count() == 1
        picture(page, "check")
        page.reload()
        page.wait_for_selector("#verdict")

    def test_an_answer(self, visit: Visit) -> None:
        page = visit.page
        page.goto("/check")
        page.fill("#problem", ISABEL)
        page.fill("#given", "7")
        page.keyboard.press("Enter")
        page.wait_for_selector('[data-verdict="agrees"]')

    def test_what_is_no_expression(self, visit: Visit) -> None:
        page = visit.page
        page.goto("/check")
        page.fill("#problem", ISABEL)
        page.fill("#given", "66 -* 8")
        page.click("#check")
        page.wait_for_selector("pre.caret")
        assert page.inner_text("pre.caret").splitlines()[1] == "    ↑"


def as_annotator(visit: Visit, name: str) -> Any:
    page = visit.page
    page.goto("/annotate")
    page.fill("#annotator", name)
    page.keyboard.press("Enter")
    page.wait_for_selector("#part-mark > *")
    return page


def mark(page: Any, problem: str, *vertices: str) -> None:
    """Open a problem, mark vertices, and finish it."""
    page.click(f'.problems [data-id="{problem}"]')
    page.wait_for_selector(f'.problems [data-id="{problem}"][aria-current]')
    for vertex in vertices:
        page.click(f'.mark[data-vertex="{vertex}"]')
        page.wait_for_selector(f'.mark[data-vertex="{vertex}"][aria-pressed="true"]')
    page.click("#done")
    page.wait_for_selector(f'.problems [data-id="{problem}"]:has-text("✓")')


def exported(page: Any, button: str) -> dict[str, Any]:
    with page.expect_download() as download:
        page.click(button)
    text = Path(download.value.path()).read_text("utf-8")
    rows = [json.loads(line) for line in text.splitlines()]
    for row in rows:
        Draft202012Validator(schema("annotation")).validate(row)
    return {row["id"]: row for row in rows}


def test_two_annotators(visit: Visit, browser: Any, server: Server) -> None:
    ann = as_annotator(visit, "Ann")
    assert "no problems yet" in ann.inner_text("#part-mark")
    ann.click("#tab-load")
    ann.fill("#lines", LINES)
    ann.click("#load")
    ann.wait_for_selector("#loaded .good")
    assert "4 problems added" in ann.inner_text("#loaded")
    assert "1 of them only add" in ann.inner_text("#loaded")
    ann.click("#tab-mark")
    ann.wait_for_selector(".problems")
    assert ann.locator(".problems li").count() == 3  # without the one that only subtracts

    ann.click('.problems [data-id="boxes"]')
    ann.click('.mark[data-vertex="0"]')
    ann.wait_for_selector('svg.graph .vertex.rate[data-vertex="0"]')
    assert "Num Unit" in ann.inner_text("figure >> nth=0")  # the edges are there at once
    picture(ann, "annotate")
    ann.reload()  # the click is kept
    ann.wait_for_selector('.mark[data-vertex="0"][aria-pressed="true"]')
    ann.click("#done")
    ann.wait_for_selector('.problems [data-id="boxes"]:has-text("✓")')
    mark(ann, "share", "question")
    mark(ann, "bags", "1")

    other = Visit(browser, base_url=server.url)
    ben = as_annotator(other, "Ben")
    assert ben.locator('.mark[aria-pressed="true"]').count() == 0  # his own labels, not hers
    mark(ben, "boxes", "0")
    mark(ben, "share", "0")
    mark(ben, "bags", "1")
    ben.click("#tab-agree")
    ben.wait_for_selector("#kappa")
    # 9 vertices, each marks 3, they share 2: (7/9 - 5/9) / (1 - 5/9)
    assert ben.inner_text("#kappa") == "0.500"
    assert ben.locator("#conflicts li").count() == 2
    picture(ben, "annotate-agreement")
    rows = exported(ben, "#export-both")
    assert rows["share"]["rates"] is None
    ben.click('#conflicts li >> nth=0 >> [data-settle="false"]')
    ben.wait_for_selector('#conflicts [data-settle="false"][aria-pressed="true"]')
    ben.click('#conflicts li >> nth=1 >> [data-settle="true"]')
    ben.wait_for_selector('#conflicts [data-settle="true"][aria-pressed="true"]')
    rows = exported(ben, "#export-both")
    assert {name: row["rates"] for name, row in rows.items()} == {
        "boxes": [0],
        "pens": [],
        "share": [-1],
        "bags": [1],
    }
    assert rows["pens"]["labels_from"] == "tree"
    assert [0, 1, "den_forward"] in rows["boxes"]["edges"]
    assert exported(ben, "#export-one")["share"]["rates"] == [0]
    other.context.close()
    assert not other.wrong


def test_by_keyboard(visit: Visit) -> None:
    page = as_annotator(visit, "Cleo")
    page.click("#tab-load")
    page.fill("#lines", LINES)
    page.click("#load")
    page.wait_for_selector("#loaded .good")
    page.click("#tab-mark")
    page.wait_for_selector("#open")
    page.keyboard.press("1")
    page.wait_for_selector('.mark[data-vertex="0"][aria-pressed="true"]')
    page.keyboard.press("q")
    page.wait_for_selector('.mark[data-vertex="question"][aria-pressed="true"]')
    page.keyboard.press("n")
    page.wait_for_selector('.problems [data-id="boxes"]:has-text("✓")')
    assert "id=share" in page.url


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
        assert page.inner_text("#answer .answer") == "7 pens"
        visit.context.close()
        assert not visit.wrong
