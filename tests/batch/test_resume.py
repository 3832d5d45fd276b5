"""A batch that was stopped anywhere resumes, and nothing is lost or written twice."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from batch_stub import Adder, parquet, read, rows, stub_job, texts, write
from paths import TESTS
from unitdep.batch.actions import Solving
from unitdep.batch.job import Format, Job
from unitdep.batch.layout import Layout
from unitdep.batch.manifest import job_file, lines_file
from unitdep.batch.run import run
from unitdep.batch.writer import Output
from unitdep.errors import BatchError, BatchUsageError


class TestResume:
    @pytest.fixture
    def source(self, tmp_path: Path) -> Path:
        """Ten rows; quotes and line ends in ids must not be mistaken for those of records."""
        found = rows([f"{n} {n}" for n in range(10)])
        found[2]["id"] = 'a "b",\n"c"\n'
        found[3]["id"] = '"'
        found[4]["text"] = "boom"
        return write(tmp_path / "in.jsonl", found)

    @pytest.mark.parametrize("into", ["jsonl", "csv"])
    def test_cut_anywhere(
        self, tmp_path: Path, source: Path, into: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        job = stub_job(source, tmp_path / f"out.{into}")
        run(job, load=Adder())
        whole = job.target.read_bytes()
        monkeypatch.setattr(os, "fsync", lambda _: None)
        solved: set[int] = set()
        near = [n for n in range(len(whole) + 1) if b"\n" in whole[max(n - 3, 0) : n + 3]]
        for size in {*near, *range(0, len(whole) + 1, 7)}:
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

    @pytest.mark.parametrize(("into", "seed"), [("jsonl", 1), ("csv", 0), ("parquet", 1)])
    def test_killed_at_random_moments(self, tmp_path: Path, into: str, seed: int) -> None:
        parquet()
        chance = random.Random(f"{into} {seed}")
        given = rows(texts(60))
        given[11]["text"] = "boom"
        source = write(tmp_path / "in.jsonl", given)
        reference = stub_job(source, tmp_path / f"reference.{into}")
        run(reference, load=Adder())
        job = stub_job(source, tmp_path / f"out.{into}")
        workers = "2" if seed == 1 else "1"
        at_work = 0
        for _ in range(3):
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
            (replace(job, source=other), "different input;"),
            (replace(job, source=longer), "different input;"),
            (replace(job, model=model), "different model;"),
            (replace(job, action=Solving("id")), "different text column;"),
            (
                replace(job, action=Solving(id_column="text"), block=4),
                "different block size, id column;",
            ),
        ):
            with pytest.raises(BatchUsageError, match=message):
                run(changed, load=Adder(), resume=True)
        moved = source.rename(tmp_path / "moved.jsonl")  # the same, elsewhere
        assert run(replace(job, source=moved), load=Adder(), resume=True).before == 10

    def test_an_output_of_unknown_origin_is_refused(self, tmp_path: Path, source: Path) -> None:
        job = stub_job(source, tmp_path / "out.jsonl")
        job.target.write_text("precious\n")
        with pytest.raises(BatchUsageError, match=r"out\.jsonl\.job\.json is missing"):
            run(job, load=Adder(), resume=True)
        job_file(job).write_text("[]")
        with pytest.raises(BatchUsageError, match="cannot be read"):
            run(job, load=Adder(), resume=True)
        assert job.target.read_text() == "precious\n"

    def test_more_rows_than_the_input_has(self, tmp_path: Path, source: Path) -> None:
        job = stub_job(source, tmp_path / "out.jsonl")
        run(job, load=Adder())
        with job.target.open("a") as file:
            file.write("{}\n")
        with pytest.raises(BatchUsageError, match="11 rows, more than the 10"):
            run(job, load=Adder(), resume=True)

    def test_two_at_once(self, tmp_path: Path, source: Path) -> None:
        job = stub_job(source, tmp_path / "out.jsonl")
        run(job, load=Adder())
        for options in ({"resume": True}, {"overwrite": True}):
            with (
                Output(job.target, Layout(Format.JSONL, Solving())),
                pytest.raises(BatchError, match="another batch is writing"),
            ):
                run(job, load=Adder(), **options)
        assert len(read(job.target)) == 10


def stub_process(job: Job, workers: str, delay: float) -> subprocess.Popen[bytes]:
    """Start a batch with the stub in its own process."""
    stub = TESTS / "batch_stub.py"
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
