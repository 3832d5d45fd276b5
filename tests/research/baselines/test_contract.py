"""The contract of a system: one suite over all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from factories import WORDINGS
from unitdep.core.expression import evaluate, leaves, monotonic
from unitdep.errors import NothingToLearnError
from unitdep.models.store import ModelError
from unitdep.reading.problem import Problem, read_problem
from unitdep.research.baselines import FittedSystem, Prediction, System, systems
from unitdep.research.baselines.unitdep import MODES, FittedLinear, LinearSystem
from unitdep.research.datasets import AnnotatedProblem
from unitdep.research.evaluation.protocol.cross_validate import (
    OTHERS,
    SYSTEMS,
    cross_validate_system,
)
from unitdep.research.evaluation.protocol.folds import Fold

SEED = 3
ODD = {
    "empty": "",
    "space": " \n\t ",
    "no words": "?!",
    "no numbers": "How many pens does Ann have?",
    "one number": "Ann has 3 pens. How many pens does Ann have?",
    "only a number": "7",
    "no question": "Ann has 3 pens. Ben has 4 pens.",
    "zeros": "Ann has 0 pens. Ben has 0 pens. How many pens does each of 0 friends get?",
    "a zero": "Ann shares 12 pens among 0 friends. How many pens does each friend get?",
    "equal numbers": "Ann has 5 pens. Ann loses 5 pens. How many pens are left?",
    "seven numbers": "Ann has 2, 3, 4, 5, 6, 7 and 8 pens. How many pens does Ann have?",
    "thirty numbers": " ".join(f"Box {k} has {k + 2} pens." for k in range(15)) + " How many pens?",
    "numbers only": " ".join(str(k) for k in range(1, 31)),
    "very large": f"Ann has {10**40} pens and finds {10**30} pens. How many pens has Ann?",
    "very small": "Ann has 0.0000000001 m and 1/3 of 0.25 m. How many metres are there?",
    "unicode": "Zoë hat 3 Äpfel — ½ davon für 五 👩‍👩‍👧‍👦… ‮ 4 яблока \u0000 ٣ ?",
    "one long word": "a" * 3000 + " 3 4",
    "signs": "Ann has -3 $ and 25% of +4 €, 1,000.50 £ and 3/4. How much? How much? How much?",
}


@dataclass(frozen=True)
class Case:
    """A system, its fitted state, and its predictions for all problems."""

    system: System
    fitted: FittedSystem
    predictions: list[Prediction]


@pytest.fixture(scope="module")
def texts(problems: list[AnnotatedProblem]) -> list[Problem]:
    """The training texts, then the odd ones, in one list."""
    return [*(p.problem for p in problems), *map(read_problem, ODD.values())]


@pytest.fixture(scope="module", params=list(systems()))
def case(
    request: pytest.FixtureRequest, problems: list[AnnotatedProblem], texts: list[Problem]
) -> Case:
    system = systems()[request.param]
    fitted = system.fit(problems, seed=SEED)
    return Case(system, fitted, fitted.predict(texts))


def assert_same(first: Sequence[Prediction], second: Sequence[Prediction]) -> None:
    """Compare predictions; the last digits of a probability may differ by how sums are done."""
    assert [(p.answer, p.tree) for p in first] == [(p.answer, p.tree) for p in second]
    assert [p.probability for p in first] == pytest.approx([p.probability for p in second])


def test_the_name_is_that_of_the_registry(case: Case) -> None:
    assert systems()[case.system.name] == case.system


def test_it_learns(case: Case, problems: list[AnnotatedProblem]) -> None:
    right = [
        prediction.answer == problem.answer
        for problem, prediction in zip(problems, case.predictions, strict=False)
    ]
    assert sum(right) >= 0.75 * len(problems)


def test_it_solves_new_texts(case: Case) -> None:
    text = "Kim has 31 shells. Kim gives away 12 shells. How many shells are left?"
    [found] = case.fitted.predict([read_problem(text)])
    assert found.answer == 19


def test_the_same_seed_gives_the_same(
    case: Case, problems: list[AnnotatedProblem], texts: list[Problem]
) -> None:
    again = systems()[case.system.name].fit(problems, seed=SEED)
    assert again.predict(texts) == case.predictions


def test_a_prediction_is_whole_or_nothing(case: Case, texts: list[Problem]) -> None:
    assert len(case.predictions) == len(texts)
    for problem, found in zip(texts, case.predictions, strict=True):
        if found.answer is None or found.tree is None:
            assert found == Prediction()
            continue
        assert found.answer > 0
        assert found.answer == evaluate(found.tree, [q.value for q in problem.quantities])
        assert found.tree == monotonic(found.tree)
        assert len(set(leaves(found.tree))) == len(list(leaves(found.tree)))
        assert 0 < found.probability <= 1 + 1e-9


def test_nothing_to_compute(case: Case) -> None:
    for name in ("empty", "space", "no words", "no numbers", "zeros"):
        assert case.fitted.predict([read_problem(ODD[name])]) == [Prediction()], name


def test_predictions_do_not_depend_on_the_batch(case: Case, texts: list[Problem]) -> None:
    assert case.fitted.predict([]) == []
    assert_same([case.fitted.predict([text])[0] for text in texts], case.predictions)
    assert_same(case.fitted.predict(texts[::-1]), case.predictions[::-1])
    assert_same(case.fitted.predict([texts[0]] * 3), [case.predictions[0]] * 3)


def test_save_and_load(case: Case, texts: list[Problem], tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "folder"
    case.fitted.save(folder)
    loaded = systems()[case.system.name].load(folder)
    assert loaded.predict(texts) == case.predictions
    assert {file.suffix for file in folder.iterdir()} == {".json", ".npz"}
    loaded.save(folder)  # over itself
    assert case.system.load(folder).predict(texts[:5]) == case.predictions[:5]


def test_what_cannot_be_loaded(case: Case, tmp_path: Path) -> None:
    with pytest.raises(ModelError):
        case.system.load(tmp_path)
    case.fitted.save(tmp_path)
    for system in systems().values():
        if system.name != case.system.name:
            with pytest.raises(ModelError):
                system.load(tmp_path)
    for file in list(tmp_path.iterdir()):
        good = file.read_bytes()
        file.write_bytes(b"nonsense")
        with pytest.raises(ModelError):
            case.system.load(tmp_path)
        file.write_bytes(good)
    assert case.system.load(tmp_path)


# What is particular to the systems with classifiers, and cross-validation of any system


def test_the_wordings_are_read_as_meant(problems: list[AnnotatedProblem]) -> None:
    assert len(problems) == 40
    for problem in problems:
        wording = WORDINGS[int(problem.id.split("-")[1])][0]
        assert problem.problem.size == sum(
            wording.count(name) for name in ("{many}", "{few}", "{parts}", "{extra}")
        )


def test_the_weights_tell_the_mode(case: Case) -> None:
    if isinstance(case.fitted, FittedLinear):
        weights = case.fitted.model.weights
        assert case.fitted.name == case.system.name
        assert (weights.vertex == 0) == (case.system.name in ("lca++", "unitdep-no-vertex"))
        assert (weights.edge == 0) == (case.system.name in ("lca++", "unitdep-no-edge"))


def test_feature_sets() -> None:
    assert systems("own")["lca++"] == LinearSystem("lca++", "own")
    assert list(systems("own")) == list(systems()) == [*MODES, *OTHERS]
    assert SYSTEMS is MODES


def test_nothing_to_learn() -> None:
    with pytest.raises(NothingToLearnError):
        LinearSystem().fit([])


def test_cross_validation_of_a_system(problems: list[AnnotatedProblem]) -> None:
    told: list[str] = []
    numbers, cut = tuple(range(len(problems))), 2 * len(WORDINGS)  # each part has every wording
    folds = [Fold(0, numbers[cut:], numbers[:cut]), Fold(1, numbers[:cut], numbers[cut:])]
    runs = cross_validate_system(problems, folds, systems()["template"], progress=told.append)
    assert told == ["fold 0 template", "fold 1 template"]
    for fold, run in zip(folds, runs, strict=True):
        assert [o.id for o in run.outcomes] == [problems[k].id for k in fold.test]
        assert {o.fold for o in run.outcomes} == {fold.number}
        assert [o.gold for o in run.outcomes] == [problems[k].answer for k in fold.test]
        assert run.weights == run.strengths == {}
        assert run.accuracy > 0.5
    first = runs[0].outcomes[0]
    assert (first.expression, first.answer, first.right) == ("24 + 4", 28, True)
