"""Workers: jobs in processes of their own, each on one thread.

A job that fails doesn't stop the others.
"""

from __future__ import annotations

import multiprocessing
import os
import queue
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from unitdep.research.evaluation.runs.jobs import Job, measure
from unitdep.research.evaluation.runs.order import next_job
from unitdep.research.evaluation.tables import Options
from unitdep.research.progress import Progress

if TYPE_CHECKING:
    Steps = queue.Queue[tuple[Job, str]]

Measure = Callable[[Job, Options, Path, Progress], Path]
_THREADS: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
_PAUSE: Final = 1.0  # seconds between two looks at what the workers report


@dataclass
class Watch:
    """What a run calls: when a job starts, after each of its steps, when it ends, when it fails."""

    started: Callable[[Job], None] = lambda _job: None
    step: Callable[[Job, str], None] = lambda _job, _step: None
    ended: Callable[[Job, Path, float], None] = lambda _job, _path, _seconds: None
    failed: Callable[[Job, BaseException], None] = lambda _job, _error: None


@dataclass
class _State:
    """Where a run stands."""

    waiting: list[Job]
    finished: list[Job]
    running: dict[Future[Path], Job] = field(default_factory=dict)
    since: dict[Job, float] = field(default_factory=dict)


def run_jobs(
    jobs: Sequence[Job],
    options: Options,
    folder: Path,
    workers: int,
    watch: Watch,
    *,
    finished: Collection[Job] = (),
    measure: Measure = measure,
) -> None:
    """Measure jobs on several processes, in the order given as far as ``order`` allows.

    ``finished`` are those that were measured before.
    """
    context = multiprocessing.get_context("spawn")
    state = _State(list(jobs), list(finished))
    with (
        _one_thread(),
        context.Manager() as manager,
        ProcessPoolExecutor(workers, context) as pool,
    ):
        steps: Steps = manager.Queue()
        start = partial(_measured, measure=measure, options=options, folder=folder, steps=steps)
        while state.waiting or state.running:
            _start(pool, state, workers, watch, start)
            done, _ = wait(state.running, _PAUSE, FIRST_COMPLETED)
            _pass_on(steps, watch)
            for future in done:
                _end(future, state, watch)


def _start(
    pool: ProcessPoolExecutor,
    state: _State,
    workers: int,
    watch: Watch,
    start: Callable[[Job], Path],
) -> None:
    """Start jobs while there are free workers."""
    while len(state.running) < workers:
        job = next_job(state.waiting, state.running.values(), state.finished)
        if job is None:
            return
        state.waiting.remove(job)
        state.since[job] = time.perf_counter()
        watch.started(job)
        try:
            state.running[pool.submit(start, job)] = job
        except BrokenProcessPool as error:  # a worker was killed
            watch.failed(job, error)


def _end(future: Future[Path], state: _State, watch: Watch) -> None:
    job = state.running.pop(future)
    error = future.exception()
    if error is not None:
        watch.failed(job, error)
        return
    state.finished.append(job)
    watch.ended(job, future.result(), time.perf_counter() - state.since[job])


def _pass_on(steps: Steps, watch: Watch) -> None:
    """Report the steps that the workers have made since the last look."""
    while True:
        try:
            watch.step(*steps.get_nowait())
        except queue.Empty:
            return


@contextmanager
def _one_thread() -> Iterator[None]:
    """Let processes that start now use one thread each."""
    before = {name: os.environ.get(name) for name in _THREADS}
    os.environ.update(dict.fromkeys(_THREADS, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _measured(job: Job, measure: Measure, options: Options, folder: Path, steps: Steps) -> Path:
    """Measure one job in a worker."""
    return measure(job, options, folder, lambda step: steps.put((job, step)))
