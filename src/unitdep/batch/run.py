"""Run a batch from start to finish: the module that puts the parts together."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any, BinaryIO, Protocol

from unitdep.batch.engines.local import solve_here
from unitdep.batch.job import Format, Job
from unitdep.batch.manifest import lines_file, prepare
from unitdep.batch.reader import Source, layout_of, open_source
from unitdep.batch.records import Mark, Result, Tally
from unitdep.batch.worker import Load, LoadSolver
from unitdep.batch.writer import Output
from unitdep.errors import BatchUsageError


class Engine(Protocol):
    """Does the rows of a job's input after a mark, in order, with what ``load`` returns."""

    def __call__(
        self, job: Job, source: Source, start: Mark, *, load: Load
    ) -> Generator[Result, None, None]:
        """Return the results block by block."""
        ...


@dataclass(frozen=True)
class Progress:
    """How far a batch is."""

    offset: int  # of the input
    size: int  # of the input, in the same measure
    before: int  # rows that the output had when this run started
    tally: Tally  # of the rows that this run added


def run(
    job: Job,
    engine: Engine = solve_here,
    *,
    load: Load | None = None,
    resume: bool = False,
    overwrite: bool = False,
    report: Callable[[Progress], None] = lambda _: None,
) -> Progress:
    """Do the rows of the input that the output lacks; ``report`` is called after each block.

    Raises BatchUsageError if nothing may be written, and BatchError or OSError if the run has to
    stop; it can then be resumed.
    """
    source = open_source(job)
    if job.target_format is Format.PARQUET:
        from unitdep.batch.parquet import count_rows, write_parquet
    prepare(job, resume=resume, overwrite=overwrite)
    lines = lines_file(job)
    if job.target_format is Format.PARQUET and job.target.exists():  # written last: all is done
        lines.unlink(missing_ok=True)
        return Progress(source.size, source.size, count_rows(job.target), Tally())
    layout = layout_of(job, source)
    with Output(lines, layout) as output:
        start = _resume_at(source, job, output)
        progress = _work(job, source, start, engine, load, output.append, report)
        if job.target_format is Format.PARQUET:
            write_parquet(job, lines, layout)
            lines.unlink()
    return progress


def stream(
    job: Job,
    engine: Engine,
    into: BinaryIO,
    *,
    load: Load | None = None,
    report: Callable[[Progress], None] = lambda _: None,
) -> Progress:
    """Do all rows of the input and write them to a stream; the target isn't touched.

    Raises BatchUsageError for Parquet, which can't be written piece by piece.
    """
    if job.target_format is Format.PARQUET:
        raise BatchUsageError("Parquet can't be written to standard output; name a file")
    source = open_source(job)

    def append(lines: bytes) -> None:
        into.write(lines)
        into.flush()

    append(layout_of(job, source).header())
    return _work(job, source, source.start, engine, load, append, report)


def tally_of(job: Job) -> Tally:
    """Count the rows of a finished output again."""
    return Tally(Counter(map(job.action.count, _written_cells(job))))


def _written_cells(job: Job) -> Iterator[Mapping[str, Any]]:
    if job.target_format is Format.PARQUET:
        from unitdep.batch.parquet import read_cells

        yield from read_cells(job.target, list(job.action.columns))
        return
    with job.target.open(encoding="utf-8", newline="") as file:
        if job.target_format is Format.CSV:
            yield from csv.DictReader(file)
        else:
            yield from (job.action.cells(json.loads(line)) for line in file)


def _work(
    job: Job,
    source: Source,
    start: Mark,
    engine: Engine,
    load: Load | None,
    append: Callable[[bytes], None],
    report: Callable[[Progress], None],
) -> Progress:
    """Let an engine do the rows after a mark, and append what it returns."""
    progress = Progress(start.offset, source.size, start.row, Tally())
    report(progress)
    load = load or LoadSolver(job.action, job.model)
    with closing(engine(job, source, start, load=load)) as results:
        for result in results:
            append(result.lines)
            tally = progress.tally + result.tally
            progress = replace(progress, offset=result.end.offset, tally=tally)
            report(progress)
    return progress


def _resume_at(source: Source, job: Job, output: Output) -> Mark:
    """Find the end of the last whole block in the output, and cut off what follows it."""
    have = output.rows()
    place = source.start
    for mark in source.marks(job.block, source.start):
        if mark.row > have:
            break
        place = mark
    else:
        if have > place.row:
            raise BatchUsageError(
                f"{job.target} has {have:,} rows, more than the {place.row:,} of {job.shown}"
            )
    output.cut(place.row)
    return place
