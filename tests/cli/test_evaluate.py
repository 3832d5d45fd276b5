"""``unitdep evaluate``: which model is applied."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from factories import small_records, write_lines
from unitdep.cli.app import app
from unitdep.models import DEFAULT, LINEAR, PACKAGED, VARIABLE, load

runner = CliRunner()


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> str:
    return write_lines(tmp_path_factory.mktemp("data") / "few.jsonl", small_records()[:2])


def run(*arguments: str, variable: str | None = None) -> Result:
    env = {"COLUMNS": "300", VARIABLE: variable}
    return runner.invoke(app, ["evaluate", *arguments, "--json"], env=env)


@pytest.mark.parametrize(
    ("arguments", "variable", "expected"),
    [
        ([], None, DEFAULT),
        (["--model", DEFAULT], LINEAR, DEFAULT),
        (["--model", LINEAR], None, LINEAR),
        (["--model", str(PACKAGED[LINEAR])], None, LINEAR),
        ([], LINEAR, LINEAR),
    ],
)
def test_the_model(arguments: list[str], variable: str | None, expected: str, data: str) -> None:
    result = run(data, *arguments, variable=variable)
    assert result.exit_code == 0, result.output
    report = json.loads(result.stdout)
    assert report["details"]["model"] == load(expected).provenance
    assert report["signature"]["folds"] == "none, a model"
    assert report["problems"] == 2


def test_the_variable_does_not_get_in_the_way_of_cross_validation(data: str) -> None:
    result = run(data, "--cross-validate", variable=LINEAR)
    assert result.exit_code == 1
    assert "fewer than 5 problems" in result.stderr


def test_not_a_model(data: str, tmp_path: Path) -> None:
    for result in (run(data, "--model", "magic"), run(data, variable=str(tmp_path / "nothing"))):
        assert result.exit_code == 2
        assert "--model" in result.stderr
        assert "default, fast, linear" in " ".join(result.stderr.split())
