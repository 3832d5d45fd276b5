"""What commands do at a terminal: read a problem, write files, show tables, fail.

Exit codes: 0 if a command did what it was asked; 1 for a failure (a text without an answer, a file
that cannot be written, an extra that is not installed); 2 for bad usage (an unknown option, no
text, a file that cannot be read, a model that does not exist); 3 only from ``check``; 130 after
Ctrl+C. All but the last explain on standard error what to do. A text that is too long is not bad
usage: like any other text that is refused, it has a solution with a reason.
"""

from __future__ import annotations

import codecs
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

import typer

from unitdep.files import write_whole

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

STDIN: Final = "-"
NO_PROBLEM: Final = "give TEXT, --file F, or pipe a problem in"
# Read at most this much of a file. Whoever cuts a text here leaves far more characters than the
# limit in ``reading/text.py``, so the solver still refuses it as too long.
MAX_BYTES: Final = 1 << 20

_EXTRAS: Final = {  # the extra that brings a module
    "scipy": "research",
    "sklearn": "research",
    "threadpoolctl": "research",
    "torch": "train",
    "safetensors": "train",
    "onnx": "train",
    "pooch": "data",
    "matplotlib": "figures",
    "pint": "pint",
    "pyarrow": "parquet",
    "ray": "ray",
    "mcp": "mcp",
    "mcp_types": "mcp",
}


_COLUMNS: Final = frozenset({"text", "question", "problem", "body"})


def problem_text(words: Sequence[str] | None, file: Path | None) -> str:
    """Return the text of the one problem that was given: an argument, a file or standard input."""
    text = _joined(words) if words else None
    if text is not None and file is not None:
        raise typer.BadParameter("give TEXT or --file, not both")
    if text is None and file is None:
        if not is_piped():
            raise typer.BadParameter(NO_PROBLEM)
        text = STDIN
    if text == STDIN or str(file) == STDIN:
        source = "standard input"
        problem = piped(source)
    elif file is not None:
        problem, source = _read(file), str(file)
    else:
        problem, source = clean(text or ""), "TEXT"
    if not problem.strip():
        raise typer.BadParameter(f"{source} is empty; {NO_PROBLEM}")
    if source != "TEXT" and _is_table(problem.lstrip()):
        typer.echo(
            f"Hint: {source} looks like a file of problems; unitdep batch solves each.", err=True
        )
    return problem.strip()


def _is_table(text: str) -> bool:
    """Whether a text looks like JSON lines or CSV with a column of problems."""
    first, *others = text.lower().splitlines()
    names = {name.strip().strip('"') for name in first.split(",")}
    return first.startswith(('{"', "[{")) or bool(others and names & _COLUMNS)


def _joined(words: Sequence[str]) -> str:
    """Return the text in which the shell saw these words; a hint says to quote it."""
    if len(words) > 1:
        typer.echo(
            "Hint: put the problem in quotes; without them the shell changes characters such as "
            "$, * and '.",
            err=True,
        )
        return " ".join(words)
    [text] = words
    if " " not in text and Path(clean(text)).is_file():
        raise typer.BadParameter(f"{text} is a file; to read the problem from it: --file {text}")
    return text


def piped(source: str) -> str:
    """Return the text on standard input; ``source`` names it in messages."""
    return _decoded(sys.stdin.buffer.read(MAX_BYTES), source)


def is_piped() -> bool:
    """Whether standard input is a pipe or a file, rather than a terminal."""
    return sys.stdin is not None and not sys.stdin.isatty()


def _read(file: Path) -> str:
    try:
        with file.open("rb") as content:
            return _decoded(content.read(MAX_BYTES), str(file))
    except OSError as error:
        raise typer.BadParameter(f"cannot read {file}: {error.strerror or error}") from None


def _decoded(data: bytes, source: str) -> str:
    whole = len(data) < MAX_BYTES  # else the last character may be cut in two
    try:
        return codecs.getincrementaldecoder("utf-8-sig")().decode(data, final=whole)
    except UnicodeDecodeError:
        raise typer.BadParameter(f"{source} is not UTF-8 text; save it as UTF-8") from None


def clean(text: str) -> str:
    """Replace the bytes of an argument that were not UTF-8."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def write_file(file: Path, content: str | bytes) -> None:
    """Write a file, whole or not at all; exits with code 1 if that fails."""
    try:
        write_whole(file, content)
    except OSError as error:
        fail(f"cannot write {file}: {error.strerror or error}")
    except UnicodeEncodeError:
        fail(f"cannot write {file}: there is a character that UTF-8 does not have")


def fail(message: str) -> NoReturn:
    """Print what failed on standard error, and exit with code 1."""
    typer.echo(f"Error: {message}", err=True)
    raise typer.Exit(1)


def fail_without(error: ModuleNotFoundError) -> NoReturn:
    """Exit with code 1, naming the extra that a command needs; raises any other error again."""
    module = (error.name or "").partition(".")[0]
    extra = _EXTRAS.get(module)
    if extra is None:
        raise error
    fail(f"this needs {module}, which is not installed; run: pip install 'unitdep[{extra}]'")


def prints_unicode() -> bool:
    """Whether standard output can show box-drawing characters."""
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    try:
        "─●◆◀é".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def percentage(probability: float) -> str:
    """Write a probability for people: "93%", with "<1%" and ">99%" at the ends."""
    from unitdep.units.wording import percentage as written

    return written(probability)


def print_json(found: object, *, lines: bool = False) -> None:
    """Print a JSON object, indented or on a single line."""
    ascii_only = not prints_unicode()
    typer.echo(json.dumps(found, indent=None if lines else 2, ensure_ascii=ascii_only))


def counted(count: int, noun: str) -> str:
    """Write a count with its noun: "1 row", "2,000 rows"."""
    return f"{count:,} {noun if count == 1 else f'{noun}s'}"


def console(*, stderr: bool = False) -> Console:
    """Return the console for people: in colour only on a terminal, and never with NO_COLOR."""
    from rich.console import Console

    return Console(highlight=False, emoji=False, markup=False, stderr=stderr)


def table(*columns: str) -> Table:
    """Return an empty table for people."""
    from rich.table import Table

    empty = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 3, 0, 0))
    for column in columns:
        empty.add_column(column)
    return empty
