"""How ``unitdep reproduce`` measures tables: a plan, progress, and the finished tables."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from unitdep.cli import console
from unitdep.cli.progress import progress_bar
from unitdep.errors import ResultsError, WeightsNotFoundError
from unitdep.research.evaluation.table_names import TableName

if TYPE_CHECKING:
    from rich.console import Console

    from unitdep.research.evaluation.protocol.results import Results
    from unitdep.research.evaluation.runs.jobs import Job
    from unitdep.research.evaluation.tables import Options


@dataclass(frozen=True)
class Run:
    """What to measure, and how."""

    jobs: Sequence[Job]
    options: Options
    folder: Path  # of the results files
    workers: int
    resume: bool  # whether to keep results files that nothing has changed since


def measure_all(run: Run, *, plan_only: bool = False) -> bool:
    """Measure each table on each data set, write the results files and show their figures.

    Returns whether all of them succeeded.
    """
    from unitdep.research.evaluation.runs.current import is_current
    from unitdep.research.evaluation.runs.jobs import add_confidence
    from unitdep.research.evaluation.runs.order import known_seconds, longest_first

    try:
        kept = [j for j in run.jobs if run.resume and is_current(j, run.options, run.folder)]
        seconds = known_seconds(run.jobs, run.folder) if run.resume or run.workers > 1 else {}
    except ResultsError as error:
        console.fail(str(error))
    jobs = [job for job in run.jobs if job not in kept]
    if run.resume:
        print_plan(run, kept, seconds)
    if plan_only:
        return True
    if run.workers == 1:
        succeeded = _in_turn(run, jobs)
    else:
        succeeded = _on_workers(run, longest_first(jobs, seconds), kept)
    add_confidence(run.jobs, run.options, run.folder)
    return succeeded


def print_plan(run: Run, kept: Sequence[Job], seconds: dict[Job, float]) -> None:
    """Print what will be measured, and how long that took last time."""
    from rich.table import Table

    from unitdep.research.evaluation.runs.order import total_time

    jobs = [job for job in run.jobs if job not in kept]
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 3, 0, 0))
    table.add_column("table")
    table.add_column("data set")
    table.add_column("time", justify="right")
    for job in run.jobs:
        known = duration(seconds[job]) if job in seconds else "unknown"
        table.add_row(job.table, job.dataset, "kept" if job in kept else known)
    screen = console.console()
    screen.print(table)
    total = sum(seconds.get(job, 0.0) for job in jobs)
    there = total_time(jobs, seconds, run.workers, kept)
    processes = "1 process" if run.workers == 1 else f"{run.workers} processes"
    typer.echo(
        f"{len(jobs)} to measure, {len(kept)} kept: about {duration(total)} in all, "
        f"{duration(there)} with {processes}, by the times in {run.folder}"
    )
    unknown = sum(job not in seconds for job in jobs)
    if unknown:
        typer.echo(f"{unknown} of them have no time yet, and are left out of the estimate")
    if any(job.table is TableName.ENCODER for job in jobs):
        typer.echo("the encoder's first stage comes on top, unless --work has it")


def duration(seconds: float) -> str:
    """Return a time in words: "2 h 05 min", "7 min", "40 s"."""
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes // 60} h {minutes % 60:02d} min" if minutes >= 60 else f"{minutes} min"


def _in_turn(run: Run, jobs: Sequence[Job]) -> bool:
    """Measure in this process; an error ends the program."""
    for job in jobs:
        try:
            file = measure(job, run.options, run.folder)
        except WeightsNotFoundError as error:
            console.fail(str(error))
        except OSError as error:
            console.fail(f"cannot write into {run.folder}: {error.strerror or error}")
        _show_file(file)
    return True


def _on_workers(run: Run, jobs: Sequence[Job], kept: Sequence[Job]) -> bool:
    """Measure in several processes; what fails is reported and doesn't stop the others."""
    from unitdep.research.evaluation.runs.workers import Watch, run_jobs
    from unitdep.research.evaluation.tables import TABLES

    failed: list[Job] = []
    steps = {job: TABLES[job.table].steps(job.dataset, run.options) for job in jobs}

    def step(job: Job, words: str) -> None:
        if steps[job]:
            progress(f"{job}: {words}")
        else:  # nobody knows how many there will be
            typer.echo(f"{job}: {words}", err=True)

    def ended(job: Job, file: Path, seconds: float) -> None:
        typer.echo(f"{job}: done in {duration(seconds)}", err=True)
        _show_file(file)

    def stopped(job: Job, error: BaseException) -> None:
        failed.append(job)
        typer.echo("".join(traceback.format_exception(error)), err=True)

    with progress_bar(f"{len(jobs)} tables", sum(steps.values())) as progress:
        watch = Watch(step=step, ended=ended, failed=stopped)
        run_jobs(jobs, run.options, run.folder, run.workers, watch, finished=kept)
    for job in failed:
        typer.echo(f"{job} failed; the same command tries it again", err=True)
    return not failed


def _show_file(file: Path) -> None:
    from unitdep.research.evaluation.protocol.results import read

    screen = console.console()
    show(read(file), screen)
    screen.print(f"wrote {file}\n", markup=False, soft_wrap=True)


def measure(job: Job, options: Options, folder: Path) -> Path:
    """Measure one table on one data set, with a progress bar if the number of steps is known."""
    from unitdep.research.evaluation.runs import jobs
    from unitdep.research.evaluation.tables import TABLES

    steps = TABLES[job.table].steps(job.dataset, options)
    if not steps:
        return jobs.measure(job, options, folder, typer.echo)
    with progress_bar(str(job), steps) as progress:
        return jobs.measure(job, options, folder, progress)


def show(results: Results, screen: Console) -> None:
    """Print the figures of one table on one data set, next to those that were published."""
    from rich.table import Table

    from unitdep.research.evaluation.layout.published import title
    from unitdep.research.evaluation.layout.rows import rows
    from unitdep.research.evaluation.layout.signatures import signature_line
    from unitdep.research.evaluation.tables import TABLES

    plans = TABLES[TableName(results.table)].rows
    if plans:
        name = results.signature.dataset
        published = any(plan.published for plan in plans)
        table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 3, 0, 0))
        table.add_column(f"{results.table}, {title(name)}")
        if published:
            table.add_column("published", justify="right")
        table.add_column("ours (95% interval)", justify="right")
        for row in rows(plans, {name: results}):
            cell = row.cells[name]
            table.add_row(row.title, *([cell.published_text] if published else []), cell.ours_text)
        screen.print(table)
    else:  # its section has tables of its own
        section = TABLES[TableName(results.table)].section([results])
        lines = [line for line in section.splitlines() if line.startswith("|")]
        screen.print("\n".join(lines), markup=False, soft_wrap=True)
    screen.print(signature_line(results), style="dim", markup=False, soft_wrap=True)
