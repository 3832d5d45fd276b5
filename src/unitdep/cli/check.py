"""``unitdep check``: is an expression or an answer right for a problem, and if not, why?"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unitdep.cli import common
from unitdep.cli.progress import progress_bar

if TYPE_CHECKING:
    from unitdep.checking import Checker, CheckResult, Task


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("check")(check)


def check(
    text: common.TextArgument = None,
    file: common.FileOption = None,
    expression: Annotated[
        str | None,
        typer.Option("--expression", "-e", metavar="E", help='What was written: "(66-10)/8".'),
    ] = None,
    answer: Annotated[
        str | None, typer.Option("--answer", "-a", metavar="A", help="What came out: 7.")
    ] = None,
    many: Annotated[
        Path | None,
        typer.Option(
            "--input",
            metavar="FILE",
            help="Check many: JSON lines with text, and expression or answer; - is standard input.",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="With --input: write JSON lines here."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Check an expression or an answer: verdict, the first step that breaks, and why."""
    if many is not None:
        if any(given is not None for given in (text, file, expression, answer)):
            raise typer.BadParameter(
                "--input takes neither TEXT, --file, --expression nor --answer"
            )
        check_many(many, output)
        return
    if output is not None:
        raise typer.BadParameter("--output needs --input")
    if (expression is None) == (answer is None):
        raise typer.BadParameter("give --expression or --answer, and not both")
    found = check_one(common.problem_text(text, file), expression, answer)
    if as_json:
        plain = not common.prints_unicode()
        typer.echo(json.dumps(found.to_dict(), indent=2, ensure_ascii=plain))
    else:
        show(found)


def checker() -> Checker:
    """Return the checker with the default model; ends the program where that cannot be loaded."""
    from unitdep.checking import default_checker

    try:
        return default_checker()
    except (OSError, RuntimeError) as error:
        common.fail(f"the solver cannot be loaded: {error}")


def check_one(text: str, expression: str | None, answer: str | None) -> CheckResult:
    """Check one task; what is not arithmetic is bad usage, with a caret under the character."""
    from unitdep.checking import Task
    from unitdep.errors import GrammarError
    from unitdep.reading.arithmetic import parse_equation

    try:
        parse_equation(expression if expression is not None else answer or "")
        return checker().check(Task(text, expression, answer))
    except GrammarError as error:
        typer.echo(error.show(), err=True)
        raise typer.Exit(2) from None


def show(found: CheckResult) -> None:
    """Print a result for a person."""
    from rich.text import Text

    console = common.console()
    style = "bold green" if found.verdict.value == "agrees" else "bold"
    console.print(Text(found.verdict.value, style=style))
    lines = [f"{found.reason[:1].upper()}{found.reason[1:]}."]
    if found.step is not None:
        lines.append(f"first step that breaks: {found.step.text}")
    own = found.solution
    if own.answer not in (None, found.value):
        lines.append(f"the program finds: {own.answer_text} = {own.expression}")
    for line in lines:
        console.print(Text(line if common.prints_unicode() else keyboard(line)), soft_wrap=True)


def keyboard(line: str) -> str:
    """Write a line with the signs of a keyboard."""
    return line.translate(str.maketrans("×÷", "*/"))


def check_many(source: Path, output: Path | None) -> None:
    """Check the lines of a file, and write one JSON line for each, also for one that is bad."""
    lines = [(k, line) for k, line in enumerate(_lines(source), start=1) if line.strip()]
    bad, plain = 0, output is None and not common.prints_unicode()
    with progress_bar("checking", len(lines)) as progress:
        written = []
        for row in results(checker(), lines):
            bad += "error" in row
            written.append(json.dumps(row, ensure_ascii=plain))
            progress(row.get("verdict", "error"))
    content = "".join(f"{line}\n" for line in written)
    if output is None:
        typer.echo(content, nl=False)
    else:
        common.write_file(output, content)
    if bad:
        common.fail(f"{bad} of {len(lines)} lines could not be checked; their lines say why")


def results(found: Checker, lines: list[tuple[int, str]]) -> Iterator[dict[str, Any]]:
    """Yield the JSON object of each line, in order: the result, or what is wrong with the line."""
    from unitdep.errors import GrammarError

    tasks = [(number, *_task(line)) for number, line in lines]
    judges = found.judges(task.text for _, _, task, _ in tasks if task is not None)
    for number, name, task, error in tasks:
        head = {"line": number} if name is None else {"line": number, "id": name}
        if task is None:
            yield {**head, "error": error}
            continue
        judge = next(judges)
        try:
            yield {**head, **judge.check(task).to_dict()}
        except GrammarError as problem:
            yield {**head, "error": str(problem), "character": problem.position + 1}


def _lines(source: Path) -> list[str]:
    try:
        content = sys.stdin.buffer.read() if str(source) == common.STDIN else source.read_bytes()
        return content.decode("utf-8-sig").splitlines()
    except OSError as error:
        raise typer.BadParameter(f"cannot read {source}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise typer.BadParameter(f"{source} is not UTF-8 text; save it as UTF-8") from None


def _task(line: str) -> tuple[str | int | None, Task | None, str]:
    """Read one line: its id if it has one, the task, and what is wrong where there is no task."""
    from unitdep.checking import Task, write_answer

    try:
        fields = json.loads(line)
    except (json.JSONDecodeError, RecursionError) as error:
        return None, None, f"not JSON: {error}"
    if not isinstance(fields, dict) or not isinstance(fields.get("text"), str):
        return None, None, "not an object with a text"
    name = fields.get("id")
    given, answer = fields.get("expression"), fields.get("answer")
    known = name if isinstance(name, str | int) else None
    if not isinstance(given, str | None) or not isinstance(answer, str | int | float | None):
        return known, None, "expression must be a text, answer a number or a text"
    try:
        return known, Task(fields["text"], given, write_answer(answer)), ""
    except ValueError as error:
        return known, None, str(error)
