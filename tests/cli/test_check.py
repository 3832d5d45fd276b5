"""``unitdep check``: one working, files of them, and exit codes."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from batch_stub import parquet, read, write
from factories import ISABEL
from unitdep.cli.app import app
from unitdep.cli.check import exit_code

runner = CliRunner()
PENCILS = (
    "A teacher has 48 pencils. She gives 3 pencils to each of her 14 pupils. "
    "How many pencils are left?"
)
SLIP = "3 x 14 = 41, 48 - 41 = 7"


def check(*arguments: object, **options: Any) -> Result:
    return runner.invoke(app, ["check", *map(str, arguments)], env={"COLUMNS": "200"}, **options)


class TestOne:
    @pytest.mark.model
    def test_for_a_teacher(self) -> None:
        result = check(PENCILS, "--work", SLIP)
        first, *rest = result.stdout.splitlines()
        assert (result.exit_code, result.stderr, first) == (1, "", "wrong: arithmetic slip")
        *told, last = rest
        assert told == [
            "3 x 14 is 42, not 41.",
            "",
            "✗ wrong    3 x 14 = 41  makes 42",
            "↳ follows  48 - 41 = 7",
            "",
            "right answer: 6 pencils",
        ]
        assert re.fullmatch(r"compared with: the program's own answer, confidence >?\d+%", last)

    @pytest.mark.model
    def test_units(self) -> None:
        told = check(PENCILS, "--work", SLIP, "--units").stdout.splitlines()
        assert "           3 pencils per pupil × 14 pupils = 42 pencils" in told

    @pytest.mark.model
    def test_for_a_pupil(self) -> None:
        result = check(PENCILS, "--work", SLIP, "--pupil")
        assert result.exit_code == 1
        assert result.stdout.splitlines() == [
            "Check 3 x 14 again.",
            "",
            "✗ wrong    3 x 14 = 41",
            "↳ follows  48 - 41 = 7",
        ]

    @pytest.mark.model
    def test_right_with_a_remark(self) -> None:
        result = check(PENCILS, "--work", "48 - 3*14 = 6", "--gold", "6 pencils")
        assert result.exit_code == 0
        assert result.stdout.splitlines() == [
            "right",
            "The answer is 6 pencils.",
            "",
            "✓ right    48 - 3*14 = 6",
            "",
            "compared with: the given answer",
            "note: The unit is missing: pencils.",
        ]

    @pytest.mark.model
    @pytest.mark.parametrize("form", ["--work", "--expression", "--answer", "-e", "-a"])
    def test_forms_of_a_working(self, form: str) -> None:
        assert check(PENCILS, form, "6 pencils").stdout.startswith("right\n")

    @pytest.mark.model
    def test_standard_input(self, tmp_path: Path) -> None:
        work = "3 x 14 = 42\n48 - 42 = 6\nAnswer: 6 pencils\n"
        told = check(PENCILS, "--work", "-", input=work).stdout
        assert told.splitlines()[3:5] == ["✓ right    3 x 14 = 42", "✓ right    48 - 42 = 6"]
        (tmp_path / "problem.txt").write_text(PENCILS)
        arguments = ("--file", tmp_path / "problem.txt", "--work", "-")
        assert check(*arguments, input=work).stdout == told
        assert check("-", "--work", work, input=PENCILS).stdout == told
        assert check("--work", work, input=PENCILS).stdout == told
        assert check(PENCILS, input=work).stdout == told

    @pytest.mark.model
    def test_formats(self) -> None:
        whole = check(PENCILS, "-a", "6", "--json").stdout
        assert check(PENCILS, "-a", "6", "--format", "json").stdout == whole
        [line] = check(PENCILS, "-a", "6", "--format", "jsonl").stdout.splitlines()
        assert json.loads(line) == json.loads(whole)
        assert check(PENCILS, "-a", "6", "-q").stdout == "right\n"
        assert check(PENCILS, "-a", "7", "-q").exit_code == 1

    @pytest.mark.model
    def test_json(self) -> None:
        result = check(PENCILS, "--work", SLIP, "--json")
        found = json.loads(result.stdout)
        assert result.exit_code == 1
        assert (found["verdict"], found["first_wrong"]) == ("wrong", 0)
        assert [step["mark"] for step in found["steps"]] == ["wrong", "follows"]

    @pytest.mark.parametrize("work", ["", "blah", "???", "1" * 30_000])
    def test_nothing_to_judge(self, work: str) -> None:
        result = check(PENCILS, "--work", work)
        assert (result.exit_code, result.stderr) == (3, "")
        assert result.stdout.startswith("cannot tell")
        assert check(PENCILS, "--work", work, "--exit-zero").exit_code == 0

    def test_a_working_cannot_steer_the_terminal(self) -> None:
        told = check(PENCILS, "--work", "\x1b[2J 3 x 14 = \x1b[31m 41", "--units").stdout
        assert "14" in told
        assert "\x1b" not in told

    def test_a_keyboard_will_do(self) -> None:
        command = [sys.executable, "-m", "unitdep", "check", PENCILS, "--work", SLIP, "--units"]
        done = subprocess.run(
            command, capture_output=True, check=False, env={"PYTHONIOENCODING": "ascii"}
        )
        assert done.returncode == 1
        assert b"x wrong    3 x 14 = 41  makes 42\n" in done.stdout
        assert b"3 pencils per pupil * 14 pupils = 42 pencils" in done.stdout

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ([ISABEL], "give one of --work, --expression and --answer"),
            ([ISABEL, "--expression", "1", "--answer", "1"], "give one of"),
            (["--work", "1"], "standard input is empty; give TEXT"),
            ([ISABEL, "--work", "1", "--output", "x"], "--output needs --input"),
            (["-", "--work", "-"], "can't both be on standard input"),
            (["--input", "-", ISABEL], "can't be combined with TEXT"),
            (["--input", "-", "--gold", "1"], "can't be combined with --gold"),
            (["--input", "missing.jsonl"], "missing.jsonl does not exist"),
            ([ISABEL, "-a", "1", "--format", "csv"], "--format csv needs --input"),
            (["--input", "-", "--format", "json"], "--format json is for one working"),
            (["--input", "-", "--json"], "can't be combined with --json"),
            ([ISABEL, "-a", "1", "-q", "--pupil"], "--quiet prints the verdict alone"),
            (["--input", "-", "--resume"], "need an output file"),
            (["--input", "-", "--format", "parquet"], "name a file"),
        ],
    )
    def test_bad_usage(self, arguments: list[str], message: str) -> None:
        result = check(*arguments, input="")
        assert (result.exit_code, result.stdout) == (2, "")
        assert message in " ".join(result.stderr.split())


class TestMany:
    ROWS = (
        {"key": 1, "text": PENCILS, "work": "48 - 3*14 = 6", "answer": "mine"},
        {"key": 2, "text": PENCILS, "work": SLIP, "answer": "mine"},
        {"key": 3, "text": PENCILS, "work": "no idea", "answer": "mine"},
    )

    @pytest.fixture
    def source(self, tmp_path: Path) -> Path:
        return write(tmp_path / "in.jsonl", list(self.ROWS))

    @pytest.mark.model
    def test_a_file(self, tmp_path: Path, source: Path) -> None:
        output = tmp_path / "out.jsonl"
        result = check("--input", source, "--output", output)
        assert result.exit_code == 1
        assert [line.split() for line in result.stdout.splitlines()] == [
            ["verdict", "finding", "workings", "share"],
            ["right", "1", "33%"],
            ["wrong", "arithmetic", "slip", "1", "33%"],
            ["cannot", "tell", "no", "work", "found", "1", "33%"],
        ]
        assert re.match(r"3 rows in [\d.]+ s \([\d.]+ per second\)\n", result.stderr)
        found = read(output)
        assert [row["check"]["verdict"] for row in found] == ["right", "wrong", "cannot tell"]
        assert [{**row, "check": None} for row in found] == [
            {**row, "check": None} for row in self.ROWS
        ]
        # nothing is left to do, and the summary and the exit code are about the whole file
        again = check("--input", source, "--output", output, "--resume")
        assert (again.exit_code, again.stdout) == (1, result.stdout)
        assert "0 rows" in again.stderr
        assert "after 3 that were already done" in again.stderr
        assert check("--input", source, "-o", output).exit_code == 2
        assert check("--input", source, "-o", output, "--overwrite", "--exit-zero").exit_code == 0

    @pytest.mark.model
    @pytest.mark.parametrize(("kept", "code"), [((0,), 0), ((0, 2), 3), ((0, 1, 2), 1)])
    def test_exit_codes(self, tmp_path: Path, kept: tuple[int, ...], code: int) -> None:
        source = write(tmp_path / "in.jsonl", [self.ROWS[k] for k in kept])
        assert check("--input", source, "-o", tmp_path / "out.csv").exit_code == code

    def test_exit_code_of_verdicts(self) -> None:
        assert exit_code({"right": 3}) == exit_code({}) == 0
        assert exit_code({"right": 3, "incomplete": 1, "error": 1}) == 1
        assert exit_code({"right": 3, "error": 1}) == exit_code({"cannot tell": 1}) == 3

    @pytest.mark.model
    def test_pipes(self, source: Path) -> None:
        result = check("--input", "-", input=source.read_bytes())
        assert [json.loads(line)["key"] for line in result.stdout.splitlines()] == [1, 2, 3]
        assert "arithmetic slip" in result.stderr
        table = "text,work,gold\n" + f'"{PENCILS}",6,6\n' + f'"{PENCILS}",7,\n'
        result = check("--input", "-", "--output", "-", "--format", "csv", input=table)
        header, first, second = result.stdout.splitlines()
        assert header.startswith("text,work,gold,check_verdict,check_finding")
        assert first.startswith(f"{PENCILS},6,6,right,right,,gold")
        assert second.startswith(f"{PENCILS},7,,wrong,")

    @pytest.mark.model
    def test_columns_and_formats(self, tmp_path: Path) -> None:
        parquet()
        rows = [{"q": PENCILS, "sample": "6 pencils", "a": "6", "n": 7}]
        source = write(tmp_path / "in.parquet", rows)
        names = ("--text-column", "q", "--work-column", "sample", "--gold-column", "a")
        result = check("--input", source, "-o", tmp_path / "out.parquet", *names)
        assert result.exit_code == 0, result.stderr
        [found] = read(tmp_path / "out.parquet")
        assert {name: found[name] for name in rows[0]} == rows[0]
        assert (found["check_verdict"], found["check_basis"]) == ("right", "gold")

    def test_ctrl_c_then_resume(self, tmp_path: Path) -> None:
        rows = [{"n": n, **self.ROWS[n % 3]} for n in range(1500)]
        source, out = write(tmp_path / "in.jsonl", rows), tmp_path / "out.jsonl"
        command = [sys.executable, "-m", "unitdep", "check", "--input", source, "--output", out]
        process = subprocess.Popen(  # a background job inherits that Ctrl-C is ignored
            command,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        deadline = time.monotonic() + 60
        while not (out.exists() and out.stat().st_size) and time.monotonic() < deadline:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        told = process.communicate(timeout=60)[1]
        assert process.returncode == 130
        again = f"unitdep check --input {source} --output {out} --resume"
        assert told == f"Stopped. To resume: {again}\n"
        assert 0 < len(read(out)) < 1500
        resumed = subprocess.run(
            [*command, "--resume"], capture_output=True, text=True, check=False
        )
        assert resumed.returncode == 1
        assert "that were already done" in resumed.stderr
        assert [line.split()[-2] for line in resumed.stdout.splitlines()[1:]] == ["500"] * 3
        assert [row["n"] for row in read(out)] == list(range(1500))
