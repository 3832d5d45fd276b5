"""Annotating in a real browser: two people, reloading, agreement, export, and the keyboard."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from browser import Visit, picture
from servers import Server, serving
from unitdep.schema import schema

pytestmark = pytest.mark.slow
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
    """A server that has no annotations yet."""
    with serving(tmp_path_factory.mktemp("pages"), "--workers", "1") as started:
        yield started


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


def test_a_problem_that_cannot_be_opened(visit: Visit) -> None:
    """The list stays, so that another problem can be chosen."""
    page = as_annotator(visit, "Dora")
    page.click("#tab-load")
    page.fill("#lines", LINES)
    page.click("#load")
    page.wait_for_selector("#loaded .good")
    page.route("**/api/annotate/problem?id=boxes*", lambda route: route.abort())
    page.click("#tab-mark")
    page.wait_for_selector("#unopened")
    assert page.inner_text("#message")
    assert page.locator(".problems li").count() == 3
    page.click('.problems [data-id="share"]')
    page.wait_for_selector("#open .mark")
    assert visit.wrong == ["Failed to load resource: net::ERR_FAILED"]
    visit.wrong.clear()


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
