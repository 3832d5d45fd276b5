"""What the command line says when something is typed wrongly, and what its help shows."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from unitdep.cli.app import app

runner = CliRunner(env={"COLUMNS": "200", "UNITDEP_MODEL": None})


def refused(*arguments: str) -> str:
    """Return what is said about bad usage, as one line."""
    result = runner.invoke(app, list(arguments))
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    assert "Traceback" not in result.stderr
    return " ".join(result.stderr.replace("│", " ").split())


def commands(found: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    yield path
    for name, inner in getattr(found, "commands", {}).items():
        yield from commands(inner, (*path, name))


COMMANDS = list(commands(typer.main.get_command(app)))


class TestHelp:
    @pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
    def test_names_no_type_of_python(self, command: tuple[str, ...]) -> None:
        shown = runner.invoke(app, [*command, "--help"]).stdout
        assert "Usage: unitdep" in shown
        assert not [word for word in ("<bool>", "<str>", "list[", "<path>") if word in shown]

    def test_keeps_square_brackets(self) -> None:
        assert "unitdep[train]" in runner.invoke(app, ["train", "-h"]).stdout

    def test_paragraphs_are_filled(self) -> None:
        shown = runner.invoke(app, ["batch", "-h"]).stdout
        lines = [line.strip() for line in shown.splitlines()]
        [long] = [line for line in lines if line.startswith("The other columns of IN are kept.")]
        assert len(long) > 110

    def test_as_in_other_programs(self) -> None:
        assert runner.invoke(app, ["help"]).stdout == runner.invoke(app, ["--help"]).stdout
        helped = runner.invoke(app, ["help", "solve"])
        assert (helped.exit_code, helped.stdout) == (
            0,
            runner.invoke(app, ["solve", "-h"]).stdout,
        )
        assert runner.invoke(app, ["version"]).stdout.startswith("unitdep ")


class TestTypingErrors:
    def test_commands(self) -> None:
        assert "No such command 'slove'. Did you mean 'solve'" in refused("slove", "x")
        assert "Did you mean 'download'" in refused("data", "downlaod")
        assert "No such command 'xyzzy'." in refused("xyzzy")

    def test_options(self) -> None:
        assert "No such option: --jsn. Did you mean --json?" in refused("solve", "x", "--jsn")
        said = refused("batch", "a", "b", "--column", "x")
        assert "Did you mean --id-column or --text-column?" in said
        assert "No such option: -v. Did you mean -V?" in refused("-v")
        assert "Did you mean --min-confidence?" in refused("solve", "x", "--min-confidense", "1")
        assert "No such option: --xyzzy" in refused("solve", "x", "--xyzzy")
        assert "No such option: --hlep. Did you mean --help?" in refused("--hlep")

    @pytest.mark.parametrize(
        ("typed", "meant"),
        [
            (["schema", "solv"], "solve"),
            (["practice", "--kinds", "Percnt"], "percent"),
            (["worksheet", "--level", "meduim"], "medium"),
            (["data", "info", "allarit"], "allarith"),
            (["solve", "x", "--model", "fats"], "fast"),
            (["evaluate", "alarith"], "allarith"),
        ],
    )
    def test_names(self, typed: list[str], meant: str) -> None:
        assert f"(did you mean '{meant}'?)" in refused(*typed)
        assert "did you mean" not in refused(*typed[:-1], "xyzzy")

    @pytest.mark.parametrize("answer", ["-6", "-12.5", "-.5"])
    def test_an_answer_below_zero(self, answer: str) -> None:
        said = refused("diagnose", "Ann has 3 pens. How many pens?", answer)
        assert "If it's an answer below zero, put -- before it" in said

    def test_after_two_hyphens_an_answer_below_zero_is_one(self) -> None:
        text = "Jane had 13 apples. She ate 9. How many apples are left?"
        result = runner.invoke(app, ["diagnose", "--model", "linear", text, "--", "-4"])
        assert result.exit_code == 0, result.output
        assert "Hint: put the problem in quotes" not in result.stderr  # it is one word already
        assert "9 - 13 makes -4" in result.stdout

    def test_a_working_that_is_no_option(self) -> None:
        text = "Ann has 3 pens and 4 pens. How many pens?"
        assert "a working is an option: --work 7" in refused("check", text, "7")
        assert "a working is an option: --work '3 + 4'" in refused("check", text, "3", "+", "4")
        unquoted = refused("check", "Ann", "has", "3")
        assert "give one of --work" in unquoted
        assert "is an option" not in unquoted

    def test_a_file_of_workings(self) -> None:
        assert "to check those: --input w.csv" in refused("check", "w.csv")
        assert "to check those: --input 'my class.csv'" in refused("check", "my class.csv")
        assert "to check those" not in refused("check", "Ann has 3 pens. How many pens?")

    def test_a_file_in_place_of_a_folder(self, tmp_path: Path) -> None:
        file = tmp_path / "model"
        file.write_text("", "utf-8")
        assert "model is a file; give a folder" in refused("train", "-o", str(file))

    def test_a_problem_without_a_command(self) -> None:
        assert 'to solve it: unitdep solve "..."' in refused("Ann has 3 pens.")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["batch", "a", "b", "-w", "0"], "0 is not allowed; give a number from 1"),
        (["serve", "--port", "99999"], "99999 is not allowed; give a number from 1 to 65535"),
        (["solve", "x", "--min-confidence", "2"], "2 is not allowed; give a number from 0 to 1"),
        (["solve", "x", "--min-confidence", "high"], "'high' is not a number"),
        (["batch", "a", "b", "-w", "two"], "'two' is not a whole number"),
        (["batch", "a", "b", "-w", "1.5"], "'1.5' is not a whole number"),
        (["graph", "x", "--format", "png"], "'png' is not one of 'text', 'json', 'dot',"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_values_out_of_range(arguments: list[str], message: str) -> None:
    said = refused(*arguments)
    assert message in said
    assert not [word for word in ("Input should", "Value error", "parse") if word in said]


class TestCompletion:
    def test_is_offered(self) -> None:
        shown = runner.invoke(app, ["--help"]).stdout
        assert "--install-completion" in shown
        assert "--show-completion" in shown

    def test_completes_commands(self, tmp_path: Path) -> None:
        """As bash asks for it, in a process of its own."""
        asked = {"_UNITDEP_COMPLETE": "complete_bash", "COMP_WORDS": "unitdep s", "COMP_CWORD": "1"}
        done = subprocess.run(
            [sys.executable, "-c", "from unitdep.cli import main; main()"],
            env={**os.environ, **asked, "HOME": str(tmp_path)},
            capture_output=True,
            text=True,
        )
        assert {"solve", "serve", "schema"} <= set(done.stdout.split())


def test_training_replaces_no_model_unasked(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("precious")
    assert "--overwrite replaces it" in refused("train", "x.jsonl", "-o", str(tmp_path))
    assert "--overwrite" not in refused("train", "x.jsonl", "-o", str(tmp_path), "--overwrite")
    assert (tmp_path / "config.json").read_text() == "precious"


def test_diagnose_takes_the_problem_as_it_is() -> None:
    text = "Tom has 5 apples. He buys 7 more. How many apples does he have now?"
    result = runner.invoke(app, ["diagnose", text, "2", "--gold", "12", "--json"])
    assert json.loads(result.stdout)["text"] == text


class TestWhatFilesAreFor:
    """A file's name says its format; what looks like something else gets a hint."""

    @pytest.mark.parametrize(
        ("name", "start"),
        [
            ("a.svg", "<svg"),
            ("a.json", "{"),
            ("a.dot", "graph"),
            ("a.mmd", "flowchart"),
            ("a.txt", "╭"),
            ("a", "╭"),
        ],
    )
    def test_a_graph(self, tmp_path: Path, name: str, start: str) -> None:
        text = "Ann has 3 pens and buys 4 pens. How many pens does Ann have?"
        result = runner.invoke(app, ["graph", text, "-o", str(tmp_path / name)])
        assert result.exit_code == 0, result.output
        assert start in (tmp_path / name).read_text("utf-8").splitlines()[0]

    def test_a_format_that_is_given_wins(self, tmp_path: Path) -> None:
        file = tmp_path / "a.svg"
        sheet = ["worksheet", "--count", "1", "--kinds", "groups"]
        assert runner.invoke(app, [*sheet, "-o", str(file), "--format", "text"]).exit_code == 0
        assert "<" not in file.read_text("utf-8")[:20]
        pdf = tmp_path / "a.pdf"
        assert runner.invoke(app, [*sheet, "-o", str(pdf), "--format", "html"]).exit_code == 0

    @pytest.mark.parametrize(
        ("name", "start"),
        [("a.html", b"<!doctype html>"), ("a.xml", b"<?xml"), ("a.zip", b"PK"), ("a.jsonl", b"{")],
    )
    def test_a_worksheet(self, tmp_path: Path, name: str, start: bytes) -> None:
        file = tmp_path / name
        asked = ["worksheet", "--count", "1", "--kinds", "groups", "-o", str(file)]
        result = runner.invoke(app, asked)
        assert result.exit_code == 0, result.output
        assert file.read_bytes().lower().startswith(start.lower())

    def test_what_nobody_here_writes(self, tmp_path: Path) -> None:
        said = refused("worksheet", "-o", str(tmp_path / "a.pdf"))
        assert "PDF can't be written; use FILE.html, and print it in a browser" in said
        assert "PNG can't be written; use FILE.svg" in refused("graph", "x", "-o", "a.PNG")
        assert not list(tmp_path.iterdir())

    @pytest.mark.parametrize(
        ("given", "hint"),
        [
            ('{"text": "Ann has 3 pens and buys 4. How many?"}', True),
            ("id,Question\n1,Ann has 3 pens and buys 4. How many?", True),
            ("Question, Ann has 3 pens and buys 4. How many?", False),
            ("Ann has 3 pens, buys 4, and asks a question. How many?", False),
        ],
    )
    def test_a_file_of_problems(self, given: str, hint: bool) -> None:
        result = runner.invoke(app, ["solve", "-q"], input=given)
        said = "standard input looks like a file of problems; unitdep batch" in result.stderr
        assert said is hint

    def test_plain_text_for_batch(self, tmp_path: Path) -> None:
        file = tmp_path / "problems.txt"
        file.write_text("Ann has 3 pens.")
        said = refused("batch", str(file), str(tmp_path / "out.jsonl"))
        assert "for plain text: unitdep repl <" in said
        assert "repl" not in refused("batch", str(tmp_path / "a.jsonl"), str(tmp_path / "b.txt"))

    def test_data_that_cannot_be_read(self, tmp_path: Path) -> None:
        empty, text = tmp_path / "empty.jsonl", tmp_path / "text.txt"
        empty.touch()
        text.write_text("id,text,answer")
        assert "empty.jsonl is empty" in refused("evaluate", str(empty))
        assert "CSV files end in .csv" in refused("evaluate", str(text))
