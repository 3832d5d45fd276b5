"""Class lists: what is read, who is put together, and what files get."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from typer.testing import CliRunner

from factories import ISABEL, candidate
from unitdep.checking import Judge
from unitdep.checking.classroom import (
    Answered,
    ClassReport,
    Columns,
    class_report,
    read_answers,
    to_csv,
    to_page,
    to_text,
)
from unitdep.checking.classroom.answers import MOST_ROWS
from unitdep.cli.app import app
from unitdep.errors import AnswersError
from unitdep.inference.types import Ranking
from unitdep.reading.arithmetic import parse_indices
from unitdep.reading.problem import Scope, read_problem
from unitdep.solution import build

CLASS = [
    *(("Ann", "7"), ("Ben", "48"), ("Cleo", "7 bouquets"), ("Dan", "48 bouquets"), ("Eve", "")),
    *(("Finn", "no idea"), ("<b>Gus</b>", "48"), ("=1+1", "56"), ("Hana", "123456")),
]
runner = CliRunner()


def report() -> ClassReport:
    problem = read_problem(ISABEL, scope=Scope.EVERYDAY)
    best = candidate(problem, parse_indices("(0-2)/1"), {1}, 1.0)
    judge = Judge(problem, build(problem, Ranking((best,), True)), None)
    return class_report(judge, [Answered(*one) for one in CLASS], "7 bouquets")


def written(path: Path, text: str | bytes) -> Path:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


class TestReading:
    @pytest.mark.parametrize("mark", [",", ";", "\t"])
    def test_columns_in_any_order(self, tmp_path: Path, mark: str) -> None:
        lines = ["answer,name,class", '"1,5",Ann,4b', ",,", "7,,4b", " 8  cups ,Ben,4b"]
        if mark != ",":
            lines = [line.replace(",", mark) for line in lines if '"' not in line]
        path = written(tmp_path / "a.csv", "\ufeff" + "\r\n".join(lines))
        found = read_answers(path)
        assert found[-1] == Answered("Ben", "8 cups")
        assert found[-2].answer == "7"
        assert found[-2].who.startswith("line ")
        assert len(found) == (3 if mark == "," else 2)

    def test_other_names_of_columns(self, tmp_path: Path) -> None:
        path = written(tmp_path / "a.csv", "pupil,given\nAnn,7\n")
        assert read_answers(path, Columns("pupil", "given")) == [Answered("Ann", "7")]

    @pytest.mark.parametrize(
        ("content", "said"),
        [
            ("", "is empty"),
            ("who,answer\nAnn,7\n", "it has 'who', 'answer'.*--who-column"),
            ("name,answer,answer\nAnn,7,8\n", "several columns 'answer'"),
            ("name,answer\n\n", "no answers"),
            (b"name,answer\nAnn,\xff\n", "UTF-8"),
            (b"name,answer\nAnn,\x00\n", "not a text file"),
            ('name,answer\nAnn,"7\n', "line"),
            ("name,answer\n" + "Ann,7\n" * (MOST_ROWS + 1), "2,000 rows"),
            ("name,answer\n" + "x" * (1 << 20), "1 MB"),
            ("name,answer" + "," * 400_000 + "\n,,\n" * 100_000, "1,000 columns"),
        ],
    )
    def test_bad_files(self, tmp_path: Path, content: str | bytes, said: str) -> None:
        with pytest.raises(AnswersError, match=said):
            read_answers(written(tmp_path / "a.csv", content))

    def test_no_file(self, tmp_path: Path) -> None:
        with pytest.raises(AnswersError, match="cannot read"):
            read_answers(tmp_path / "none.csv")


class TestReport:
    def test_who_is_together(self) -> None:
        groups = {group.name: group.who for group in report().groups}
        assert groups == {
            "right": ("Ann", "Cleo"),
            "subtracted instead of divided": ("Ben", "Dan", "<b>Gus</b>"),
            "left out the last step": ("=1+1",),
            "wrong, and no known mistake explains it": ("Hana",),
            "no answer": ("Eve", "Finn"),
        }
        assert next(iter(groups)) == "right"
        assert list(groups)[-1] == "no answer"
        assert report().count == len(CLASS)

    def test_text(self) -> None:
        told = to_text(report(), ascii_only=True)
        assert told.isascii()
        assert "subtracted instead of divided               3  ####################" in told

    def test_csv_is_text_for_a_spreadsheet(self) -> None:
        rows = list(csv.DictReader(io.StringIO(to_csv(report()))))
        assert [int(row["count"]) for row in rows] == [2, 3, 1, 1, 2]
        assert rows[2]["who"] == "'=1+1"
        assert rows[1]["answers"] == "48 (2), 48 bouquets"

    def test_page_needs_no_other_host_and_runs_nothing(self) -> None:
        page = to_page(report())
        assert "&lt;b&gt;Gus&lt;/b&gt;" in page
        assert "<b>Gus" not in page
        assert not any(word in page for word in ("http://", "https://", "<script", "url("))
        assert page.count("<rect") == len(report().groups)


class TestCommand:
    @pytest.fixture
    def path(self, tmp_path: Path) -> Path:
        return written(tmp_path / "a.csv", "name,answer\nAnn,7\nBen,48\n")

    @pytest.mark.model
    def test_a_table(self, path: Path) -> None:
        result = runner.invoke(app, ["check", ISABEL, "--class", str(path)])
        assert result.exit_code == 1
        assert "subtracted instead of divided" in result.stdout

    @pytest.mark.model
    @pytest.mark.parametrize("name", ["out.csv", "out.html"])
    def test_files(self, path: Path, tmp_path: Path, name: str) -> None:
        out = tmp_path / name
        given = ["check", ISABEL, "--class", str(path), "--gold", "7", "-o", str(out)]
        result = runner.invoke(app, given)
        assert (result.exit_code, result.stdout) == (1, "")
        assert "Ben" in out.read_text("utf-8")

    @pytest.mark.parametrize(
        ("given", "said"),
        [
            (["--answer-column", "given"], "no column 'given'"),
            (["-o", "out.docx"], ".csv or"),
            (["--work", "7"], "--class"),
        ],
    )
    def test_bad_usage(self, path: Path, given: list[str], said: str) -> None:
        arguments = ["check", ISABEL, "--class", str(path), *given]
        result = runner.invoke(app, arguments, env={"COLUMNS": "300"})
        assert result.exit_code == 2
        assert said in result.stderr
