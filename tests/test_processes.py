"""Solutions and solvers between processes: what is pickled, and what joblib and Dask make of it."""

from __future__ import annotations

import pickle
import subprocess
import sys
from typing import Any

import pytest

from factories import ISABEL
from unitdep import Solver, solve
from unitdep.core.labels import QUESTION
from unitdep.models import LINEAR, PACKAGED
from unitdep.solver import default_solver

TEXTS = [
    "Ann has 9 pens. She gives 2 pens away. How many pens are left?",
    "A bakery had 120 rolls and sold 3/4 of them. How many rolls are left?",
]
LONG = "On day after day she saw 3 geese and 5 ducks in the park by the lake. " * 40


@pytest.fixture(scope="module")
def linear() -> Solver:
    return Solver.load(LINEAR, scope="paper")


class TestSolutions:
    @pytest.mark.parametrize("text", [ISABEL, *TEXTS, "Hello.", LONG + "How many geese?"])
    def test_are_small_and_equal_their_copies(self, text: str) -> None:
        solution = solve(text)
        assert solution.steps is solution.steps  # worked out, and not pickled
        packed = pickle.dumps(solution)
        copy = pickle.loads(packed)
        assert len(packed) < 20_000 + 40 * len(text)
        assert copy == solution
        assert hash(copy) == hash(solution)
        assert copy.to_dict() == solution.to_dict()
        assert len({copy, solution}) == 1

    def test_of_a_typical_problem_is_below_20_kb(self) -> None:
        assert max(len(pickle.dumps(solve(text))) for text in (ISABEL, *TEXTS)) < 20_000

    def test_differ_by_what_is_in_them(self) -> None:
        first, second = (solve(text) for text in TEXTS)
        assert first != second

    def test_bring_no_parser_along(self) -> None:
        code = (
            "import pickle, sys; found = pickle.load(sys.stdin.buffer); "
            "print(found.answer_text, found.is_rate('question'), len(found.problem.doc) > 20)"
        )
        done = subprocess.run(
            [sys.executable, "-c", code], input=pickle.dumps(solve(ISABEL)), capture_output=True
        )
        assert done.stdout.decode().split() == ["7", "bouquets", "False", "True"], done.stderr

    def test_the_text_is_parsed_again_when_asked_for(self) -> None:
        problem = solve(ISABEL).problem
        copy = pickle.loads(pickle.dumps(problem))
        assert "doc" not in vars(copy)
        assert [token.tag_ for token in copy.doc] == [token.tag_ for token in problem.doc]
        with pytest.raises(AttributeError, match="nonsense"):
            copy.nonsense  # noqa: B018


class TestSolvers:
    def test_load_their_model_again(self, linear: Solver) -> None:
        packed = pickle.dumps(linear)
        copy = pickle.loads(packed)
        assert len(packed) < 1_000
        assert copy.folder == PACKAGED[LINEAR]
        assert copy.scope == linear.scope
        assert copy.solve(ISABEL) == linear.solve(ISABEL)
        assert pickle.loads(packed) is copy  # loaded once per process

    def test_keep_their_confidence(self) -> None:
        plain = pickle.loads(pickle.dumps(default_solver().uncalibrated()))
        assert plain.calibrator is None

    def test_in_memory_say_what_to_do(self, linear: Solver) -> None:
        made = Solver(linear.scorer, linear.weights)
        with pytest.raises(TypeError, match=r"only a solver that Solver\.load made"):
            pickle.dumps(made)

    def test_in_joblib(self, linear: Solver) -> None:
        joblib = pytest.importorskip("joblib", reason="comes with the extra research")
        found = joblib.Parallel(n_jobs=2)(joblib.delayed(linear.solve)(text) for text in TEXTS)
        assert found == [linear.solve(text) for text in TEXTS]

    def test_in_dask(self, linear: Solver) -> None:
        dask = pytest.importorskip("dask", reason="needs dask: pip install dask")
        tasks = [dask.delayed(linear.solve)(text) for text in TEXTS]
        found = dask.compute(*tasks, scheduler="processes", num_workers=1)
        assert list(found) == [linear.solve(text) for text in TEXTS]


class TestManyTexts:
    def test_what_is_missing_has_a_reason(self, linear: Solver) -> None:
        given: list[Any] = [None, TEXTS[0], float("nan"), ""]
        missing, solved, nan, empty = linear.solve_many(given)
        assert missing.reason == nan.reason == "the text is missing"
        assert solved.answer == 7
        assert empty.reason not in (None, missing.reason)
        assert not missing.is_rate(QUESTION)

    def test_one_text_is_not_many(self, linear: Solver) -> None:
        with pytest.raises(TypeError, match=r"takes several texts: use solve\(text\)"):
            linear.solve_many(TEXTS[0])

    def test_what_is_not_a_text(self, linear: Solver) -> None:
        with pytest.raises(TypeError, match="must be a text, not int"):
            list(linear.solve_many([3]))  # type: ignore[list-item]

    def test_a_series_keeps_its_length(self, linear: Solver) -> None:
        pandas = pytest.importorskip("pandas", reason="needs pandas: pip install pandas")
        series = pandas.Series([TEXTS[0], None, pandas.NA, TEXTS[0]], index=[5, 3, 9, 1])
        found = list(linear.solve_many(series))
        assert [str(solution.answer) for solution in found] == ["7", "None", "None", "7"]
