"""Calibration: figures of confidence, their table, pages and drawings."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from typer.testing import CliRunner

from factories import own_problems
from unitdep.cli.app import app
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

runner = CliRunner()


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
