"""Limits: how large a request may be, and how long it may take to arrive.

``BodyLimit`` wraps the application and reads a request's body before anything else does. What it
passes on is JSON with a bounded number of parts, so that reading it takes milliseconds. How long a
text may be is not asked here: the solver refuses one that is too long, with a reason.
"""

from __future__ import annotations

import asyncio
from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from unitdep.web.errors import RETRY_SECONDS, error_response

INDEX: Final = 100  # of a quantity: a text that is solved has fewer, implied ones included
BATCH: Final = 100  # texts per request
ARTICLE: Final = 50_000  # characters of a text whose quantities are wanted
WORKINGS: Final = 1000  # workings per request
TOGETHER: Final = 20  # workings of a text that one task checks
MANY: Final = 8  # requests with many texts that are worked on at once
CLICKS: Final = 40  # of annotators that wait for the store
SURVEYS: Final = 10  # requests for all annotations that wait
BODY: Final = 256_000  # bytes of a request
LARGE: Final = 4_000_000  # bytes of a request with many texts, or with a file
LARGE_PATHS: Final = ("-many", "/load")  # how the paths of such requests end
ANSWER: Final = 32_000_000  # characters of an answer to a request with many texts
PARTS: Final = 100_000  # commas and opening brackets of a request
CLOSE: Final = {"Connection": "close"}
DRAINED: Final = 4  # times the limit that is read of a body too large, so that the answer arrives


class Held:
    """The bytes of all requests that have not been answered yet."""

    def __init__(self, most: int) -> None:
        """Start with none; ``most`` may be held at once."""
        self.most, self.now = most, 0


class BodyLimit:
    """Read the body of a request, or refuse it in milliseconds.

    The answer is 413 if it's too large, 408 if it doesn't arrive, 415 if it isn't JSON, and 503 if
    all requests together are too large. Small requests have a budget of their own.
    """

    def __init__(self, app: ASGIApp, *, seconds: float, held: int) -> None:
        """Store the application, how long a request may take, and how many bytes all may have."""
        self.app, self.seconds = app, seconds
        self.held = {BODY: Held(held // 2), LARGE: Held(held // 2)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read the body, then pass the request on with it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        most = LARGE if scope["path"].endswith(LARGE_PATHS) else BODY
        held, body = self.held[most], bytearray()
        try:
            refusal = await self._read(receive, body, most)
            refusal = refusal or wrong_kind(Headers(scope=scope), body)
            if refusal is not None:
                await refusal(scope, receive, send)
            else:
                await self.app(scope, _replayed(bytes(body), receive), send)
        finally:
            held.now -= len(body)

    async def _read(self, receive: Receive, body: bytearray, most: int) -> ASGIApp | None:
        """Read a body; returns why it can't be read, if so."""
        held, more = self.held[most], True
        try:
            async with asyncio.timeout(self.seconds):
                while more:
                    part, more = await _next(receive)
                    body += part
                    held.now += len(part)
                    if len(body) > most or held.now > held.most:
                        await _drain(receive, more, DRAINED * most)
                        return _too_large(most) if len(body) > most else _full()
        except TimeoutError:
            return error_response(408, "the request did not arrive in time", CLOSE)
        return None


def wrong_kind(headers: Headers, body: bytearray) -> ASGIApp | None:
    """Refuse a body that isn't JSON by its header, or JSON that would take long to read."""
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if body and not kind.endswith(("/json", "+json")):
        message = "send JSON, with the header Content-Type: application/json"
        return error_response(415, message)
    if len(body) > PARTS and sum(map(body.count, (b",", b"[", b"{"))) > PARTS:
        return error_response(413, f"the request has more than {PARTS:,} parts")
    return None


async def _next(receive: Receive) -> tuple[bytes, bool]:
    """Return the next part of a body, and whether more follows."""
    message = await receive()
    more = message["type"] == "http.request" and message.get("more_body", False)
    return message.get("body", b""), more


async def _drain(receive: Receive, more: bool, most: int) -> None:
    """Read on and forget it: many clients look for an answer only after they have sent all."""
    while more and most > 0:
        part, more = await _next(receive)
        most -= len(part)


def _too_large(most: int) -> ASGIApp:
    return error_response(413, f"the request has more than {most} bytes", CLOSE)


def _full() -> ASGIApp:
    headers = {"Retry-After": str(RETRY_SECONDS), **CLOSE}
    return error_response(503, "the server is busy; try again shortly", headers)


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Return a ``receive`` that delivers a body again, and then what else arrives."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return messages.pop() if messages else await receive()

    return replay
