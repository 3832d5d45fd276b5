"""``unitdep reproduce`` on the earlier and later sets, the examples and the errors."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from results import contest, error_results, example_results
from unitdep.cli.app import app
from unitdep.research.evaluation.protocol.results import Results
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


@pytest.mark.parametrize("name", ["earlier-x.json", "errors-allarith.json"])
def test_damaged_results_file(name: str, tmp_path: Path) -> None:
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / name).write_text("{}", "utf-8")
    result = run(tmp_path, "--render-only")
    assert result.exit_code == 1
    assert "damaged" in result.output
