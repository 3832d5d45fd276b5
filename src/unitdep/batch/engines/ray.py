"""The Ray engine: the same blocks solved by actors of Ray Data, here or on a cluster.

A worker gets a stretch of the input as two marks and reads the rows itself, so IN must be available
to every worker under the same path. It returns the lines of each block, in order; only the driver
writes. An actor that dies is restarted, and its stretch is solved again.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import astuple, replace
from itertools import pairwise
from typing import Any, Final

from unitdep.batch.job import Job
from unitdep.batch.layout import Layout
from unitdep.batch.reader import Source, blocks, layout_of, open_source
from unitdep.batch.records import Mark, Result, Tally
from unitdep.batch.worker import Load, do_block
from unitdep.errors import BatchError

try:
    import pyarrow as pa
    import ray
    import ray.data
    from ray.exceptions import RayError
except ImportError as error:
    raise BatchError(
        "--engine ray needs Ray, which is not installed; run: pip install 'unitdep[ray]'"
    ) from error

if tuple(map(int, ray.__version__.split(".")[:2])) < (2, 59):
    raise BatchError(
        f"Ray {ray.__version__} lets anyone who reaches its ports run programs here; run: pip "
        "install --upgrade 'unitdep[ray]'"
    )

STRETCH: Final = 16  # at most this many blocks per stretch
STRETCHES: Final = 512  # stretches grow beyond one block once there are more than this
ANSWER: Final = 10.0  # seconds to wait for a cluster
TASKS: Final = 10_000  # at most this many Ray tasks; if there are more stretches, they share
_QUIET: Final[dict[str, Any]] = {"logging_level": logging.ERROR, "log_to_driver": False}


def solve_on_ray(
    job: Job,
    source: Source,
    start: Mark,
    *,
    load: Load,
    workers: int | None = None,
    address: str | None = None,
) -> Generator[Result, None, None]:
    """Solve the rows after a mark; without an address, on a cluster started here.

    Without ``workers``, there is one per CPU of the cluster.
    """
    stretches = _stretches(source.marks(job.block, start))
    if not stretches:
        return
    there = replace(job, source=job.source.resolve())
    with cluster(address, workers):
        size = workers or int(ray.cluster_resources().get("CPU", 1))
        items = ray.data.from_items(stretches, override_num_blocks=min(len(stretches), TASKS))
        items.context.enable_progress_bars = False
        items.context.execution_options.preserve_order = True
        solved = items.map_batches(
            _Worker,
            fn_constructor_args=(there, layout_of(job, source), load),
            batch_size=1,
            batch_format="pyarrow",
            compute=ray.data.ActorPoolStrategy(size=size),
            num_cpus=1,
        )
        try:
            for table in solved.iter_batches(batch_size=None, batch_format="pyarrow"):
                for row in table.to_pylist():
                    result = _result(row)
                    if result.start.row != start.row:
                        raise BatchError(f"Ray returned row {result.start.row} after {start.row}")
                    yield result
                    start = result.end
        except RayError as error:
            raise BatchError(f"the Ray job failed: {_reason(error)}") from None


class _Worker:
    """An actor: loads the model once, then reads and solves stretches."""

    def __init__(self, job: Job, layout: Layout, load: Load) -> None:
        self._job, self._layout = job, layout
        self._source = open_source(job)
        self._apply = load()

    def __call__(self, stretches: Any) -> Iterator[Any]:
        """Yield a table of one row for each block."""
        job = self._job
        for stretch in stretches.to_pylist():
            start, end = Mark(*stretch["start"]), Mark(*stretch["end"])
            for block in blocks(self._source, job.block, start, end.row - start.row):
                yield _table(do_block(block, self._layout, self._apply))


def _stretches(marks: Iterable[Mark]) -> list[dict[str, list[int]]]:
    """Join the blocks between marks into stretches, which are longer for larger files."""
    kept: list[Mark] = []
    stride = 1
    last: Mark | None = None
    for number, mark in enumerate(marks):
        last = mark
        if number % stride == 0:
            kept.append(mark)
        if len(kept) > STRETCHES and stride < STRETCH:
            kept, stride = kept[::2], 2 * stride
    if last is not None and kept[-1] != last:
        kept.append(last)
    return [{"start": list(astuple(a)), "end": list(astuple(b))} for a, b in pairwise(kept)]


def _table(result: Result) -> Any:
    counts = [[*names, str(count)] for names, count in result.tally.counts.items()]
    return pa.table(
        {
            "start": [list(astuple(result.start))],
            "end": [list(astuple(result.end))],
            "lines": pa.array([result.lines], pa.large_binary()),
            "tally": pa.array([counts], pa.list_(pa.list_(pa.string()))),
        }
    )


def _result(row: dict[str, Any]) -> Result:
    tally = Tally({(first, second): int(count) for first, second, count in row["tally"]})
    return Result(Mark(*row["start"]), Mark(*row["end"]), row["lines"], tally)


@contextmanager
def cluster(address: str | None, workers: int | None) -> Iterator[None]:
    """Join the cluster at an address, or start one here; one that is already joined is kept."""
    if ray.is_initialized():
        yield
        return
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "fatal")
    try:
        if address is None:
            ray.init("local", num_cpus=workers, include_dashboard=False, **_QUIET)
        else:
            _knock(address)
            ray.init(address, **_QUIET)
    except Exception as error:  # Ray raises plain Exception too
        place = f"at {address}" if address else "here"
        raise BatchError(f"there is no Ray cluster {place}: {error}") from None
    logging.getLogger("ray.data").setLevel(logging.ERROR)
    try:
        yield
    finally:
        ray.shutdown()


def _knock(address: str) -> None:
    """Raise OSError if nothing answers at HOST:PORT; Ray itself would keep trying for long."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host, int(port)), timeout=ANSWER).close()


def _reason(error: Exception) -> str:
    """Return the last line of Ray's message, which names the error in the worker."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1] if lines else type(error).__name__
