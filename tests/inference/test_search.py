"""The search against a plain enumeration of the paper's formula, and against an oracle."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from factories import random_tables
from unitdep.core.expression import (
    Expression,
    Leaf,
    Operation,
    Operator,
    evaluate,
    lca_operations,
    leaves,
    operations,
    render,
)
from unitdep.core.graph import UnitGraph, consistent, derive, valid, vertices
from unitdep.core.labels import QUESTION, EdgeLabel, Reading, Vertex
from unitdep.inference import Weights, queries, search, search_many
from unitdep.inference.answers import most_probable
from unitdep.inference.listed import scores
from unitdep.inference.listed.forest import forest
from unitdep.inference.listed.scores import MAX_RATES, score_tuples, stack
from unitdep.scoring.tables import ScoreTables, number_pairs

WEIGHTS = {
    "all": Weights(0.7, 1.3, 0.8),
    "unit": Weights(),
    "warm": Weights(0.7, 1.3, 0.8, temperature=2.5),
    "cold": Weights(1.5, 0.4, 0.6, temperature=0.3),
    "no irrelevance": Weights(0.0, 1.3, 0.8),
    "no vertex": Weights(0.7, 0.0, 0.8),
    "no edge": Weights(0.7, 1.3, 0.0),
    "tree only": Weights(0.7, 0.0, 0.0, temperature=1.7),
}


def log_softmax(scores: np.ndarray) -> np.ndarray:
    return scores - np.log(np.exp(scores).sum(axis=-1, keepdims=True))


def halves(size: int, seed: int) -> list[Fraction]:
    source = random.Random(seed)
    return [Fraction(source.randint(1, 12), source.choice((1, 1, 2))) for _ in range(size)]


# The plain enumeration.


@dataclass(frozen=True)
class Tuple:
    tree: Expression
    graph: UnitGraph


@cache
def all_tuples(size: int, reading: Reading) -> list[Tuple]:
    """Every tree with every consistent graph."""
    trees = forest(size)
    found = []
    for row in range(len(trees)):
        tree = trees.tree(row)
        for count in range(MAX_RATES + 1):
            for rates in combinations(vertices(tree), count):
                if consistent(tree, rates):
                    found.append(Tuple(tree, derive(tree, rates, reading)))
    return found


def tree_tuples(size: int) -> list[Tuple]:
    trees = forest(size)
    listed = (trees.tree(row) for row in range(len(trees)))
    return [Tuple(tree, derive(tree, ())) for tree in listed]


def edge_row(size: int, first: Vertex, second: Vertex) -> int:
    pairs = number_pairs(size)
    return len(pairs) + int(first) if second == QUESTION else pairs.index((first, second))


def score_of(one: Tuple, tables: ScoreTables, size: int, weights: Weights) -> float:
    """Score(G, T), term by term."""
    score = 0.0
    for i in range(size):
        if i not in set(leaves(one.tree)):
            score += weights.irrelevance * (tables.irrelevance[i, 1] - tables.irrelevance[i, 0])
    for pair, operation in lca_operations(one.tree).items():
        score += tables.lca[number_pairs(size).index(pair), operation]
    for vertex in one.graph.rates:
        row = size if vertex == QUESTION else vertex
        score += weights.vertex * (tables.vertex[row, 1] - tables.vertex[row, 0])
    for (first, second), label in one.graph.labels.items():
        score += weights.edge * tables.edge[edge_row(size, first, second), label]
    return float(score)


def positive(tree: Expression, values: Sequence[Fraction]) -> bool:
    return all(evaluate(node, values) > 0 for node in operations(tree))


@dataclass(frozen=True)
class Found:
    best: Tuple
    score: float
    value: Fraction
    score_by_value: dict[Fraction, float]
    probability: dict[Fraction, float]


def enumerate_plainly(
    tables: ScoreTables, values: Sequence[Fraction], weights: Weights, reading: Reading
) -> Found:
    size = len(values)
    tree_only = weights.vertex == weights.edge == 0
    tuples = tree_tuples(size) if tree_only else all_tuples(size, reading)
    scored = [
        (score_of(one, tables, size, weights), one) for one in tuples if positive(one.tree, values)
    ]
    score, best = max(scored, key=lambda entry: entry[0])
    mass: dict[Fraction, float] = defaultdict(float)
    highest: dict[Fraction, float] = defaultdict(lambda: -math.inf)
    for one_score, one in scored:
        value = evaluate(one.tree, values)
        mass[value] += math.exp((one_score - score) / weights.temperature)
        highest[value] = max(highest[value], one_score)
    total = sum(mass.values())
    probability = {value: m / total for value, m in mass.items()}
    return Found(best, score, evaluate(best.tree, values), dict(highest), probability)


def check(tables: ScoreTables, values: list[Fraction], weights: Weights, reading: Reading) -> None:
    expected = enumerate_plainly(tables, values, weights, reading)
    ranking = search(tables, values, weights, reading=reading, top=10**6)
    assert ranking.exact
    best = ranking.candidates[0]
    assert best.score == pytest.approx(expected.score)
    assert best.value == expected.value
    assert best.tree == expected.best.tree
    if weights.vertex or weights.edge:
        assert best.graph == expected.best.graph
    assert len(ranking.candidates) == len(expected.probability)
    for one in ranking.candidates:
        assert one.probability == pytest.approx(expected.probability[one.value])
        assert one.score == pytest.approx(expected.score_by_value[one.value])
        assert one.score == pytest.approx(sum(one.parts.values()))
        assert one.value == evaluate(one.tree, values)
        assert consistent(one.tree, one.graph.rates)
        assert valid(one.graph)
        assert one.graph == derive(one.tree, one.graph.rates, reading)
        assert one.score == pytest.approx(
            score_of(Tuple(one.tree, one.graph), tables, len(values), weights)
        )
    assert sum(one.probability for one in ranking.candidates) == pytest.approx(1)
    others = [one.probability for one in ranking.candidates[1:]]
    assert others == sorted(others, reverse=True)


@pytest.mark.parametrize("weights", WEIGHTS.values(), ids=WEIGHTS)
@pytest.mark.parametrize("reading", Reading)
@pytest.mark.parametrize("size", [2, 3])
def test_search_is_the_enumeration(size: int, reading: Reading, weights: Weights) -> None:
    for seed in range(4):
        check(random_tables(seed, size, "flat"), halves(size, seed), weights, reading)


@pytest.mark.parametrize("name", ["all", "tree only"])
def test_search_is_the_enumeration_for_four(name: str) -> None:
    check(random_tables(40, 4, "flat"), halves(4, 40), WEIGHTS[name], Reading.ALGEBRA)


def test_scores_of_every_tree() -> None:
    """Not only of the best ones: score and log-sum of each tree, over a batch."""
    tables = [random_tables(seed, 3, "flat") for seed in range(3)]
    values = [halves(3, seed) for seed in range(3)]
    weights = WEIGHTS["warm"]
    scored = score_tuples(stack(tables, values), weights)
    for k in range(3):
        by_tree: dict[Expression, list[float]] = defaultdict(list)
        for one in all_tuples(3, Reading.ALGEBRA):
            by_tree[one.tree].append(score_of(one, tables[k], 3, weights))
        for row in range(len(scored.trees)):
            tree = scored.trees.tree(row)
            if not positive(tree, values[k]):
                assert scored.score[k, row] == scored.total[k, row] == -np.inf
                continue
            scores = np.array(by_tree[tree])
            assert scored.score[k, row] == pytest.approx(scores.max())
            log_sum = np.log(np.exp(scores / weights.temperature).sum())
            assert scored.total[k, row] == pytest.approx(log_sum)


def test_parts_by_hand() -> None:
    """(66 - 10) / 8, where every term is a different number."""
    tables = ScoreTables(
        np.zeros((3, 2)),
        np.arange(18, dtype=float).reshape(3, 6),  # pairs (0, 1), (0, 2), (1, 2)
        np.array([[0, 0], [0, 500], [0, 0], [0, 0]], float),
        np.zeros((6, 6)),
    )
    tables.lca[0, 4] = tables.lca[1, 1] = tables.lca[2, 5] = 100  # 66 / 8, 66 - 10, 10 / 8
    tables.edge[[0, 1, 2, 4], [3, 0, 2, 4]] = [1, 2, 3, 4]  # Num <-, Same, Num ->, Den ->
    values = [Fraction(66), Fraction(8), Fraction(10)]
    best = search(tables, values, Weights(1, 2, 3)).candidates[0]
    assert render(best.tree, ["66", "8", "10"]) == "(66 - 10) / 8"
    assert best.value == 7
    assert best.graph.rates == {1}
    assert best.parts == {"irrelevance": 0, "lca": 300, "vertex": 1000, "edge": 30}
    assert best.score == 1330


def test_batches_do_not_mix() -> None:
    sizes = [3, 2, 4, 3, 2, 1, 3, 0]
    tables = [random_tables(seed, size, "flat") for seed, size in enumerate(sizes)]
    values = [halves(size, seed) for seed, size in enumerate(sizes)]
    weights = WEIGHTS["all"]
    together = search_many(queries(tables, values, weights))
    for ranking, table, numbers in zip(together, tables, values, strict=True):
        alone = search(table, numbers, weights)
        assert len(ranking.candidates) == len(alone.candidates)
        for one, other in zip(ranking.candidates, alone.candidates, strict=True):
            assert (one.tree, one.graph, one.value) == (other.tree, other.graph, other.value)
            assert one.probability == pytest.approx(other.probability)
    assert together[5].candidates == together[7].candidates == ()


def test_chunks_do_not_matter() -> None:
    count = 300  # more than one chunk of two quantities
    tables = [random_tables(seed, 2, "flat") for seed in range(count)]
    values = [halves(2, seed) for seed in range(count)]
    rankings = search_many(queries(tables, values, WEIGHTS["all"]), top=1)
    for k in (0, 255, 256, 299):
        assert rankings[k] == search(tables[k], values[k], WEIGHTS["all"], top=1)


def test_top_cuts_the_list_and_not_the_probability() -> None:
    tables, values = random_tables(5, 3, "flat"), halves(3, 5)
    whole = search(tables, values, WEIGHTS["all"], top=100)
    cut = search(tables, values, WEIGHTS["all"], top=3)
    assert cut.candidates == whole.candidates[:3]


def test_blocks_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    tables, values = [random_tables(1, 4, "flat")], [halves(4, 1)]
    weights = Weights(temperature=1.5)
    whole = score_tuples(stack(tables, values), weights)
    monkeypatch.setattr(scores, "_BLOCK", 1000)
    parts = score_tuples(stack(tables, values), weights)
    np.testing.assert_array_equal(parts.score, whole.score)
    np.testing.assert_array_equal(parts.total, whole.total)


@pytest.mark.parametrize("count", [0, 1, 3, 8, 20])
def test_most_probable_is_the_start_of_a_stable_order(count: int) -> None:
    probability = np.array([0.1, 0.2, 0.1, 0.3, 0.0, 0.2, 0.1, 0.0])
    order = np.argsort(-probability, kind="stable").tolist()
    found = most_probable(probability, count)
    assert found[: count or None] == order[: count or None]


def test_nothing_positive() -> None:
    numbers = [Fraction(0), Fraction(0)]
    assert search(random_tables(1, 2, "flat"), numbers, Weights()).candidates == ()


def test_equal_values_are_one_answer() -> None:
    """2 + 2 = 2 x 2; and a third computed in two ways."""
    ranking = search(random_tables(7, 2, "flat"), [Fraction(2), Fraction(2)], Weights(), top=100)
    assert sorted(one.value for one in ranking.candidates) == [1, 4]
    numbers = [Fraction(1), Fraction(3), Fraction(3)]
    ranking = search(random_tables(7, 3, "flat"), numbers, Weights(), top=100)
    found = [one.value for one in ranking.candidates]
    assert len(found) == len(set(found))


# The oracle: tables that know the gold tree and graph.

WRONG = -10.0


def oracle_tables(gold: Tuple, size: int) -> ScoreTables:
    used = set(leaves(gold.tree))
    pairs = number_pairs(size)
    irrelevance = np.full((size, 2), WRONG)
    irrelevance[range(size), [int(i not in used) for i in range(size)]] = 0
    lca = np.full((len(pairs), 6), math.log(1 / 6))  # pairs that are not in the tree: no opinion
    for pair, operation in lca_operations(gold.tree).items():
        lca[pairs.index(pair)] = WRONG
        lca[pairs.index(pair), operation] = 0
    vertex = np.full((size + 1, 2), WRONG)
    everything: list[Vertex] = [*range(size), QUESTION]
    vertex[range(size + 1), [int(v in gold.graph.rates) for v in everything]] = 0
    edge = np.full((len(pairs) + size, 6), math.log(1 / 6))
    for (first, second), label in gold.graph.labels.items():
        edge[edge_row(size, first, second)] = WRONG
        edge[edge_row(size, first, second), label] = 0
    return ScoreTables(irrelevance, lca, vertex, edge)


@pytest.mark.parametrize("reading", Reading)
@pytest.mark.parametrize("size", [2, 3, 4])
def test_oracle_is_understood(size: int, reading: Reading) -> None:
    source = random.Random(size)
    trees = forest(size)
    golds, tables, values = [], [], []
    while len(golds) < 60:
        tree = trees.tree(source.randrange(len(trees)))
        numbers = [Fraction(source.randint(1, 50)) for _ in range(size)]
        rates = source.sample(
            vertices(tree), source.randint(0, min(MAX_RATES, len(vertices(tree))))
        )
        if not positive(tree, numbers) or not consistent(tree, rates):
            continue
        gold = Tuple(tree, derive(tree, rates, reading))
        golds.append(gold)
        tables.append(oracle_tables(gold, size))
        values.append(numbers)
    rankings = search_many(queries(tables, values, Weights(), reading))
    for gold, ranking, numbers in zip(golds, rankings, values, strict=True):
        best = ranking.candidates[0]
        assert best.tree == gold.tree
        assert best.graph == gold.graph
        assert best.value == evaluate(gold.tree, numbers)
        assert best.probability > 0.9


def test_graph_can_overrule_the_tree() -> None:
    """All operations score the same; a rate and its edges decide."""
    tables = ScoreTables(
        np.array([[0, WRONG], [0, WRONG]]),
        np.full((1, 6), math.log(1 / 6)),
        np.array([[WRONG, 0], [0, WRONG], [0, WRONG]]),  # the first number is a rate
        np.full((3, 6), WRONG),
    )
    tables.edge[0, EdgeLabel.DEN_FORWARD] = 0  # its Den Unit is the unit of the second number,
    tables.edge[1, EdgeLabel.NUM_FORWARD] = 0  # its Num Unit that of the question
    best = search(tables, [Fraction(3), Fraction(5)], Weights()).candidates[0]
    assert render(best.tree, "ab") == "a * b"
    assert best.graph.rates == {0}


def test_a_difference_of_nothing_is_no_divisor() -> None:
    """5 / (a + b - c) with a + b = c, which floats miss by 3e-8."""
    zero = Operation(Operator.SUB, Operation(Operator.ADD, Leaf(0), Leaf(1)), Leaf(2))
    tree = Operation(Operator.DIV, Leaf(3), zero)
    values = [Fraction("72768507.4"), Fraction("97559317.7"), Fraction("170327825.1"), Fraction(5)]
    ranking = search(oracle_tables(Tuple(tree, derive(tree, ())), 4), values, Weights(), top=100)
    assert all(one.value > 0 for one in ranking.candidates)
