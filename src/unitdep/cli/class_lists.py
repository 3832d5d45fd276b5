"""``unitdep check --class``: one problem, the answers of a class, and what's behind them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from unitdep.cli import console, startup
from unitdep.cli.progress import progress_bar

if TYPE_CHECKING:
    from unitdep.checking.classroom import ClassReport

ClassOption = Annotated[
    Path | None,
    typer.Option(
        "--class",
        metavar="CSV",
        help="Check the answers of a class: a CSV file with a row for each pupil.",
    ),
]
WhoOption = Annotated[
    str, typer.Option("--who-column", metavar="NAME", help="With --class: who answered.")
]
AnswerOption = Annotated[
    str, typer.Option("--answer-column", metavar="NAME", help="With --class: what they answered.")
]
_FORMS = (".csv", ".html")


def check_class(
    problem: str,
    source: Path,
    columns: tuple[str, str],
    *,
    gold: str | None,
    target: Path | None,
    as_json: bool,
    model: str | None,
) -> Counter[str]:
    """Check a class list, and print or write the report; returns how many of each verdict."""
    if target is not None and target.suffix.lower() not in _FORMS:
        raise typer.BadParameter(f"--output of a class list ends in {' or '.join(_FORMS)}")
    from unitdep.checking.classroom import Columns, class_report, read_answers
    from unitdep.errors import AnswersError

    try:
        given = read_answers(source, Columns(*columns))
    except AnswersError as error:
        raise typer.BadParameter(str(error), param_hint="--class") from None
    from unitdep.checking import Checker

    [judge] = Checker(startup.solver(model)).judges([problem])
    with progress_bar("answers", len(given)) as advance:
        report = class_report(judge, given, gold, advance)
    if as_json:
        ascii_only = not console.prints_unicode()
        typer.echo(json.dumps(report.to_dict(), indent=2, ensure_ascii=ascii_only))
    if target is not None:
        console.write_file(target, _written(report, target))
    elif not as_json:
        _show(report)
    return report.verdicts


def _written(report: ClassReport, target: Path) -> str:
    from unitdep.checking.classroom import to_csv, to_page

    return to_page(report) if target.suffix.lower() == ".html" else to_csv(report)


def _show(report: ClassReport) -> None:
    from unitdep.checking.classroom import to_text

    ascii_only = not console.prints_unicode()
    text = to_text(report, ascii_only=ascii_only)
    typer.echo("".join(c if c.isprintable() or c == "\n" else " " for c in text))
