"""Routes of the practice page: problems without their answers, judged by what only we know."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse

from unitdep.web.api import pool_of, settings_of
from unitdep.web.practice import tasks
from unitdep.web.requests import AttemptBody, ExerciseBody, HintBody, PracticeBody
from unitdep.web.responses import described

router = APIRouter(prefix="/api/practice")


@router.get("", responses=described("api-practice-kinds"))
async def kinds(request: Request) -> JSONResponse:
    """List the kinds of problems and the levels."""
    return await _done(request, tasks.kinds)


@router.post("", responses=described("api-practice"))
async def make(body: PracticeBody, request: Request) -> JSONResponse:
    """Make problems to practise on, without their answers; the same ones for the same settings."""
    return await _done(request, tasks.make, body.model_dump())


@router.post("/check", responses=described("api-practice-check"))
async def check(body: AttemptBody, request: Request) -> JSONResponse:
    """Judge an answer or a working; only what is right gets the key."""
    return await _done(request, tasks.check, body.id, body.work)


@router.post("/hint", responses=described("api-practice-hint"))
async def hint(body: HintBody, request: Request) -> JSONResponse:
    """Return the next hint; the last one has the answer."""
    return await _done(request, tasks.hint, body.id, body.told, body.work)


@router.post("/key", responses=described("api-practice-key"))
async def key(body: ExerciseBody, request: Request) -> JSONResponse:
    """Return the answer with its steps and a picture."""
    return await _done(request, tasks.key, body.id)


async def _done(request: Request, function: Any, *arguments: Any) -> JSONResponse:
    seconds = settings_of(request).many_seconds
    return JSONResponse(await pool_of(request).run(function, *arguments, seconds=seconds))
