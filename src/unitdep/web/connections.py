"""Connections: how many there may be, and how long each may keep the server waiting.

Uvicorn closes a connection that is idle between two requests, and nothing else. ``Connection`` also
closes one on which a request doesn't arrive, and one whose client doesn't read its answer.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from uvicorn import Config, Server
from uvicorn.protocols.http.h11_impl import H11Protocol

from unitdep.web.settings import Settings

BACKLOG: Final = 128  # connections that the system accepts before the server looks at them
MOST: Final = 512  # connections at once
ARRIVES: Final = 10.0  # seconds for the first request, and for the next one once it has begun
READS: Final = 10.0  # seconds in which a client must read some of its answer
LEAST: Final = 32_768  # bytes it must read of it in that time
ENDS: Final = 4  # seconds for requests under way when the server stops
_FULL: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 2\r\nConnection: close\r\n"
    b"Content-Type: application/json\r\nContent-Length: 47\r\n\r\n"
    b'{"error":"the server has too many connections"}'
)


class Connection(H11Protocol):
    """A connection with a timer for a request that arrives and one for an answer that leaves."""

    _arriving: asyncio.TimerHandle | None = None
    _leaving: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timer, or refuse the connection if there are too many."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=0)  # any answer that isn't read starts the timer
        if len(self.connections) > most_connections():
            transport.write(_FULL)
            transport.close()
        self._wait_for_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timers."""
        for timer in (self._arriving, self._leaving):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take data; between requests they must soon make a whole one."""
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self._answering():
            self._request_is_here()
        else:
            self._wait_for_request()

    def pause_writing(self) -> None:
        """Watch whether the client reads."""
        super().pause_writing()
        self._watch(self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        """Stop watching: it has read everything."""
        super().resume_writing()
        if self._leaving is not None:
            self._leaving.cancel()
            self._leaving = None

    def _answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _wait_for_request(self) -> None:
        if self._arriving is None:
            self._arriving = self.loop.call_later(ARRIVES, self._too_slow)

    def _request_is_here(self) -> None:
        if self._arriving is not None:
            self._arriving.cancel()
            self._arriving = None

    def _too_slow(self) -> None:
        if not self._answering():
            self.transport.abort()

    def _watch(self, left: int) -> None:
        self._leaving = self.loop.call_later(READS, self._not_read, left)

    def _not_read(self, before: int) -> None:
        left = self.transport.get_write_buffer_size()
        if before - left < min(LEAST, before):
            self.transport.abort()
        else:
            self._watch(left)


def most_connections() -> int:
    """Return how many connections there may be: files of this process are left for other things."""
    try:
        import resource
    except ImportError:  # not on Windows
        return MOST
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(8, min(MOST, files // 2 - BACKLOG // 4))


def server(app: Any, settings: Settings) -> Server:
    """Return the server of an application, with all limits on its connections."""
    return Server(
        Config(
            app,
            host=settings.host,
            port=settings.port,
            http=Connection,
            ws="none",
            log_level="warning",
            server_header=False,
            timeout_keep_alive=10,
            timeout_graceful_shutdown=ENDS,
            backlog=min(BACKLOG, most_connections()),
        )
    )
