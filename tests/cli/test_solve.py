"""unitdep solve --explain -v: the rule that read each unit."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from typer.testing import CliRunner

from factories import ISABEL
from unitdep.cli import startup
from unitdep.cli.app import app
from unitdep.solution import Solution
from unitdep.solver import default_solver
from unitdep.units.unit import Unit

runner = CliRunner(env={"COLUMNS": "100"})


class Named:
    """Solves with the default model, and gives every unit a rule with a name of its own."""

    def __init__(self, model: str | None) -> None:
        pass

    def solve(self, text: str, **options: Any) -> Solution:
        solution = default_solver().solve(text, **options)
        quantities = tuple(
            replace(q, unit=replace(q.unit, rule=f"rule-{q.index}"))
            for q in solution.problem.quantities
        )
        return replace(solution, problem=replace(solution.problem, quantities=quantities))


@pytest.fixture(autouse=True)
def _named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(startup, "solver", Named)


def rows(*arguments: str) -> list[list[str]]:
    """Return the table of quantities, without its cells of several words."""
    result = runner.invoke(app, ["solve", ISABEL, *arguments])
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    [head] = [k for k, line in enumerate(lines) if line.startswith("number")]
    return [line.split() for line in lines[head : head + 4]]


def test_the_rules() -> None:
    head, *quantities = rows("--explain", "-v")
    assert head == ["number", "unit", "rate", "used", "rule"]
    assert [cells[-1] for cells in quantities] == ["rule-0", "rule-1", "rule-2"]
    assert rows("--explain", "--verbose") == [head, *quantities]


def test_without_rules() -> None:
    assert "rule" not in rows("--explain")[0]
    assert rows("--explain") == rows()


def test_rules_need_an_explanation() -> None:
    result = runner.invoke(app, ["solve", ISABEL, "-v"])
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--verbose needs --explain" in result.stderr


def test_a_rule_is_not_part_of_a_unit() -> None:
    assert Unit("pen", rule="noun") == Unit("pen")
    assert hash(Unit("pen", rule="noun")) == hash(Unit("pen"))
