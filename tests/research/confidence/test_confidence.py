"""Confidences measured on known answers, and the calibrator that is fitted to them."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from pathlib import Path

import pytest
from typer.testing import CliRunner

from unitdep.cli.app import app
from unitdep.errors import UnitdepError
from unitdep.research.confidence.collect import Row, of_texts, read_known, same
from unitdep.research.confidence.fit import calibrated, cross_validated, fit
from unitdep.research.confidence.measure import by_kind, calibration_error, measure
from unitdep.solver import default_solver

KNOWN = [
    {"id": "a", "text": "Ann has 3 pens and buys 4 pens. How many pens has she?", "answer": "7"},
    {"id": "b", "text": "Hello.", "answer": None},
    {"id": "c", "text": "Ann has 3 pens and buys 4 pens. How many pens has she?", "answer": "8"},
]


def wild(tmp_path: Path) -> Path:
    path = tmp_path / "wild.jsonl"
    path.write_text("".join(json.dumps({**k, "kind": "plain"}) + "\n" for k in KNOWN), "utf-8")
    return path


def row(right: bool, confidence: float, *, in_reach: bool = True, logit: float = 0.0) -> Row:
    return Row("r", "k", in_reach, right, confidence, {"logit": logit})


def test_an_answer_is_right() -> None:
    assert same(Fraction(7), Fraction(7))
    assert same(Fraction(1, 3), Fraction("0.3333333"))
    assert same(Fraction(30 * 60 + 15), Fraction(6 * 60 + 15))  # the next day
    assert not same(Fraction(7), Fraction(8))
    assert not same(None, Fraction(7))


class TestMeasure:
    def test_counts(self) -> None:
        rows = [
            row(True, 0.9),
            row(False, 0.8),
            row(False, 0.2),
            row(False, 0.75, in_reach=False),
            Row("r", "k", False, False, 0.0, None),
        ]
        found = measure(rows)
        assert (found.texts, found.in_reach, found.right, found.answered) == (5, 3, 1, 4)
        assert (found.sure, found.sure_right, found.beyond, found.beyond_sure) == (3, 1, 2, 1)
        assert by_kind(rows) == {"k": {"texts": 5, "right": 1, "sure": 3, "sure_right": 1}}
        assert found.to_dict()["sure_right_share"] == pytest.approx(1 / 3, abs=1e-4)

    def test_calibration_error(self) -> None:
        assert calibration_error([(0.75, True), (0.75, True), (0.75, True), (0.75, False)]) == 0
        assert calibration_error([(1.0, False)]) == 1
        assert calibration_error([]) == 0


class TestFit:
    def rows(self, seed: int) -> list[Row]:
        rng = random.Random(seed)
        logits = [rng.uniform(-3, 3) for _ in range(400)]
        return [row(rng.random() < 1 / (1 + 2.718**-x), 0.99, logit=x) for x in logits]

    def test_a_calibrator_is_calibrated(self) -> None:
        rows = self.rows(0)
        assert measure(rows).error > 0.3
        calibrator = fit({"a": rows})
        assert 0.5 < calibrator.weights["logit"] < 1.5
        assert measure(calibrated(self.rows(1), calibrator)).error < 0.08

    def test_cross_validation_leaves_no_row_out(self) -> None:
        found = cross_validated({"a": self.rows(0), "b": self.rows(1)})
        assert {name: m.texts for name, m in found.items()} == {"a": 400, "b": 400}


@pytest.mark.model
def test_texts_are_solved(tmp_path: Path) -> None:
    rows = of_texts(default_solver(), read_known(wild(tmp_path)))
    assert [r.right for r in rows] == [True, False, False]
    assert [r.answered for r in rows] == [True, False, True]


def test_a_file_that_is_none(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text("{}\n", "utf-8")
    with pytest.raises(UnitdepError, match="can't be read"):
        read_known(path)


@pytest.mark.model
def test_the_command(tmp_path: Path) -> None:
    out = tmp_path / "measured.json"
    run = CliRunner().invoke(
        app, ["confidence", "measure", str(wild(tmp_path)), "--json", "-o", str(out)]
    )
    assert run.exit_code == 0, run.output
    found = json.loads(run.stdout)
    assert found == json.loads(out.read_text("utf-8"))
    assert (found["right"], found["answered"], found["beyond"]) == (1, 2, 1)


def test_a_missing_file_is_told() -> None:
    run = CliRunner().invoke(app, ["confidence", "measure", "nowhere.jsonl"])
    assert run.exit_code == 1
    assert "nowhere.jsonl can't be read" in run.output
