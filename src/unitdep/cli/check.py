"""``unitdep check``: is what somebody wrote for a problem right? If not, what went wrong where?"""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from unitdep.batch.actions import Checking
from unitdep.batch.job import PIPE, Format
from unitdep.cli import class_lists, console, runs, startup, verdicts
from unitdep.cli.options import (
    FileOption,
    JsonOption,
    ModelOption,
    Output,
    TextArgument,
    output_of,
)

if TYPE_CHECKING:
    from unitdep.batch.records import Tally
    from unitdep.checking import CheckResult

_TABLES: Final = (".csv", ".tsv", ".jsonl", ".parquet")
WRONG: Final = 1  # the exit code if a working is wrong or incomplete
UNDECIDED: Final = 3  # the exit code if none is wrong, but some could not be decided


class CheckFormat(Enum):
    """The formats of one result, and those of files."""

    TEXT = "text"
    JSON = "json"
    JSONL = "jsonl"
    CSV = "csv"
    PARQUET = "parquet"


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("check")(check)


def check(
    text: TextArgument = None,
    file: FileOption = None,
    work: Annotated[
        str | None,
        typer.Option(
            "--work",
            metavar="W",
            help="What was written: an answer, a sum, several lines; - is standard input.",
        ),
    ] = None,
    expression: Annotated[
        str | None,
        typer.Option("--expression", "-e", metavar="E", help='The same as --work: "(66-10)/8".'),
    ] = None,
    answer: Annotated[
        str | None,
        typer.Option("--answer", "-a", metavar="A", help='The same as --work: "7 bouquets".'),
    ] = None,
    gold: Annotated[
        str | None,
        typer.Option(
            "--gold", metavar="G", help="The right answer or a right working, if that is known."
        ),
    ] = None,
    pupil: Annotated[
        bool,
        typer.Option("--pupil", help="Print a hint for the pupil, which doesn't tell the answer."),
    ] = False,
    units: Annotated[
        bool, typer.Option("--units", help="Also print the units of each step.")
    ] = False,
    as_json: JsonOption = False,
    source: Annotated[
        Path | None,
        typer.Option(
            "--input",
            metavar="IN",
            help="Check a file: JSONL, CSV or Parquet; - is standard input.",
        ),
    ] = None,
    target: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="OUT",
            help="With --input: JSONL, CSV or Parquet; - is standard output, the default. "
            "With --class: CSV or HTML.",
        ),
    ] = None,
    form: Annotated[
        CheckFormat | None,
        typer.Option(
            "--format",
            help="How to print a result: text, json or jsonl. With --input, the format of files "
            "whose extension doesn't say: jsonl, csv or parquet.",
        ),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print the verdict alone.")] = False,
    text_column: runs.TextColumnOption = "text",
    work_column: Annotated[
        str, typer.Option("--work-column", metavar="NAME", help="Column with the workings.")
    ] = "work",
    gold_column: Annotated[
        str | None,
        typer.Option(
            "--gold-column",
            metavar="NAME",
            help="Column with the right answers (default: gold, if present).",
        ),
    ] = None,
    class_list: class_lists.ClassOption = None,
    who_column: class_lists.WhoOption = "name",
    answer_column: class_lists.AnswerOption = "answer",
    workers: runs.WorkersOption = None,
    engine: runs.EngineOption = runs.EngineName.LOCAL,
    ray_address: runs.RayOption = None,
    resume: runs.ResumeOption = False,
    overwrite: runs.OverwriteOption = False,
    exit_zero: Annotated[
        bool, typer.Option("--exit-zero", help="Exit with code 0 whatever the verdicts are.")
    ] = False,
    model: ModelOption = None,
) -> None:
    """Check a working, a file of them, or the answers of a class.

    Of a working it prints the verdict, the first wrong step, and why. --class CSV checks one
    problem that many pupils answered, and prints which mistakes may be behind the answers and who
    made them; --output FILE.csv or FILE.html writes that to a file.

    A working is piped in if none is given. Exit codes: 0 if all are right, 1 if some are wrong or
    incomplete, 3 if none is wrong but some could not be decided.
    """
    one = {"TEXT": text, "--file": file, "--work": work, "--expression": expression}
    one |= {"--answer": answer, "--gold": gold}
    if class_list is not None:
        works = {name: one[name] for name in ("--work", "--expression", "--answer")}
        _refuse({**works, "--input": source, "--quiet": quiet or None}, "--class")
        found = class_lists.check_class(
            console.problem_text(text, file),
            class_list,
            (who_column, answer_column),
            gold=gold,
            target=target,
            as_json=output_of(_of_one(form), as_json) is not Output.TEXT,
            model=model,
        )
    elif source is None:
        if target is not None:
            raise typer.BadParameter("--output needs --input or --class")
        output = output_of(_of_one(form), as_json)
        if quiet and (pupil or units or output is not Output.TEXT):
            raise typer.BadParameter("--quiet prints the verdict alone, as text")
        written = given_work(work, expression, answer, text=text, piped=bool(text or file))
        problem, written = _texts(text, file, written)
        result = startup.solver(model).check(problem, written, gold=gold)
        if quiet:
            typer.echo(result.verdict.value)
        else:
            show(result, output, pupil=pupil, units=units)
        found = Counter([result.verdict.value])
    else:
        _refuse(one | {"--json": as_json or None, "--quiet": quiet or None}, "--input")
        how = runs.How(_of_files(form), model, workers, engine, ray_address, resume, overwrite)
        columns = Checking(text_column, work_column, gold_column)
        found = check_file(source, target or PIPE, columns, how)
    if not exit_zero:
        raise typer.Exit(exit_code(found))


def _of_one(form: CheckFormat | None) -> Output | None:
    """Return how to print one result."""
    if form in (CheckFormat.CSV, CheckFormat.PARQUET):
        raise typer.BadParameter(f"--format {form.value} needs --input")
    return None if form is None else Output(form.value)


def _of_files(form: CheckFormat | None) -> Format | None:
    """Return the format of files."""
    if form in (CheckFormat.TEXT, CheckFormat.JSON):
        raise typer.BadParameter(
            f"--format {form.value} is for one working; with --input, give jsonl, csv or parquet"
        )
    return None if form is None else Format(form.value)


def given_work(*forms: str | None, text: Sequence[str] | None = None, piped: bool = False) -> str:
    """Return the one working that was given in any form, or the one that is piped in."""
    given = [form for form in forms if form is not None]
    if not given and piped and console.is_piped():
        given = [console.piped("standard input").strip()]
        given = given if given[0] else []
    if len(given) != 1:
        example = None if given else _meant(text or ())
        raise typer.BadParameter(
            example
            or 'give one of --work, --expression and --answer, such as --work "(66 - 10) / 8 = 7"'
        )
    return given[0]


def _meant(text: Sequence[str]) -> str | None:
    """Return what to type instead if TEXT looks like a table, or has a working after it."""
    first, *others = text or ("",)
    if not others and Path(first).suffix.lower() in _TABLES:
        return (
            f"{first} looks like a file of workings; to check those: --input {shlex.quote(first)}"
        )
    if others and len(first.split()) > 1:
        return f"a working is an option: --work {shlex.quote(' '.join(others))}"
    return None


def show(result: CheckResult, output: Output, *, pupil: bool, units: bool) -> None:
    """Print a result for a machine, a pupil or a teacher."""
    if output is not Output.TEXT:
        console.print_json(result.to_dict(), lines=output is Output.JSONL)
    elif pupil:
        verdicts.show_pupil(result, console.console())
    else:
        verdicts.show(result, console.console(), units=units)


def check_file(source: Path, target: Path, columns: Checking, how: runs.How) -> Counter[str]:
    """Check a file and print a summary; returns how often there is which verdict."""
    done = runs.go_through(source, target, columns, how)
    tally = done.progress.tally
    if done.progress.before:
        from unitdep.batch.run import tally_of

        tally = tally_of(done.job)
    verdicts.show_summary(tally, console.console(stderr=target == PIPE))
    typer.echo(str(done), err=True)
    return _by_verdict(tally)


def exit_code(found: Mapping[str, int]) -> int:
    """Return the exit code for the verdicts that there are."""
    if found.get("wrong") or found.get("incomplete"):
        return WRONG
    return UNDECIDED if found.get("cannot tell") or found.get("error") else 0


def _by_verdict(tally: Tally) -> Counter[str]:
    found: Counter[str] = Counter()
    for (verdict, _), count in tally.counts.items():
        found[verdict] += count
    return found


def _texts(text: Sequence[str] | None, file: Path | None, work: str) -> tuple[str, str]:
    """Return the problem and the working; one of them may come from standard input."""
    piped = work == console.STDIN
    if piped and (text == [console.STDIN] or str(file) == console.STDIN):
        raise typer.BadParameter("the problem and the working can't both be on standard input")
    problem = console.problem_text(text, file)
    if not piped:
        return problem, console.clean(work)
    return problem, console.piped("standard input")


def _refuse(given: Mapping[str, object], option: str) -> None:
    for name, value in given.items():
        if value is not None:
            raise typer.BadParameter(f"{option} can't be combined with {name}")
