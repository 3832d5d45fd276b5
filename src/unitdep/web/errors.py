"""Errors: all have the same JSON form, {"error": "what is wrong"}; never a stack trace."""

from __future__ import annotations

import logging
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import Scope

from unitdep.errors import (
    BusyError,
    DeadlineError,
    RequestError,
    StoreBusyError,
    StoreError,
)

log = logging.getLogger("unitdep.web")
RETRY_SECONDS: Final = 2
SHOWN: Final = 5  # of what is wrong with a request
LONGEST: Final = 50  # characters of what was sent that are repeated


class Error(BaseModel):
    """What is wrong with a request."""

    error: str = Field(description="What is wrong.")


def failure(scope: Scope, error: Exception) -> JSONResponse:
    """Log what nobody expected, and return the response."""
    log.error("%s %s failed", scope["method"], scope["path"], exc_info=error)
    return error_response(500, "the server failed; see its log")


def error_response(
    status: int, message: str, headers: dict[str, str] | None = None
) -> JSONResponse:
    """Return the response for a request that failed."""
    return JSONResponse({"error": message}, status, headers)


def add_handlers(app: FastAPI) -> None:
    """Turn everything that can go wrong into an error of the same form."""

    @app.exception_handler(RequestError)
    async def refused(_: Request, error: RequestError) -> JSONResponse:
        return error_response(422, error.message)

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> JSONResponse:
        first = map(_message, error.errors()[:SHOWN])
        return error_response(422, "; ".join(dict.fromkeys(first)))

    @app.exception_handler(HTTPException)
    async def other(_: Request, error: HTTPException) -> JSONResponse:
        return error_response(error.status_code, str(error.detail), dict(error.headers or {}))

    @app.exception_handler(BusyError)
    async def full(_: Request, __: BusyError) -> JSONResponse:
        message = "the server is busy; try again shortly"
        return error_response(503, message, {"Retry-After": str(RETRY_SECONDS)})

    @app.exception_handler(DeadlineError)
    async def slow(_: Request, __: DeadlineError) -> JSONResponse:
        return error_response(504, "this took too long; try a shorter text or fewer texts")

    @app.exception_handler(StoreBusyError)
    async def locked(_: Request, error: StoreBusyError) -> JSONResponse:
        return error_response(503, str(error), {"Retry-After": str(RETRY_SECONDS)})

    @app.exception_handler(StoreError)
    async def unusable(_: Request, error: StoreError) -> JSONResponse:
        return error_response(507, str(error))


def _message(error: Any) -> str:
    """Return what is wrong with one field: "text: Input should be a valid string"."""
    field = shortened(".".join(str(part) for part in error["loc"] if part != "body"))
    message = shortened(str(error["msg"]).removeprefix("Value error, "), 4 * LONGEST)
    return f"{field}: {message}" if field else message


def shown(text: str) -> str:
    """Return what somebody sent, in quotes and without its end if it is long."""
    return repr(shortened(text))


def shortened(text: str, most: int = LONGEST) -> str:
    """Cut the end off a long text."""
    return text if len(text) <= most else f"{text[:most]}…"
