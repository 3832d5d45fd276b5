"""The application: pages, API and annotation, behind limits and security."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from unitdep.web import annotate, api, practice
from unitdep.web.annotate.store import opened
from unitdep.web.errors import add_handlers
from unitdep.web.limits import CLICKS, MANY, SURVEYS, BodyLimit
from unitdep.web.pages.routes import add_pages, built_site
from unitdep.web.responses import describe
from unitdep.web.security import Security
from unitdep.web.settings import Settings
from unitdep.web.workers.lanes import Lane
from unitdep.web.workers.pool import Pool


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
    add_pages(app, built_site())
    app.add_middleware(BodyLimit, seconds=settings.body_seconds, held=settings.body_bytes)
    app.add_middleware(Security, settings=settings)
    return app
