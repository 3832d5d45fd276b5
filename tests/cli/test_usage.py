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
        assert "No such option: --jsn. Did you mean --json" in refused("solve", "x", "--jsn")
        assert "Did you mean --min-confidence?" in refused("solve", "x", "--min-confidense", "1")
        assert "No such option: --xyzzy" in refused("solve", "x", "--xyzzy")
        assert "No such option: --hlep. Did you mean --help?" in refused("--hlep")

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
