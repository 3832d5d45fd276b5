"""Pool: a few processes that solve, a bounded number of requests that wait for them.

A task that takes too long is ended with its process, which is then started anew: a time limit
that a thread could not keep.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from multiprocessing import get_context
from typing import Any, TypeVar

from pebble import ProcessExpired, ProcessPool

from unitdep.web import work
from unitdep.web.errors import Full, TooSlow

T = TypeVar("T")


class Pool:
    """Processes with the model loaded; made and used in one event loop."""

    def __init__(self, workers: int, queue: int) -> None:
        """Start the processes; requests are taken while they still load the model."""
        self.workers, self.capacity = workers, workers + queue
        self.busy = 0  # requests that are worked on or wait
        self._processes = ProcessPool(
            max_workers=workers, initializer=work.warm, context=get_context("spawn")
        )
        for _ in range(workers):
            self._processes.schedule(work.ready)

    async def run(self, function: Callable[..., T], *arguments: Any, seconds: float) -> T:
        """Do a task of ``work``; raises what it raises, Full or TooSlow."""
        if self.busy >= self.capacity:
            raise Full
        self.busy += 1
        try:
            task = self._processes.schedule(function, args=arguments, timeout=seconds)
            return await asyncio.shield(asyncio.wrap_future(task))
        except TimeoutError:
            raise TooSlow from None
        except ProcessExpired as error:
            raise RuntimeError("a worker process ended") from error
        finally:
            self.busy -= 1

    def close(self) -> None:
        """End the processes, whatever they do."""
        self._processes.stop()  # type: ignore[no-untyped-call]
        self._processes.join()
