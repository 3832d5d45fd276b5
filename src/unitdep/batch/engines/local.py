"""The local engine: solve blocks in this process, or in several, and yield them in order."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import lru_cache
from itertools import islice
from multiprocessing.connection import Connection
from typing import Final

from unitdep.batch.actions import Apply
from unitdep.batch.job import Job
from unitdep.batch.layout import Layout
from unitdep.batch.reader import Source, blocks, layout_of
from unitdep.batch.records import Block, Mark, Result
from unitdep.batch.worker import Load, do_block
from unitdep.errors import BatchError

AHEAD: Final = 4  # blocks in flight per worker
TRIES: Final = 3  # how often workers may die over one block
MEMORY: Final = 6 << 30  # bytes of addresses that a worker may have; it uses about 0.4 GB


def solve_here(
    job: Job, source: Source, start: Mark, *, load: Load, workers: int = 1
) -> Generator[Result, None, None]:
    """Solve the rows after a mark; with more than one worker, in processes of their own."""
    waiting, layout = blocks(source, job.block, start), layout_of(job, source)
    if workers > 1:
        yield from _in_processes(waiting, layout, load, workers)
        return
    apply: Apply | None = None
    for block in waiting:
        apply = apply or load()
        yield do_block(block, layout, apply)


def _in_processes(
    waiting: Iterator[Block], layout: Layout, load: Load, workers: int
) -> Generator[Result, None, None]:
    """Keep a few blocks in flight; if a worker dies, start new ones on all that are not done."""
    pool = _Pool(layout, load, workers)
    pending: deque[tuple[Block, Future[Result]]] = deque()
    deaths = 0
    try:
        while True:
            for block in islice(waiting, AHEAD * workers - len(pending)):
                pending.append((block, pool.submit(block)))
            if not pending:
                return
            block, future = pending[0]
            try:
                result = future.result()
            except BrokenProcessPool:
                deaths += 1
                if deaths == TRIES:
                    raise _dying(block) from None
                pool.end()
                pool = _Pool(layout, load, workers)
                pending = deque((again, pool.submit(again)) for again, _ in pending)
                continue
            pending.popleft()
            deaths = 0
            yield result
    finally:
        pool.end()


class _Pool:
    """Worker processes, which exit when this process closes its end of a pipe or is killed."""

    def __init__(self, layout: Layout, load: Load, workers: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._layout, self._load = layout, load
        self._reader, self._writer = context.Pipe(duplex=False)
        self._processes = ProcessPoolExecutor(
            workers, mp_context=context, initializer=_begin, initargs=(self._reader,)
        )

    def submit(self, block: Block) -> Future[Result]:
        """Hand a block to a worker.

        Ctrl-C reaches workers as well. This process ends them, so the signal is blocked while a
        worker may be started; it stays blocked in the new process.
        """
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return self._processes.submit(_solve, block, self._layout, self._load)
        except BrokenProcessPool as error:
            broken: Future[Result] = Future()
            broken.set_exception(error)
            return broken
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def end(self) -> None:
        """End the workers, whatever they are doing."""
        self._writer.close()
        self._processes.shutdown(cancel_futures=True)
        self._reader.close()


def _dying(block: Block) -> BatchError:
    first, last = block.rows[0].line, block.rows[-1].line
    return BatchError(
        f"worker processes died {TRIES} times on lines {first} to {last} of the input; with fewer "
        "--workers, each has more memory"
    )


def _begin(parent: Connection) -> None:
    """Set up a worker: single-threaded, with bounded memory, and exiting with its parent.

    What needs more memory fails alone and becomes a record with an error; a worker that dies is
    replaced.
    """
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    _bound_memory()
    threading.Thread(target=_exit_with, args=(parent,), daemon=True).start()


def _bound_memory() -> None:
    """Lower this process's limit of addresses, where the system has one."""
    try:
        import resource

        most = resource.getrlimit(resource.RLIMIT_AS)[1]
        limit = MEMORY if most == resource.RLIM_INFINITY else min(MEMORY, most)
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    except (ImportError, OSError, ValueError):  # Windows has none, macOS doesn't keep it
        return


def _exit_with(parent: Connection) -> None:
    with suppress(EOFError, OSError):
        parent.recv_bytes()  # nothing is ever sent
    os._exit(0)


def _solve(block: Block, layout: Layout, load: Load) -> Result:
    return do_block(block, layout, _loaded(load))


@lru_cache(maxsize=1)
def _loaded(load: Load) -> Apply:
    """Load the model once per worker."""
    return load()
