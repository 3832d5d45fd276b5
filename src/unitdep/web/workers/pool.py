"""Pool: a few processes that solve, and a bounded number of requests that wait for them.

A task that takes too long is ended together with its process; a thread could not enforce a time
limit. The new process is forked from one that has the model loaded, so it is ready at once and the
model is in memory only once. On a system that cannot fork, it loads the model itself.
"""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from pebble import ProcessExpired, ProcessFuture, ProcessPool

from unitdep.errors import BusyError, DeadlineError
from unitdep.web.workers import tasks

T = TypeVar("T")


class Pool:
    """Processes with the model loaded; created and used in one event loop."""

    def __init__(self, workers: int, queue: int) -> None:
        """Start the processes; requests are accepted while they still load the model."""
        self.workers, self.capacity = workers, workers + queue
        self.busy = 0  # requests being worked on or waiting
        self._processes = self._start()

    def _start(self) -> ProcessPool:
        forks = "forkserver" in multiprocessing.get_all_start_methods()
        context = multiprocessing.get_context("forkserver" if forks else "spawn")
        if forks:
            context.set_forkserver_preload(["unitdep.web.workers.preload"])
        processes = ProcessPool(max_workers=self.workers, initializer=tasks.warm, context=context)
        processes.schedule(tasks.ready)
        return processes

    async def run(self, function: Callable[..., T], *arguments: Any, seconds: float) -> T:
        """Run one of the ``tasks``; raises what it raises, or BusyError or DeadlineError."""
        if self.busy >= self.capacity:
            raise BusyError
        self.busy += 1
        try:
            task = self._schedule(function, arguments, seconds)
            # a client that disconnects does not end the process that works for it
            return await asyncio.shield(asyncio.wrap_future(task))
        except TimeoutError:
            raise DeadlineError from None
        except ProcessExpired as error:
            raise RuntimeError("a worker process ended") from error
        finally:
            self.busy -= 1

    def _schedule(
        self, function: Callable[..., T], arguments: tuple[Any, ...], seconds: float
    ) -> ProcessFuture[T]:
        """Hand a task to the processes; if all were killed from outside, start new ones."""
        try:
            return self._processes.schedule(function, args=arguments, timeout=seconds)
        except (BrokenProcessPool, RuntimeError):
            self._processes = self._start()
            return self._processes.schedule(function, args=arguments, timeout=seconds)

    def close(self) -> None:
        """End the processes, whatever they are doing."""
        self._processes.stop()  # type: ignore[no-untyped-call]
        self._processes.join()
