"""What commands that go through a file share: options, progress, and how a run ends."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from pathlib import Path
from tempfile import NamedTemporaryFile
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Final

import typer

from unitdep.batch.job import PIPE, Format, Job, format_of, sniffed
from unitdep.batch.worker import LoadSolver
from unitdep.cli import console, startup
from unitdep.errors import BatchError, BatchUsageError

if TYPE_CHECKING:
    from unitdep.batch.actions import Action
    from unitdep.batch.run import Engine, Progress

INTERRUPTED: Final = 130  # the exit code of a program that Ctrl-C ended
WORTH: Final = 200_000  # bytes of input for which one more worker pays; starting one takes seconds
PACKED: Final = 4  # Parquet holds as many texts in a fourth of the bytes
MOST: Final = 4  # workers, unless more are asked for: each holds a model and a parser
SNIFFED: Final = 4096  # bytes of standard input that show its format


class EngineName(Enum):
    """Where a batch is done."""

    LOCAL = "local"
    RAY = "ray"


FormatOption = Annotated[
    Format | None, typer.Option("--format", help="File format, if the extension does not say.")
]
TextColumnOption = Annotated[
    str, typer.Option("--text-column", metavar="NAME", help="Column with the problems.")
]
WorkersOption = Annotated[
    int | None,
    typer.Option(
        "--workers",
        "-w",
        metavar="N",
        min=1,
        help="Number of processes (default: by the size of the file, at most 4; on Ray, one per "
        "CPU).",
    ),
]
EngineOption = Annotated[
    EngineName, typer.Option("--engine", help="Processes on this machine, or Ray.")
]
RayOption = Annotated[
    str | None,
    typer.Option(
        "--ray-address", metavar="A", help="Ray cluster to join (default: start one here)."
    ),
]
ResumeOption = Annotated[bool, typer.Option("--resume", help="Resume an interrupted run.")]
OverwriteOption = Annotated[bool, typer.Option("--overwrite", help="Replace OUT.")]


@dataclass(frozen=True)
class How:
    """How a file is gone through, as the options say it."""

    form: Format | None = None  # of files whose extension doesn't say it
    model: str | None = None
    workers: int | None = None
    engine: EngineName = EngineName.LOCAL
    ray_address: str | None = None
    resume: bool = False
    overwrite: bool = False


@dataclass(frozen=True)
class Done:
    """A run that went through."""

    job: Job
    progress: Progress
    seconds: float
    workers: int | None = 1  # None: Ray chose

    def __str__(self) -> str:
        """Return how many rows were done, and how fast."""
        rows, before = self.progress.tally.rows, self.progress.before
        rate = f"{rows / self.seconds:.1f} per second"
        words = f"{console.counted(rows, 'row')} in {self.seconds:.1f} s ({rate})"
        if self.workers is not None and self.workers > 1:
            words = f"{words} with {self.workers} workers"
        return f"{words}, after {before:,} that were already done" if before else words


def go_through(source: Path, target: Path, action: Action, how: How) -> Done:
    """Do what an action does with every record of a file; exits if that fails."""
    _check_usage(source, target, how)
    began = monotonic()
    startup.import_spacy()
    try:
        format_of(target, how.form or Format.JSONL)  # before anything is read
        name = startup.checked_model(how.model)
        with _on_disk(source) as file, progress_bar(action.verb) as report:
            forms = formats(source, file, target, how.form)
            job = Job(file, target, *forms, action, name, piped=source == PIPE)
            how = staffed(how, job)
            progress = _run(job, how, report)
    except BatchUsageError as error:
        raise typer.BadParameter(str(error)) from None
    except KeyboardInterrupt:
        advice = "" if target == PIPE else f" To resume: {resume_command(sys.argv)}"
        typer.echo(f"Stopped.{advice}", err=True)
        raise typer.Exit(INTERRUPTED) from None
    except BrokenPipeError:  # whoever read the output has seen enough
        raise
    except (BatchError, OSError, RuntimeError) as error:
        advice = f"\nTo resume: {resume_command(sys.argv)}"
        console.fail(f"{error}{advice if target != PIPE and target.exists() else ''}")
    return Done(job, progress, monotonic() - began, how.workers)


def _check_usage(source: Path, target: Path, how: How) -> None:
    """Exit if options or files don't fit together."""
    if how.ray_address is not None and how.engine is not EngineName.RAY:
        raise typer.BadParameter("--ray-address needs --engine ray")
    if source != PIPE and not (source.is_file() or source.is_fifo()):
        what = "is a folder" if source.is_dir() else "does not exist"
        what = "is a device" if source.is_char_device() or source.is_block_device() else what
        raise typer.BadParameter(f"{source} {what}")
    if target == PIPE and (how.resume or how.overwrite):
        raise typer.BadParameter("--resume and --overwrite need an output file")


def staffed(how: How, job: Job) -> How:
    """Choose the number of workers if nobody has; on Ray, Ray does."""
    if how.workers is not None or how.engine is EngineName.RAY:
        return how
    return replace(how, workers=workers_for(job, cores()))


def workers_for(job: Job, processors: int) -> int:
    """Return how many workers are fastest for a file: a small one is done before a second loads."""
    size = job.source.stat().st_size * (PACKED if job.source_format is Format.PARQUET else 1)
    return max(1, min(processors, MOST, size // WORTH))


def cores() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def formats(source: Path, file: Path, target: Path, given: Format | None) -> tuple[Format, Format]:
    """Return the formats of input and output; what is piped in shows its own.

    Standard output has the input's format, or JSON lines where that is Parquet.
    """
    if source == PIPE and given is None:
        with file.open("rb") as content:
            read = sniffed(content.read(SNIFFED))
    else:
        read = format_of(source, given)
    if target == PIPE and given is None:
        return read, Format.JSONL if read is Format.PARQUET else read
    return read, format_of(target, given)


def _run(job: Job, how: How, report: Callable[[Progress], None]) -> Progress:
    from unitdep.batch.run import run, stream

    engine = _engine(how)
    load = LoadSolver(job.action, job.model, startup.load)
    if job.target == PIPE:
        return stream(job, engine, sys.stdout.buffer, load=load, report=report)
    options = {"resume": how.resume, "overwrite": how.overwrite}
    return run(job, engine, load=load, report=report, **options)


@contextmanager
def _on_disk(source: Path) -> Iterator[Path]:
    """Return the path of a file; standard input, or a pipe, is copied into one first."""
    if source != PIPE and source.is_file():
        yield source
        return
    with NamedTemporaryFile(prefix="unitdep-") as file:
        if source == PIPE:
            shutil.copyfileobj(sys.stdin.buffer, file)
        else:
            with source.open("rb") as pipe:
                shutil.copyfileobj(pipe, file)
        file.flush()
        yield Path(file.name)


def resume_command(arguments: list[str]) -> str:
    """Return the command that resumes a run."""
    kept = [word for word in arguments[1:] if word not in ("--resume", "--overwrite")]
    return shlex.join(["unitdep", *kept, "--resume"])


@contextmanager
def progress_bar(verb: str) -> Iterator[Callable[[Progress], None]]:
    """Show on a terminal how far a run is: share of the input, rows, rate, time left."""
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    screen = Console(stderr=True, highlight=False, emoji=False)
    parts = (
        TextColumn(verb),
        BarColumn(),
        TextColumn("{task.percentage:.0f}%"),
        TextColumn("{task.fields[rows]:,} rows"),
        TextColumn("{task.fields[rate]:.1f} per second"),
        TimeRemainingColumn(),
    )
    with Bar(
        *parts,
        console=screen,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
        speed_estimate_period=300,
        disable=not screen.is_terminal,
    ) as bar:
        task = bar.add_task("", total=None, rows=0, rate=0.0)
        began = monotonic()

        def report(progress: Progress) -> None:
            rows = progress.tally.rows
            bar.update(
                task,
                total=progress.size,
                completed=progress.offset,
                rows=progress.before + rows,
                rate=rows / max(monotonic() - began, 0.001),
            )

        yield report


def _engine(how: How) -> Engine:
    if how.engine is EngineName.RAY:
        from unitdep.batch.engines.ray import solve_on_ray

        return partial(solve_on_ray, workers=how.workers, address=how.ray_address)
    from unitdep.batch.engines.local import solve_here

    return partial(solve_here, workers=how.workers or 1)
