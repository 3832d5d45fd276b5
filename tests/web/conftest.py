"""A client of the server, and windows of a real browser that show its pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from browser import Visit, chromium
from servers import Server


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with server.client() as found:
        yield found


@pytest.fixture(scope="module")  # not longer: while it runs, no test can start an event loop
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


@pytest.fixture
def visit(browser: Any, server: Server) -> Iterator[Visit]:
    found = Visit(browser, viewport={"width": 1200, "height": 900}, base_url=server.url)
    yield found
    found.context.close()
    assert not found.wrong
    elsewhere = [url for url in found.asked if not url.startswith((server.url, "blob:", "data:"))]
    assert not elsewhere, "the pages load nothing from elsewhere"
