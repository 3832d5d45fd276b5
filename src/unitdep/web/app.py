"""The application: pages, API and annotation, behind limits and security."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from fastapi import FastAPI
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles

from unitdep.explain.svg.frame import STYLE
from unitdep.reading.text import MAX_CHARACTERS, MAX_WORKING
from unitdep.web import annotate, api, practice
from unitdep.web.annotate.store import opened
from unitdep.web.errors import add_handlers
from unitdep.web.limits import CLICKS, MANY, SURVEYS, BodyLimit
from unitdep.web.responses import describe
from unitdep.web.security import Security
from unitdep.web.settings import Settings
from unitdep.web.workers.lanes import Lane
from unitdep.web.workers.pool import Pool

STATIC: Final = Path(__file__).parent / "static"
PAGES: Final = {  # path: the page's file, and its name in the navigation
    "/": ("solve", "Solve"),
    "/check": ("check", "Check"),
    "/practice": ("practice", "Practise"),
    "/annotate": ("annotate", "Annotate"),
    "/docs": ("docs", "API"),
}
CURRENT: Final = ' aria-current="page"'


def create_app(settings: Settings) -> FastAPI:
    """Create the application; its worker processes start and end with it."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.pool = Pool(settings.workers, settings.queue, settings.seconds)
        app.state.store = opened(settings.annotations)
        try:
            yield
        finally:
            app.state.pool.close()

    app = FastAPI(lifespan=lifespan, docs_url=None, redoc_url=None)
    app.state.settings = settings
    app.state.clicks, app.state.surveys = Lane(2, CLICKS), Lane(1, SURVEYS)
    app.state.many = Lane(min(MANY, settings.workers + settings.queue), 0)
    app.openapi = lambda: describe(app)  # type: ignore[method-assign]
    add_handlers(app)
    app.include_router(api.router)
    app.include_router(practice.router)
    app.include_router(annotate.router)
    _add_pages(app)
    app.add_middleware(BodyLimit, seconds=settings.body_seconds, held=settings.body_bytes)
    app.add_middleware(Security, settings=settings)
    return app


def _add_pages(app: FastAPI) -> None:
    for path in PAGES:
        app.add_api_route(path, _page(path), include_in_schema=False, response_model=None)

    @app.get("/static/picture.css", include_in_schema=False)
    async def picture_style() -> Response:
        return Response(STYLE, media_type="text/css")

    app.mount("/static", StaticFiles(directory=STATIC))


def _page(path: str):  # type: ignore[no-untyped-def]
    content = page_html(path)

    async def page() -> HTMLResponse:
        return HTMLResponse(content)

    return page


def page_html(path: str) -> str:
    """Put a page's own part, and the program's limits, into what all pages share."""
    name, title = PAGES[path]
    links = [
        f'<a href="{target}"{CURRENT if target == path else ""}>{label}</a>'
        for target, (_, label) in PAGES.items()
    ]
    parts = {
        "{title}": title,
        "{name}": name,
        "{links}": ("\n" + " " * 10).join(links),
        "{main}": (STATIC / f"{name}.html").read_text("utf-8"),  # before the marks inside it
        "{text_limit}": str(MAX_CHARACTERS),
        "{work_limit}": str(MAX_WORKING),
    }
    page = (STATIC / "shell.html").read_text("utf-8")
    for mark, part in parts.items():
        page = page.replace(mark, part)
    return page
