"""Security: who may ask, and what a page may do.

A page of another site must not use this server through the reader's browser: a request whose Host
is not ours (DNS rebinding) or whose Origin is another site is refused. With a token, the API
answers only requests that carry it. Starlette's TrustedHostMiddleware is not used for the Host: it
reads neither IPv6 addresses nor all of 127.0.0.0/8, and answers 400 in plain text instead of 421.
"""

from __future__ import annotations

import re
import secrets
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from unitdep.web.errors import error_response, failure
from unitdep.web.settings import Settings, is_local

# Pages load scripts and styles only from this server, have none inline, and cannot be framed.
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_HOST: Final = re.compile(r"(?P<name>[\w.-]+|\[[\da-fA-F:.]+\])(?::\d{1,5})?", re.ASCII)
_OPEN: Final = "/api/health"  # needs no token
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})


class Security:
    """Refuse requests that are not allowed, and add the headers that restrict pages."""

    def __init__(self, app: ASGIApp, *, settings: Settings) -> None:
        """Store the application and the server's settings."""
        self.app, self.settings = app, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request, then pass it on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        started: list[bool] = []

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                started.append(True)
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                if scope["path"].startswith("/api/"):
                    headers["Cache-Control"] = "no-store"
                else:
                    headers.setdefault("Cache-Control", "no-cache")
            await send(message)

        refusal = self._refusal(scope["method"], scope["path"], Headers(scope=scope))
        if not scope["query_string"].isascii():
            refusal = error_response(400, "the query is not ASCII; write other characters as %XX")
        if scope["method"] == "HEAD":  # what GET answers; the server leaves its body out
            scope = {**scope, "method": "GET"}
        try:
            await (refusal or self.app)(scope, receive, sent)
        except Exception as error:
            if started:
                raise
            await failure(scope, error)(scope, receive, sent)

    def _refusal(self, method: str, path: str, headers: Headers) -> ASGIApp | None:
        host = headers.get("host", "")
        if not self._is_ours(host):
            return error_response(421, f"this server is not called {host[:100]!r}")
        origin = headers.get("origin")
        if origin is not None and method not in _SAFE and origin.lower() not in _own(host):
            return error_response(403, "requests from other sites are refused")
        if path.startswith("/api/") and path != _OPEN and not self._has_token(headers):
            message = "this server requires its token: Authorization: Bearer TOKEN"
            return error_response(401, message, {"WWW-Authenticate": "Bearer"})
        return None

    def _is_ours(self, host: str) -> bool:
        """Whether a Host header names this server; one that others can reach may have any name."""
        found = _HOST.fullmatch(host)
        if found is None:
            return False
        name = found["name"].lower()
        return not self.settings.local or is_local(name) or name == self.settings.host

    def _has_token(self, headers: Headers) -> bool:
        token = self.settings.token
        if token is None:
            return True
        scheme, _, given = headers.get("authorization", "").partition(" ")
        return scheme.lower() == "bearer" and secrets.compare_digest(
            given.strip().encode(), token.encode()
        )


def _own(host: str) -> tuple[str, str]:
    """Return the origins of this server's pages; a proxy may have added TLS."""
    return f"http://{host.lower()}", f"https://{host.lower()}"
