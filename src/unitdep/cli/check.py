"""``unitdep check``: is what somebody wrote for a problem right? If not, what went wrong where?"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from unitdep.batch.actions import Checking
from unitdep.batch.job import PIPE
from unitdep.cli import class_lists, console, runs, startup, verdicts
from unitdep.cli.options import FileOption, JsonOption, ModelOption, TextArgument

if TYPE_CHECKING:
    from unitdep.batch.records import Tally
    from unitdep.checking import CheckResult

WRONG: Final = 1  # the exit code if a working is wrong or incomplete
UNDECIDED: Final = 3  # the exit code if none is wrong, but some could not be decided


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
    form: runs.FormatOption = None,
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

    Exit codes: 0 if all are right, 1 if some are wrong or incomplete, 3 if none is wrong but some
    could not be decided.
    """
    one = {"TEXT": text, "--file": file, "--work": work, "--expression": expression}
    one |= {"--answer": answer, "--gold": gold}
    if class_list is not None:
        given = {"--work": work, "--expression": expression, "--answer": answer, "--input": source}
        _refuse(given, "--class")
        found = class_lists.check_class(
            console.problem_text(text, file),
            class_list,
            (who_column, answer_column),
            gold=gold,
            target=target,
            as_json=as_json,
            model=model,
        )
    elif source is None:
        if target is not None:
            raise typer.BadParameter("--output needs --input or --class")
        written = given_work(work, expression, answer)
        problem, written = _texts(text, file, written)
        result = startup.solver(model).check(problem, written, gold=gold)
        show(result, as_json=as_json, pupil=pupil, units=units)
        found = Counter([result.verdict.value])
    else:
        _refuse(one, "--input")
        how = runs.How(form, model, workers, engine, ray_address, resume, overwrite)
        columns = Checking(text_column, work_column, gold_column)
        found = check_file(source, target or PIPE, columns, how)
    if not exit_zero:
        raise typer.Exit(exit_code(found))


def given_work(*forms: str | None) -> str:
    """Return the one working that was given in any form."""
    given = [form for form in forms if form is not None]
    if len(given) != 1:
        raise typer.BadParameter(
            'give one of --work, --expression and --answer, such as --work "(66 - 10) / 8 = 7"'
        )
    return given[0]


def show(result: CheckResult, *, as_json: bool, pupil: bool, units: bool) -> None:
    """Print a result for a machine, a pupil or a teacher."""
    if as_json:
        ascii_only = not console.prints_unicode()
        typer.echo(json.dumps(result.to_dict(), indent=2, ensure_ascii=ascii_only))
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


def _texts(text: str | None, file: Path | None, work: str) -> tuple[str, str]:
    """Return the problem and the working; one of them may come from standard input."""
    piped = work == console.STDIN
    if piped and (text == console.STDIN or str(file) == console.STDIN):
        raise typer.BadParameter("the problem and the working can't both be on standard input")
    problem = console.problem_text(text, file)
    return problem, console.piped("standard input") if piped else console.clean(work)


def _refuse(given: Mapping[str, object], option: str) -> None:
    for name, value in given.items():
        if value is not None:
            raise typer.BadParameter(f"{option} can't be combined with {name}")
