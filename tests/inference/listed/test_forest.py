"""The forest: how many expressions there are, and its arrays against the definitions."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from factories import random_tree
from unitdep.core.expression import (
    Expression,
    Leaf,
    Operator,
    evaluate,
    lca_operations,
    leaves,
    monotonic,
    operations,
)
from unitdep.core.labels import QUESTION
from unitdep.core.paths import path_class
from unitdep.inference.listed.forest import ABSENT, ABSENT_PATH, Forest, forest

SIZES = (2, 3, 4)
LISTED = {2: 6, 3: 68, 4: 1260, 5: 32632}  # monotonic trees over all n quantities
DISTINCT = {2: 6, 3: 68, 4: 1170, 5: 27142}  # of them, different as functions
PRIME = 2**61 - 1


def full_trees(size: int) -> list[Expression]:
    trees = forest(size)
    return [trees.tree(int(row)) for row in np.flatnonzero(trees.kept.all(axis=1))]


def random_fractions(size: int, source: random.Random) -> list[Fraction]:
    return [Fraction(source.randrange(1, 10**6), source.randrange(1, 10**4)) for _ in range(size)]


def positive_value(tree: Expression, values: Sequence[Fraction]) -> Fraction | None:
    """Return the exact value, or None unless every operation has a positive result (over 1e-9)."""
    for node in operations(tree):  # operands first: no division by zero comes before its zero
        if evaluate(node, values) <= Fraction(1, 10**9):
            return None
    return evaluate(tree, values)


def modular(tree: Expression, values: Sequence[int]) -> int:
    if isinstance(tree, Leaf):
        return values[tree.index]
    left, right = modular(tree.left, values), modular(tree.right, values)
    match tree.operator:
        case Operator.ADD:
            return (left + right) % PRIME
        case Operator.SUB:
            return (left - right) % PRIME
        case Operator.MUL:
            return left * right % PRIME
        case Operator.DIV:
            return left * pow(right, -1, PRIME) % PRIME


@pytest.mark.parametrize("size", SIZES)
def test_number_of_trees(size: int) -> None:
    trees = forest(size)
    assert int(trees.kept.all(axis=1).sum()) == LISTED[size]
    by_count = {count: int((trees.kept.sum(axis=1) == count).sum()) for count in range(size + 1)}
    choose = {count: len(list(combinations(range(size), count))) for count in LISTED}
    assert by_count == {0: 0, 1: 0} | {n: choose[n] * LISTED[n] for n in range(2, size + 1)}
    assert len(trees) == sum(by_count.values())


@pytest.mark.parametrize("size", SIZES)
def test_number_of_distinct_expressions(size: int) -> None:
    source = random.Random(size)
    points = [random_fractions(size, source) for _ in range(2)]
    found = {tuple(evaluate(tree, point) for point in points) for tree in full_trees(size)}
    assert len(found) == DISTINCT[size]


@pytest.mark.slow
def test_number_of_distinct_expressions_of_five() -> None:
    trees = full_trees(5)
    assert len(trees) == LISTED[5]
    source = random.Random(5)
    points = [[source.randrange(1, PRIME) for _ in range(5)] for _ in range(2)]
    found = {tuple(modular(tree, point) for point in points) for tree in trees}
    assert len(found) == DISTINCT[5]


@pytest.mark.parametrize("size", SIZES)
def test_trees_are_normal_forms_each_once(size: int) -> None:
    trees = forest(size)
    listed = [trees.tree(row) for row in range(len(trees))]
    assert all(monotonic(tree) == tree for tree in listed)
    assert len(set(listed)) == len(listed)
    # LCA operations settle a tree
    tables = {frozenset(lca_operations(tree).items()) for tree in listed}
    assert len(tables) == len(listed)


@pytest.mark.parametrize("size", SIZES)
def test_no_normal_form_is_missing(size: int) -> None:
    trees, source = forest(size), random.Random(size)
    listed = {trees.tree(row) for row in range(len(trees))}
    for _ in range(2000):
        order = source.sample(range(size), source.randint(2, size))
        assert monotonic(random_tree(order, source)) in listed


@pytest.mark.parametrize("size", SIZES)
def test_codes_are_those_of_the_definitions(size: int) -> None:
    trees = forest(size)
    number_pairs = list(combinations(range(size), 2))
    for row in range(len(trees)):
        tree = trees.tree(row)
        used = set(leaves(tree))
        assert set(np.flatnonzero(trees.kept[row]).tolist()) == used
        lca = lca_operations(tree)
        assert trees.operation[row].tolist() == [lca.get(pair, ABSENT) for pair in number_pairs]
        between = [
            path_class(tree, i, j) if {i, j} <= used else ABSENT_PATH for i, j in number_pairs
        ]
        to_question = [
            path_class(tree, i, QUESTION) if i in used else ABSENT_PATH for i in range(size)
        ]
        assert trees.paths[trees.shape[row]].tolist() == between + to_question


@pytest.mark.parametrize("size", SIZES)
def test_shapes_are_distinct(size: int) -> None:
    trees = forest(size)
    assert len(np.unique(trees.paths, axis=0)) == len(trees.paths)
    assert set(trees.shape.tolist()) == set(range(len(trees.paths)))


def check_values(trees: Forest, points: Sequence[Sequence[Fraction]]) -> None:
    computed = trees.values(np.array([[float(v) for v in point] for point in points]))
    assert computed.shape == (len(points), len(trees))
    for row in range(len(trees)):
        tree = trees.tree(row)
        for k, point in enumerate(points):
            exact = positive_value(tree, point)
            if exact is None:
                assert np.isnan(computed[k, row])
            else:
                assert computed[k, row] == pytest.approx(float(exact), rel=1e-9, abs=0)


@pytest.mark.parametrize("size", SIZES)
def test_values_are_exact_evaluation(size: int) -> None:
    source = random.Random(10 + size)
    small = [[Fraction(source.randint(1, 9)) for _ in range(size)] for _ in range(2)]
    check_values(forest(size), [random_fractions(size, source), *small])


def test_values_of_equal_numbers() -> None:
    """7 - 7 is not an answer, nor is anything divided by it."""
    trees = forest(3)
    point = [Fraction(7), Fraction(7), Fraction(2)]
    check_values(trees, [point])
    tenths = [
        Fraction(1, 10),
        Fraction(2, 10),
        Fraction(3, 10),
    ]  # 0.1 + 0.2 - 0.3 in floats is not 0
    check_values(trees, [tenths])


@pytest.mark.parametrize(
    "numbers", [("72768507.4", "97559317.7", "170327825.1", "5"), ("1000000000001", "1e12", "3")]
)
def test_validity_of_large_numbers(numbers: tuple[str, ...]) -> None:
    """Float noise in the difference of large numbers isn't a result; a difference of 1 is."""
    point = [Fraction(number) for number in numbers]
    trees = forest(len(point))
    computed = trees.values(np.array([[float(v) for v in point]]))[0]
    exact = [positive_value(trees.tree(row), point) for row in range(len(trees))]
    assert np.isnan(computed).tolist() == [value is None for value in exact]


@pytest.mark.parametrize("size", SIZES)
def test_a_value_occurs_once_where_all_results_are_positive(size: int) -> None:
    """Two ways to write one expression differ in sign: of (a-b)*(c-d), one way is positive."""
    trees, source = forest(size), random.Random(20 + size)
    points = [random_fractions(size, source) for _ in range(3)]
    computed = trees.values(np.array([[float(v) for v in point] for point in points]))
    for k, point in enumerate(points):
        rows = np.flatnonzero(~np.isnan(computed[k]))
        exact = [evaluate(trees.tree(int(row)), point) for row in rows]
        assert len(set(exact)) == len(exact)
        # and none is lost: each positive value has a way through positive results
        positive = {value for tree in full_trees(size) if (value := evaluate(tree, point)) > 0}
        listed = {value for row, value in zip(rows, exact, strict=True) if trees.kept[row].all()}
        assert listed == positive


def test_forest_is_listed_once() -> None:
    assert forest(3) is forest(3)
    assert len(forest(1)) == 0
