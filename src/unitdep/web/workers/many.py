"""Requests with many texts: one task for each, a few at a time, until a common deadline."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol, TypeVar

from unitdep.errors import DeadlineError

T = TypeVar("T")


class Runs(Protocol):
    """What runs tasks: the pool."""

    workers: int

    async def run(
        self, function: Callable[..., T], *arguments: Any, seconds: float, many: bool = False
    ) -> T:
        """Run one task within some seconds."""
        ...


async def run_each(
    pool: Runs,
    function: Callable[..., T],
    given: Sequence[tuple[Any, ...]],
    *,
    seconds: float,
    gone: Callable[[], Awaitable[bool]],
) -> list[T]:
    """Run a task for each tuple of arguments, and return the results in order.

    Args:
        pool: What runs them.
        function: The task.
        given: Its arguments.
        seconds: The seconds that all may take, waiting included.
        gone: Whether the client has left, so that the rest needn't be done.

    Raises:
        BusyError: The first didn't get a turn.
        DeadlineError: Not all were done in time.

    """
    end = asyncio.get_running_loop().time() + seconds
    places = iter(range(len(given)))
    found: dict[int, T] = {}

    async def work() -> None:
        for place in places:
            left = end - asyncio.get_running_loop().time()
            if left <= 0 or await gone():
                raise DeadlineError
            found[place] = await pool.run(function, *given[place], seconds=left, many=True)

    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(min(pool.workers, len(given))):
                group.create_task(work())
    except* Exception as errors:
        raise errors.exceptions[0] from None
    return [found[place] for place in range(len(given))]
