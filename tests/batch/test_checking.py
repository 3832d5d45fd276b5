"""Batches that check: columns are kept, rows are counted, and each text is solved once."""

from __future__ import annotations

import io
import json
import os
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from batch_stub import FORMATS, Adder, Grader, parquet, read, rows, stub_job, texts, write
from unitdep.batch.actions import Checking, Solving
from unitdep.batch.engines.local import solve_here
from unitdep.batch.job import Job
from unitdep.batch.reader import open_source
from unitdep.batch.records import Row
from unitdep.batch.run import run, stream, tally_of
from unitdep.errors import BatchUsageError
from unitdep.solver import default_solver


def job_of(source: Path, target: Path, **options: Any) -> Job:
    return stub_job(source, target, action=Checking(**options))


def records(count: int = 10) -> list[dict[str, Any]]:
    return [
        {"key": n, "text": text, "work": str(n % 3), "gold": "1", "note": f'a "b",\n{n}'}
        for n, text in enumerate(texts(count))
    ]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return write(tmp_path / "in.jsonl", records())


class TestColumns:
    @pytest.mark.parametrize("into", FORMATS)
    @pytest.mark.parametrize("out_of", FORMATS)
    def test_all_are_kept(self, tmp_path: Path, out_of: str, into: str) -> None:
        parquet()
        given = records()
        job = job_of(write(tmp_path / f"in.{out_of}", given), tmp_path / f"out.{into}")
        done = run(job, load=Grader())
        found = read(job.target)
        for before, after in zip(given, found, strict=True):
            assert [str(after[name]) for name in before] == [str(v) for v in before.values()]
        verdicts = ["right" if n % 3 == 1 else "wrong" for n in range(10)]
        if into == "jsonl":
            assert [row["check"]["verdict"] for row in found] == verdicts
        else:
            assert list(found[0]) == [*given[0], *Checking.columns]
            assert [row["check_verdict"] for row in found] == verdicts
            assert {(row["check_unit"], float(row["check_answer"])) for row in found} == {
                ("pen", 3)
            }
        expected = {("right", "right"): 3, ("wrong", "arithmetic slip"): 7}
        assert done.tally.counts == tally_of(job).counts == expected

    def test_types_of_parquet_are_kept(self, tmp_path: Path) -> None:
        parquet()
        odd = {"day": date(2024, 2, 3), "n": 7, "x": 0.5, "tags": ["a", None], "raw": b"\xff"}
        given = [{**record, **odd} for record in records()]
        given[2] |= {"x": float("nan"), "n": None}
        path = write(tmp_path / "in.parquet", given)
        for name in ("out.parquet", "out.jsonl", "out.csv"):
            run(job_of(path, tmp_path / name), load=Grader())
        found = parquet().read_table(tmp_path / "out.parquet")
        before = parquet().read_schema(path)
        assert [found.schema.field(n).type for n in before.names] == before.types
        assert found.select(before.names).to_pylist()[3] == given[3]
        assert [row["n"] for row in read(tmp_path / "out.jsonl")][:4] == [7, 7, None, 7]
        assert read(tmp_path / "out.jsonl")[2]["x"] is None
        assert read(tmp_path / "out.csv")[0]["day"] == "2024-02-03"

    def test_parquet_in_several_groups(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        parquet()
        monkeypatch.setattr("unitdep.batch.parquet.writing.GROUP_ROWS", 3)
        path = write(tmp_path / "in.parquet", records(11))  # row groups of 4
        run(job_of(path, tmp_path / "out.parquet"), load=Grader())
        found = read(tmp_path / "out.parquet")
        assert [row["key"] for row in found] == list(range(11))
        assert [row["check_reason"] for row in found] == texts(11)

    def test_types_that_fit_the_values(self, tmp_path: Path) -> None:
        parquet()
        base = {"text": "a", "work": "1"}
        odd: list[dict[str, Any]] = [
            {"a": 1, "b": 1, "c": 1, "d": True, "e": None, "f": 2**70},
            {"a": None, "b": 0.5, "c": "x", "d": False, "f": 1},
            {"g": [1], "h": {"i": 1}},
        ]
        path = write(tmp_path / "in.jsonl", [{**base, **extra} for extra in odd])
        run(job_of(path, tmp_path / "out.parquet"), load=Grader())
        found = parquet().read_table(tmp_path / "out.parquet")
        kinds = {n: str(found.schema.field(n).type) for n in "abcdefgh"}
        assert kinds == {
            **{"a": "int64", "b": "double", "c": "string", "d": "bool"},
            **dict.fromkeys("efgh", "string"),
        }
        first, second, third = found.to_pylist()
        assert (first["b"], first["c"], first["f"]) == (1.0, "1", str(2**70))
        assert (second["c"], second["e"], third["g"], third["h"]) == ("x", None, "[1]", '{"i": 1}')

    def test_an_earlier_check_is_replaced(self, tmp_path: Path, source: Path) -> None:
        for form in ("jsonl", "csv"):
            run(job_of(source, tmp_path / f"1.{form}"), load=Grader())
            again = job_of(tmp_path / f"1.{form}", tmp_path / f"2.{form}")
            run(again, load=Grader())
            assert again.target.read_bytes() == again.source.read_bytes()

    def test_columns_by_name(self, tmp_path: Path) -> None:
        given = [{"q": "3 pens", "sample": "#### 3", "a": 3.0, "gold": "x"}]
        names = {"text_column": "q", "work_column": "sample", "gold_column": "a"}
        for form in FORMATS:
            parquet()
            path = write(tmp_path / f"in.{form}", given)
            found = open_source(job_of(path, tmp_path / "out.jsonl", **names))
            [(row, _)] = found.rows(found.start)
            assert (row.text, row.work, row.gold) == ("3 pens", "#### 3", row.gold)
            assert row.gold in ("3", "3.0")
            if form != "jsonl":
                with pytest.raises(
                    BatchUsageError, match=r"no column 'nope'; it has 'q', 'sample'"
                ):
                    open_source(
                        job_of(path, tmp_path / "o.jsonl", **{**names, "gold_column": "nope"})
                    )


class TestRows:
    def test_what_cannot_be_checked(self, tmp_path: Path) -> None:
        path = tmp_path / "in.jsonl"
        good = {"text": "a", "work": "1"}
        odd: list[Any] = [
            {"text": "a"},
            {"work": "1"},
            {**good, "work": None},
            {**good, "work": ["1"]},
            {**good, "work": True},
            {**good, "gold": [1]},
            {**good, "work": "boom"},
            {**good, "work": 1.5, "gold": " "},
            {**good, "gold": None},
            7,
        ]
        path.write_text("".join(json.dumps(record) + "\n" for record in odd) + "nonsense\n")
        for into in ("jsonl", "csv"):
            done = run(job_of(path, tmp_path / f"out.{into}"), load=Grader())
            assert done.tally.counts == {("error", ""): 9, ("cannot tell", "no work found"): 2}
        found = read(tmp_path / "out.jsonl")
        assert [row["check"].get("error") for row in found] == [
            "there is no 'work'",
            "there is no 'text'",
            "the work is missing",
            "the work is not a string or a number but list",
            "the work is not a string or a number but bool",
            "the gold is not a string or a number but list",
            "RuntimeError: too loud",
            None,
            None,
            "not a JSON object",
            "not JSON: Expecting value: line 1 column 1 (char 0)",
        ]
        assert found[3] == {**odd[3], "check": {"line": 4, "error": found[3]["check"]["error"]}}
        assert [row["check_line"] for row in read(tmp_path / "out.csv")][7:] == ["", "", "10", "11"]

    def test_cells_that_are_not_utf8(self, tmp_path: Path) -> None:
        path = tmp_path / "in.csv"
        path.write_bytes(b"text,work,note\na,1,caf\xe9\na,1,fine\n")
        run(job_of(path, tmp_path / "out.csv"), load=Grader())
        bad, good = read(tmp_path / "out.csv")
        assert (bad["check_error"], bad["note"], good["note"]) == ("not UTF-8", "", "fine")


class TestRuns:
    @pytest.mark.parametrize("into", ["jsonl", "csv"])
    def test_cut_anywhere(
        self, tmp_path: Path, source: Path, into: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        job = job_of(source, tmp_path / f"out.{into}")
        run(job, load=Grader())
        whole, counts = job.target.read_bytes(), tally_of(job).counts
        monkeypatch.setattr(os, "fsync", lambda _: None)
        for size in range(0, len(whole) + 1, 61):
            job.target.write_bytes(whole[:size])
            done = run(job, load=Grader(), resume=True)
            assert job.target.read_bytes() == whole
            assert done.before + done.tally.rows == 10
            assert tally_of(job).counts == counts

    def test_parquet_cut(
        self, tmp_path: Path, source: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        parquet()
        job = job_of(source, tmp_path / "out.parquet")
        monkeypatch.setattr("unitdep.batch.parquet.write_parquet", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            run(job, load=Grader())
        monkeypatch.undo()
        lines = job.target.with_name("out.parquet.rows.jsonl")
        lines.write_bytes(lines.read_bytes()[:-40])
        assert run(job, load=Grader(), resume=True).before == 9
        assert [row["key"] for row in read(job.target)] == list(range(10))

    def test_workers_write_the_same_bytes(self, tmp_path: Path, source: Path) -> None:
        alone, together = (job_of(source, tmp_path / f"{n}.csv") for n in (1, 2))
        run(alone, load=Grader())
        run(together, partial(solve_here, workers=2), load=Grader())
        assert together.target.read_bytes() == alone.target.read_bytes()

    def test_another_command_or_column_is_refused(self, tmp_path: Path, source: Path) -> None:
        job = job_of(source, tmp_path / "out.jsonl")
        run(job, load=Grader())
        for action, message in (
            (Solving(), "different command, "),
            (Checking(work_column="note"), "different work column;"),
            (Checking(gold_column="key"), "different gold column;"),
        ):
            with pytest.raises(BatchUsageError, match=message):
                run(replace(job, action=action), load=Grader(), resume=True)

    @pytest.mark.parametrize("form", ["jsonl", "csv"])
    def test_a_stream_has_what_a_file_has(self, tmp_path: Path, source: Path, form: str) -> None:
        job, into = job_of(source, tmp_path / f"out.{form}"), io.BytesIO()
        done = stream(job, solve_here, into, load=Grader())
        assert not job.target.exists()
        assert run(job, load=Grader()).tally == done.tally
        assert into.getvalue() == job.target.read_bytes()

    def test_no_stream_of_parquet(self, tmp_path: Path, source: Path) -> None:
        with pytest.raises(BatchUsageError, match="name a file"):
            stream(job_of(source, tmp_path / "out.parquet"), solve_here, io.BytesIO())

    def test_solving_streams_too(self, tmp_path: Path) -> None:
        path, into = write(tmp_path / "in.jsonl", rows(texts(5))), io.BytesIO()
        stream(stub_job(path, Path("-.jsonl")), solve_here, into, load=Adder())
        assert [json.loads(line)["answer"] for line in into.getvalue().splitlines()] == [
            n + n * n for n in range(5)
        ]


class TestWithTheModel:
    def test_a_text_is_solved_once_for_all_its_workings(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        solver, asked = default_solver(), []
        analyse = type(solver).analyse

        def counting(self: Any, problems: Any, **options: Any) -> Any:
            given = list(problems)
            asked.extend(problem.text for problem in given)
            return analyse(self, given, **options)

        monkeypatch.setattr(type(solver), "analyse", counting)
        text = "Ann has 12 pens and buys 5 pens. How many pens does Ann have now?"
        other = text.replace("5", "6")
        apply = Checking().bind(solver)
        for part in range(4):  # four blocks, the other text in between
            found = apply(
                [Row(n, text=(text, other)[n % 2], work=str(17 + part)) for n in range(16)]
            )
            assert len(found) == 16
        assert asked == [text, other]
        assert "text" not in found[0]
        assert json.loads(json.dumps(found[0])) == found[0]
