"""What a browser gets besides the pages: one for a wrong address, a footer, the documentation."""

from __future__ import annotations

from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from servers import in_this_process
from unitdep import __version__
from unitdep.reading.text import MAX_CHARACTERS, MAX_WORKING
from unitdep.web.pages import PAGES, add_pages
from unitdep.web.security import HEADERS, Security
from unitdep.web.settings import Settings

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture
def client(tmp_path: Path) -> TestClient:
    return in_this_process(tmp_path)


@pytest.fixture
def with_site(tmp_path: Path) -> TestClient:
    """A server next to which the documentation is built."""
    (tmp_path / "index.html").write_text("<h1>The docs</h1>")
    (tmp_path / "how.css").write_text("h1 {}")
    app = FastAPI()
    add_pages(app, tmp_path)
    app.add_middleware(Security, settings=Settings())
    return TestClient(app, base_url="http://127.0.0.1")


def test_a_browser_gets_a_page_for_a_wrong_address(client: TestClient) -> None:
    found = client.get("/nope/<script>", headers=BROWSER)
    assert found.status_code == 404
    assert found.headers["content-type"].startswith("text/html")
    assert "There is no such page" in found.text
    assert "&lt;script&gt;" in found.text or "%3Cscript%3E" in found.text
    assert "<script>" not in found.text
    for path in PAGES:
        assert f'href="{path}"' in found.text
    assert found.headers["content-security-policy"] == HEADERS["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("path", "headers"),
    [("/nope", {}), ("/api/nope", BROWSER), ("/static/nope.js", BROWSER), ("/docs-site/nope", {})],
)
def test_a_program_gets_json(client: TestClient, path: str, headers: dict[str, str]) -> None:
    found = client.get(path, headers=headers)
    assert (found.status_code, found.json()) == (404, {"error": "Not Found"})


@pytest.mark.parametrize("path", [*PAGES, "/nope"])
def test_the_footer(client: TestClient, path: str) -> None:
    shown = client.get(path, headers=BROWSER).text
    foot = shown[shown.index("<footer>") :]
    assert f"unitdep {__version__}" in foot
    assert f"{MAX_CHARACTERS:,} characters" in foot
    assert f"{MAX_WORKING:,}" in foot


def test_the_documentation(with_site: TestClient) -> None:
    assert '<a href="/docs-site/index.html">' in with_site.get("/").text
    for path in ("/docs-site/", "/docs-site/index.html"):
        found = with_site.get(path)
        assert found.text == "<h1>The docs</h1>"
        policy = found.headers.get_list("content-security-policy")
        assert len(policy) == 1
        assert "'unsafe-inline'" in policy[0]
    assert with_site.get("/docs-site/how.css").status_code == 200
    wrong = with_site.get("/docs-site/nope.html", headers=BROWSER)
    assert (wrong.status_code, "There is no such page" in wrong.text) == (404, True)
    assert "'unsafe-inline'" not in with_site.get("/").headers["content-security-policy"]


def test_the_documentation_that_is_not_built() -> None:
    app = FastAPI()
    add_pages(app, None)
    shown = TestClient(app).get("/").text
    assert "docs-site" not in shown
