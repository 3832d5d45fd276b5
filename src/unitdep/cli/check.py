"""``unitdep check``: is an expression or an answer right for a problem, and if not, why?"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unitdep.cli import console, startup
from unitdep.cli.options import FileOption, JsonOption, ModelOption, TextArgument
from unitdep.cli.progress import progress_bar

if TYPE_CHECKING:
    from unitdep.checking import Checker, CheckResult, Task


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("check")(check)


def check(
    text: TextArgument = None,
    file: FileOption = None,
    expression: Annotated[
        str | None,
        typer.Option("--expression", "-e", metavar="E", help='What was written: "(66-10)/8".'),
    ] = None,
    answer: Annotated[
        str | None, typer.Option("--answer", "-a", metavar="A", help="The result alone: 7.")
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
    as_json: JsonOption = False,
    model: ModelOption = None,
) -> None:
    """Check an expression or an answer: verdict, the first step that breaks, and why."""
    if many is not None:
        if any(given is not None for given in (text, file, expression, answer)):
            raise typer.BadParameter(
                "--input cannot be combined with TEXT, --file, --expression or --answer"
            )
        check_many(many, output, model)
        return
    if output is not None:
        raise typer.BadParameter("--output needs --input")
    if (expression is None) == (answer is None):
        raise typer.BadParameter("give either --expression or --answer")
    result = check_one(console.problem_text(text, file), expression, answer, model)
    if as_json:
        ascii_only = not console.prints_unicode()
        typer.echo(json.dumps(result.to_dict(), indent=2, ensure_ascii=ascii_only))
    else:
        show(result)


def checker(model: str | None) -> Checker:
    """Load the checker; exits if its model cannot be loaded."""
    solver = startup.solver(model)
    from unitdep.checking import Checker

    return Checker(solver)


def check_one(
    text: str, expression: str | None, answer: str | None, model: str | None
) -> CheckResult:
    """Check one task; what is not arithmetic is bad usage, with a caret under the character."""
    from unitdep.errors import GrammarError

    loaded = checker(model)
    from unitdep.checking import Task

    try:
        return loaded.check(Task(text, expression, answer))
    except GrammarError as error:
        typer.echo(error.show(), err=True)
        raise typer.Exit(2) from None


def show(result: CheckResult) -> None:
    """Print a result for a person."""
    from rich.text import Text

    screen = console.console()
    style = "bold green" if result.verdict.value == "agrees" else "bold"
    screen.print(Text(result.verdict.value, style=style))
    lines = [f"{result.reason[:1].upper()}{result.reason[1:]}."]
    if result.step is not None:
        lines.append(f"first step that breaks: {result.step.text}")
    own = result.solution
    if own.answer not in (None, result.value):
        lines.append(f"the program finds: {own.answer_text} = {own.expression}")
    for line in lines:
        screen.print(Text(line if console.prints_unicode() else keyboard(line)), soft_wrap=True)


def keyboard(line: str) -> str:
    """Write a line with the signs of a keyboard."""
    return line.translate(str.maketrans("×÷−", "*/-"))


def check_many(source: Path, output: Path | None, model: str | None) -> None:
    """Check the lines of a file, and write one JSON line for each, bad lines included."""
    lines = [(k, line) for k, line in enumerate(_lines(source), start=1) if line.strip()]
    bad, ascii_only = 0, output is None and not console.prints_unicode()
    with progress_bar("checking", len(lines)) as progress:
        written = []
        for row in results(checker(model), lines):
            bad += "error" in row
            written.append(json.dumps(row, ensure_ascii=ascii_only))
            progress(row.get("verdict", "error"))
    content = "".join(f"{line}\n" for line in written)
    if output is None:
        typer.echo(content, nl=False)
    else:
        console.write_file(output, content)
    if bad:
        console.fail(f"{bad} of {len(lines)} lines could not be checked; see the error in each")


def results(loaded: Checker, lines: list[tuple[int, str]]) -> Iterator[dict[str, Any]]:
    """Yield the JSON object of each line, in order: the result, or what is wrong with the line."""
    from unitdep.errors import GrammarError

    tasks = [(number, *_task(line)) for number, line in lines]
    judges = loaded.judges(task.text for _, _, task, _ in tasks if task is not None)
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
        content = sys.stdin.buffer.read() if str(source) == console.STDIN else source.read_bytes()
        return content.decode("utf-8-sig").splitlines()
    except OSError as error:
        raise typer.BadParameter(f"cannot read {source}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise typer.BadParameter(f"{source} is not UTF-8 text; save it as UTF-8") from None


def _task(line: str) -> tuple[str | int | None, Task | None, str]:
    """Read one line: its id if it has one, the task, and what is wrong if there is no task."""
    from unitdep.checking import Task, write_answer

    try:
        fields = json.loads(line)
    except (json.JSONDecodeError, RecursionError) as error:
        return None, None, f"not JSON: {error}"
    if not isinstance(fields, dict) or not isinstance(fields.get("text"), str):
        return None, None, "not an object with a text"
    name = fields.get("id")
    expression, answer = fields.get("expression"), fields.get("answer")
    known = name if isinstance(name, str | int) else None
    if not isinstance(expression, str | None) or not isinstance(answer, str | int | float | None):
        return known, None, "expression must be a text, answer a number or a text"
    try:
        return known, Task(fields["text"], expression, write_answer(answer)), ""
    except ValueError as error:
        return known, None, str(error)
