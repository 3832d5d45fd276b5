"""Confidence: abstaining, the estimate for many quantities, calibration and its figures."""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from typer.testing import CliRunner

import unitdep
from factories import ADD, SUB, candidate, op, own_problems, random_tables, random_values
from unitdep.cli import startup
from unitdep.cli.app import app
from unitdep.cli.solve import confidence_line
from unitdep.core.expression import Expression
from unitdep.core.labels import Reading
from unitdep.inference import Ranking, Weights, search
from unitdep.inference.best_first.sampling import _Sampler, log_mass, unseen_mass
from unitdep.inference.best_first.search import search_large
from unitdep.inference.best_first.tree_scores import tuple_scores
from unitdep.inference.types import Query
from unitdep.reading.problem import read_problem
from unitdep.research.evaluation.metrics.calibration import (
    brier_score,
    calibration_error,
    equal_mass,
    equal_width,
    keep,
    risk_coverage,
)
from unitdep.research.evaluation.pages.figures import reliability_svg, risk_coverage_svg
from unitdep.research.evaluation.pages.results import drawings
from unitdep.research.evaluation.protocol.folds import Fold
from unitdep.research.evaluation.protocol.outcomes import Outcome
from unitdep.research.evaluation.protocol.results import Results, Signature, read, write
from unitdep.research.evaluation.tables.own import calibration
from unitdep.research.evaluation.tables.own.calibration import (
    PLATT,
    SYSTEM,
    cross_validated,
    platt,
)
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


class TestManyQuantities:
    @pytest.mark.parametrize("weights", [Weights(temperature=3), Weights(vertex=0, edge=0)])
    @pytest.mark.parametrize("kind", ["peaked", "flat"])
    def test_the_estimate_is_near_the_exact_probability(self, kind: str, weights: Weights) -> None:
        rng = np.random.default_rng(7)
        off = []
        for _ in range(6):
            tables, values = random_tables(rng, 4, kind), random_values(rng, 4)
            exact = search(tables, values, weights, top=100)
            shares = {c.value: c.probability for c in exact.candidates}
            found = search_large(Query(tables, tuple(values), weights)).candidates[0]
            off.append(abs(found.probability - shares[found.value]))
        assert np.mean(off) < 0.05

    def test_the_sum_over_all_trees_is_without_bias(self) -> None:
        rng = np.random.default_rng(3)
        tables, values = random_tables(rng, 3, "flat"), random_values(rng, 3)
        scores = tuple_scores(tables, Weights(), Reading.ALGEBRA)
        drawn = unseen_mass(scores, values, 2.0, frozenset(), draws=20000)
        whole = np.logaddexp.reduce([log_mass(tree, 2.0) for tree, _ in drawn])
        assert np.logaddexp.reduce([mass for _, mass in drawn]) == pytest.approx(whole, abs=0.05)

    def test_chances_add_up(self) -> None:
        rng = np.random.default_rng(5)
        scores = tuple_scores(random_tables(rng, 3), Weights(), Reading.ALGEBRA)
        sampler = _Sampler(scores, 4.0, scores.size)
        chances: dict[Expression, float] = dict(sampler.draw(rng) for _ in range(20000))
        assert np.exp(list(chances.values())).sum() == pytest.approx(1.0, abs=0.02)

    def test_trees_that_were_seen_are_not_counted_again(self) -> None:
        rng = np.random.default_rng(6)
        tables, values = random_tables(rng, 4), random_values(rng, 4)
        scores = tuple_scores(tables, Weights(), Reading.ALGEBRA)
        drawn = unseen_mass(scores, values, 2.0, frozenset())
        seen = {tree.tree for tree, _ in drawn[:5]}
        again = unseen_mass(scores, values, 2.0, seen)
        assert seen.isdisjoint(tree.tree for tree, _ in again)
        assert len(again) == len(drawn) - len(seen)

    def test_the_same_in_every_run(self) -> None:
        rng = np.random.default_rng(8)
        tables, values = random_tables(rng, 7), random_values(rng, 7)
        first, second = (search(tables, values, Weights()) for _ in range(2))
        assert [c.probability for c in first.candidates] == [
            c.probability for c in second.candidates
        ]

    def test_a_story_with_seven_numbers_is_not_certain(self) -> None:
        text = (
            "Jo sells 3 pens, 5 cups and 7 rings on Monday, and 2 pens, 6 cups, 9 rings and 4 hats "
            "on Tuesday. How many cups does she sell?"
        )
        solution = unitdep.solve(text)
        assert 0 < solution.confidence < 0.95
        assert isinstance(solution.to_dict()["exact"], bool)


# Ten answers: two sure and right, four at 0.8 of which three are right, four at 0.3, one right.
JUDGED = [(1.0, True)] * 2 + [(0.8, True)] * 3 + [(0.8, False), (0.3, True)] + [(0.3, False)] * 3


class TestFigures:
    def test_calibration_error_by_hand(self) -> None:
        bins = equal_width(JUDGED)
        assert [(b.count, b.confidence, b.accuracy) for b in bins] == [
            (4, pytest.approx(0.3), 0.25),
            (4, pytest.approx(0.8), 0.75),
            (2, 1.0, 1.0),
        ]
        assert calibration_error(bins) == pytest.approx(0.4 * 0.05 + 0.4 * 0.05)
        assert calibration_error(equal_mass(JUDGED, bins=1)) == pytest.approx(abs(0.64 - 0.6))
        assert calibration_error([]) == 0

    def test_brier_score_by_hand(self) -> None:
        expected = (0.04 * 3 + 0.64 + 0.49 + 0.09 * 3) / 10
        assert brier_score(JUDGED) == pytest.approx(expected)
        assert brier_score([]) == 0

    def test_risk_and_coverage_by_hand(self) -> None:
        curve = risk_coverage(JUDGED)
        assert [(p.coverage, p.threshold) for p in curve] == [(0.2, 1.0), (0.6, 0.8), (1.0, 0.3)]
        assert [p.accuracy for p in curve] == pytest.approx([1.0, 5 / 6, 0.6])
        assert keep(JUDGED, 0.6).threshold == 0.8
        assert keep(JUDGED, 0.61).coverage == 1.0
        assert keep([], 0.5).accuracy == 0

    def test_a_calibrated_system_has_hardly_any_error(self) -> None:
        rng = np.random.default_rng(0)
        share = rng.random(20000)
        judged = list(zip(share.tolist(), (rng.random(20000) < share).tolist(), strict=True))
        assert calibration_error(equal_width(judged)) < 0.02
        assert calibration_error(equal_mass(judged)) < 0.02
        assert calibration_error(equal_width([(p**3, r) for p, r in judged])) > 0.2

    @pytest.mark.parametrize("draw", [reliability_svg, risk_coverage_svg])
    def test_drawings(self, draw: object) -> None:
        assert callable(draw)
        svg = draw({"one system": JUDGED, "another": JUDGED[::-1]})
        ElementTree.fromstring(svg)
        assert "one system" in svg
        assert "another" in svg
        assert svg == draw({"one system": JUDGED, "another": JUDGED[::-1]})


def sure(size: int = 2) -> list[Outcome]:
    return [Outcome(str(k), r, p, size) for k, (p, r) in enumerate(JUDGED)]


def outcomes(file: Path) -> dict[str, list[Outcome]]:
    systems = read(file).content["systems"]
    return {system: calibration.from_rows(entries) for system, entries in systems.items()}


def results(folder: Path) -> Path:
    signature = Signature("allarith", "abc", 10, "authors' 5", 0, "0", "3", "1")
    content = {"systems": {SYSTEM: calibration.to_rows(sure())}}
    return write(Results("calibration", signature, 1.0, content=content), folder)


class TestTable:
    def test_file(self, tmp_path: Path) -> None:
        file = results(tmp_path)
        assert file.name == "calibration-allarith.json"
        assert '["0", 1.0, true, 2]' in file.read_text("utf-8")
        assert outcomes(file) == {SYSTEM: sure()}

    def test_another_system_is_added(self, tmp_path: Path) -> None:
        file = results(tmp_path)
        calibration.add(file, "another", sure(3))
        assert outcomes(file) == {SYSTEM: sure(), "another": sure(3)}
        assert "| AllArith: another | 10 | 60.0 |" in calibration.section([read(file)])

    def test_section(self, tmp_path: Path) -> None:
        page = calibration.section([read(results(tmp_path))])
        assert "| AllArith: UnitDep, our features | 10 | 60.0 | 0.040 |" in page
        assert "83.3 (from 0.80)" in page
        assert "| 64 / 60 (10) |" in page
        assert "Not measured yet." in calibration.section([])
        assert drawings([]) == {}

    def test_platt_mends_probabilities_that_are_too_high(self) -> None:
        rng = np.random.default_rng(0)
        share = rng.uniform(0.5, 1, 3000)
        right = rng.random(3000) < share - 0.3
        known = [Outcome("", bool(r), float(p), 2) for p, r in zip(share, right, strict=True)]
        mended = platt(known[:2000], known[2000:])
        before, after = (
            calibration_error(equal_width([(o.probability, o.right) for o in part]))
            for part in (known[2000:], mended)
        )
        assert before > 0.25
        assert after < 0.06

    def test_cross_validation(self) -> None:
        problems = own_problems()
        folds = [Fold(0, tuple(range(30)), tuple(range(30, 40)))]
        found = cross_validated(problems, folds)
        assert [o.id for o in found[SYSTEM]] == [p.id for p in problems[30:]]
        assert [o.right for o in found[PLATT]] == [o.right for o in found[SYSTEM]]
        assert all(0 <= o.probability <= 1 for part in found.values() for o in part)

    def test_documents(self, tmp_path: Path) -> None:
        results(tmp_path / "results")
        folders = ["--results", str(tmp_path / "results"), "--docs", str(tmp_path / "docs")]
        done = runner.invoke(app, ["reproduce", "--render-only", *folders])
        assert done.exit_code == 0, done.output
        page = (tmp_path / "docs" / "results" / "results.md").read_text("utf-8")
        assert "## Confidence" in page
        for name in ("reliability", "risk-coverage"):
            assert f"(../figures/{name}.svg)" in page
            ElementTree.parse(tmp_path / "docs" / "figures" / f"{name}.svg")

    def test_without_matplotlib(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "matplotlib", None)
        results(tmp_path / "results")
        folders = ["--results", str(tmp_path / "results"), "--docs", str(tmp_path / "docs")]
        done = runner.invoke(app, ["reproduce", "--render-only", *folders])
        assert done.exit_code == 0, done.output
        assert "figures are not drawn" in done.output
        assert not (tmp_path / "docs" / "figures").exists()

    def test_damaged_file(self, tmp_path: Path) -> None:
        (tmp_path / "results").mkdir()
        (tmp_path / "results" / "calibration-allarith.json").write_text("{}", "utf-8")
        folders = ["--results", str(tmp_path / "results"), "--docs", str(tmp_path / "docs")]
        done = runner.invoke(app, ["reproduce", "--render-only", *folders])
        assert done.exit_code == 1
        assert "damaged" in done.output


def test_an_exact_value_is_kept() -> None:
    assert abstain(nuts(0.5), 1.0).alternatives[0].answer == Fraction(18)
