"""The routes of pages, of static files and of the documentation, and the page for anything else."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from fastapi import FastAPI, Request
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Message, Receive, Scope, Send

import unitdep
from unitdep.explain.svg.frame import STYLE
from unitdep.web.errors import error_response
from unitdep.web.pages.shell import PAGES, SITE, STATIC, missing_html, page_html

_OURS: Final = ("/api/", "/static/")  # requested by programs, which get JSON
# The site's theme has scripts and styles inside its pages; nothing in it is from another host.
_POLICY: Final = (
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self' blob:; "
    "base-uri 'none'; frame-ancestors 'none'"
)


def built_site() -> Path | None:
    """Return the folder that ``make docs`` built, if this is a checkout and it's there."""
    folder = Path(unitdep.__file__).parents[2] / "site"
    return folder if (folder / "index.html").is_file() else None


def add_pages(app: FastAPI, site: Path | None) -> None:
    """Add everything that a browser shows; ``site`` is the built documentation."""
    for path in PAGES:
        page = _page(page_html(path, site=site is not None))
        app.add_api_route(path, page, include_in_schema=False, response_model=None)

    @app.get("/static/picture.css", include_in_schema=False)
    async def picture_style() -> Response:
        return Response(STYLE, media_type="text/css")

    app.mount("/static", StaticFiles(directory=STATIC))
    if site is not None:
        app.mount(SITE, _Site(directory=site, html=True))

    @app.exception_handler(404)
    async def missing(request: Request, error: HTTPException) -> Response:
        path = request.url.path
        if path.startswith(_OURS) or "text/html" not in request.headers.get("accept", ""):
            return error_response(404, str(error.detail), dict(error.headers or {}))
        return HTMLResponse(missing_html(path, site=site is not None), 404)


def _page(content: str):  # type: ignore[no-untyped-def]
    async def page() -> HTMLResponse:
        return HTMLResponse(content)

    return page


class _Site(StaticFiles):
    """The documentation, with its own policy for scripts."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                policy = (b"content-security-policy", _POLICY.encode())
                message["headers"] = [*message.get("headers", ()), policy]
            await send(message)

        await super().__call__(scope, receive, sent)
