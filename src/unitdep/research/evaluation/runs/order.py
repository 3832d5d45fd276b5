"""Order: which job may start next, and how long all of them take on some workers.

The longest jobs start first. The encoder's jobs share a first stage of training, which the first of
them makes or finds: until one of them has finished, no other may start.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from statistics import mean

from unitdep.research.evaluation.protocol.results import path_of, read
from unitdep.research.evaluation.runs.jobs import Job
from unitdep.research.evaluation.table_names import TableName

Seconds = Mapping[Job, float]


def known_seconds(jobs: Sequence[Job], folder: Path) -> dict[Job, float]:
    """Return how long jobs took last time, as their results files say.

    A data set without a time is taken to need as long as the others of its table do on average; a
    table without any time is left out.
    """
    times = {job: _last(job, folder) for job in jobs}
    by_table: dict[TableName, list[float]] = {}
    for job, seconds in times.items():
        if seconds:
            by_table.setdefault(job.table, []).append(seconds)
    return {
        job: seconds or mean(by_table[job.table])
        for job, seconds in times.items()
        if job.table in by_table
    }


def _last(job: Job, folder: Path) -> float:
    path = path_of(job.table, job.dataset, folder)
    return read(path).seconds if path.is_file() else 0.0


def longest_first(jobs: Sequence[Job], seconds: Seconds) -> list[Job]:
    """Return the jobs in the order in which to start them; unknown ones come first."""
    return sorted(jobs, key=lambda job: -seconds.get(job, float("inf")))


def next_job(
    waiting: Sequence[Job], running: Collection[Job], finished: Collection[Job]
) -> Job | None:
    """Return the first waiting job that may start, or None if all have to wait."""
    trained = any(job.table is TableName.ENCODER for job in finished)
    training = any(job.table is TableName.ENCODER for job in running)
    for job in waiting:
        if job.table is not TableName.ENCODER or trained or not training:
            return job
    return None


def total_time(
    jobs: Sequence[Job], seconds: Seconds, workers: int, finished: Collection[Job] = ()
) -> float:
    """Return how long all jobs take on some workers; those without a time take none."""
    waiting = longest_first(jobs, seconds)
    running: list[tuple[float, int, Job]] = []
    done, now = list(finished), 0.0
    while waiting or running:
        while len(running) < workers:
            job = next_job(waiting, [started for _, _, started in running], done)
            if job is None:
                break
            waiting.remove(job)
            heapq.heappush(running, (now + seconds.get(job, 0.0), len(waiting), job))
        now, _, ended = heapq.heappop(running)
        done.append(ended)
    return now
