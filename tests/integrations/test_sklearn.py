"""The scikit-learn estimator, on problems of our own wording."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV, KFold, cross_val_score

from factories import own_problems
from unitdep.core.expression import operations, render
from unitdep.integrations.sklearn import UnitDepEstimator
from unitdep.research.datasets import Record
from unitdep.solution import Solution

PROBLEMS = own_problems()[:24]  # three of each wording
TEXTS = [p.problem.text for p in PROBLEMS]
ANSWERS = [float(p.answer or 0) for p in PROBLEMS]
EXPRESSIONS = [
    render(p.tree, [str(q.value) for q in p.problem.quantities]) for p in PROBLEMS if p.tree
]
NEW = "Kim has 31 shells. Kim gives away 12 shells. How many shells are left?"


@pytest.fixture(scope="module")
def fitted() -> UnitDepEstimator:
    return UnitDepEstimator(features="paper").fit(TEXTS, EXPRESSIONS)


class TestFit:
    def test_it_learns(self, fitted: UnitDepEstimator) -> None:
        assert fitted.score(TEXTS, EXPRESSIONS) == fitted.score(TEXTS, ANSWERS) > 0.95
        found = fitted.predict([NEW])
        assert (found.dtype, found.shape, found[0]) == (np.float64, (1,), 19.0)

    def test_no_answer_is_nan(self, fitted: UnitDepEstimator) -> None:
        found = fitted.predict(["Ann has 3 pens.", NEW, ""])
        assert np.isnan(found).tolist() == [True, False, True]
        assert fitted.score(["Ann has 3 pens.", NEW], [3, 19]) == 0.5
        assert fitted.predict([]).shape == (0,)

    def test_from_answers_alone(self) -> None:
        found = UnitDepEstimator(features="paper").fit(TEXTS, ANSWERS)
        assert found.score(TEXTS, EXPRESSIONS) > 0.9

    def test_from_records(self, fitted: UnitDepEstimator) -> None:
        records = [
            Record(p.id, p.problem.text, p.answer, p.tree, tuple(q.number for q in
                   p.problem.quantities), p.rates)
            for p in PROBLEMS
        ]  # fmt: skip
        found = UnitDepEstimator(features="paper").fit(records)
        assert found.score(records) > 0.95
        assert found.score(TEXTS, ANSWERS) > 0.95
        assert fitted.score(records) > 0.95

    def test_the_same_for_a_seed(self, fitted: UnitDepEstimator) -> None:
        again = UnitDepEstimator(features="paper").fit(TEXTS, EXPRESSIONS)
        assert again.fitted_.model.weights == fitted.fitted_.model.weights
        assert again.fitted_.model.provenance == fitted.fitted_.model.provenance

    def test_systems(self) -> None:
        found = UnitDepEstimator(system="lca++", features="paper").fit(TEXTS, EXPRESSIONS)
        assert found.fitted_.name == "lca++"
        assert found.fitted_.model.weights.edge == 0
        assert found.score(TEXTS, ANSWERS) > 0.9

    def test_its_solver(self, fitted: UnitDepEstimator) -> None:
        solution = fitted.solver_.solve(NEW)
        assert isinstance(solution, Solution)
        assert solution.expression == "31 - 12"
        assert solution.tree is not None
        assert len(list(operations(solution.tree))) == 1


class TestScikitLearn:
    def test_parameters_and_clones(self, fitted: UnitDepEstimator) -> None:
        assert fitted.get_params() == {"system": "unitdep", "features": "paper", "seed": 0}
        copy = clone(fitted).set_params(system="lca++", seed=4)
        assert copy.get_params() == {"system": "lca++", "features": "paper", "seed": 4}
        with pytest.raises(NotFittedError):
            copy.predict([NEW])
        with pytest.raises(ValueError, match="Invalid parameter"):
            copy.set_params(colour="red")

    def test_cross_validation(self) -> None:
        folds = KFold(2, shuffle=True, random_state=1)
        estimator = UnitDepEstimator(features="paper")
        found = cross_val_score(estimator, TEXTS, EXPRESSIONS, cv=folds, error_score="raise")
        assert found.shape == (2,)
        assert found.mean() > 0.6

    def test_a_search_over_parameters(self) -> None:
        search = GridSearchCV(
            UnitDepEstimator(features="paper"),
            {"system": ["unitdep", "lca++"]},
            cv=KFold(2, shuffle=True, random_state=1),
            error_score="raise",
            refit=False,
        )
        search.fit(np.array(TEXTS), np.array(ANSWERS))
        assert np.isfinite(search.cv_results_["mean_test_score"]).all()


class TestBadInput:
    @pytest.mark.parametrize(
        ("y", "message"),
        [
            (["3 + 4", "3 +"], r"y\[1\] is not an expression: a number is missing at the end"),
            (["3 + 4", "3 / (4 - 4)"], r"y\[1\] divides by zero"),
            ([7, None], r"y\[1\] is None, neither an expression nor a number"),
            ([7, float("nan")], r"y\[1\] is nan"),
            ([7], "X has 2 texts and y 1 entries"),
        ],
    )
    def test_y(self, y: list[object], message: str) -> None:
        with pytest.raises(ValueError, match=message):
            UnitDepEstimator().fit(TEXTS[:2], y)

    @pytest.mark.parametrize(
        ("settings", "message"),
        [
            ({"system": "magic"}, "system is 'magic'; there are unitdep, "),
            ({"features": "mine"}, "features is 'mine'; there are paper, own|own, paper"),
        ],
    )
    def test_settings(self, settings: dict[str, str], message: str) -> None:
        with pytest.raises(ValueError, match=message):
            UnitDepEstimator(**settings).fit(TEXTS, EXPRESSIONS)

    def test_one_text(self, fitted: UnitDepEstimator) -> None:
        with pytest.raises(ValueError, match="give a list of texts"):
            fitted.predict(NEW)

    def test_nothing_to_learn(self) -> None:
        for x, y in (([], []), (["Ann has 3 pens."], [3]), (TEXTS, None), ([NEW], ["1 + 2"])):
            with pytest.raises(ValueError, match="no problem has an expression"):
                UnitDepEstimator().fit(x, y)

    def test_nothing_to_compare_with(self, fitted: UnitDepEstimator) -> None:
        with pytest.raises(ValueError, match=r"X\[0\] has no answer to compare with; give y"):
            fitted.score([NEW])


@pytest.mark.parametrize(
    "answer", [19, 19.0, Fraction(19), np.int64(19), np.float32(19), "19", "31 - 12", "x = 31 - 12"]
)
def test_all_kinds_of_targets(fitted: UnitDepEstimator, answer: object) -> None:
    assert fitted.score([NEW], [answer]) == 1.0


@pytest.mark.parametrize("count", [1, 4])
def test_very_few_problems(count: int) -> None:
    found = UnitDepEstimator().fit(TEXTS[:count], EXPRESSIONS[:count])
    assert found.predict(TEXTS[:count]).shape == (count,)
