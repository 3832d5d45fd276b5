"""Signals and the calibrator that weighs them."""

from __future__ import annotations

from dataclasses import replace
from math import log

import pytest

from unitdep.confidence import SIGNALS, signals
from unitdep.models.calibration import DOUBTFUL, UNSURE, Calibrator
from unitdep.reading.problem import read_problem
from unitdep.solver import Solver, default_solver

TEXT = "Ann has 3 pens and buys 4 pens. How many pens does Ann have now?"


@pytest.mark.model
class TestSignals:
    def test_every_signal_has_a_value(self) -> None:
        [analysis] = default_solver().analyse([read_problem(TEXT)])
        assert analysis.query is not None
        known = signals(analysis.solution(), analysis.ranking, analysis.query)
        assert tuple(known) == SIGNALS
        assert known["logit"] > 0
        assert known["broken-number"] == 0

    def test_a_calibrator_decides_the_confidence(self) -> None:
        solver: Solver = replace(default_solver(), calibrator=Calibrator(0.0, {}))
        assert solver.solve(TEXT).confidence == 0.5
        assert solver.solve(TEXT).answer == 7


class TestCalibrator:
    def test_probability(self) -> None:
        calibrator = Calibrator(-1.0, {"margin": 2.0})
        assert calibrator.probability({"margin": 0.5, "unknown": 9.0}) == pytest.approx(0.5)
        assert 0 < calibrator.probability({"margin": -1e9}) < 1e-9

    def test_below_the_cut_an_answer_is_not_sure(self) -> None:
        careful = Calibrator(0.0, {"logit": 1.0}, cut=0.8)

        def shown(probability: float) -> float:
            return careful.confidence({"logit": log(probability / (1 - probability))})

        assert shown(0.3) == pytest.approx(0.3)
        assert shown(0.75) == UNSURE
        assert shown(0.81) == pytest.approx(0.81)

    @pytest.mark.parametrize("signal", DOUBTFUL)
    def test_a_doubtful_answer_is_never_sure(self, signal: str) -> None:
        assert Calibrator(5.0, {}).confidence({signal: 0.0}) > 0.99
        assert Calibrator(5.0, {}).confidence({signal: 1.0}) == UNSURE

    @pytest.mark.parametrize("cut", [0.5, 1.1])
    def test_a_cut_out_of_range(self, cut: float) -> None:
        with pytest.raises(ValueError, match="cut"):
            Calibrator.of({"bias": 0, "cut": cut, "weights": {}})

    def test_plain_data(self) -> None:
        calibrator = Calibrator(0.5, {"margin": 2.0})
        assert Calibrator.of(calibrator.as_dict()) == calibrator

    def test_weights_must_be_finite(self) -> None:
        with pytest.raises(ValueError, match="not numbers"):
            Calibrator.of({"bias": 0, "weights": {"margin": float("nan")}})
