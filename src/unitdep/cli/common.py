"""What the commands share: where a text comes from, the solver, where output goes.

Bad usage (no text, two texts, a file that cannot be read) ends with exit code 2, a failure with 1;
both say on standard error what to do.
"""

from __future__ import annotations

import gc
import importlib
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, Protocol

import typer

from unitdep.reading.text import MAX_CHARACTERS, normalise, too_long

if TYPE_CHECKING:
    from rich.console import Console

    from unitdep.solution import Solution

STDIN = "-"
_MAX_BYTES = 5 * MAX_CHARACTERS  # that are looked at: no character has more than four

TextArgument = Annotated[
    str | None,
    typer.Argument(metavar="TEXT", help="The problem; - reads it from standard input."),
]
FileOption = Annotated[
    Path | None, typer.Option("--file", "-f", metavar="F", help="Read the problem from a file.")
]


class Solves(Protocol):
    """Anything that solves a text."""

    def solve(self, text: str) -> Solution:
        """Return the solution of one text."""
        ...


def solver() -> Solves:
    """Load the solver; ends the program where its model cannot be read.

    The model is read and checked on a thread of its own, beside spaCy's. What loading makes is kept
    to the end, so that no garbage is looked for in it meanwhile.
    """
    gc.disable()
    try:
        import_spacy()
        from unitdep.reading.spacy_pipeline import pipeline
        from unitdep.solver import Solver

        with ThreadPoolExecutor(1) as beside:
            loading = beside.submit(Solver.load)
            pipeline()
            return loading.result()
    except (OSError, RuntimeError) as error:
        fail(f"the solver cannot be loaded: {error}")
    finally:
        gc.freeze()
        gc.enable()


def import_spacy() -> None:
    """Import spaCy without its command line, of which it needs one function, ``info``.

    That command line (with web clients, project tools, forms) is a third of the time of the import
    and nothing here uses it. ``spacy.info`` still works: it imports the real one when called.
    """
    name = "spacy.cli.info"
    if "spacy" in sys.modules:
        return
    stand_in = ModuleType(name)
    vars(stand_in)["info"] = _spacy_info
    sys.modules[name] = stand_in
    try:
        importlib.import_module("spacy")
    finally:
        del sys.modules[name]


def _spacy_info(*given: Any, **options: Any) -> Any:
    return importlib.import_module("spacy.cli.info").info(*given, **options)


def problem_text(text: str | None, file: Path | None) -> str:
    """Return the one text that was asked for, from the argument, a file or standard input."""
    if text is not None and file is not None:
        raise typer.BadParameter("give TEXT or --file, not both")
    if text is None and file is None:
        raise typer.BadParameter("no problem given; give TEXT, --file F, or - for standard input")
    if text == STDIN or str(file) == STDIN:
        source = "standard input"
        found = _decoded(sys.stdin.buffer.read(_MAX_BYTES), source)
    elif file is not None:
        found, source = _read(file), str(file)
    else:
        found, source = _clean(text or ""), "TEXT"
    if not found.strip():
        raise typer.BadParameter(f"{source} is empty; give the text of a problem")
    if (reason := too_long(normalise(found.strip()))) is not None:
        raise typer.BadParameter(reason)
    return found.strip()


def _read(file: Path) -> str:
    try:
        with file.open("rb") as content:
            return _decoded(content.read(_MAX_BYTES), str(file))
    except OSError as error:
        raise typer.BadParameter(f"cannot read {file}: {error.strerror or error}") from None


def _decoded(data: bytes, source: str) -> str:
    if len(data) == _MAX_BYTES:
        raise typer.BadParameter(f"{source} has more than {MAX_CHARACTERS:,} characters")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise typer.BadParameter(f"{source} is not UTF-8 text; save it as UTF-8") from None


def _clean(text: str) -> str:
    """Replace what of an argument was no UTF-8."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def write_file(file: Path, content: str) -> None:
    """Write a file; ends the program where that fails."""
    try:
        file.write_text(content, encoding="utf-8")
    except OSError as error:
        fail(f"cannot write {file}: {error.strerror or error}")


def fail(message: str) -> NoReturn:
    """Say on standard error what failed, and end the program with exit code 1."""
    typer.echo(f"Error: {message}", err=True)
    raise typer.Exit(1)


def prints_unicode() -> bool:
    """Whether standard output can show box-drawing characters."""
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    try:
        "─●◆◀é".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def console() -> Console:
    """Return the console for people: colour on a terminal only, and never with NO_COLOR."""
    from rich.console import Console

    return Console(highlight=False, emoji=False)
