"""The table that measures checking."""

from __future__ import annotations

import json
from fractions import Fraction

import numpy as np
import pytest

from factories import ADD, DIV, SUB, op, own_problems
from paths import RESULTS
from unitdep.core.expression import evaluate
from unitdep.core.labels import Reading
from unitdep.research.evaluation.expressions.judge import (
    MARGIN,
    UNSURE,
)
from unitdep.research.evaluation.protocol import check_folds
from unitdep.research.evaluation.protocol.folds import Fold
from unitdep.research.evaluation.protocol.results import Results, Signature, figure
from unitdep.research.evaluation.tables.own import checks
from unitdep.research.learning import build_designs, train
from unitdep.research.learning.develop import QUICK
from unitdep.scoring.linear import FEATURE_SETS


class TestTable:
    def test_the_limits_are_those_that_were_measured(self) -> None:
        file = RESULTS / "checks-allarith.json"
        measured = json.loads(file.read_text("utf-8"))["figures"][0]["details"]
        assert pytest.approx(np.mean(measured["margin"]), abs=0.05) == MARGIN
        assert np.median(measured["unsure"]) == UNSURE

    def test_wrong_variants(self) -> None:
        values = [Fraction(v) for v in (6, 2, 2)]
        tree = op(SUB, 0, 1)
        found = check_folds.wrong_variants(tree, values)
        assert {evaluate(t, values) for t in found} == {8, 12, 3, -4}
        # 2 x 2 and 2 + 2 are the same answer, and so are twins that change places
        assert check_folds.wrong_variants(op(ADD, 1, 2), values) == [op(SUB, 1, 2), op(DIV, 1, 2)]

    def test_limits(self) -> None:
        assert (
            check_folds.unsure_below([(0.15, False), (0.35, False), (0.45, True), (0.95, True)])
            == 0.4
        )
        assert check_folds.unsure_below([(0.95, True)]) == 0.0

    @pytest.mark.slow
    def test_a_fold(self) -> None:
        problems = own_problems()
        designs = build_designs(problems, FEATURE_SETS["own"], Reading.ALGEBRA)
        fold = Fold(0, tuple(range(32)), tuple(range(32, 40)))
        found = check_folds.check_fold(
            problems, fold, train(problems, designs, fold.training, plan=QUICK)
        )
        assert len(found.rows[check_folds.GOLD]) == 8
        assert all(right for _, right in found.rows[check_folds.GOLD])
        share = [right for _, right in found.rows[check_folds.WRONG]]
        assert sum(share) > 0.8 * len(share)

    def test_report(self) -> None:
        assert "Not measured yet." in checks.section([])
        details = {
            "margin": [2.0, 3.0],
            "unsure": [0.4, 0.3],
            "verdicts": {"gold accepted": {"agrees": 3}, "wrong rejected": {"unit error": 7}},
        }
        pairs = [[("a", True), ("b", False)], [("c", True), ("d", True)]]
        figures = [
            figure(row, "allarith", pairs, details if row == check_folds.GOLD else None)
            for row in check_folds.ROWS
        ]
        signed = Signature("allarith", "abc", 4, "authors' 5", 0, "0", "0", "0")
        page = checks.section([Results(checks.name, signed, 1.0, tuple(figures))])
        assert "| gold expressions accepted | 75.0 (" in page
        assert "| unit error | 0 | 7 |" in page
        assert "margins of the folds 2.00, 3.00" in page
