"""The command line: thin commands, exit codes, a light start."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from typer.testing import CliRunner

from factories import DIV, ISABEL, SUB, candidate, op
from unitdep.cli import console, startup
from unitdep.cli.app import app
from unitdep.cli.console import percentage
from unitdep.cli.graph import Format
from unitdep.cli.solve import Shown, show
from unitdep.explain import draw_text, formats, to_bar_model, to_svg, to_tree_svg
from unitdep.explain.bars import BarModel
from unitdep.inference.types import Ranking
from unitdep.reading.problem import read_problem
from unitdep.reading.refusals import why_not
from unitdep.solution import Solution, abstain, build, unsolved

runner = CliRunner()


class StubSolver:
    """Solves Isabel's problem as the paper does; any other text is refused."""

    def __init__(self, model: str | None = None) -> None:
        pass

    def solve(self, text: str, *, min_confidence: float = 0.0) -> Solution:
        problem = read_problem(text)
        if problem.size != 3:
            return unsolved(problem, str(why_not(problem)))
        best = candidate(problem, op(DIV, op(SUB, 0, 2), 1), {1}, 0.93)
        other = candidate(problem, op(SUB, op(SUB, 0, 2), 1), set(), 0.04)
        return abstain(build(problem, Ranking((best, other), True)), min_confidence)


@pytest.fixture(autouse=True)
def stub_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(startup, "solver", StubSolver)


class TestSolve:
    def test_for_people(self) -> None:
        result = runner.invoke(app, ["solve", ISABEL])
        assert result.exit_code == 0
        lines = result.stdout.splitlines()
        assert lines[:3] == ["7 bouquets", "= (66 - 10) / 8", "confidence 93%"]
        words = " ".join(result.stdout.split())
        assert "number unit rate used 66 flower no yes 8 flower per bouquet yes yes" in words
        assert draw_text(StubSolver().solve(ISABEL)) in result.stdout
        assert "Other answers answer expression probability 48 66 - 10 - 8 4%" in words
        assert "\x1b[" not in result.stdout  # no terminal, no colour
        assert max(map(len, lines)) <= 80

    def test_json(self) -> None:
        result = runner.invoke(app, ["solve", "--json", ISABEL])
        found = json.loads(result.stdout)
        assert (result.exit_code, found["answer"], found["answer_text"]) == (0, 7, "7 bouquets")

    def test_file(self, tmp_path: Path) -> None:
        file = tmp_path / "problem.txt"
        file.write_text(f"\ufeff{ISABEL}\n", encoding="utf-8")
        result = runner.invoke(app, ["solve", "--file", str(file), "--json"])
        assert json.loads(result.stdout)["text"] == ISABEL

    @pytest.mark.parametrize("arguments", [["-"], ["--file", "-"], []])
    def test_standard_input(self, arguments: list[str]) -> None:
        result = runner.invoke(app, ["solve", "--json", *arguments], input=ISABEL)
        assert json.loads(result.stdout)["answer"] == 7

    def test_words_without_quotes(self) -> None:
        result = runner.invoke(app, ["solve", *ISABEL.split(), "-q"])
        assert (result.exit_code, result.stdout) == (0, "7 bouquets\n")
        assert result.stderr.startswith("Hint: put the problem in quotes")
        assert runner.invoke(app, ["solve", ISABEL, "-q"]).stderr == ""

    def test_quiet(self, capsys: pytest.CaptureFixture[str]) -> None:
        """An answer that isn't sure is printed alone as well, and a message says so."""
        result = runner.invoke(app, ["solve", "--quiet", ISABEL])
        assert (result.exit_code, result.stdout, result.stderr) == (0, "7 bouquets\n", "")
        unsure = replace(StubSolver().solve(ISABEL), confidence=0.4)
        assert not unsure.sure
        show(unsure, console.console(), Shown(quiet=True))
        assert capsys.readouterr() == ("7 bouquets\n", "not sure: confidence 40%\n")

    def test_formats(self) -> None:
        whole = runner.invoke(app, ["solve", "--json", ISABEL]).stdout
        assert runner.invoke(app, ["solve", "--format", "json", ISABEL]).stdout == whole
        lines = runner.invoke(app, ["solve", "--format", "jsonl", ISABEL]).stdout
        assert lines.count("\n") == 1
        assert json.loads(lines) == json.loads(whole)
        text = runner.invoke(app, ["solve", "--format", "text", ISABEL]).stdout
        assert text == runner.invoke(app, ["solve", ISABEL]).stdout
        for wrong in (["--json", "--format", "text"], ["-q", "--json"], ["-q", "--explain"]):
            assert runner.invoke(app, ["solve", ISABEL, *wrong]).exit_code == 2

    def test_without_the_graph(self) -> None:
        whole = runner.invoke(app, ["solve", ISABEL]).stdout
        drawing = draw_text(StubSolver().solve(ISABEL)).rstrip("\n")
        bare = runner.invoke(app, ["solve", ISABEL, "--no-graph"]).stdout
        assert bare == whole.replace(f"{drawing}\n\n", "")
        assert len(bare) < len(whole) / 2

    def test_svg(self, tmp_path: Path) -> None:
        file = tmp_path / "graph.svg"
        result = runner.invoke(app, ["solve", ISABEL, "--svg", str(file)])
        assert result.exit_code == 0
        assert file.read_text(encoding="utf-8").startswith("<svg")

    def test_nothing_to_compute(self, tmp_path: Path) -> None:
        result = runner.invoke(app, ["solve", "How many apples does Ann have?"])
        assert result.exit_code == 1
        assert "nothing to compute" in result.stderr
        assert result.stdout == ""
        file = tmp_path / "graph.svg"
        text = "How many apples does Ann have?"
        result = runner.invoke(app, ["solve", "--json", text, "--svg", str(file)])
        found = json.loads(result.stdout)
        assert (result.exit_code, found["answer"]) == (0, None)
        assert "nothing to compute" in found["reason"]
        assert not file.exists()


class TestPictures:
    def test_they_are_written(self, tmp_path: Path) -> None:
        graph, tree = tmp_path / "graph.svg", tmp_path / "tree.svg"
        arguments = ["solve", ISABEL, "--svg", str(graph), "--tree-svg", str(tree)]
        assert runner.invoke(app, arguments).exit_code == 0
        solution = StubSolver().solve(ISABEL)
        assert solution.answer == Fraction(7)
        assert graph.read_text("utf-8") == to_svg(solution)
        assert tree.read_text("utf-8") == to_tree_svg(solution)

    def test_without_an_answer(self, tmp_path: Path) -> None:
        file = tmp_path / "tree.svg"
        result = runner.invoke(app, ["solve", "--json", "Hello.", "--tree-svg", str(file)])
        assert result.exit_code == 0
        assert "there is no expression tree" in result.stderr
        assert not file.exists()


class TestGraph:
    @pytest.mark.parametrize("name", list(formats))
    def test_formats(self, name: str) -> None:
        result = runner.invoke(app, ["graph", ISABEL, "--format", name])
        expected = formats[name](StubSolver().solve(ISABEL))
        assert (result.exit_code, result.stdout) == (0, expected.rstrip("\n") + "\n")

    def test_a_bar_model_in_a_file_is_a_picture(self, tmp_path: Path) -> None:
        file = tmp_path / "bars.svg"
        result = runner.invoke(app, ["graph", ISABEL, "--format", "bar", "-o", str(file)])
        assert (result.exit_code, result.stdout) == (0, "")
        assert file.read_text("utf-8") == to_bar_model(StubSolver().solve(ISABEL))

    def test_without_a_bar_model_it_says_why(self, monkeypatch: pytest.MonkeyPatch) -> None:
        none = BarModel(reason="No bar model fits: a bar can't show it.")
        monkeypatch.setattr("unitdep.explain.bars.bars_of", lambda _: none)
        result = runner.invoke(app, ["graph", ISABEL, "--format", "bar"])
        assert (result.exit_code, result.stdout) == (1, "")
        assert result.stderr == "Error: No bar model fits: a bar can't show it.\n"

    def test_all_formats_are_offered(self) -> None:
        assert [f.value for f in Format] == list(formats)

    def test_output(self, tmp_path: Path) -> None:
        file = tmp_path / "graph.dot"
        result = runner.invoke(app, ["graph", ISABEL, "--format", "dot", "--output", str(file)])
        assert (result.exit_code, result.stdout) == (0, "")
        assert file.read_text(encoding="utf-8").startswith("digraph")

    def test_output_that_cannot_be_written(self, tmp_path: Path) -> None:
        file = tmp_path / "missing" / "graph.dot"
        result = runner.invoke(app, ["graph", ISABEL, "-o", str(file)])
        assert result.exit_code == 1
        assert "cannot write" in result.stderr

    def test_nothing_to_compute(self) -> None:
        result = runner.invoke(app, ["graph", "Hello."])
        assert result.exit_code == 1
        assert "nothing to compute" in result.stderr


@pytest.mark.parametrize("command", ["solve", "graph"])
class TestBadUsage:
    def check(self, arguments: list[str], message: str, given: str = "") -> None:
        result = runner.invoke(app, arguments, input=given, env={"COLUMNS": "200"})
        assert result.exit_code == 2
        assert result.stdout == ""
        assert message in " ".join(result.stderr.split())
        assert "Traceback" not in result.stderr

    def test_no_text(self, command: str) -> None:
        self.check([command], "standard input is empty; give TEXT, --file F, or pipe a problem in")

    @pytest.mark.parametrize("text", ["", "  \n"])
    def test_empty_text(self, command: str, text: str) -> None:
        self.check([command, text], "TEXT is empty")

    def test_empty_standard_input(self, command: str) -> None:
        self.check([command, "-"], "standard input is empty")

    def test_both(self, command: str) -> None:
        self.check([command, "3 apples", "--file", "x"], "not both")

    def test_missing_file(self, command: str, tmp_path: Path) -> None:
        self.check([command, "--file", str(tmp_path / "no")], "No such file")

    def test_folder(self, command: str, tmp_path: Path) -> None:
        self.check([command, "--file", str(tmp_path)], "cannot read")

    def test_not_utf8(self, command: str, tmp_path: Path) -> None:
        file = tmp_path / "latin"
        file.write_bytes(b"caf\xe9 3")
        self.check([command, "--file", str(file)], "not UTF-8")

    def test_unknown_option(self, command: str) -> None:
        self.check([command, "--nope", "x"], "No such option")

    def test_a_file_instead_of_a_text(self, command: str, tmp_path: Path) -> None:
        file = tmp_path / "problem.txt"
        file.touch()
        self.check([command, str(file)], "is a file; to read")


def test_unknown_format() -> None:
    assert runner.invoke(app, ["graph", ISABEL, "--format", "png"]).exit_code == 2


def test_version_and_help() -> None:
    version = runner.invoke(app, ["--version"]).stdout
    assert version.startswith("unitdep ")
    assert version == runner.invoke(app, ["-V"]).stdout
    text = runner.invoke(app, ["--help"]).stdout
    assert "solve" in text
    assert "graph" in text


def test_argument_that_is_no_utf8() -> None:
    assert console.problem_text(["caf\udce9 3"], None) == "caf\ufffd 3"


@pytest.mark.parametrize(
    ("probability", "text"),
    [(0.934, "93%"), (0.001, "<1%"), (0.999, ">99%"), (1.0, "100%"), (0.0, "0%")],
)
def test_percentage(probability: float, text: str) -> None:
    assert percentage(probability) == text


def test_terminals_without_box_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    assert console.prints_unicode() in {True, False}
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="cp1252"))
    assert not console.prints_unicode()


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys; from unitdep.cli.app import app; from typer.testing import CliRunner; "
        "CliRunner().invoke(app, ['--help']); "
        "print([m for m in ('spacy', 'numpy', 'sklearn') if m in sys.modules])"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "[]"
