"""A real Chromium for the tests of the web pages, which are skipped without one."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

# The folder for the screenshots of the documents; without it, none are taken.
SCREENSHOTS = os.environ.get("UNITDEP_SCREENSHOTS")
NAMES = ("chromium", "chromium-browser", "google-chrome")


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


@contextmanager
def chromium() -> Iterator[Any]:
    """Yield a browser; skips the test if Playwright or Chromium is not installed."""
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="Playwright is not installed: pip install playwright"
    )
    path = next((found for name in NAMES if (found := shutil.which(name))), None)
    if path is None:
        pytest.skip("no Chromium is installed: apt-get install chromium")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        yield browser
        browser.close()


def picture(page: Any, name: str, *, whole: bool = True) -> None:
    """Take a screenshot for the documents, if they are asked for."""
    if SCREENSHOTS:
        page.mouse.move(0, 0)
        page.screenshot(path=Path(SCREENSHOTS) / f"{name}.png", full_page=whole)
