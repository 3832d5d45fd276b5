"""Inputs made to be slow, large or fatal: every record is bounded, and the run continues."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from batch_stub import Adder, parquet, read, rows, stub_job, write
from unitdep.batch.engines.local import solve_here
from unitdep.batch.layout import csv_line
from unitdep.batch.manifest import job_file
from unitdep.batch.reader import (
    MAX_COLUMNS,
    MAX_DEPTH,
    MAX_LINES,
    READ_AGAIN,
    _Lines,
    open_source,
)
from unitdep.batch.records import Row
from unitdep.batch.run import run
from unitdep.errors import BatchError, BatchUsageError


def found(path: Path, **options: Any) -> list[Row]:
    source = open_source(stub_job(path, path.with_name("out.jsonl"), **options))
    every = [row for row, _ in source.rows(source.start)]
    for mark in source.marks(
        max(7, len(every) // 3), source.start
    ):  # a run that resumes reads the same
        assert [row for row, _ in source.rows(mark)] == every[mark.row :]
    return every


class TestCsv:
    @pytest.fixture
    def count(self, monkeypatch: pytest.MonkeyPatch) -> list[int]:
        """Count the lines that are read."""
        lines, before = [0], _Lines.__next__

        def after(self: _Lines) -> str:
            lines[0] += 1
            return before(self)

        monkeypatch.setattr(_Lines, "__next__", after)
        return lines

    @pytest.mark.parametrize("line", ['a","b\n', '"a,b\n', 'a,"\n', 'a,""","b\n', '"""\n'])
    def test_quotes_that_stay_open_cost_time_in_proportion(
        self, tmp_path: Path, line: str, count: list[int]
    ) -> None:
        (tmp_path / "q.csv").write_text("id,text\n" + 5_000 * line)
        source = open_source(stub_job(tmp_path / "q.csv", tmp_path / "out.jsonl"))
        every = [row for row, _ in source.rows(source.start)]
        assert every
        assert count[0] < (READ_AGAIN + 1) * 5_001

    def test_one_open_quote_costs_one_row(self, tmp_path: Path) -> None:
        good = [f"{n},{n} pens\n" for n in range(3 * MAX_LINES)]
        good[5] = '5,"five pens\n'
        (tmp_path / "q.csv").write_text("id,text\n" + "".join(good))
        bad = [row for row in found(tmp_path / "q.csv") if row.error]
        assert [row.line for row in bad] == [7]
        assert "more than 1,000 lines" in str(bad[0].error)

    def test_an_open_quote_among_quoted_texts_costs_one_row(self, tmp_path: Path) -> None:
        good = [f'{n},"{n} pens, or more"\n' for n in range(50)]
        good[5] = '5,"five pens\n'
        (tmp_path / "q.csv").write_text("id,text\n" + "".join(good))
        assert [row.line for row in found(tmp_path / "q.csv") if row.error] == [7]

    def test_a_record_has_bounded_bytes(self, tmp_path: Path) -> None:
        with (tmp_path / "q.csv").open("w") as file:
            file.write('id,text\n1,"')
            file.writelines("x" * 99_999 + "\n" for _ in range(30))
            file.write('"\n2,two pens\n')
        every = found(tmp_path / "q.csv")
        assert (every[-1].id, every[-1].text) == ("2", "two pens")
        assert every[0].error is not None

    def test_columns(self, tmp_path: Path) -> None:
        (tmp_path / "q.csv").write_text("text," * MAX_COLUMNS + "x\n")
        with pytest.raises(BatchUsageError, match="more than 1,000 columns"):
            found(tmp_path / "q.csv")
        (tmp_path / "q.csv").write_text("text,text\n")
        with pytest.raises(BatchUsageError, match="two columns 'text'"):
            found(tmp_path / "q.csv")


class TestCsvOutput:
    def test_bytes(self) -> None:
        """As Python 3.13 writes them, whatever the version."""
        cells = ["a", 'b"', "c,d", "e\nf", "g\rh", "", None, 1.5, True, " i ", "j\0k"]
        line = 'a,"b""","c,d","e\nf","g\rh",,,1.5,True, i ,j\ufffdk\n'
        assert csv_line(cells) == line.encode()

    def test_nul_in_an_id_is_no_torn_end(self, tmp_path: Path) -> None:
        source = write(tmp_path / "in.jsonl", [{"id": "\0", "text": f"{n}"} for n in range(9)])
        job = stub_job(source, tmp_path / "out.csv")
        run(job, load=Adder())
        assert run(job, load=Adder(), resume=True).tally.rows == 0


class TestDepth:
    def nested(self, depth: int) -> str:
        return json.dumps({"id": 0, "text": "3 4"}).replace("0", "[" * depth + "]" * depth, 1)

    @pytest.mark.parametrize("into", ["jsonl", "csv", "parquet"])
    @pytest.mark.parametrize("workers", [1, 2])
    def test_no_id_stops_a_batch(self, tmp_path: Path, into: str, workers: int) -> None:
        parquet()
        if workers == 2 and into != "jsonl":
            pytest.skip("what workers are sent doesn't depend on the output")
        depths = (1, 100, 101, 300, 505, 520, 940, 990, 100_000)
        source = tmp_path / "in.jsonl"
        source.write_text("".join(self.nested(depth) + "\n" for depth in depths))
        job = stub_job(source, tmp_path / f"out.{into}")
        run(job, partial(solve_here, workers=workers), load=Adder())
        errors = [row.get("error") or "" for row in read(job.target)]
        assert errors[:2] == ["", ""]
        assert set(errors[2:6]) == {f"nested more than {MAX_DEPTH} deep"}
        assert all(errors[2:])

    def test_keys_that_would_be_columns(self, tmp_path: Path) -> None:
        from unitdep.batch.actions import Checking

        source = tmp_path / "in.jsonl"
        some = ({"text": "a", "work": "b", f"k{n}": n} for n in range(MAX_COLUMNS))
        source.write_text("".join(json.dumps(record) + "\n" for record in some))
        job = stub_job(source, tmp_path / "out.csv", action=Checking())
        with pytest.raises(BatchUsageError, match="more than 1,000 keys"):
            run(job, load=Adder())


class TestParquet:
    @pytest.fixture(autouse=True)
    def pa(self) -> Any:
        parquet()
        return pytest.importorskip("pyarrow")

    def table(self, path: Path, **columns: Any) -> Path:
        import pyarrow as pa

        parquet().write_table(pa.table(columns), path, compression="zstd")
        return path

    def test_a_repeated_long_text_is_there_once(self, tmp_path: Path, pa: Any) -> None:
        long = pa.array(["a" * 3_000_000, "3 4"])
        texts = pa.DictionaryArray.from_arrays(pa.array([0] * 1023 + [1], pa.int32()), long)
        path = self.table(tmp_path / "b.parquet", text=texts)
        assert path.stat().st_size < 5_000
        before = pa.total_allocated_bytes()
        source = open_source(stub_job(path, tmp_path / "out.jsonl"))
        most, every = 0, []
        for row, _ in source.rows(source.start):
            every.append(row)
            most = max(most, pa.total_allocated_bytes() - before)
        assert most < 30_000_000  # written out, the texts have 3 GB
        assert {row.error for row in every[:-1]} == {
            "column 'text': it has more than 131,072 bytes"
        }
        assert every[-1].text == "3 4"

    def test_a_row_group_that_unpacks_to_too_much(self, tmp_path: Path) -> None:
        path = self.table(tmp_path / "b.parquet", text=[f"{n}" + "a" * 700_000 for n in range(60)])
        with pytest.raises(BatchUsageError, match=r"row group 0 .* smaller row"):
            open_source(stub_job(path, tmp_path / "out.jsonl"))

    def test_values_that_cannot_be_read(self, tmp_path: Path, pa: Any) -> None:
        """Each takes its own row, never the run."""
        bad = pa.StringArray.from_buffers(
            3, pa.py_buffer(b"\0\0\0\0\1\0\0\0\2\0\0\0\3\0\0\0"), pa.py_buffer(b"\xff12")
        )
        path = self.table(tmp_path / "b.parquet", text=bad, id=["a", "b", "c"])
        assert [(row.id, row.text, row.error) for row in found(path)] == [
            ("a", "", "column 'text': not UTF-8"),
            ("b", "1", None),
            ("c", "2", None),
        ]
        path = self.table(tmp_path / "c.parquet", text=["1", "2", "3"], id=bad)
        assert [row.error for row in found(path)] == ["column 'id': not UTF-8", None, None]

    @pytest.mark.parametrize(
        ("kind", "value"),
        [
            ("date32", 2**31 - 1),
            ("date64", 2**62),
            ("timestamp[us]", 2**60),
            ("timestamp[ns]", 1_700_000_000_123_456_789),
            ("duration[ns]", 1),
            ("time64[ns]", 1),
        ],
    )
    def test_times_that_python_does_not_have(
        self, tmp_path: Path, pa: Any, kind: str, value: int
    ) -> None:
        whole = pa.int32() if kind == "date32" else pa.int64()
        ids = pa.array([value, 0], whole).cast(pa.type_for_alias(kind))
        path = self.table(tmp_path / "b.parquet", text=["1", "2"], id=ids)
        first, second = found(path)
        assert first.id or first.error
        assert (second.text, second.error) == ("2", None)

    def test_unknown_time_zone(self, tmp_path: Path, pa: Any) -> None:
        ids = pa.array([0], pa.timestamp("us", tz="Mars/Olympus"))
        path = self.table(tmp_path / "b.parquet", text=["1"], id=ids)
        [row] = found(path)
        assert row.error or row.id

    def test_two_columns_of_a_name(self, tmp_path: Path, pa: Any) -> None:
        path = tmp_path / "b.parquet"
        parquet().write_table(pa.Table.from_arrays([pa.array(["1"])] * 2, ["text", "text"]), path)
        with pytest.raises(BatchUsageError, match="two columns 'text'"):
            found(path)

    def test_damage_anywhere_is_one_sentence(self, tmp_path: Path) -> None:
        path = self.table(tmp_path / "b.parquet", text=["1 2", "3"], id=["a", "b"])
        good = path.read_bytes()
        for place in range(0, len(good), 3):
            path.write_bytes(good[:place] + bytes([good[place] ^ 0xFF]) + good[place + 1 :])
            with suppress(BatchError):
                source = open_source(stub_job(path, tmp_path / "out.jsonl"))
                assert len([*source.rows(source.start)]) < 10_000

    @pytest.mark.parametrize("into", ["jsonl", "csv", "parquet"])
    def test_a_renamed_column_takes_no_other_ones_place(self, tmp_path: Path, into: str) -> None:
        path = self.table(tmp_path / "b.parquet", text=["1"], answer=["x"], input_answer=["y"])
        job = stub_job(path, tmp_path / f"out.{into}")
        run(job, load=Adder())
        [row] = read(job.target)
        assert (row["input_input_answer"], row["input_answer"]) == ("x", "y")

    @pytest.mark.parametrize("into", ["jsonl", "parquet"])
    def test_long_values_of_other_columns(self, tmp_path: Path, pa: Any, into: str) -> None:
        more = pa.array(["x", "y" * 200_000, "z" * 2_000_000]).dictionary_encode()
        path = self.table(tmp_path / "b.parquet", text=["1", "2", "3"], more=more)
        job = stub_job(path, tmp_path / f"out.{into}")
        run(job, load=Adder())
        first, second, third = read(job.target)
        assert (first["more"], first.get("error")) == ("x", None)
        assert third["more"] is None
        if into == "parquet":  # it's copied as it is
            assert second["more"] == "y" * 200_000
        else:
            assert "more than 131,072 bytes" in second["error"]


class TestNothingElseIsWritten:
    """A run touches OUT and the files that it makes for it, and only if they're its own."""

    @pytest.fixture
    def source(self, tmp_path: Path) -> Path:
        return write(tmp_path / "in.jsonl", rows(["1", "2"]))

    def refused(self, source: Path, target: Path, message: str, **options: bool) -> None:
        before = source.read_bytes()
        with pytest.raises(BatchUsageError, match=message):
            run(stub_job(source, target), load=Adder(), **options)
        assert source.read_bytes() == before

    @pytest.mark.parametrize("overwrite", [False, True])
    @pytest.mark.parametrize("name", ["z.jsonl", "z.jsonl.job.json", "z.parquet.rows.jsonl"])
    def test_the_input_is_none_of_them(self, tmp_path: Path, name: str, overwrite: bool) -> None:
        parquet()
        source = write(tmp_path / "in.jsonl", rows(["1", "2"])).rename(tmp_path / name)
        target = tmp_path / ("z.parquet" if "parquet" in name else "z.jsonl")
        job = stub_job(tmp_path / "x.jsonl", target)
        before = source.read_bytes()
        with pytest.raises(BatchUsageError, match="is the input"):
            run(replace(job, source=source), load=Adder(), overwrite=overwrite)
        assert source.read_bytes() == before

    @pytest.mark.parametrize("overwrite", [False, True])
    def test_pipes_devices_and_folders_stay(
        self, tmp_path: Path, source: Path, overwrite: bool
    ) -> None:
        os.mkfifo(tmp_path / "out.jsonl")
        self.refused(source, tmp_path / "out.jsonl", "not a regular file", overwrite=overwrite)
        assert (tmp_path / "out.jsonl").is_fifo()
        (tmp_path / "null.jsonl").symlink_to("/dev/null")
        self.refused(source, tmp_path / "null.jsonl", "not a regular file", overwrite=overwrite)
        assert (tmp_path / "null.jsonl").is_symlink()
        assert Path("/dev/null").is_char_device()

    def test_files_of_others_next_to_it(self, tmp_path: Path, source: Path) -> None:
        (tmp_path / "out.jsonl.job.json").write_text('{"precious": 1}')
        for overwrite in (False, True):
            target = tmp_path / "out.jsonl"
            self.refused(source, target, "no batch wrote it", overwrite=overwrite)
        assert (tmp_path / "out.jsonl.job.json").read_text() == '{"precious": 1}'
        (tmp_path / "out.parquet.rows.jsonl").write_text("precious")
        self.refused(source, tmp_path / "out.parquet", "no batch wrote it", overwrite=True)
        assert (tmp_path / "out.parquet.rows.jsonl").read_text() == "precious"

    def test_links_in_wait(self, tmp_path: Path, source: Path) -> None:
        """Names that a run makes up are never followed."""
        victim = tmp_path / "victim"
        victim.write_text("precious")
        (tmp_path / "out.jsonl.job.json.tmp").symlink_to(victim)
        run(stub_job(source, tmp_path / "out.jsonl"), load=Adder())
        (tmp_path / "b.parquet.tmp").symlink_to(victim)
        parquet()
        run(stub_job(source, tmp_path / "b.parquet"), load=Adder())
        (tmp_path / "c.jsonl.job.json").symlink_to(victim)
        self.refused(source, tmp_path / "c.jsonl", "is a link")
        assert victim.read_text() == "precious"

    def test_a_pipe_as_input_is_refused_before_anything_is_made(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "in.jsonl")
        before = sorted(os.listdir(tmp_path))
        with pytest.raises(BatchUsageError, match="not a regular file"):
            run(stub_job(tmp_path / "in.jsonl", tmp_path / "out.jsonl"), load=Adder())
        assert sorted({*os.listdir(tmp_path)} - {"model"}) == before


class TestWhatResultsDependOn:
    @pytest.mark.parametrize("key", ["parser_sha256", "spacy", "numpy", "onnxruntime"])
    def test_another_version_is_not_resumed(self, tmp_path: Path, key: str) -> None:
        source = write(tmp_path / "in.jsonl", rows(["1", "2"]))
        job = stub_job(source, tmp_path / "out.jsonl")
        run(job, load=Adder())
        known = json.loads(job_file(job).read_text())
        job_file(job).write_text(json.dumps({**known, key: "another"}, indent=1))
        with pytest.raises(BatchUsageError, match=f"different .*{key.partition('_')[0]}"):
            run(job, load=Adder(), resume=True)
