"""Abstaining: answers below a confidence are taken back, in the library and by the command."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from typer.testing import CliRunner

import unitdep
from factories import ADD, SUB, candidate, op
from unitdep.cli import startup
from unitdep.cli.app import app
from unitdep.cli.solve import confidence_line
from unitdep.inference import Ranking
from unitdep.reading.problem import read_problem
from unitdep.solution import Solution, abstain, build
from unitdep.solver import default_solver

runner = CliRunner()
NUTS = "Jo has 30 nuts and eats 12 nuts. How many nuts are left?"


def nuts(probability: float = 0.75, *, exact: bool = True) -> Solution:
    problem = read_problem(NUTS)
    best = candidate(problem, op(SUB, 0, 1), set(), probability)
    other = candidate(problem, op(ADD, 0, 1), set(), 1 - probability)
    return build(problem, Ranking((best, other), exact))


class TestAbstaining:
    def test_an_answer_that_is_sure_enough_stays(self) -> None:
        solution = nuts(0.75)
        assert abstain(solution, 0.75) is solution
        assert abstain(solution, 0.0) is solution

    def test_one_that_is_not_is_taken_back_with_a_reason(self) -> None:
        solution = abstain(nuts(0.75), 0.8)
        assert (solution.answer, solution.tree, solution.graph) == (None, None, None)
        assert solution.confidence == 0.75
        assert solution.reason == (
            "not sure enough: the most likely answer has a confidence of 75.0%, less than 80.0%"
        )
        assert [(a.answer, a.expression, a.probability) for a in solution.alternatives] == [
            (18, "30 - 12", 0.75),
            (42, "30 + 12", 0.25),
        ]
        written = solution.to_dict()
        assert (written["answer"], written["confidence"], written["graph"]) == (None, 0.75, None)
        assert written["reason"] == solution.reason

    def test_what_has_no_answer_keeps_its_reason(self) -> None:
        solution = default_solver().solve("Jo has 30 nuts.", min_confidence=1.0)
        assert "only one number" in str(solution.reason)

    @pytest.mark.model
    def test_the_solver(self) -> None:
        sure = unitdep.solve(NUTS).confidence
        assert unitdep.solve(NUTS, min_confidence=sure).answer == 18
        for solution in (
            unitdep.solve(NUTS, min_confidence=min(1.0, sure + 1e-6)),
            *default_solver().solve_many([NUTS], min_confidence=1.0),
        ):
            assert solution.answer is None
            assert solution.confidence == pytest.approx(sure)
            assert "not sure enough" in str(solution.reason)


class StubSolver:
    def __init__(self, model: str | None) -> None:
        pass

    def solve(self, text: str, *, min_confidence: float) -> Solution:  # noqa: ARG002
        return abstain(nuts(0.75), min_confidence)


class TestCommand:
    @pytest.fixture(autouse=True)
    def _stub(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(startup, "solver", StubSolver)

    def test_min_confidence(self) -> None:
        assert runner.invoke(app, ["solve", NUTS, "--min-confidence", "0.7"]).exit_code == 0
        result = runner.invoke(app, ["solve", NUTS, "--min-confidence", "0.9"])
        assert result.exit_code == 1
        assert "not sure enough" in result.stderr
        assert result.stdout == ""

    def test_json(self) -> None:
        result = runner.invoke(app, ["solve", "--json", NUTS, "--min-confidence", "0.9"])
        found = json.loads(result.stdout)
        assert (result.exit_code, found["answer"], found["confidence"]) == (0, None, 0.75)
        assert "not sure enough" in found["reason"]
        assert found["exact"] is True

    @pytest.mark.parametrize("wrong", ["1.5", "-0.1", "often"])
    def test_no_probability(self, wrong: str) -> None:
        assert runner.invoke(app, ["solve", NUTS, "--min-confidence", wrong]).exit_code == 2

    def test_what_is_not_proved_is_said(self) -> None:
        assert confidence_line(nuts(exact=True)) == "confidence 75%"
        assert "not proved optimal" in confidence_line(nuts(exact=False))
        assert nuts(exact=False).to_dict()["exact"] is False


def test_an_exact_value_is_kept() -> None:
    assert abstain(nuts(0.5), 1.0).alternatives[0].answer == Fraction(18)
