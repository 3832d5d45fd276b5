"""Batches: formats, bad lines, order, memory, and resuming after any crash."""

from __future__ import annotations

import csv
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

import unitdep
from batch_stub import BLOCK, Adder, rows, stub_job, texts
from unitdep.batch import reader
from unitdep.batch.job import job_file, lines_file
from unitdep.batch.local import AHEAD, TRIES, solve_here
from unitdep.batch.reader import open_source
from unitdep.batch.records import COLUMNS, BatchError, Format, Job, Mark, Refused, Row, format_of
from unitdep.batch.run import run
from unitdep.batch.writer import Output
from unitdep.cli.app import app

runner = CliRunner()
FORMATS = ("jsonl", "csv", "parquet")


def parquet() -> Any:
    return pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")


def write(path: Path, found: list[dict[str, Any]]) -> Path:
    """Write records in the format of a file's ending."""
    if path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in found), "utf-8")
    elif path.suffix == ".csv":
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(found[0]))
            writer.writeheader()
            writer.writerows(found)
    else:
        import pyarrow as pa

        parquet().write_table(pa.Table.from_pylist(found), path, row_group_size=4)
    return path


def read(path: Path) -> list[dict[str, Any]]:
    """Read records in the format of a file's ending."""
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    if path.suffix == ".csv":
        with path.open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))
    return list(parquet().read_table(path).to_pylist())


def source_rows(path: Path, **options: Any) -> list[Row]:
    source = open_source(stub_job(path, path.with_name("out.jsonl"), **options))
    return [row for row, _ in source.rows(source.start)]


def errors(path: Path) -> dict[int, str]:
    return {row.line: row.error for row in source_rows(path) if row.error is not None}


class TestFormats:
    @pytest.mark.parametrize("into", FORMATS)
    @pytest.mark.parametrize("out_of", FORMATS)
    def test_every_format_into_every_other(self, tmp_path: Path, out_of: str, into: str) -> None:
        parquet()
        given = texts(10)
        source = write(tmp_path / f"in.{out_of}", rows(given))
        done = run(stub_job(source, tmp_path / f"out.{into}"), load=Adder())
        found = read(tmp_path / f"out.{into}")
        assert [row["id"] for row in found] == [f"p{n}" for n in range(10)]
        assert [float(row["answer"]) for row in found] == [n + n * n for n in range(10)]
        assert [row["expression"] for row in found] == [f"{n} + {n * n}" for n in range(10)]
        assert (done.tally.answered, done.tally.rows, done.before) == (10, 10, 0)
        assert done.offset == done.size

    def test_a_json_record_is_the_solution_with_its_id(self, tmp_path: Path) -> None:
        source = write(tmp_path / "in.jsonl", [{"id": {"a": 1}, "text": "3 pens"}])
        run(stub_job(source, tmp_path / "out.jsonl"), load=Adder())
        assert read(tmp_path / "out.jsonl") == [{"id": {"a": 1}, **Adder().solution("3 pens")}]

    @pytest.mark.parametrize("into", ["csv", "parquet"])
    def test_columns(self, tmp_path: Path, into: str) -> None:
        parquet()
        source = tmp_path / "in.jsonl"
        source.write_text('{"id": 7, "text": "1 2"}\n{"id": [1], "text": "none"}\n7\n')
        run(stub_job(source, tmp_path / f"out.{into}"), load=Adder())
        first, second, third = read(tmp_path / f"out.{into}")
        nothing = "" if into == "csv" else None
        assert tuple(first) == COLUMNS
        assert (first["id"], float(first["answer"]), first["unit"]) == ("7", 3, "pen")
        assert (second["id"], second["answer"]) == ("[1]", nothing)
        assert (second["reason"], second["error"]) == ("no numbers", nothing)
        assert (third["id"], third["answer"], third["reason"]) == (nothing, nothing, nothing)
        assert (str(third["line"]), third["error"]) == ("3", "not a JSON object")

    def test_parquet_keeps_whole_number_ids(self, tmp_path: Path) -> None:
        parquet()
        source = write(tmp_path / "in.parquet", [{"n": 5, "t": "1 2"}, {"n": None, "t": None}])
        job = stub_job(source, tmp_path / "out.parquet", text_column="t", id_column="n")
        run(job, load=Adder())
        first, second = read(job.target)
        assert (first["id"], first["answer"]) == (5, 3)
        assert (second["line"], second["error"]) == (2, "the text is missing")

    def test_parquet_answer_beyond_floats(self, tmp_path: Path) -> None:
        parquet()
        source = write(tmp_path / "in.jsonl", rows(["1" + 400 * "0"]))
        run(stub_job(source, tmp_path / "out.parquet"), load=Adder())
        assert read(tmp_path / "out.parquet")[0]["answer"] == float("inf")

    def test_parquet_from_any_row(self, tmp_path: Path) -> None:
        parquet()
        path = write(tmp_path / "in.parquet", rows(texts(11)))  # row groups of 4
        source = open_source(stub_job(path, tmp_path / "out.jsonl"))
        for row in range(12):
            found = source.rows(Mark(row, row, row))
            assert [r.id for r, _ in found] == [f"p{n}" for n in range(row, 11)]

    @pytest.mark.parametrize("ending", ["jsonl", "csv", "parquet"])
    def test_marks(self, tmp_path: Path, ending: str) -> None:
        parquet()
        path = write(tmp_path / f"in.{ending}", rows(texts(10)))
        source = open_source(stub_job(path, tmp_path / "out.jsonl"))
        for every in (1, 3, 5, 10, 11):
            marks = list(source.marks(every, source.start))
            assert [m.row for m in marks] == [*range(0, 10, every), 10]
            found = [row for mark in marks for row, _ in source.rows(mark)]
            assert len(found) == sum(10 - mark.row for mark in marks)
            assert list(source.marks(every, marks[-1])) == marks[-1:]

    def test_columns_by_name(self, tmp_path: Path) -> None:
        source = write(tmp_path / "in.csv", [{"key": "k", "id": "i", "problem": "1 2"}])
        job = stub_job(source, tmp_path / "out.jsonl", text_column="problem")
        run(job, load=Adder())
        assert read(job.target)[0]["id"] == "i"
        run(replace(job, id_column="key"), load=Adder(), overwrite=True)
        assert read(job.target)[0]["id"] == "k"

    @pytest.mark.parametrize("ending", ["csv", "parquet"])
    def test_missing_columns(self, tmp_path: Path, ending: str) -> None:
        parquet()
        source = write(tmp_path / f"in.{ending}", [{"a": "1", "text": "2"}])
        for options in ({"text_column": "b"}, {"id_column": "b"}):
            with pytest.raises(Refused, match=r"no column 'b'; it has 'a', 'text'"):
                run(stub_job(source, tmp_path / "out.jsonl", **options))
        assert not (tmp_path / "out.jsonl").exists()

    def test_parquet_text_must_be_text(self, tmp_path: Path) -> None:
        parquet()
        source = write(tmp_path / "in.parquet", [{"text": 3}])
        with pytest.raises(Refused, match="is int64, not a string"):
            run(stub_job(source, tmp_path / "out.jsonl"))

    def test_no_parquet_file(self, tmp_path: Path) -> None:
        parquet()
        source = tmp_path / "in.parquet"
        source.write_text("hello, this is text")
        with pytest.raises(Refused, match="no Parquet file"):
            run(stub_job(source, tmp_path / "out.jsonl"))

    @pytest.mark.parametrize("into", FORMATS)
    def test_nothing_in_nothing_out(self, tmp_path: Path, into: str) -> None:
        parquet()
        (tmp_path / "in.jsonl").write_text("\n \n")
        assert run(stub_job(tmp_path / "in.jsonl", tmp_path / f"out.{into}")).tally.rows == 0
        assert read(tmp_path / f"out.{into}") == []

    def test_formats_by_ending(self) -> None:
        assert format_of(Path("a.NDJSON"), None) is Format.JSONL
        assert format_of(Path("a.csv"), Format.JSONL) is Format.CSV
        assert format_of(Path("a.txt"), Format.JSONL) is Format.JSONL
        with pytest.raises(Refused, match="--format"):
            format_of(Path("a.txt"), None)


class TestBadLines:
    def test_jsonl(self, tmp_path: Path) -> None:
        path = tmp_path / "in.jsonl"
        good = b'{"id": 1, "text": "a"}'
        path.write_bytes(
            b"\xef\xbb\xbf" + good + b"\n\n"
            b"{broken\n"
            b'{"id": 2}\n'
            b'{"id": 3, "text": 4}\n'
            b'["text"]\n'
            b'{"text": "caf\xe9"}\n'
            b'{"text": "\\ud800"}\n'
            b'{"text": "a", "id": NaN}\n'
            b'{"text": "a", "id": 1e999}\n' + 2000 * b"[" + b"\n" + good
        )
        told = {line: error.partition(":")[0] for line, error in errors(path).items()}
        assert told == {
            3: "not JSON",
            4: "there is no 'text'",
            5: "the text is not a string but int",
            6: "not a JSON object",
            7: "not UTF-8",
            8: "not UTF-8",
            9: "not JSON",
            10: "not JSON",
            11: "not JSON",
        }
        assert errors(path)[9] == "not JSON: NaN is no number"
        good_rows = [row for row in source_rows(path) if row.error is None]
        assert good_rows == [Row(1, 1, "a"), Row(12, 1, "a")]
        assert [row.id for row in source_rows(path)][1:5] == [None, 2, 3, None]

    def test_csv(self, tmp_path: Path) -> None:
        path = tmp_path / "in.csv"
        path.write_bytes(
            b"id,text\r\n"
            b'1,"two\r\nlines"\r\n'
            b"\r\n"
            b"2,one,too many\n"
            b"3\n"
            b"4,caf\xe9\n"
            b'5,"open quote\n'
            b"6,good\n"
            b'7,"a ""quote"""\n'
            b'8,"open to the end\n'
            b"9,last"
        )
        assert errors(path) == {
            5: "3 cells, but the header has 2",
            6: "1 cells, but the header has 2",
            7: "not UTF-8",
            8: "',' expected after '\"'",
            11: "unexpected end of data",
        }
        good = [(r.line, r.id, r.text) for r in source_rows(path) if r.error is None]
        assert good == [
            (2, "1", "two\r\nlines"),
            (9, "6", "good"),
            (10, "7", 'a "quote"'),
            (12, "9", "last"),
        ]

    @pytest.mark.parametrize("ending", ["jsonl", "csv"])
    def test_a_line_without_end(
        self, tmp_path: Path, ending: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(reader, "MAX_LINE", 100)
        path = write(tmp_path / f"in.{ending}", rows(["a", 1000 * "b", "c"]))
        first, second, third = source_rows(path)
        assert (first.text, third.text) == ("a", "c")
        assert second.error == "the line has more than 100 bytes"
        assert third.line == second.line + 1

    def test_a_text_that_is_too_long(self, tmp_path: Path) -> None:
        path = write(
            tmp_path / "in.jsonl", rows([reader.MAX_TEXT * "b", reader.MAX_TEXT * "b" + "c"])
        )
        assert errors(path) == {2: "the text has more than 100,000 characters"}

    @pytest.mark.parametrize("content", ["", 'id,"te'])
    def test_csv_without_a_header(self, tmp_path: Path, content: str) -> None:
        (tmp_path / "in.csv").write_text(content)
        with pytest.raises(Refused, match=r"in\.csv (is empty|has no header)"):
            source_rows(tmp_path / "in.csv")

    def test_the_run_goes_on(self, tmp_path: Path) -> None:
        source = write(tmp_path / "in.jsonl", rows(["1 2", "a boom", "3 4", "none", "5 6"]))
        with source.open("a") as file:
            file.write("{broken\n")
        done = run(stub_job(source, tmp_path / "out.jsonl"), load=Adder())
        found = read(tmp_path / "out.jsonl")
        assert [row.get("answer") for row in found] == [3, None, 7, None, 11, None]
        assert found[1] == {"id": "p1", "line": 2, "error": "RuntimeError: too loud"}
        assert (found[5]["id"], found[5]["line"]) == (None, 6)
        assert (done.tally.answered, done.tally.unanswered, done.tally.errors) == (3, 1, 2)


class TestStreaming:
    def peak(self, tmp_path: Path, count: int) -> int:
        source = tmp_path / f"{count}.jsonl"
        with source.open("w") as file:
            for n in range(count):
                file.write(json.dumps({"id": n, "text": f"{n} pens " + 200 * "x"}) + "\n")
        job = stub_job(source, tmp_path / f"{count}.csv", block=64)
        tracemalloc.start()
        run(job, load=Adder())
        run(job, load=Adder(), resume=True)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return peak

    def test_memory_does_not_grow_with_the_file(self, tmp_path: Path) -> None:
        small, large = self.peak(tmp_path, 500), self.peak(tmp_path, 5_000)
        assert (tmp_path / "5000.jsonl").stat().st_size > 1_000_000
        assert large < small + 100_000

    def test_parquet_memory_is_a_part_of_a_row_group(self, tmp_path: Path) -> None:
        pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
        path = tmp_path / "in.parquet"
        with parquet().ParquetWriter(path, pa.schema([("text", pa.string())])) as writer:
            for part in range(20):
                long = [f"{part} {n} " + 1000 * "x" for n in range(1000)]
                writer.write_table(pa.table({"text": long}))
        source = open_source(stub_job(path, tmp_path / "out.jsonl"))
        before = pa.total_allocated_bytes()
        most = 0
        for row, _ in source.rows(source.start):
            assert row.error is None
            most = max(most, pa.total_allocated_bytes() - before)
        assert source.size == 20_000
        assert most < 5_000_000  # of 20 MB

    def test_workers_read_only_a_little_ahead(self, tmp_path: Path) -> None:
        path = write(tmp_path / "in.jsonl", rows(texts(200)))
        job = stub_job(path, tmp_path / "out.jsonl")
        source = open_source(job)
        read_rows = 0

        class Counting:
            start, size, marks = source.start, source.size, source.marks

            def rows(self, mark: Mark) -> Iterator[tuple[Row, Mark]]:
                nonlocal read_rows
                for found in source.rows(mark):
                    read_rows += 1
                    yield found

        results = solve_here(job, Counting(), source.start, load=Adder(), workers=2)
        for number, _ in enumerate(results, 1):
            assert read_rows <= (number + 2 * AHEAD) * BLOCK
            if number == 10:
                break
        results.close()


class TestWorkers:
    def test_order_and_one_load_for_each(self, tmp_path: Path) -> None:
        given = texts(40)
        given[7] = "boom"
        source = write(tmp_path / "in.jsonl", rows(given))
        alone, together = (stub_job(source, tmp_path / name) for name in ("1.jsonl", "3.jsonl"))
        run(alone, load=Adder())
        run(together, partial(solve_here, workers=3), load=Adder(0.002, tmp_path))
        assert together.target.read_bytes() == alone.target.read_bytes()
        assert 1 <= len(list(tmp_path.glob("*.pid"))) <= 3
        assert not (tmp_path / f"{os.getpid()}.pid").exists()

    def test_a_worker_that_dies_is_replaced(self, tmp_path: Path) -> None:
        given = texts(30)
        given[10] = "deadly 3"
        source = write(tmp_path / "in.jsonl", rows(given))
        job = stub_job(source, tmp_path / "out.jsonl")
        run(job, partial(solve_here, workers=2), load=Adder(folder=tmp_path))
        assert (tmp_path / "died").exists()
        assert [row["text"] for row in read(job.target)] == given

    def test_a_text_that_always_kills(self, tmp_path: Path) -> None:
        given = texts(8)
        given[4] = "deadly 3"
        source = write(tmp_path / "in.jsonl", rows(given))
        job = stub_job(source, tmp_path / "out.jsonl")
        with pytest.raises(BatchError, match=f"died {TRIES} times over lines 4 to 6"):
            run(job, partial(solve_here, workers=2), load=Adder())
        assert len(read(job.target)) == BLOCK  # what came before is safe


class TestResume:
    @pytest.fixture
    def source(self, tmp_path: Path) -> Path:
        """Ten rows; quotes and line ends in ids must not be taken for those of records."""
        found = rows([f"{n} {n}" for n in range(10)])
        found[2]["id"] = 'a "b",\n"c"\n'
        found[3]["id"] = '"'
        found[4]["text"] = "boom"
        return write(tmp_path / "in.jsonl", found)

    @pytest.mark.parametrize("into", ["jsonl", "csv"])
    def test_cut_at_every_byte(
        self, tmp_path: Path, source: Path, into: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        job = stub_job(source, tmp_path / f"out.{into}")
        run(job, load=Adder())
        whole = job.target.read_bytes()
        monkeypatch.setattr(os, "fsync", lambda _: None)
        solved: set[int] = set()
        for size in range(len(whole) + 1):
            job.target.write_bytes(whole[:size])
            done = run(job, load=Adder(), resume=True)
            assert job.target.read_bytes() == whole
            assert done.before + done.tally.rows == 10
            solved.add(done.tally.rows)
        assert solved == {10, 7, 4, 1, 0}

    def test_zeros_that_the_disk_left(self, tmp_path: Path, source: Path) -> None:
        job = stub_job(source, tmp_path / "out.jsonl")
        run(job, load=Adder())
        whole = job.target.read_bytes()
        job.target.write_bytes(whole[:600] + bytes(100) + whole[700:])
        run(job, load=Adder(), resume=True)
        assert job.target.read_bytes() == whole

    def test_parquet(self, tmp_path: Path, source: Path) -> None:
        parquet()
        job = stub_job(source, tmp_path / "out.parquet")
        run(job, load=Adder())
        whole = read(job.target)
        assert not lines_file(job).exists()
        lines = stub_job(source, tmp_path / "flat.csv")
        run(lines, load=Adder())
        assert [row["id"] for row in whole] == [row["id"] for row in read(lines.target)]
        # killed after the file was written, before the lines were removed
        lines_file(job).write_text("left over")
        done = run(job, load=Adder(), resume=True)
        assert (done.before, done.tally.rows, lines_file(job).exists()) == (10, 0, False)

    def test_parquet_cut_lines(
        self, tmp_path: Path, source: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        parquet()
        job = stub_job(source, tmp_path / "out.parquet")
        monkeypatch.setattr("unitdep.batch.parquet.write_parquet", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            run(job, load=Adder())
        monkeypatch.undo()
        whole = lines_file(job).read_bytes()
        reference = stub_job(source, tmp_path / "reference.parquet")
        run(reference, load=Adder())
        for size in range(0, len(whole) + 1, 97):
            lines_file(job).write_bytes(whole[:size])
            job.target.unlink(missing_ok=True)
            run(job, load=Adder(), resume=True)
            assert read(job.target) == read(reference.target)

    @pytest.mark.parametrize("seed", range(3))
    @pytest.mark.parametrize("into", FORMATS)
    def test_killed_at_random_moments(self, tmp_path: Path, into: str, seed: int) -> None:
        parquet()
        chance = random.Random(f"{into} {seed}")
        given = rows(texts(60))
        given[11]["text"] = "boom"
        source = write(tmp_path / "in.jsonl", given)
        reference = stub_job(source, tmp_path / f"reference.{into}")
        run(reference, load=Adder())
        job = stub_job(source, tmp_path / f"out.{into}")
        workers = "2" if seed == 2 else "1"
        at_work = 0
        for _ in range(4):
            process = stub_process(job, workers, delay=0.01)
            kill_sometime(process, lines_file(job), chance)
            left = lines_file(job).stat().st_size if lines_file(job).exists() else 0
            at_work += process.returncode == -signal.SIGKILL and left > 0
        process = stub_process(job, workers, delay=0)
        assert process.wait(60) == 0
        if into == "parquet":
            assert read(job.target) == read(reference.target)
        else:
            assert job.target.read_bytes() == reference.target.read_bytes()
        assert at_work > 0

    def test_nothing_is_left_to_do(self, tmp_path: Path, source: Path) -> None:
        job = stub_job(source, tmp_path / "out.jsonl")
        run(job, load=Adder())
        done = run(job, load=lambda: pytest.fail("no model is needed"), resume=True)
        assert (done.before, done.tally.rows) == (10, 0)

    def test_where_nothing_was_begun(self, tmp_path: Path, source: Path) -> None:
        assert run(stub_job(source, tmp_path / "a.jsonl"), load=Adder(), resume=True).before == 0

    def test_other_input_model_or_options_are_refused(self, tmp_path: Path, source: Path) -> None:
        job = stub_job(source, tmp_path / "out.jsonl")
        run(job, load=Adder())
        other = write(tmp_path / "other.jsonl", rows(texts(10)))
        longer = tmp_path / "longer.jsonl"
        longer.write_bytes(source.read_bytes() + b'{"text": "1 2"}\n')
        model = tmp_path / "model2"
        model.mkdir()
        (model / "config.json").write_text("{}")
        for changed, message in (
            (replace(job, source=other), "another input;"),
            (replace(job, source=longer), "another input;"),
            (replace(job, model=model), "another model;"),
            (replace(job, text_column="id"), "another text column;"),
            (replace(job, id_column="text", block=4), "another block size, id column;"),
        ):
            with pytest.raises(Refused, match=message):
                run(changed, load=Adder(), resume=True)
        moved = source.rename(tmp_path / "moved.jsonl")  # the same, elsewhere
        assert run(replace(job, source=moved), load=Adder(), resume=True).before == 10

    def test_an_output_of_unknown_origin_is_refused(self, tmp_path: Path, source: Path) -> None:
        job = stub_job(source, tmp_path / "out.jsonl")
        job.target.write_text("precious\n")
        with pytest.raises(Refused, match=r"no out\.jsonl\.job\.json"):
            run(job, load=Adder(), resume=True)
        job_file(job).write_text("[]")
        with pytest.raises(Refused, match="cannot be read"):
            run(job, load=Adder(), resume=True)
        assert job.target.read_text() == "precious\n"

    def test_more_rows_than_the_input_has(self, tmp_path: Path, source: Path) -> None:
        job = stub_job(source, tmp_path / "out.jsonl")
        run(job, load=Adder())
        with job.target.open("a") as file:
            file.write("{}\n")
        with pytest.raises(Refused, match="11 rows, more than the 10"):
            run(job, load=Adder(), resume=True)

    def test_two_at_once(self, tmp_path: Path, source: Path) -> None:
        job = stub_job(source, tmp_path / "out.jsonl")
        run(job, load=Adder())
        for options in ({"resume": True}, {"overwrite": True}):
            with (
                Output(job.target, Format.JSONL),
                pytest.raises(BatchError, match="another batch is writing"),
            ):
                run(job, load=Adder(), **options)
        assert len(read(job.target)) == 10


def stub_process(job: Job, workers: str, delay: float) -> subprocess.Popen[bytes]:
    """Start a batch with the stub in a process of its own."""
    stub = Path(__file__).with_name("batch_stub.py")
    return subprocess.Popen(
        [sys.executable, str(stub), str(job.source), str(job.target), workers, str(delay)],
        stderr=subprocess.DEVNULL,
    )


def kill_sometime(process: subprocess.Popen[bytes], path: Path, chance: random.Random) -> None:
    """Kill a process at a random time, counted from its start or from when its output grew."""
    deadline = time.monotonic() + 30
    if chance.random() < 0.7:
        size = path.stat().st_size if path.exists() else 0
        while process.poll() is None and time.monotonic() < deadline:
            if path.exists() and path.stat().st_size > size:
                break
            time.sleep(0.002)
    time.sleep(chance.uniform(0, 0.15))
    process.send_signal(signal.SIGKILL)
    process.wait(30)


class TestCommand:
    @pytest.fixture(autouse=True)
    def stub(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("unitdep.batch.run.LoadSolver", lambda _: Adder())

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
        self.check([str(source), str(out), "--resume"], 0, "5 were there before")

    def test_an_output_is_not_overwritten_unasked(self, tmp_path: Path, source: Path) -> None:
        out = tmp_path / "out.jsonl"
        out.write_text("precious")
        self.check([str(source), str(out)], 2, "--resume goes on with it, --overwrite begins anew")
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
        self.check([given, str(tmp_path / "out.txt")], 2, "does not tell its format")
        self.check([given, str(tmp_path / "no" / "out.jsonl")], 2, "cannot write")
        self.check([given, out, "--model", str(tmp_path)], 2, "no model")
        self.check([given, out, "--ray-address", "auto"], 2, "is for --engine ray")
        self.check([given, out, "--workers", "0"], 2, "workers")
        (tmp_path / "folder.jsonl").mkdir()
        self.check([given, str(tmp_path / "folder.jsonl")], 2, "is a folder")
        assert source.exists()
        assert not Path(out).exists()

    def test_format(self, tmp_path: Path, source: Path) -> None:
        given = source.rename(tmp_path / "in.txt")
        out = tmp_path / "out.csv"
        self.check([str(given), str(out), "--format", "jsonl"], 0, "5 answered")
        assert out.read_text().startswith("id,answer,unit,expression,confidence,reason")

    @pytest.mark.parametrize(
        ("missing", "module", "arguments"),
        [
            ("pyarrow", "unitdep.batch.parquet", ["out.parquet"]),
            ("ray", "unitdep.batch.ray_engine", ["out.jsonl", "--engine", "ray"]),
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
        monkeypatch.delitem(sys.modules, module, raising=False)
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
        message = "Stopped. To go on: unitdep batch 'a b' o --resume"
        self.check([str(source), str(tmp_path / "o.csv"), "--overwrite"], 130, message)

    def test_a_full_disk(
        self, tmp_path: Path, source: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def full(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(Output, "append", full)
        message = "No space left on device To go on with what is written: unitdep"
        self.check([str(source), str(tmp_path / "out.jsonl")], 1, message)

    def test_progress_has_rate_and_time_left(
        self, tmp_path: Path, source: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        screen = StringIO()
        console = partial(Console, file=screen, force_terminal=True, width=120)
        monkeypatch.setattr("rich.console.Console", lambda **_: console())
        self.check([str(source), str(tmp_path / "out.jsonl")], 0, "5 answered")
        shown = re.sub(r"\x1b\[[\d;?]*\w", "", screen.getvalue())
        assert re.search(r"100 % 5 rows [\d.]+ a second \d:\d\d:\d\d", shown)


PROBLEMS = (
    "Ann has 12 pens and buys 5 pens. How many pens does Ann have now?",
    "There are 4 cups in each box. Ben buys 6 boxes. How many cups does Ben have?",
    "How many stamps does Cleo have?",
)


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
        source = write(tmp_path / "in.jsonl", rows(list(PROBLEMS) * 100))
        out = tmp_path / "out.jsonl"
        command = [sys.executable, "-m", "unitdep", "batch", str(source), str(out)]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + 60
        while not (out.exists() and out.stat().st_size) and time.monotonic() < deadline:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        told = process.communicate(timeout=60)[1]
        assert process.returncode == 130
        assert told == f"Stopped. To go on: unitdep batch {source} {out} --resume\n"
        assert 0 < len(read(out)) < 300
        done = subprocess.run([*command, "--resume"], capture_output=True, text=True, check=True)
        assert "were there before" in done.stderr
        found = read(out)
        assert [row["id"] for row in found] == [f"p{n}" for n in range(300)]
        assert [row["text"] for row in found] == list(PROBLEMS) * 100
