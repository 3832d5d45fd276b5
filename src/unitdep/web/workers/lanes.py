"""Lanes: a bounded number of people at work, a bounded number who wait, and a limit for waiting."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from unitdep.errors import BusyError


class Lane:
    """A lane ``width`` requests wide, in which ``queue`` more may wait; for one event loop."""

    def __init__(self, width: int, queue: int) -> None:
        """Open an empty lane."""
        self.width, self.queue = width, queue
        self.inside = 0  # requests at work or waiting
        self._free = asyncio.Semaphore(width)

    @asynccontextmanager
    async def turn(self, seconds: float) -> AsyncIterator[float]:
        """Wait for a turn, at most so long; yields how many seconds it took.

        Raises BusyError if too many wait already, or if the turn doesn't come in time.
        """
        if self.inside >= self.width + self.queue:
            raise BusyError
        self.inside += 1
        began = asyncio.get_running_loop().time()
        try:
            await asyncio.wait_for(self._free.acquire(), seconds)
        except TimeoutError:
            self.inside -= 1
            raise BusyError from None
        except BaseException:
            self.inside -= 1
            raise
        try:
            yield asyncio.get_running_loop().time() - began
        finally:
            self._free.release()
            self.inside -= 1
