"""unitdep repl: one problem after another, with the model loaded once."""

from __future__ import annotations

import builtins
import time
from collections.abc import Iterator

import pytest
from typer.testing import CliRunner

from unitdep.cli import console, repl, startup
from unitdep.cli.app import app
from unitdep.solution import Solution
from unitdep.solver import Solver, default_solver

PENS = "Ann has 3 pens and buys 4 pens."
ASKS = "How many pens does Ann have now?"
runner = CliRunner()


@pytest.fixture
def loads(monkeypatch: pytest.MonkeyPatch) -> list[str | None]:
    """Count how often a solver is loaded."""
    found: list[str | None] = []

    def load(model: str | None) -> Solver:
        found.append(model)
        return default_solver()

    monkeypatch.setattr(startup, "solver", load)
    return found


def test_problems_in_a_pipe(loads: list[str | None]) -> None:
    given = f"{PENS}\n{ASKS}\n\n3 + 4 * 2\nAnn sings.\n\n{PENS} {ASKS}\nBen has 2 pens."
    result = runner.invoke(app, ["repl", "-q"], input=given)
    assert result.exit_code == 0
    answers = result.stdout.splitlines()
    assert (answers[:2], answers[3]) == (["7 pens", "11"], "7 pens")
    assert answers[2].startswith("No answer: ")
    assert answers[4].startswith("No answer: ")
    assert loads == [None]


def test_what_is_shown(loads: list[str | None]) -> None:
    asked = f"{PENS} {ASKS}\n"
    whole = runner.invoke(app, ["solve", asked]).stdout
    assert runner.invoke(app, ["repl"], input=asked).stdout == f"{whole}\n"
    bare = runner.invoke(app, ["solve", asked, "--no-graph", "--explain"]).stdout
    result = runner.invoke(app, ["repl", "--no-graph", "--explain"], input=asked)
    assert result.stdout == f"{bare}\n"
    assert "Welcome" not in result.stderr
    assert loads == [None] * 4


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str | type[BaseException]) -> list[str]:
    """Type lines at a terminal; returns the prompts, and the problems after a bar."""
    waiting: Iterator[str | type[BaseException]] = iter(lines)
    prompts: list[str] = []

    def answer(prompt: str) -> str:
        prompts.append(prompt)
        line = next(waiting, EOFError)
        if isinstance(line, str):
            return line
        raise line

    monkeypatch.setattr(builtins, "input", answer)
    return [*repl.problems(True), "|", *prompts]


def test_at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    assert typed(monkeypatch, PENS, ASKS, "1+2", "", "a", "") == [
        *(f"{PENS}\n{ASKS}", "1+2", "a", "|"),
        *("> ", "... ", "> ", "> ", "> ", "... ", "> "),
    ]


def test_ctrl_c_drops_what_was_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert typed(monkeypatch, PENS, KeyboardInterrupt, "1+2", "quit", "3+4")[:2] == ["1+2", "|"]


def test_a_terminal_is_welcomed(
    loads: list[str | None], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(console, "is_piped", lambda: False)
    monkeypatch.setattr(builtins, "input", lambda _: "exit")
    repl.repl()
    assert "question mark" in capsys.readouterr().err
    assert loads == [None]


def test_help_is_help(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert typed(monkeypatch, "Help", "1+2", "?", "quit")[:2] == ["1+2", "|"]
    assert capsys.readouterr().err.count(repl.WELCOME) == 2


def test_a_withheld_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unsure:
        def solve(self, text: str, *, min_confidence: float) -> Solution:
            assert min_confidence == 0.99
            return default_solver().solve(text, min_confidence=1.0)

    monkeypatch.setattr(startup, "solver", lambda _: Unsure())
    result = runner.invoke(app, ["repl", "--min-confidence", "0.99"], input=f"{PENS} {ASKS}")
    assert result.stdout.startswith("No answer: ")


@pytest.mark.usefixtures("loads")
def test_a_long_problem_without_an_end() -> None:
    """Lines are counted once, not joined again with each new one."""
    began = time.process_time()
    result = runner.invoke(app, ["repl", "-q"], input="a\n" * 300_000 + f"\n{PENS} {ASKS}")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0].startswith("No answer: the text has more than")
    assert result.stdout.splitlines()[1] == "7 pens"
    assert time.process_time() - began < 5


@pytest.mark.usefixtures("loads")
def test_a_long_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "MAX_BYTES", 20_000)
    result = runner.invoke(app, ["repl", "-q"], input="a" * 100_000 + f"\n\n{PENS} {ASKS}")
    first, second = result.stdout.splitlines()
    assert first.startswith("No answer: the text has more than")
    assert second == "7 pens"
