"""``unitdep reproduce``: earlier and later data sets, the paper's examples, the errors."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import typer

from unitdep.cli import console as common
from unitdep.cli import records as data

if TYPE_CHECKING:
    from unitdep.research.evaluation.protocol.results import Results

ENCODER: Final = "encoder"  # hours, and the train extra: only where it is asked for by name
TABLES: Final = (
    *("earlier", "later", "examples", "errors", "corpus", "kinds", "checks", "calibration"),
)
Job = tuple[str, str]  # table and data set
T = TypeVar("T")


def plan(tables: list[str], names: list[str] | None, *, explicit: bool) -> list[Job]:
    """Say what is to be measured; a table that was asked for by name needs a data set of its own.

    The needed data sets are loaded, so that what is missing is told before any work.
    """
    wanted = [table for table in TABLES if table in tables]
    if not wanted:
        return []
    given = None if names is None else {data.dataset(name).name for name in names}
    jobs: list[Job] = []
    for table in wanted:
        sets = _sets(table)
        chosen = [name for name in sets if given is None or name in given]
        if explicit and not chosen:
            raise typer.BadParameter(f"--table {table} has the data sets {', '.join(sets)}")
        jobs += [(table, name) for name in chosen]
    for name in dict.fromkeys(name for _, name in jobs):
        data.dataset(name)
    return jobs


def _sets(table: str) -> tuple[str, ...]:
    from unitdep.research.evaluation.tables import (
        calibration,
        checks,
        earlier,
        errors,
        examples,
        later,
    )
    from unitdep.research.evaluation.tables import (
        corpus as with_corpus,
    )
    from unitdep.research.evaluation.tables import (
        kinds as corpus_test,
    )

    return {
        earlier.TABLE: earlier.SETS,
        later.TABLE: later.SETS,
        examples.TABLE: (examples.DATASET,),
        errors.TABLE: (errors.DATASET,),
        with_corpus.TABLE: with_corpus.SETS,
        corpus_test.TABLE: (corpus_test.DATASET,),
        checks.TABLE: checks.SETS,
        calibration.TABLE: calibration.SETS,
    }[table]


def measure(jobs: list[Job], seed: int, folder: Path) -> None:
    """Measure each table on each data set and write the results files."""
    for table, name in jobs:
        try:
            file = _measure(table, name, seed, folder)
        except OSError as error:
            common.fail(f"cannot write into {folder}: {error.strerror or error}")
        typer.echo(f"wrote {file}")


def _measure(table: str, name: str, seed: int, folder: Path) -> Path:
    from unitdep.research.evaluation.protocol import results
    from unitdep.research.evaluation.tables import (
        calibration,
        checks,
        earlier,
        errors,
        examples,
        later,
    )
    from unitdep.research.evaluation.tables import (
        corpus as with_corpus,
    )
    from unitdep.research.evaluation.tables import (
        kinds as corpus_test,
    )

    if table == calibration.TABLE:
        with data.progress_bar(f"{table}, {name}", calibration.steps(name)) as progress:
            return calibration.write(calibration.run(name, seed=seed, progress=progress), folder)
    contests = {t.TABLE: t for t in (earlier, later, with_corpus, checks)}
    if table in contests:
        contest = contests[table]
        with data.progress_bar(f"{table}, {name}", contest.steps(name)) as progress:
            found: Results = contest.run(name, seed=seed, progress=progress)
        for figure in found.figures:
            typer.echo(f"{figure.column}, {figure.row}: {100 * figure.mean:.1f}")
        return results.write(found, folder)
    analysis = {t.TABLE: t for t in (examples, errors, corpus_test)}[table]
    with data.progress_bar(f"{table}, {name}", analysis.steps()) as progress:
        content: dict[str, Any] = analysis.run(seed=seed, progress=progress)
    return examples.write(content, folder)


def measure_encoder(names: list[str] | None, seeds: int, work: Path | None, folder: Path) -> None:
    """Train and test the encoder, a line an epoch and fold; what is missing ends the program."""
    if work is None:
        raise typer.BadParameter("--table encoder needs --work, a folder for what it has trained")
    try:
        from unitdep.errors import WeightsNotFoundError
        from unitdep.research.evaluation.tables import encoder
    except ImportError as error:
        common.fail(f"the encoder needs more packages ({error}): pip install 'unitdep[train]'")
    from unitdep.research.evaluation.protocol.results import write
    from unitdep.research.evaluation.tables import calibration

    sets = [data.dataset(name).name for name in names or encoder.SETS]
    if unknown := [name for name in sets if name not in encoder.SETS]:
        raise typer.BadParameter(f"--table encoder has no {unknown[0]}: {', '.join(encoder.SETS)}")
    try:
        for name in sets:
            found = encoder.run(name, seeds=seeds, work=work, progress=typer.echo)
            typer.echo(f"wrote {write(found, folder)}")
            calibrated = folder / f"{calibration.TABLE}-{name}.json"
            if calibrated.is_file():
                calibration.add(calibrated, calibration.ENCODER, encoder.confidence(name, work))
    except WeightsNotFoundError as error:
        common.fail(str(error))
    except OSError as error:
        common.fail(f"cannot write: {error}")


def sections(folder: Path) -> str:
    """Write the sections of results.md; a damaged results file ends the program."""
    from unitdep.research.evaluation.pages.checks import read_checks, render_checks
    from unitdep.research.evaluation.pages.confidence import read_calibration, render_calibration
    from unitdep.research.evaluation.pages.corpus import read_corpus, render_corpus
    from unitdep.research.evaluation.pages.encoder import read_encoder, render_encoder
    from unitdep.research.evaluation.pages.results_more import read_more, render_more

    def all_of_them() -> str:
        parts = (
            render_encoder(read_encoder(folder)),
            render_calibration(read_calibration(folder)),
            render_checks(read_checks(folder)),
            render_corpus(read_corpus(folder)),
            render_more(read_more(folder)),
        )
        return "\n".join(parts)

    return guarded(all_of_them, folder)


def figures(docs: Path, folder: Path) -> dict[Path, str]:
    """Draw the figures; without Matplotlib, say so and leave those that are there."""
    from unitdep.research.evaluation.pages.confidence import drawings, read_calibration

    contents = guarded(lambda: read_calibration(folder), folder)
    try:
        drawn = drawings(contents)
    except ImportError:
        typer.echo("figures are not drawn: pip install 'unitdep[figures]'", err=True)
        return {}
    return {docs / name: drawing for name, drawing in drawn.items()}


def pages(docs: Path, folder: Path) -> dict[Path, str]:
    """Write model-card.md and, where its results file is there, errors.md."""
    from unitdep.models import DEFAULT, PACKAGED
    from unitdep.research.evaluation.pages.errors import render_errors
    from unitdep.research.evaluation.pages.model_card import model_card
    from unitdep.research.evaluation.tables import errors, examples
    from unitdep.solver import Solver

    card = {docs / "model-card.md": guarded(lambda: model_card(PACKAGED[DEFAULT], folder), folder)}
    content = guarded(lambda: examples.read(folder / errors.FILE), folder)
    if content is None:
        return card
    solver = Solver.load()
    page = guarded(lambda: render_errors(content, solver.solve), folder)
    return {**card, docs / "errors.md": page}


def guarded(work: Callable[[], T], folder: Path) -> T:
    """Do work on results files; a damaged one ends the program."""
    try:
        return work()
    except (ValueError, KeyError, TypeError) as error:
        common.fail(f"a results file in {folder} is damaged ({type(error).__name__}: {error})")
