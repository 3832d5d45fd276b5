"""``unitdep check``: is what somebody wrote for a problem right? If not, what went wrong where?"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Final

import typer

from unitdep.cli import console, startup, verdicts
from unitdep.cli.options import FileOption, JsonOption, ModelOption, TextArgument

if TYPE_CHECKING:
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
    units: Annotated[bool, typer.Option("--units", help="Print the units of each step.")] = False,
    as_json: JsonOption = False,
    exit_zero: Annotated[
        bool, typer.Option("--exit-zero", help="Exit with code 0 whatever the verdict is.")
    ] = False,
    model: ModelOption = None,
) -> None:
    """Check a working: verdict, the first wrong step, and why.

    Exit codes: 0 right, 1 wrong or incomplete, 3 not decided.
    """
    given = _given_work(work, expression, answer)
    if text == console.STDIN and given == console.STDIN:
        raise typer.BadParameter("TEXT and --work can't both be -; use --file for the problem")
    problem = console.problem_text(text, file)
    written = console.piped("--work") if given == console.STDIN else console.clean(given)
    result = startup.solver(model).check(problem, written, gold=gold)
    if as_json:
        ascii_only = not console.prints_unicode()
        typer.echo(json.dumps(result.to_dict(), indent=2, ensure_ascii=ascii_only))
    elif pupil:
        verdicts.show_pupil(result, console.console())
    else:
        verdicts.show(result, console.console(), units=units)
    if not exit_zero:
        raise typer.Exit(exit_code(result))


def exit_code(result: CheckResult) -> int:
    """Return the exit code of one verdict."""
    return {"right": 0, "cannot tell": UNDECIDED}.get(result.verdict.value, WRONG)


def _given_work(*forms: str | None) -> str:
    """Return the one working that was given in any form."""
    given = [form for form in forms if form is not None]
    if len(given) != 1:
        raise typer.BadParameter(
            'give one of --work, --expression and --answer, such as --work "(66 - 10) / 8 = 7"'
        )
    return given[0]
