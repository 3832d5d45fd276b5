"""Limits: how large a request may be, and how long it may take to arrive.

``BodyLimit`` wraps the application and reads a request's body before anything else does. How long a
text may be is not asked here: the solver refuses one that is too long, with a reason.
"""

from __future__ import annotations

import asyncio
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from unitdep.reading.text import MAX_CHARACTERS
from unitdep.web.errors import error_response

INDEX: Final = MAX_CHARACTERS  # of a quantity: no text has more quantities than characters
BATCH: Final = 100  # texts per request
ARTICLE: Final = 50_000  # characters of a text whose quantities are wanted
WORKINGS: Final = 1000  # workings per request
BODY: Final = 4_000_000  # bytes of a request


class BodyLimit:
    """Answer 413 to a request that is too large and 408 to one that does not arrive."""

    def __init__(self, app: ASGIApp, *, seconds: float, size: int = BODY) -> None:
        """Store the application, and how long and how large a request may be."""
        self.app, self.seconds, self.size = app, seconds, size

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read the body, then pass the request on with it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        try:
            body = await asyncio.wait_for(self._read(scope, receive), self.seconds)
        except TimeoutError:
            await error_response(408, "the request did not arrive in time")(scope, receive, send)
            return
        if body is None:
            message = f"the request has more than {self.size} bytes"
            await error_response(413, message)(scope, receive, send)
            return
        await self.app(scope, _replayed(body, receive), send)

    async def _read(self, scope: Scope, receive: Receive) -> bytes | None:
        """Return the whole body, or None if it is too large."""
        declared = dict(scope["headers"]).get(b"content-length", b"0")
        if declared.isdigit() and int(declared) > self.size:
            return None
        body, more = b"", True
        while more:
            message = await receive()
            body += message.get("body", b"")
            more = message["type"] == "http.request" and message.get("more_body", False)
            if len(body) > self.size:
                return None
        return body


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Return a ``receive`` that delivers a body again, and then what else arrives."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return messages.pop() if messages else await receive()

    return replay
