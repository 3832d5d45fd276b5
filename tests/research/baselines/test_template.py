"""Template: enumeration by hand, the gradient, learning, files, and texts that aren't problems."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from unitdep.core.expression import evaluate, leaves, monotonic, operations, positive_value
from unitdep.models.store import ModelError
from unitdep.reading.arithmetic import parse_indices
from unitdep.reading.problem import Problem, read_problem
from unitdep.research.baselines.system import Prediction
from unitdep.research.baselines.template import FittedTemplate, TemplateSystem
from unitdep.research.baselines.template.derivations import MAX_QUANTITIES, Space
from unitdep.research.baselines.template.design import make_example, score
from unitdep.research.baselines.template.files import ARRAYS, CONFIG
from unitdep.research.baselines.template.learning import log_sums, make_objective
from unitdep.research.baselines.template.system import answer_marginals, correct_derivations
from unitdep.research.baselines.template.templates import (
    MAX_SLOTS,
    collect,
    shape,
    template_of,
    way,
)
from unitdep.research.datasets import AnnotatedProblem

TEXTS = [
    ("Mia has 9 pens. She gives away 4 pens. How many pens are left?", "0-1"),
    ("Tom had 14 nuts. He lost 5 nuts. How many nuts are left?", "0-1"),
    ("Eva found 6 shells and Ben found 7 shells. How many shells did they find in all?", "0+1"),
    ("Ann picked 8 figs and Leo picked 3 figs. How many figs did they pick in all?", "0+1"),
    ("Each box holds 6 cups. There are 5 boxes. How many cups are there together?", "0*1"),
    ("Each bag holds 4 rolls. There are 3 bags. How many rolls are there together?", "0*1"),
    ("Kim shares 12 plums equally among 3 friends. How many plums does each friend get?", "0/1"),
    ("Sam shares 20 cards equally among 5 friends. How many cards does each friend get?", "0/1"),
    ("Ida had 3 kites and 6 hats. She sold 2 hats. How many hats are left?", "1-2"),
    ("Max had 5 balls and 8 drums. He sold 3 drums. How many drums are left?", "1-2"),
    ("A shop had 30 mugs and 10 lids. Each tray holds 5 mugs and lids. How many trays?", "(0+1)/2"),
    ("A shop had 16 pots and 12 pans. Each tray holds 4 pots and pans. How many trays?", "(0+1)/2"),
]
ODD = [
    "",
    " ",
    "?",
    "How many?",
    "How many pens are there?",
    "Mia has 3 pens.",
    "Mia has 3 pens and 4 pens",
    "0 0 0",
    "Mia has 0 pens. She has 0 pens. How many pens are left?",
    "7",
    "12 34 56 ??? !!! 1/0 3/4 25%",
    "\n\n5\n\n6\n\n",
    " ".join(f"Box {k} has {k + 2} pens." for k in range(30)) + " How many pens in all?",
    " ".join(str(k) for k in range(1, 31)),
    "é ü 3 — 4 … 五",
]


def annotated(text: str, tree: str, answer: Fraction | None = None) -> AnnotatedProblem:
    return AnnotatedProblem(text, read_problem(text), answer, monotonic(parse_indices(tree)), None)


@pytest.fixture(scope="module")
def problems() -> list[AnnotatedProblem]:
    return [annotated(text, tree) for text, tree in TEXTS]


@pytest.fixture(scope="module")
def fitted(problems: list[AnnotatedProblem]) -> FittedTemplate:
    return TemplateSystem().fit(problems)


def texts(problems: Sequence[AnnotatedProblem]) -> list[Problem]:
    return [p.problem for p in problems]


@pytest.mark.parametrize(
    ("tree", "key"),
    [
        ("3", "n"),
        ("1+0", "(n+n)"),
        ("2*(0+1)", "((n+n)*n)"),
        ("(0+1)*2", "((n+n)*n)"),
        ("0-1-2", "(n-n-n)"),
        ("0-(1-2)", "(n+n-n)"),
        ("0*1-2/3", "((n*n)-(n/n))"),
    ],
)
def test_shape(tree: str, key: str) -> None:
    assert shape(parse_indices(tree)) == key


@pytest.mark.parametrize(
    ("tree", "ways"),
    [("0-1", ["<", "-"]), ("(0+1)/2", ["+|", "+|", "/"]), ("0*1+2", ["*+", "*+", "+"])],
)
def test_way(tree: str, ways: list[str]) -> None:
    assert [way(parse_indices(tree), leaf) for leaf in range(len(ways))] == ways


@pytest.mark.parametrize(
    ("tree", "count"),  # k! orders over the symmetries of the shape
    [
        ("0", 1),
        ("0+1", 1),
        ("0-1", 2),
        ("0/1", 2),
        ("0+1+2", 1),
        ("0+1-2", 3),
        ("0-1-2", 3),
        ("(0+1)*2", 3),
        ("(0-1)/2", 6),
        ("0*1+2*3", 3),
        ("0*1-2*3", 6),
        ("0-(1*2+3)", 12),
        ("0+1+2-3-4", 10),
    ],
)
def test_arrangements(tree: str, count: int) -> None:
    template = template_of(parse_indices(tree))
    assert len(template.arrangements) == count
    assert all(a.tree == monotonic(a.tree) for a in template.arrangements)


@pytest.mark.parametrize(
    ("trees", "size", "count"),
    [
        (["0+1"], 1, 0),
        (["0+1", "0-1", "0*1", "0/1"], 2, 6),
        (["0+1", "0-1", "0*1", "0/1"], 3, 18),
        (["0+1-2"], 3, 3),
        (["0+1-2"], 5, 30),  # 10 choices of three quantities
        (["0+1", "(0+1)*2"], 4, 6 + 12),
    ],
)
def test_derivations_are_counted_once(trees: list[str], size: int, count: int) -> None:
    found = Space(collect(map(parse_indices, trees))).of(size)
    assert len(found.trees) == len(set(found.trees)) == count
    assert all(len(set(leaves(tree))) == len(list(leaves(tree))) for tree in found.trees)


def test_symmetric_slots_have_one_role() -> None:
    (arrangement,) = template_of(parse_indices("0+1")).arrangements
    assert arrangement.roles == ("(n+x)", "(n+x)")
    assert [pair.operation for pair in arrangement.pairs] == ["ADD"]
    operations_of_pairs = {
        tuple(pair.operation for pair in a.pairs)
        for a in template_of(parse_indices("0-1")).arrangements
    }
    assert operations_of_pairs == {("SUB",), ("SUB_REV",)}


def test_one_template_for_trees_that_differ_in_order() -> None:
    found = collect(map(parse_indices, ["(0+1)*2", "0*(1+2)", "2-0", "4-9"]))
    assert [template.key for template in found] == ["((n+n)*n)", "(n-n)"]


def test_trees_without_a_template() -> None:
    long = "+".join(str(k) for k in range(MAX_SLOTS + 1))
    assert collect(map(parse_indices, ["0+0", long])) == ()


def test_results_are_positive() -> None:
    values = [Fraction(3), Fraction(5), Fraction(0)]
    assert positive_value(parse_indices("1-0"), values) == 2
    assert positive_value(parse_indices("0+2"), values) == 3
    for tree in ("0-1", "0/2", "0*2", "1+(0-1)", "0-(0+2)"):
        assert positive_value(parse_indices(tree), values) is None


def test_log_sums() -> None:
    sums, shares = log_sums(np.log([1.0, 3.0, 2.0]), np.array([0, 2]))
    assert np.allclose(np.exp(sums), [4, 2])
    assert np.allclose(shares, [0.25, 0.75, 1])


def test_gradient(problems: list[AnnotatedProblem]) -> None:
    space = Space(collect(p.tree for p in problems if p.tree is not None))
    examples = [make_example(p.problem, space) for p in problems]
    correct = [correct_derivations(p, e) for p, e in zip(problems, examples, strict=True)]
    objective = make_objective(examples, correct, 0.3)
    random = np.random.default_rng(0)
    weights = random.normal(0, 0.3, len(objective.hashes))
    _, gradient = objective(weights)
    for _ in range(5):
        step = random.normal(0, 1, len(weights))
        step *= 1e-4 / np.linalg.norm(step)
        difference = objective(weights + step)[0] - objective(weights - step)[0]
        assert difference == pytest.approx(2 * gradient @ step, rel=1e-5, abs=1e-9)


def test_objective_is_the_definition(problems: list[AnnotatedProblem]) -> None:
    """The stacked matrices against a sum over problems that scores each on its own."""
    space = Space(collect(p.tree for p in problems if p.tree is not None))
    examples = [make_example(p.problem, space) for p in problems]
    correct = [correct_derivations(p, e) for p, e in zip(problems, examples, strict=True)]
    objective = make_objective(examples, correct, 0.0)
    weights = np.random.default_rng(1).normal(0, 0.3, len(objective.hashes))
    loss = 0.0
    for example, right in zip(examples, correct, strict=True):
        raised = np.exp(score(example, objective.hashes, weights))
        loss -= np.log(raised[right].sum() / raised.sum())
    assert objective(weights)[0] == pytest.approx(loss)


def test_correct_by_tree_and_failing_that_by_answer() -> None:
    space = Space(collect(map(parse_indices, ["0+1", "0-1", "0*1"])))
    text = "Mia has 2 pens. She gets 2 pens. How many pens has she?"
    known = annotated(text, "0+1", Fraction(4))
    example = make_example(known.problem, space)
    assert correct_derivations(known, example).sum() == 1
    no_tree = AnnotatedProblem("", known.problem, Fraction(4), None, None)
    assert correct_derivations(no_tree, example).sum() == 2  # 2 + 2 and 2 * 2
    unknown = AnnotatedProblem("", known.problem, None, None, None)
    assert not correct_derivations(unknown, example).any()
    rounded = AnnotatedProblem("", known.problem, Fraction("4.00001"), None, None)
    assert correct_derivations(rounded, example).sum() == 2


def test_learns_a_small_set(fitted: FittedTemplate, problems: list[AnnotatedProblem]) -> None:
    for known, found in zip(problems, fitted.predict(texts(problems)), strict=True):
        assert known.tree is not None
        values = [q.value for q in known.problem.quantities]
        assert found.tree == known.tree
        assert found.answer == evaluate(known.tree, values)
        assert 0.3 < found.probability <= 1


def test_learns_from_answers_alone(problems: list[AnnotatedProblem]) -> None:
    """Trees give the templates; a problem with only an answer still teaches."""
    text, answer = "Lia had 11 jars. She broke 2 jars. How many jars remain?", Fraction(9)
    extra = AnnotatedProblem("", read_problem(text), answer, None, None)
    (found,) = TemplateSystem().fit([*problems, extra]).predict([extra.problem])
    assert found.answer == answer


def test_the_answer_is_the_one_with_the_highest_marginal(fitted: FittedTemplate) -> None:
    problem = read_problem("Mia has 2 pens. She gets 2 pens. How many pens has she?")
    example = make_example(problem, fitted.space)
    shares = np.ones(len(example.trees)) / len(example.trees)
    marginals = answer_marginals(example, shares)
    expected = {Fraction(4): 2 / 6, Fraction(1): 2 / 6}  # 2 - 2 is not positive
    assert marginals == pytest.approx(expected)


def test_only_trees_seen_in_training(fitted: FittedTemplate) -> None:
    seen = {template.key for template in fitted.space.templates}
    text = "Jo has 5 hats, 6 caps and 7 wigs. Each bag holds 2. How many hats in all?"
    (found,) = fitted.predict([read_problem(text)])
    assert found.tree is not None
    assert shape(found.tree) in seen


def test_same_for_the_same_data(fitted: FittedTemplate, problems: list[AnnotatedProblem]) -> None:
    again = TemplateSystem().fit(problems, seed=7)
    assert np.array_equal(again.weights, fitted.weights)
    assert again.predict(texts(problems)) == fitted.predict(texts(problems))


def test_save_and_load(
    fitted: FittedTemplate, problems: list[AnnotatedProblem], tmp_path: Path
) -> None:
    fitted.save(tmp_path / "model")
    again = TemplateSystem().load(tmp_path / "model")
    asked = [*texts(problems), *(read_problem(text) for text in ODD)]
    assert again.predict(asked) == fitted.predict(asked)
    assert again.space.templates == fitted.space.templates
    config = json.loads((tmp_path / "model" / CONFIG).read_text("utf-8"))
    assert config["templates"] == ["(0 + 1) / 2", "0 * 1", "0 + 1", "0 - 1", "0 / 1"]


@pytest.mark.parametrize("damage", ["missing", "no-arrays", "not-json", "arrays", "templates"])
def test_a_damaged_model_is_refused(fitted: FittedTemplate, tmp_path: Path, damage: str) -> None:
    fitted.save(tmp_path)
    config, arrays = tmp_path / CONFIG, tmp_path / ARRAYS
    match damage:
        case "missing":
            config.unlink()
        case "no-arrays":
            arrays.unlink()
        case "not-json":
            config.write_text("[", "utf-8")
        case "arrays":
            arrays.write_bytes(arrays.read_bytes()[:-10])
        case "templates":
            stated = json.loads(config.read_text("utf-8"))
            config.write_text(json.dumps(stated | {"templates": ["0 +"]}), "utf-8")
    with pytest.raises(ModelError):
        TemplateSystem().load(tmp_path)


@pytest.mark.parametrize("text", ODD)
def test_odd_texts(fitted: FittedTemplate, text: str) -> None:
    (found,) = fitted.predict([read_problem(text)])
    if found.answer is None:
        assert found == Prediction()
        return
    values = [q.value for q in read_problem(text).quantities]
    assert found.tree is not None
    assert evaluate(found.tree, values) == found.answer
    assert all(evaluate(node, values) > 0 for node in operations(found.tree))
    assert 0 <= found.probability <= 1


def test_many_numbers_do_not_blow_up(fitted: FittedTemplate) -> None:
    many = read_problem(ODD[-3])
    assert many.size > 30
    assert len(make_example(many, fitted.space).trees) == len(fitted.space.of(MAX_QUANTITIES).trees)
    (found,) = fitted.predict([many])
    assert found.tree is not None
    assert max(leaves(found.tree)) < MAX_QUANTITIES


def test_nothing_to_learn_from() -> None:
    problem = read_problem(TEXTS[0][0])
    assert TemplateSystem().fit([]).predict([problem]) == [Prediction()]
    no_gold = AnnotatedProblem("", problem, None, None, None)
    assert TemplateSystem().fit([no_gold]).predict([problem]) == [Prediction()]


def test_an_empty_model_is_saved_and_loaded(tmp_path: Path) -> None:
    TemplateSystem().fit([]).save(tmp_path)
    problem = read_problem(TEXTS[0][0])
    assert TemplateSystem().load(tmp_path).predict([problem]) == [Prediction()]
