"""API: solve, check and draw; the JSON objects are those of the command line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, PlainTextResponse, Response

import unitdep
from unitdep.web.limits import ANSWER
from unitdep.web.requests import (
    CheckBody,
    CheckManyBody,
    GraphBody,
    ManyBody,
    QuantitiesBody,
    SolveBody,
)
from unitdep.web.responses import described
from unitdep.web.settings import Settings
from unitdep.web.workers import tasks
from unitdep.web.workers.many import run_each
from unitdep.web.workers.pool import WAITING, Pool

T = TypeVar("T")

SVG: Final = "image/svg+xml"
router = APIRouter(prefix="/api")


def pool_of(request: Request) -> Pool:
    """Return the pool of the application."""
    pool: Pool = request.app.state.pool
    return pool


def settings_of(request: Request) -> Settings:
    """Return the settings of the application."""
    settings: Settings = request.app.state.settings
    return settings


@router.get("/health", responses=described("api-health", token=False))
async def health(request: Request) -> JSONResponse:
    """Health check: version and load."""
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
    """Solve one problem, under constraints if given: what `unitdep solve --json` prints."""
    return JSONResponse(await _one(request, tasks.solve, body.text, body.asked))


@router.post("/solve-many", responses=described("api-solve-many"))
async def solve_many(body: ManyBody, request: Request) -> Response:
    """Solve several problems, in order."""
    texts = [(text,) for text in body.texts]
    return _joined("solutions", await run_many(request, tasks.solve_written, texts))


@router.post("/check", responses=described("check"))
async def check(body: CheckBody, request: Request) -> JSONResponse:
    """Check a working, an expression or an answer: what `unitdep check --json` prints."""
    return JSONResponse(await _one(request, tasks.check, body.task))


@router.post("/check-many", responses=described("api-check-many"))
async def check_many(body: CheckManyBody, request: Request) -> Response:
    """Check several workings, in order; each text is solved once."""
    groups = body.groups()
    given = [(text, [body.working(k) for k in places]) for text, places in groups]
    results = await run_many(request, tasks.check_written, given)
    found = dict[int, str]()
    for (_, places), written in zip(groups, results, strict=True):
        found |= zip(places, written, strict=True)
    return _joined("results", [found[k] for k in range(len(body.tasks))])


@router.post("/quantities", responses=described("quantities"))
async def quantities(body: QuantitiesBody, request: Request) -> JSONResponse:
    """Find the quantities of any English text: what `unitdep quantities --json` prints."""
    return JSONResponse(await _one(request, tasks.quantities, body.text, body.implied))


@router.post("/graph", responses=described("graph"))
async def graph(body: GraphBody, request: Request) -> Response:
    """Draw the unit dependency graph, as JSON or as text in another format."""
    drawn = await _one(request, tasks.graph, body.text, body.format, body.asked)
    if body.format == "json":
        return JSONResponse(drawn)
    if body.format in ("svg", "tree-svg", "bar-svg"):
        return Response(drawn, media_type=SVG)
    return PlainTextResponse(drawn)


@router.post("/explore", responses=described("api-explore"))
async def explore(body: SolveBody, request: Request) -> JSONResponse:
    """Solve one problem for the page, with pictures and every other answer with its own graph."""
    return JSONResponse(await _one(request, tasks.explore, body.text, body.asked))


@router.post("/check-page", responses=described("api-check-page"))
async def check_page(body: CheckBody, request: Request) -> JSONResponse:
    """Check a working for the page, with the program's own solution and its pictures."""
    return JSONResponse(await _one(request, tasks.check_page, body.task))


async def run_many(
    request: Request, function: Callable[..., T], given: Sequence[tuple[Any, ...]]
) -> list[T]:
    """Run a task for each of many texts; few requests do that at once."""
    seconds, many = settings_of(request).many_seconds, request.app.state.many
    async with many.turn(seconds * WAITING) as waited:
        return await run_each(
            pool_of(request),
            function,
            given,
            seconds=seconds - waited,
            gone=request.is_disconnected,
        )


def _joined(key: str, written: Sequence[str]) -> Response:
    """Return the answer to a request with many texts, made of objects that are written already."""
    if sum(map(len, written)) > ANSWER:
        raise HTTPException(413, "the answer would be too large; send fewer texts at once")
    content = f'{{"{key}":[{",".join(written)}]}}'
    return Response(content.encode(), media_type="application/json")


async def _one(request: Request, function: Any, *arguments: Any) -> Any:
    """Run a task on one text."""
    return await pool_of(request).run(function, *arguments, seconds=settings_of(request).seconds)
