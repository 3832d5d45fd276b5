"""How the pages look: parts of one row have one height, and nothing is too wide."""

from __future__ import annotations

from typing import Any

import pytest

from browser import Visit
from factories import ISABEL

pytestmark = pytest.mark.slow
PAGES = ("/", "/check", "/practice", "/annotate", "/docs", "/nope")
LONG = (
    "Ann has 3 pens. Ben gives her 4 pens, Cleo gives her 12 pens and Dan gives her 25 pens. How "
    "many pens does Ann have now?"
)
AREA = "A garden is 8 feet long and 5 feet wide. What is its area?"


def box(page: Any, selector: str) -> tuple[float, float]:
    """Return top and bottom of an element."""
    found = page.locator(selector).bounding_box()
    return round(found["y"]), round(found["y"] + found["height"])


def solved(page: Any, text: str) -> None:
    page.goto("/")
    page.fill("#problem", text)
    page.click("#solve")
    page.wait_for_selector("#answer")


@pytest.mark.parametrize("text", [ISABEL, LONG, AREA])
def test_the_cards_of_a_solution_fill_their_place(visit: Visit, text: str) -> None:
    page = visit.page
    solved(page, text)
    answer, told, drawn = (box(page, f"#{name}") for name in ("answer", "told", "picture"))
    assert answer[0] == drawn[0]
    assert told[1] == drawn[1]
    assert told[0] - answer[1] == 16, "no hole between them"
    steps = box(page, "#steps")
    assert answer[1] - steps[1] < 40, "the answer card ends where its content ends"


@pytest.mark.parametrize("text", [ISABEL, LONG, AREA])
def test_pictures_of_one_row_have_one_height(visit: Visit, text: str) -> None:
    page = visit.page
    solved(page, text)
    page.click("#why summary")
    page.click('#alternatives [data-other="0"]')
    page.click("#comparison details:not(#scores) summary")
    page.wait_for_selector("#comparison svg.tree")
    for row in ("#why", "#comparison"):
        first, second = (f"{row} figure:nth-child({k}) .picture" for k in (1, 2))
        assert box(page, first) == box(page, second)
        for place in (first, second):
            outer = page.locator(place).bounding_box()
            inner = page.locator(f"{place} svg").bounding_box()
            middle = outer["x"] + outer["width"] / 2
            assert inner["x"] + inner["width"] / 2 == pytest.approx(middle, abs=1)


def test_a_refusal_and_its_text_have_one_height(visit: Visit) -> None:
    solved(visit.page, "Hello. " * 60)
    assert box(visit.page, "#answer") == box(visit.page, "#told")


def test_both_fields_of_the_check_page_have_one_height(visit: Visit) -> None:
    visit.page.goto("/check")
    assert box(visit.page, "#problem") == box(visit.page, "#work")


@pytest.mark.parametrize("path", PAGES)
def test_the_footer_is_at_the_bottom(visit: Visit, path: str) -> None:
    visit.page.goto(path, wait_until="networkidle")
    bottom = visit.page.locator("footer").bounding_box()
    whole = visit.page.evaluate("Math.max(document.documentElement.scrollHeight, innerHeight)")
    assert bottom["y"] + bottom["height"] == pytest.approx(whole, abs=1)


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("width", [360, 390, 768])
def test_every_page_and_its_menu_fit(visit: Visit, path: str, width: int) -> None:
    page = visit.page
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(path, wait_until="networkidle")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    cut = page.locator("nav").evaluate("(menu) => menu.scrollWidth - menu.clientWidth")
    assert cut <= 0, "every page can be reached without scrolling"


def test_tables_of_the_practice_page_fit_a_phone(visit: Visit) -> None:
    page = visit.page
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto("/practice#kinds=extra-numbers&count=1&seed=1&problem=2&done=s")
    page.wait_for_selector("#summary h2")
    cut = "(box) => box.scrollWidth - box.clientWidth"
    assert [one.evaluate(cut) for one in page.locator("#summary .table").all()] == [0, 0]
