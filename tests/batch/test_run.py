"""Batches: formats, bad lines, order, memory, workers."""

from __future__ import annotations

import json
import os
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from batch_stub import BLOCK, FORMATS, Adder, parquet, read, rows, stub_job, texts, write
from unitdep.batch import reader
from unitdep.batch.actions import Solving
from unitdep.batch.engines.local import AHEAD, TRIES, solve_here
from unitdep.batch.job import Format, format_of
from unitdep.batch.reader import open_source
from unitdep.batch.records import Mark, Row
from unitdep.batch.run import run
from unitdep.errors import BatchError, BatchUsageError
from unitdep.reading.text import MAX_CHARACTERS


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
        assert (done.tally.of("answered"), done.tally.rows, done.before) == (10, 10, 0)
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
        own = [name for name in Solving.columns if name != "id"]
        assert list(first) == ["id", "text", *own]
        assert (first["text"], third["text"]) == ("1 2", nothing)
        assert (first["id"], float(first["answer"]), first["unit"]) == ("7", 3, "pen")
        assert (second["id"], second["answer"]) == ("[1]", nothing)
        assert (second["reason"], second["error"]) == ("no numbers", nothing)
        assert (third["id"], third["answer"], third["reason"]) == (nothing, nothing, nothing)
        assert (str(third["line"]), third["error"]) == ("3", "not a JSON object")

    @pytest.mark.parametrize("into", FORMATS)
    @pytest.mark.parametrize("out_of", FORMATS)
    def test_other_columns_are_kept(self, tmp_path: Path, out_of: str, into: str) -> None:
        """One that has the name of something in a solution is renamed, as is an unused id."""
        parquet()
        given = {"grade": 4, "q": "1 2", "answer": "five", "id": "k", "key": "a", "graph": "b"}
        source = write(tmp_path / f"in.{out_of}", [given, {**given, "q": "boom"}])
        names = {"text_column": "q", "id_column": "key"}
        run(stub_job(source, tmp_path / f"out.{into}", **names), load=Adder())
        wanted = {"grade": "4", "q": "1 2", "input_answer": "five", "input_id": "k", "key": "a"}
        wanted |= {"input_graph": "b", "id": "a"}
        first, second = read(tmp_path / f"out.{into}")
        assert {name: str(first[name]) for name in wanted} == wanted
        assert float(first["answer"]) == 3
        assert second["error"] == "RuntimeError: too loud"
        assert {name: str(second[name]) for name in wanted} == {**wanted, "q": "boom"}

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
        run(replace(job, action=Solving("problem", "key")), load=Adder(), overwrite=True)
        assert read(job.target)[0]["id"] == "k"

    @pytest.mark.parametrize("ending", ["csv", "parquet"])
    def test_missing_columns(self, tmp_path: Path, ending: str) -> None:
        parquet()
        source = write(tmp_path / f"in.{ending}", [{"a": "1", "text": "2"}])
        for options in ({"text_column": "b"}, {"id_column": "b"}):
            with pytest.raises(BatchUsageError, match=r"no column 'b'; it has 'a', 'text'"):
                run(stub_job(source, tmp_path / "out.jsonl", **options))
        assert not (tmp_path / "out.jsonl").exists()

    def test_parquet_text_must_be_text(self, tmp_path: Path) -> None:
        parquet()
        source = write(tmp_path / "in.parquet", [{"text": 3}])
        with pytest.raises(BatchUsageError, match="is int64, not a string"):
            run(stub_job(source, tmp_path / "out.jsonl"))

    def test_no_parquet_file(self, tmp_path: Path) -> None:
        parquet()
        source = tmp_path / "in.parquet"
        source.write_text("hello, this is text")
        with pytest.raises(BatchUsageError, match="not a Parquet file"):
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
        with pytest.raises(BatchUsageError, match="--format"):
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
        assert errors(path)[9] == "not JSON: NaN is not a number"
        good_rows = [row for row in source_rows(path) if row.error is None]
        fields = {"text": "a", "id": 1}
        assert good_rows == [Row(1, 1, "a", fields=fields), Row(12, 1, "a", fields=fields)]
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

    def test_a_text_that_is_too_long_is_read(self, tmp_path: Path) -> None:
        path = write(tmp_path / "in.jsonl", rows([MAX_CHARACTERS * "b" + "c"]))
        assert errors(path) == {}  # the solver refuses it

    @pytest.mark.parametrize("content", ["", 'id,"te'])
    def test_csv_without_a_header(self, tmp_path: Path, content: str) -> None:
        (tmp_path / "in.csv").write_text(content)
        with pytest.raises(BatchUsageError, match=r"in\.csv (is empty|has no header)"):
            source_rows(tmp_path / "in.csv")

    def test_the_run_goes_on(self, tmp_path: Path) -> None:
        source = write(tmp_path / "in.jsonl", rows(["1 2", "a boom", "3 4", "none", "5 6"]))
        with source.open("a") as file:
            file.write("{broken\n")
        done = run(stub_job(source, tmp_path / "out.jsonl"), load=Adder())
        found = read(tmp_path / "out.jsonl")
        assert [row.get("answer") for row in found] == [3, None, 7, None, 11, None]
        told = {"line": 2, "error": "RuntimeError: too loud"}
        assert found[1] == {"id": "p1", "text": "a boom", **told}
        assert (found[5]["id"], found[5]["line"]) == (None, 6)
        assert [done.tally.of(n) for n in ("answered", "unanswered", "error")] == [3, 1, 2]


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
        small, large = self.peak(tmp_path, 300), self.peak(tmp_path, 3_000)
        assert (tmp_path / "3000.jsonl").stat().st_size > 600_000
        assert large < small + 60_000

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
        assert most < 7_000_000  # of 20 MB

    def test_workers_read_only_a_little_ahead(self, tmp_path: Path) -> None:
        path = write(tmp_path / "in.jsonl", rows(texts(200)))
        job = stub_job(path, tmp_path / "out.jsonl")
        source = open_source(job)
        read_rows = 0

        class Counting:
            start, size = source.start, source.size
            marks, columns = source.marks, source.columns

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
        with pytest.raises(BatchError, match=f"died {TRIES} times on lines 4 to 6"):
            run(job, partial(solve_here, workers=2), load=Adder())
        assert len(read(job.target)) == BLOCK  # what came before is safe
