"""``unitdep reproduce`` on the earlier and later sets, the examples and the errors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner, Result

from results import contest, error_results, example_results
from unitdep.cli import reproduce
from unitdep.cli.app import app
from unitdep.cli.measuring import duration, show
from unitdep.research.datasets import Dataset
from unitdep.research.evaluation.protocol.results import Results, sign, write
from unitdep.research.evaluation.runs import jobs
from unitdep.research.evaluation.runs.jobs import Job
from unitdep.research.evaluation.table_names import TableName
from unitdep.research.evaluation.tables import Options
from unitdep.research.evaluation.tables.paper import earlier, errors, examples, later

runner = CliRunner()


def run(folder: Path, *arguments: str) -> Result:
    folders = ("--results", str(folder / "results"), "--docs", str(folder / "docs"))
    return runner.invoke(app, ["reproduce", *arguments, *folders])


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Replace the measurements; returns the list of those that were asked for."""
    asked: list[str] = []

    def table(name: str, results: Callable[[str, str], Results]) -> Any:
        def measure(dataset: str, options: Options, progress: Any) -> Results:
            progress("fold 0")
            asked.append(f"{name} {dataset} {options.seed}")
            return results(name, dataset)

        return measure

    monkeypatch.setattr(earlier, "run", table("earlier", contest))
    monkeypatch.setattr(later, "run", table("later", contest))
    monkeypatch.setattr(examples, "run", table("examples", lambda *_: example_results()))
    monkeypatch.setattr(errors, "run", table("errors", lambda *_: error_results()))
    return asked


@pytest.mark.paper
class TestContestsAndAnalyses:
    def test_all_four(self, made_up: list[str], tmp_path: Path) -> None:
        wanted = [
            part for t in ("earlier", "later", "examples", "errors") for part in ("--table", t)
        ]
        result = run(tmp_path, *wanted, "--seed", "3")
        assert result.exit_code == 0, result.output
        assert made_up == [
            *(f"earlier {name} 3" for name in earlier.datasets),
            *(f"later {name} 3" for name in later.datasets),
            "examples allarith 3",
            "errors allarith 3",
        ]
        page = (tmp_path / "docs" / "results" / "results.md").read_text("utf-8")
        assert "| Commoncore (MultiArith), the paper's features | 80.0 (" in page
        assert "| 293: plums left, with oranges |" in page
        assert "# Errors" in (tmp_path / "docs" / "results" / "errors.md").read_text("utf-8")
        assert run(tmp_path, "--render-only").exit_code == 0
        assert (tmp_path / "docs" / "results" / "results.md").read_text("utf-8") == page

    def test_one_data_set(self, made_up: list[str], tmp_path: Path) -> None:
        assert run(tmp_path, "--table", "later", "--dataset", "perturb").exit_code == 0
        assert run(tmp_path, "--table", "earlier", "--dataset", "illinois").exit_code == 0
        assert made_up == ["later perturb 0", "earlier singleop 0"]
        assert not (tmp_path / "docs" / "results" / "errors.md").exists()

    def test_a_data_set_of_another_table(self, made_up: list[str], tmp_path: Path) -> None:
        result = run(tmp_path, "--table", "earlier", "--dataset", "perturb")
        assert result.exit_code == 2
        assert "singleop" in result.output
        assert made_up == []


class TestAll:
    """``--all`` on two made-up data sets."""

    JOBS = (Job(TableName.LATER, "toy-a"), Job(TableName.SOLVING, "toy-b"))

    @pytest.fixture
    def measured(self, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        """Replace planning and measuring; returns the jobs that were measured."""
        asked: list[str] = []

        def measure(job: Job, options: Options, folder: Path, progress: Any) -> Path:
            if job.dataset in broken:
                raise OSError("the disk is full")
            progress("fold 0")
            asked.append(str(job))
            dataset = Dataset(job.dataset, (), None, (), "abc", ())
            signed = sign(dataset, options.seed)
            return write(Results(job.table, signed, 61.0, contest("x", "x").figures), folder)

        broken = self.broken = set[str]()
        monkeypatch.setattr(jobs, "measure", measure)
        monkeypatch.setattr(jobs, "plan", lambda *_: list(self.JOBS))
        monkeypatch.setattr(reproduce, "require_encoder", lambda _: None)
        return asked

    def test_a_plan_first(self, measured: list[str], tmp_path: Path) -> None:
        result = run(tmp_path, "--all", "--plan", "--work", str(tmp_path))
        assert result.exit_code == 0, result.output
        assert "2 to measure, 0 kept" in result.output
        assert "2 of them have no time yet" in result.output
        assert measured == []
        assert not (tmp_path / "docs").exists()

    def test_what_is_current_is_kept(self, measured: list[str], tmp_path: Path) -> None:
        assert run(tmp_path, "--all").exit_code == 0
        assert measured == ["later, toy-a", "solving, toy-b"]
        again = run(tmp_path, "--all")
        assert "0 to measure, 2 kept: about 0 s in all" in again.output
        assert len(measured) == 2
        seeded = run(tmp_path, "--all", "--seed", "1")
        assert "2 to measure, 0 kept: about 2 min in all, 2 min with 1 process" in seeded.output
        assert len(measured) == 4

    def test_an_interrupted_run_resumes(self, measured: list[str], tmp_path: Path) -> None:
        self.broken.add("toy-b")
        stopped = run(tmp_path, "--all")
        assert stopped.exit_code == 1
        self.broken.clear()
        assert run(tmp_path, "--all").exit_code == 0
        assert measured == ["later, toy-a", "solving, toy-b"]

    def test_the_finished_table_is_printed(self, measured: list[str], tmp_path: Path) -> None:
        words = " ".join(run(tmp_path, "--all").output.split())
        assert "UnitDep, the paper's features 89.0 (" in words
        assert len(measured) == 2

    def test_bad_usage(self, tmp_path: Path) -> None:
        for arguments in (
            ("--all", "--table", "later"),
            ("--all", "--dataset", "perturb"),
            ("--all", "--render-only"),
            ("--plan",),
        ):
            assert run(tmp_path, *arguments).exit_code == 2

    def test_the_encoder_needs_a_folder(self, tmp_path: Path) -> None:
        result = run(tmp_path, "--all")
        assert result.exit_code == 2
        assert "--work" in result.output


class TestMixed:
    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        """A folder with results of two versions."""
        older, newer = contest("earlier", "singleop"), contest("later", "perturb")
        newer = replace(newer, signature=replace(newer.signature, version="10.0.0"))
        for results in (older, newer):
            write(results, tmp_path / "results")
        return tmp_path

    def test_pages_are_not_written(self, folder: Path) -> None:
        result = run(folder, "--render-only")
        assert result.exit_code == 1
        assert "earlier-singleop.json: measured with 9.9.9, others with 10.0.0" in result.output
        assert "unitdep reproduce --table earlier --dataset singleop" in result.output
        assert "1 of the results files are older" in " ".join(result.output.split())
        assert not (folder / "docs").exists()

    def test_unless_that_is_allowed(self, folder: Path) -> None:
        assert run(folder, "--render-only", "--allow-mixed").exit_code == 0
        assert (folder / "docs" / "results" / "results.md").is_file()

    def test_what_was_measured_stays(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(jobs, "plan", lambda *_: [Job(TableName.LATER, "x")])
        monkeypatch.setattr(later, "run", lambda *_: contest("later", "x"))
        result = run(folder, "--table", "later")
        assert result.exit_code == 0
        assert "the documents are not written" in result.output
        assert (folder / "results" / "later-x.json").is_file()
        assert not (folder / "docs").exists()


def test_a_table_without_rows_is_printed_too(capsys: pytest.CaptureFixture[str]) -> None:
    show(error_results(), Console())
    assert "| irrelevant quantity | about 50% |" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [(0, "0 s"), (59.4, "59 s"), (61, "1 min"), (3599, "1 h 00 min"), (9000, "2 h 30 min")],
)
def test_duration(seconds: float, expected: str) -> None:
    assert duration(seconds) == expected


@pytest.mark.parametrize("name", ["earlier-x.json", "errors-allarith.json"])
def test_damaged_results_file(name: str, tmp_path: Path) -> None:
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / name).write_text("{}", "utf-8")
    result = run(tmp_path, "--render-only")
    assert result.exit_code == 1
    assert "damaged" in result.output
