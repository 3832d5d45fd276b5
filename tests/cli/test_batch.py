"""unitdep batch: exit codes, messages, progress, Ctrl-C."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from functools import partial
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

import unitdep
from batch_stub import PROBLEMS, Adder, parquet, read, rows, texts, write
from unitdep.batch.job import Format, Job
from unitdep.batch.writer import Output
from unitdep.cli import runs
from unitdep.cli.app import app

runner = CliRunner()


class TestCommand:
    @pytest.fixture(autouse=True)
    def stub(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("unitdep.cli.runs.LoadSolver", lambda *_: Adder())

    @pytest.fixture
    def source(self, tmp_path: Path) -> Path:
        return write(tmp_path / "in.jsonl", rows(texts(5)))

    def check(self, arguments: list[str], code: int, message: str) -> None:
        result = runner.invoke(app, ["batch", *arguments], env={"COLUMNS": "300"})
        assert (result.exit_code, result.stdout) == (code, "")
        assert message in " ".join(result.stderr.split())
        assert "Traceback" not in result.stderr

    def test_a_run(self, tmp_path: Path, source: Path) -> None:
        out = tmp_path / "out.csv"
        self.check([str(source), str(out)], 0, "5 answered, 0 without an answer, 0 errors")
        assert len(read(out)) == 5
        self.check([str(source), str(out), "--resume"], 0, "5 that were already done")

    def test_an_output_is_not_overwritten_unasked(self, tmp_path: Path, source: Path) -> None:
        out = tmp_path / "out.jsonl"
        out.write_text("precious")
        self.check([str(source), str(out)], 2, "--resume continues it, --overwrite starts over")
        assert out.read_text() == "precious"
        self.check([str(source), str(out), "--overwrite"], 0, "5 answered")
        self.check([str(source), str(out), "--overwrite", "--resume"], 2, "not both")

    def test_an_unfinished_parquet_output_is_not_overwritten(
        self, tmp_path: Path, source: Path
    ) -> None:
        parquet()
        (tmp_path / "out.parquet.rows.jsonl").write_text("precious")
        self.check([str(source), str(tmp_path / "out.parquet")], 2, "rows.jsonl exists")

    def test_bad_usage(self, tmp_path: Path, source: Path) -> None:
        given = str(source)
        out = str(tmp_path / "out.jsonl")
        self.check([str(tmp_path / "no.jsonl"), out], 2, "does not exist")
        self.check([given, given, "--overwrite"], 2, "is the input")
        self.check([given, str(tmp_path / "out.txt")], 2, "does not say its format")
        self.check([given, str(tmp_path / "no" / "out.jsonl")], 2, "cannot write")
        self.check([given, out, "--model", str(tmp_path)], 2, "no model")
        self.check([given, out, "--ray-address", "auto"], 2, "needs --engine ray")
        self.check([given, out, "--workers", "0"], 2, "workers")
        (tmp_path / "folder.jsonl").mkdir()
        self.check([given, str(tmp_path / "folder.jsonl")], 2, "is a folder")
        assert source.exists()
        assert not Path(out).exists()

    def test_format(self, tmp_path: Path, source: Path) -> None:
        given = source.rename(tmp_path / "in.txt")
        out = tmp_path / "out.csv"
        self.check([str(given), str(out), "--format", "jsonl"], 0, "5 answered")
        assert out.read_text().startswith("id,text,answer,unit,expression,confidence,reason")

    @pytest.mark.parametrize("arguments", [["-", "-"], ["-"], []])
    def test_a_pipe_of_json_lines(self, arguments: list[str], source: Path) -> None:
        result = runner.invoke(app, ["batch", *arguments], input=source.read_bytes())
        assert result.exit_code == 0, result.stderr
        found = [json.loads(line) for line in result.stdout.splitlines()]
        assert [row["answer"] for row in found] == [n + n * n for n in range(5)]
        assert "5 rows in" in result.stderr

    def test_a_pipe_shows_its_format(self) -> None:
        """A table comes out as a table, with the columns that it had."""
        result = runner.invoke(app, ["batch"], input='\ufeffgrade,text\n4,"1, 2"\n')
        assert result.stdout.splitlines() == [
            "grade,text,id,answer,unit,expression,confidence,reason,line,error",
            '4,"1, 2",,3,pen,1 + 2,0.5,,,',
        ]
        assert result.stderr.startswith("1 row in")
        given = '{"text": "1"}\n'  # what --format says counts
        table = runner.invoke(app, ["batch", "--format", "csv"], input=given).stderr
        assert "standard input has no column 'text'; it has" in " ".join(table.split())

    def test_a_pipe_of_parquet(self, tmp_path: Path) -> None:
        parquet()
        given = write(tmp_path / "in.parquet", rows(texts(2))).read_bytes()
        result = runner.invoke(app, ["batch"], input=given)
        assert [json.loads(line)["id"] for line in result.stdout.splitlines()] == ["p0", "p1"]

    @pytest.mark.parametrize("form", ["jsonl", "csv"])
    def test_a_wrong_column_stops_at_once(self, form: str, tmp_path: Path) -> None:
        given = write(tmp_path / f"in.{form}", [{"n": "1", "q": "1 2"}])
        for columns, message in (
            ([], "has no column 'text'; it has 'n', 'q': name the right one with --text-column"),
            (["--text-column", "x"], "has no column 'x'; it has 'n', 'q'"),
            (["--text-column", "q", "--id-column", "k"], "'k'; it has 'n', 'q': name the right "),
        ):
            self.check([str(given), str(tmp_path / "out.csv"), *columns], 2, message)
            assert not list(tmp_path.glob("out*"))
        piped = runner.invoke(app, ["batch", "-", "-"], input=given.read_bytes())
        assert (piped.exit_code, piped.stdout) == (2, "")
        assert "standard input has no column 'text'" in " ".join(piped.stderr.split())

    def test_every_row_in_error(self, tmp_path: Path) -> None:
        bad, out = tmp_path / "in.jsonl", str(tmp_path / "out.jsonl")
        bad.write_text("3\n{\n", "utf-8")
        self.check([str(bad), out], 1, "no record could be read and solved")
        assert len(read(tmp_path / "out.jsonl")) == 2
        bad.write_text('3\n{"text": "1 2"}\n', "utf-8")
        self.check([str(bad), out, "--overwrite"], 0, "1 answered, 0 without an answer, 1 error")
        bad.write_text("", "utf-8")
        self.check([str(bad), out, "--overwrite"], 0, "0 rows")

    @pytest.mark.parametrize(
        ("size", "processors", "workers"),
        [(0, 8, 1), (399_999, 8, 1), (400_000, 8, 2), (10**9, 8, 4), (10**9, 3, 3), (10**9, 1, 1)],
    )
    def test_workers_by_the_size_of_the_file(
        self, size: int, processors: int, workers: int, tmp_path: Path
    ) -> None:
        given = tmp_path / "in.jsonl"
        with given.open("wb") as file:
            file.truncate(size)
        job = Job(given, tmp_path / "out", Format.JSONL, Format.JSONL)
        assert runs.workers_for(job, processors) == workers
        packed = replace(job, source_format=Format.PARQUET)
        assert runs.workers_for(packed, processors) >= workers

    def test_the_number_of_workers_is_said(self, tmp_path: Path) -> None:
        """It's chosen here, not by an option; two workers are really used."""
        given = write(tmp_path / "in.jsonl", rows(["1 2"] * 200))
        runs_two = [str(given), str(tmp_path / "two.jsonl"), "--workers", "2"]
        self.check(runs_two, 0, "per second) with 2 workers: 200 answered")
        self.check([str(given), str(tmp_path / "one.jsonl")], 0, "per second): 200 answered")
        assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()

    @pytest.mark.parametrize(
        ("missing", "module", "arguments"),
        [
            ("pyarrow", "unitdep.batch.parquet", ["out.parquet"]),
            ("ray", "unitdep.batch.engines.ray", ["out.jsonl", "--engine", "ray"]),
        ],
    )
    def test_an_extra_that_is_not_installed(
        self,
        tmp_path: Path,
        source: Path,
        monkeypatch: pytest.MonkeyPatch,
        missing: str,
        module: str,
        arguments: list[str],
    ) -> None:
        monkeypatch.setitem(sys.modules, missing, None)
        for loaded in [name for name in sys.modules if name.startswith(module)]:
            monkeypatch.delitem(sys.modules, loaded)
        name, *options = arguments
        extra = {"pyarrow": "parquet"}.get(missing, missing)
        message = f"which is not installed; run: pip install 'unitdep[{extra}]'"
        self.check([str(source), str(tmp_path / name), *options], 1, message)
        assert not list(tmp_path.glob("out*"))

    def test_interrupted(
        self, tmp_path: Path, source: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def stopped(*_: object, **__: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr("unitdep.batch.run.open_source", stopped)
        monkeypatch.setattr(sys, "argv", ["x", "batch", "a b", "o", "--overwrite"])
        message = "Stopped. To resume: unitdep batch 'a b' o --resume"
        self.check([str(source), str(tmp_path / "o.csv"), "--overwrite"], 130, message)

    def test_a_full_disk(
        self, tmp_path: Path, source: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def full(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(Output, "append", full)
        message = "No space left on device To resume: unitdep"
        self.check([str(source), str(tmp_path / "out.jsonl")], 1, message)

    def test_progress_has_rate_and_time_left(
        self, tmp_path: Path, source: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        screen = StringIO()
        console = partial(Console, file=screen, force_terminal=True, width=120)
        monkeypatch.setattr("rich.console.Console", lambda **_: console())
        self.check([str(source), str(tmp_path / "out.jsonl")], 0, "5 answered")
        shown = re.sub(r"\x1b\[[\d;?]*\w", "", screen.getvalue())
        assert re.search(r"100% 5 rows [\d.]+ per second \d:\d\d:\d\d", shown)


class TestWithTheModel:
    def test_records_are_those_of_solve(self, tmp_path: Path) -> None:
        source = write(tmp_path / "in.jsonl", rows(list(PROBLEMS)))
        result = runner.invoke(app, ["batch", str(source), str(tmp_path / "out.jsonl")])
        assert result.exit_code == 0, result.stderr
        assert read(tmp_path / "out.jsonl") == [
            {"id": f"p{n}", **json.loads(json.dumps(unitdep.solve(text).to_dict()))}
            for n, text in enumerate(PROBLEMS)
        ]

    def test_ctrl_c_then_resume(self, tmp_path: Path) -> None:
        source = write(tmp_path / "in.jsonl", rows(list(PROBLEMS) * 400))
        out = tmp_path / "out.jsonl"
        command = [sys.executable, "-m", "unitdep", "batch", str(source), str(out)]
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
        assert told == f"Stopped. To resume: unitdep batch {source} {out} --resume\n"
        assert 0 < len(read(out)) < 1200
        done = subprocess.run([*command, "--resume"], capture_output=True, text=True, check=True)
        assert "that were already done" in done.stderr
        found = read(out)
        assert [row["id"] for row in found] == [f"p{n}" for n in range(1200)]
        assert [row["text"] for row in found] == list(PROBLEMS) * 400
