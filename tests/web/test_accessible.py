"""The pages for people who use a screen reader or a keyboard: axe-core finds nothing serious."""

from __future__ import annotations

from typing import Any

import pytest

from browser import Visit
from factories import ISABEL

pytestmark = pytest.mark.slow
SERIOUS = {"serious", "critical"}


@pytest.fixture(scope="module")
def axe() -> Any:
    module = pytest.importorskip(
        "axe_playwright_python.sync_playwright",
        reason="axe-core is not installed: pip install axe-playwright-python",
    )
    return module.Axe()


def findings(axe: Any, page: Any) -> list[str]:
    """Return what axe-core finds serious, each with where it is."""
    found = axe.run(page).response["violations"]
    assert isinstance(found, list)
    return [
        f"{one['id']}: {node['target']} {node.get('failureSummary', '')}"
        for one in found
        if one["impact"] in SERIOUS
        for node in one["nodes"]
    ]


@pytest.mark.parametrize("path", ["/", "/check", "/practice", "/annotate", "/docs", "/nope"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages(axe: Any, visit: Visit, path: str, scheme: str) -> None:
    visit.page.emulate_media(color_scheme=scheme)
    visit.page.goto(path, wait_until="networkidle")
    assert findings(axe, visit.page) == []


@pytest.mark.model
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_solution(axe: Any, visit: Visit, scheme: str) -> None:
    page = visit.page
    page.emulate_media(color_scheme=scheme)
    page.goto("/")
    page.fill("#problem", ISABEL)
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("#answer")
    page.click("#why summary")
    assert findings(axe, page) == []


def test_the_first_tab_skips_to_the_content(visit: Visit) -> None:
    visit.page.goto("/")
    visit.page.keyboard.press("Tab")
    assert visit.page.evaluate("document.activeElement.className") == "skip"
