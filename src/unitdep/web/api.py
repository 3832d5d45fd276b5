"""API: solve, check and draw; the JSON objects are those of the command line."""

from __future__ import annotations

from typing import Any, Final

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

import unitdep
from unitdep.web.requests import CheckBody, GraphBody, ManyBody, SolveBody
from unitdep.web.responses import described
from unitdep.web.settings import Settings
from unitdep.web.workers import tasks as work
from unitdep.web.workers.pool import Pool

SVG: Final = "image/svg+xml"
router = APIRouter(prefix="/api")


def pool_of(request: Request) -> Pool:
    """Return the pool of the application."""
    found: Pool = request.app.state.pool
    return found


def settings_of(request: Request) -> Settings:
    """Return the settings of the application."""
    found: Settings = request.app.state.settings
    return found


@router.get("/health", responses=described("health", token=False))
async def health(request: Request) -> JSONResponse:
    """Say that the server is there, its version, and how much it has to do."""
    pool = pool_of(request)
    return JSONResponse(
        {
            "status": "ok",
            "version": unitdep.__version__,
            "workers": pool.workers,
            "busy": pool.busy,
            "capacity": pool.capacity,
        }
    )


@router.post("/solve", responses=described("solve"))
async def solve(body: SolveBody, request: Request) -> JSONResponse:
    """Solve one problem, under constraints if wanted: what `unitdep solve --json` prints."""
    return JSONResponse(await _one(request, work.solve, body.text, body.asked))


@router.post("/solve-many", responses=described("solve-many"))
async def solve_many(body: ManyBody, request: Request) -> JSONResponse:
    """Solve problems, in order."""
    seconds = settings_of(request).many_seconds
    return JSONResponse(await pool_of(request).run(work.solve_many, body.texts, seconds=seconds))


@router.post("/check", responses=described("check"))
async def check(body: CheckBody, request: Request) -> JSONResponse:
    """Check an expression or an answer: what `unitdep check --json` prints."""
    return JSONResponse(await _one(request, work.check, body.text, body.expression, body.answer))


@router.post("/graph", responses=described("graph"))
async def graph(body: GraphBody, request: Request) -> Response:
    """Draw the unit dependency graph: as JSON, or as a text in another format."""
    found = await _one(request, work.graph, body.text, body.format, body.asked)
    if body.format == "json":
        return JSONResponse(found)
    if body.format in ("svg", "tree-svg"):
        return Response(found, media_type=SVG)
    return PlainTextResponse(found)


@router.post("/explore", responses=described("explore"))
async def explore(body: SolveBody, request: Request) -> JSONResponse:
    """Solve one problem for a page: pictures, and every other answer with its own graph."""
    return JSONResponse(await _one(request, work.explore, body.text, body.asked))


@router.post("/check-page", responses=described("check-page"))
async def check_page(body: CheckBody, request: Request) -> JSONResponse:
    """Check for a page: the result, and the expression trees with the step that breaks."""
    return JSONResponse(
        await _one(request, work.check_page, body.text, body.expression, body.answer)
    )


async def _one(request: Request, function: Any, *arguments: Any) -> Any:
    """Do what concerns one text."""
    return await pool_of(request).run(function, *arguments, seconds=settings_of(request).seconds)
