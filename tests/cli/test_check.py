"""``unitdep check``, and the page about it."""

from __future__ import annotations

import doctest
import json
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from factories import ISABEL
from paths import DOCS
from unitdep.cli.app import app

runner = CliRunner()
PAGE = DOCS / "how-to" / "check.md"
PENS = "Ann has 12 pens. She finds 3 more pens. How many pens does Ann have now?"
PENCILS = (
    "A teacher has 48 pencils. She gives 3 pencils to each of her 14 pupils. "
    "How many pencils are left?"
)


class TestCommand:
    @pytest.mark.model
    def test_for_people(self) -> None:
        result = runner.invoke(app, ["check", ISABEL, "--expression", "66-10/8"])
        assert result.exit_code == 0
        assert result.stdout.splitlines() == [
            "unit error",
            "10 flowers ÷ 8 flowers per bouquet gives bouquets; bouquets cannot be taken from "
            "flowers.",
            "first step that breaks: 66 flowers − 1.25 bouquets = 64.75 flowers",
            "the program finds: 7 bouquets = (66 - 10) / 8",
        ]

    @pytest.mark.model
    def test_json(self) -> None:
        result = runner.invoke(app, ["check", ISABEL, "--answer", "7", "--json"])
        assert json.loads(result.stdout)["verdict"] == "agrees"

    def test_a_caret_points_at_the_character(self) -> None:
        result = runner.invoke(app, ["check", ISABEL, "--expression", "66-(10/8"])
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr == "66-(10/8\n   ^\nthis parenthesis is never closed\n"

    @pytest.mark.parametrize(
        "arguments",
        [
            [ISABEL],
            [ISABEL, "--expression", "1", "--answer", "1"],
            ["--expression", "1"],
            [ISABEL, "--answer", "1", "--output", "x"],
            ["--input", "x", ISABEL],
            ["--input", "missing.jsonl"],
        ],
    )
    def test_bad_usage(self, arguments: list[str]) -> None:
        result = runner.invoke(app, ["check", *arguments])
        assert result.exit_code == 2
        assert "Traceback" not in result.stderr

    @pytest.mark.model
    def test_many(self, tmp_path: Path) -> None:
        source, output = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
        rows = [
            {"id": "a", "text": PENCILS, "expression": "48-3*14"},
            {"text": PENCILS, "answer": 45},
            {"text": PENCILS, "answer": "6"},
        ]
        source.write_text("".join(json.dumps(r) + "\n\n" for r in rows), "utf-8")
        result = runner.invoke(app, ["check", "--input", str(source), "--output", str(output)])
        assert (result.exit_code, result.stdout) == (0, "")
        found = [json.loads(line) for line in output.read_text("utf-8").splitlines()]
        assert [(f["line"], f.get("id"), f["verdict"]) for f in found] == [
            (1, "a", "agrees"),
            (3, None, "unit error"),
            (5, None, "agrees"),
        ]

    def test_bad_lines_are_told(self, tmp_path: Path) -> None:
        source = tmp_path / "in.jsonl"
        bad = [
            "nope",
            "[1]",
            '{"text": 3}',
            json.dumps({"text": PENS}),
            json.dumps({"text": PENS, "answer": 3, "expression": "3"}),
            json.dumps({"text": PENS, "answer": [3]}),
            json.dumps({"text": PENS, "answer": float("nan")}),
            json.dumps({"text": PENS, "expression": "3++4"}),
            "[" * 100_000,
        ]
        good = json.dumps({"text": PENS, "expression": "12+3"})
        source.write_text("\n".join([*bad, good]), "utf-8")
        result = runner.invoke(app, ["check", "--input", str(source)])
        assert result.exit_code == 1
        assert "9 of 10 lines" in result.stderr
        found = [json.loads(line) for line in result.stdout.splitlines()]
        assert [("error" in f) for f in found] == [True] * 9 + [False]
        assert found[7]["character"] == 3


class TestPage:
    @pytest.mark.model
    def test_its_sessions(self) -> None:
        found = re.findall(
            r"^```console\n\$ unitdep ([^\n]*)\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S
        )
        assert len(found) == 3
        for command, shown in found:
            printed = runner.invoke(app, shlex.split(command), env={"COLUMNS": "80"}).stdout
            assert shown in printed, command

    @pytest.mark.model
    def test_its_python(self) -> None:
        [session] = re.findall(r"^```pycon\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S)
        test = doctest.DocTestParser().get_doctest(session, {}, "check", "check.md", 0)
        told: list[str] = []
        assert doctest.DocTestRunner().run(test, out=told.append).failed == 0, "".join(told)
