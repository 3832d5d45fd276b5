"""Pool: a few processes that solve, and lanes of bounded length for the requests that wait.

A task that takes too long is ended together with its process; a thread could not enforce a time
limit. The new process is forked from one that has the model loaded, so it is ready at once and the
model is in memory only once. On a system that cannot fork, it loads the model itself.

A request with one text has a lane of its own: requests with many texts send them one by one, and
with two or more processes they never have all of them.
"""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final, TypeVar

from pebble import ProcessExpired, ProcessFuture, ProcessPool

from unitdep.errors import BusyError, DeadlineError, RequestError
from unitdep.web.workers import bounds, tasks
from unitdep.web.workers.lanes import Lane

T = TypeVar("T")

WAITING: Final = 0.5  # of the time of a request, at most; the rest is for the work
LATE: Final = 1.0  # seconds for a process to hand over what it has just finished
TASKS: Final = 1_000  # of a process, which is then replaced
TOO_LARGE: Final = "this takes more memory than the server allows; try a shorter text"


class Pool:
    """Processes with the model loaded; created and used in one event loop."""

    def __init__(self, workers: int, queue: int, seconds: float) -> None:
        """Start the processes; requests are accepted while they still load the model.

        Args:
            workers: How many processes.
            queue: How many requests may wait for one, in each of the two lanes.
            seconds: How long a process may work on one task.

        """
        self.workers, self.capacity, self.seconds = workers, workers + queue, seconds
        self._one = Lane(workers, queue)
        self._many = Lane(max(1, workers - 1), workers * queue)
        self._processes = self._start()

    @property
    def busy(self) -> int:
        """The requests that are being worked on or waiting."""
        return self._one.inside + self._many.inside

    def _start(self) -> ProcessPool:
        forks = "forkserver" in multiprocessing.get_all_start_methods()
        context = multiprocessing.get_context("forkserver" if forks else "spawn")
        if forks:
            context.set_forkserver_preload(["unitdep.web.workers.preload"])
        processes = ProcessPool(
            max_workers=self.workers, max_tasks=TASKS, initializer=bounds.begin, context=context
        )
        processes.schedule(tasks.ready)
        return processes

    async def run(
        self, function: Callable[..., T], *arguments: Any, seconds: float, many: bool = False
    ) -> T:
        """Run one of the ``tasks`` within some seconds, which include waiting for a process.

        Args:
            function: What to run in a process.
            arguments: Its arguments.
            seconds: How long it may take.
            many: Whether it is part of a request with many texts.

        Raises:
            BusyError: Its turn didn't come in time.
            DeadlineError: It took too long.

        """
        lane = self._many if many else self._one
        async with lane.turn(seconds if many else seconds * WAITING) as waited:
            rest = min(self.seconds, max(seconds - waited, LATE))
            try:
                return await self._tried(function, arguments, rest)
            except ProcessExpired:  # ended from outside, or out of memory: once more, elsewhere
                return await self._again(function, arguments, rest)

    async def _again(self, function: Callable[..., T], arguments: Any, seconds: float) -> T:
        try:
            return await self._tried(function, arguments, seconds)
        except ProcessExpired as error:
            if error.exitcode == bounds.OUT_OF_MEMORY:
                raise RequestError(TOO_LARGE) from None
            raise RuntimeError("a worker process ended") from error

    async def _tried(
        self, function: Callable[..., T], arguments: tuple[Any, ...], seconds: float
    ) -> T:
        task = self._schedule(function, arguments, seconds)
        done = asyncio.wrap_future(task)
        done.add_done_callback(_heard)
        try:
            # a client that disconnects does not end the process that works for it
            return await asyncio.wait_for(asyncio.shield(done), seconds + LATE)
        except TimeoutError:
            began = task.running() or task.done()
            task.cancel()  # type: ignore[no-untyped-call]
            raise (DeadlineError if began else BusyError) from None

    def _schedule(
        self, function: Callable[..., T], arguments: tuple[Any, ...], seconds: float
    ) -> ProcessFuture[T]:
        """Hand a task to the processes; if all were killed from outside, start new ones."""
        bounded = (function, *arguments)
        try:
            return self._processes.schedule(bounds.run, args=bounded, timeout=seconds)
        except (BrokenProcessPool, RuntimeError):
            self._processes = self._start()
            return self._processes.schedule(bounds.run, args=bounded, timeout=seconds)

    def close(self) -> None:
        """End the processes, whatever they are doing."""
        self._processes.stop()  # type: ignore[no-untyped-call]
        self._processes.join()


def _heard(done: asyncio.Future[Any]) -> None:
    """Take note of an error that nobody waits for any more."""
    if not done.cancelled():
        done.exception()
