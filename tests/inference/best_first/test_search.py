"""Best-first search: it finds what the search over listed trees finds, and never fails."""

from fractions import Fraction
from itertools import combinations, pairwise

import numpy as np
import pytest

from factories import random_tables, random_values
from unitdep.core.expression import Leaf, Operation, Operator, lca_operations, leaves, monotonic
from unitdep.core.graph import consistent
from unitdep.core.labels import QUESTION, Reading
from unitdep.core.paths import path_class
from unitdep.inference import Weights, search
from unitdep.inference.best_first.chart import Chart
from unitdep.inference.best_first.search import search_large
from unitdep.inference.best_first.stream import Budget
from unitdep.inference.listed.chain_paths import ABSENT, ABSENT_PATH, describe
from unitdep.inference.listed.forest import forest
from unitdep.inference.listed.scores import score_tuples, stack
from unitdep.inference.types import Query
from unitdep.scoring.tables import ScoreTables

WEIGHTS = (
    Weights(),
    Weights(irrelevance=2, vertex=0.3, edge=0.5, temperature=2),
    Weights(vertex=0, edge=0),
)
UNLIMITED = 10**6


def random_tree(rng, indices):
    nodes = [Leaf(i) for i in indices]
    while len(nodes) > 1:
        left, right = rng.choice(len(nodes), 2, replace=False)
        merged = Operation(tuple(Operator)[rng.integers(4)], nodes[left], nodes[right])
        nodes = [node for k, node in enumerate(nodes) if k not in (left, right)] + [merged]
    return monotonic(nodes[0])


@pytest.mark.parametrize("seed", range(20))
def test_describe_reads_every_path_as_algorithm_1_does(seed):
    rng = np.random.default_rng(seed)
    size = int(rng.integers(2, 9))
    used = sorted(rng.choice(size, int(rng.integers(2, size + 1)), replace=False).tolist())
    tree = random_tree(rng, used)
    described, operations = describe(tree, size), lca_operations(tree)
    for column, (i, j) in enumerate(combinations(range(size), 2)):
        absent = i not in used or j not in used
        assert described.operation[column] == (ABSENT if absent else operations[i, j])
        assert described.paths[column] == (ABSENT_PATH if absent else path_class(tree, i, j))
    for i in range(size):
        expected = path_class(tree, i, QUESTION) if i in used else ABSENT_PATH
        assert described.paths[len(described.operation) + i] == expected


@pytest.mark.parametrize("size", [2, 3, 4])
def test_the_grammar_gives_every_tree_once_in_descending_order(size):
    rng = np.random.default_rng(size)
    tables = random_tables(rng, size)
    values = [Fraction(10 + i) for i in range(size)]
    edge = rng.normal(size=(size * (size - 1) // 2, 11))
    stream = Chart(rng.normal(size=size), tables.lca, edge, values, Budget(UNLIMITED)).trees(
        np.zeros(2**size)
    )
    found, rank = [], 0
    while (derivation := stream.get(rank)) is not None:
        found.append(derivation)
        rank += 1
    bounds = [derivation.bound for derivation in found]
    assert all(a >= b - 1e-9 for a, b in pairwise(bounds))
    trees = [monotonic(derivation.tree) for derivation in found]
    listed = forest(size)
    valid = np.flatnonzero(~np.isnan(listed.values(np.array([[float(v) for v in values]]))[0]))
    assert len(set(trees)) == len(trees)
    assert {tree for tree in trees if isinstance(tree, Operation)} == {
        listed.tree(int(row)) for row in valid
    }


@pytest.mark.parametrize("reading", list(Reading))
@pytest.mark.parametrize("weights", WEIGHTS)
@pytest.mark.parametrize("kind", ["peaked", "flat"])
@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_same_best_score_as_the_tabulated_search(size, kind, weights, reading):
    rng = np.random.default_rng(size)
    for _ in range(4):
        tables, values = random_tables(rng, size, kind), random_values(rng, size)
        expected = search(tables, values, weights, reading=reading).candidates[0]
        found = search_large(Query(tables, tuple(values), weights, reading), limit=UNLIMITED)
        assert found.exact
        assert found.candidates[0].score == pytest.approx(expected.score)


@pytest.mark.slow
def test_same_best_score_as_all_trees_over_six_quantities():
    rng = np.random.default_rng(6)
    for kind in ("peaked", "flat"):
        tables, values = random_tables(rng, 6, kind), random_values(rng, 6)
        expected = score_tuples(stack([tables], [values]), Weights()).score.max()
        found = search_large(Query(tables, tuple(values), Weights()), limit=UNLIMITED)
        assert found.exact
        assert found.candidates[0].score == pytest.approx(expected)


def test_ranking_is_well_formed():
    rng = np.random.default_rng(1)
    tables, values = random_tables(rng, 7), random_values(rng, 7)
    ranking = search(tables, values, Weights(), top=4)
    shares = [c.probability for c in ranking.candidates]
    assert len({c.value for c in ranking.candidates}) == len(ranking.candidates) <= 4
    assert sum(shares) <= 1 + 1e-9
    assert shares[1:] == sorted(shares[1:], reverse=True)
    for found in ranking.candidates:
        assert found.tree == monotonic(found.tree)
        assert consistent(found.tree, found.graph.rates)
        assert found.score == pytest.approx(sum(found.parts.values()))
        assert found.score <= ranking.candidates[0].score + 1e-9


def test_limit_is_kept_and_said():
    rng = np.random.default_rng(2)
    tables, values = random_tables(rng, 9), random_values(rng, 9)
    short = search_large(Query(tables, tuple(values), Weights()), limit=10)
    full = search_large(Query(tables, tuple(values), Weights()), limit=UNLIMITED)
    assert not short.exact
    assert full.exact
    assert short.candidates
    assert short.candidates[0].score <= full.candidates[0].score + 1e-9


@pytest.mark.parametrize("size", [13, 40, 1000])
def test_many_quantities_are_cut_to_the_most_relevant(size):
    rng = np.random.default_rng(size)
    tables, values = random_tables(rng, size), random_values(rng, size)
    ranking = search_large(Query(tables, tuple(values), Weights()), limit=50)
    assert not ranking.exact
    odds = tables.irrelevance[:, 1] - tables.irrelevance[:, 0]
    likely = set(np.argsort(odds, kind="stable")[:12].tolist())
    assert set(leaves(ranking.candidates[0].tree)) <= likely


def test_subtractions_that_are_never_positive_do_not_stall_it():
    rng = np.random.default_rng(4)
    tables = random_tables(rng, 10)
    tables.lca[:] = -6
    tables.lca[:, 1] = -0.01
    ranking = search(tables, [Fraction(3**i) for i in range(10)], Weights())
    assert ranking.candidates[0].value > 0


def test_impossible_labels_and_zero_values():
    size = 6
    rng = np.random.default_rng(5)
    tables = random_tables(rng, size)
    with np.errstate(divide="ignore"):
        hard = ScoreTables(
            *(
                np.where(table == table.max(axis=1, keepdims=True), 0.0, -np.inf)
                for table in (tables.irrelevance, tables.lca, tables.vertex, tables.edge)
            )
        )
    assert isinstance(
        search_large(Query(hard, tuple(random_values(rng, size)), Weights())).candidates, tuple
    )
    assert search_large(Query(tables, (Fraction(0),) * size, Weights())).candidates == ()
    assert search_large(Query(random_tables(rng, 1), (Fraction(1),), Weights())).candidates == ()
