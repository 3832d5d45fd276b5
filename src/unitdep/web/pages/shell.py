"""The HTML of a page: its own part, inside what all pages share."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Final

from unitdep import __version__
from unitdep.reading.text import MAX_CHARACTERS, MAX_WORKING

STATIC: Final = Path(__file__).parents[1] / "static"
PAGES: Final = {  # path: the page's file, and its name in the navigation
    "/": ("solve", "Solve"),
    "/check": ("check", "Check"),
    "/practice": ("practice", "Practise"),
    "/annotate": ("annotate", "Annotate"),
    "/docs": ("docs", "API"),
}
SITE: Final = "/docs-site"  # the built documentation
_CURRENT: Final = ' aria-current="page"'
_SCRIPT: Final = '\n    <script type="module" src="/static/{name}.js"></script>'
_MISSING: Final = """\
      <h1>There is no such page</h1>
      <p class="lead">{path} doesn't exist. The links above lead to the pages there are.</p>
"""


def page_html(path: str, *, site: bool = False) -> str:
    """Return a page; with ``site``, its footer links to the documentation."""
    name, title = PAGES[path]
    main = (STATIC / f"{name}.html").read_text("utf-8")
    return _whole(title, main, _SCRIPT.replace("{name}", name), path, site)


def missing_html(path: str, *, site: bool = False) -> str:
    """Return the page for a path that doesn't exist."""
    return _whole("Not found", _MISSING.replace("{path}", escape(path[:200])), "", "", site)


def _whole(title: str, main: str, script: str, path: str, site: bool) -> str:
    links = [
        f'<a href="{target}"{_CURRENT if target == path else ""}>{label}</a>'
        for target, (_, label) in PAGES.items()
    ]
    parts = {
        "{title}": title,
        "{script}": script,
        "{links}": ("\n" + " " * 10).join(links),
        "{footer}": _footer(site),
        "{main}": main,  # before the marks inside it
        "{text_limit}": str(MAX_CHARACTERS),
        "{work_limit}": str(MAX_WORKING),
    }
    page = (STATIC / "shell.html").read_text("utf-8")
    for mark, part in parts.items():
        page = page.replace(mark, part)
    return page


def _footer(site: bool) -> str:
    """Return the version, the program's limits, and where the documentation is."""
    docs = f'<a href="{SITE}/index.html">Documentation</a>' if site else '<a href="/docs">API</a>'
    return (
        f"<span>unitdep {__version__}</span>\n"
        f"        <span>Problems up to {MAX_CHARACTERS:,} characters, workings up to "
        f"{MAX_WORKING:,}</span>\n        {docs}"
    )
