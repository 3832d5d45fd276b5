"""Exact search: score every consistent (graph, tree) tuple, rank the answers.

Score(G, T) is that of the paper's section "Joint Inference". It falls into a part of the tree
(irrelevance, LCA operations) and a part of the graph (vertices, edges), and the graphs that are
consistent with a tree depend only on the tree's shape (``forest``). So the graph part is maximised
and summed once a shape, and every tuple is accounted for without being listed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from unitdep.expression import evaluate
from unitdep.graph import QUESTION, EdgeLabel, PathClass, Reading, Vertex, derive, label_of_class
from unitdep.inference.forest import ABSENT_PATH, Floats, Forest, forest
from unitdep.inference.types import Candidate, Ranking
from unitdep.inference.weights import Weights
from unitdep.scoring.tables import ScoreTables, number_pairs

MAX_RATES = 3  # vertices of one graph that may be rates; the paper's data never have over two


@dataclass(frozen=True)
class RateSets:
    """The vertex labellings of a forest, and which shapes they are consistent with."""

    members: NDArray[np.bool_]  # (labellings, n + 1): which vertices are rates
    consistent: NDArray[np.bool_]  # (shapes, labellings): conditions 1 and 2
    labels: NDArray[np.int8]  # (labellings, columns of paths, path classes): edge labels


@lru_cache(maxsize=None)
def rate_sets(size: int, reading: Reading) -> RateSets:
    """List the vertex labellings over ``size`` quantities and the question."""
    members = np.array(
        [
            [v in chosen for v in range(size + 1)]
            for count in range(min(MAX_RATES, size + 1) + 1)
            for chosen in combinations(range(size + 1), count)
        ]
    )
    table = _label_table(reading)
    ends = [*number_pairs(size), *((i, size) for i in range(size))]
    labels = np.stack(
        [table[:, members[:, i].astype(int), members[:, j].astype(int)].T for i, j in ends], axis=1
    )
    return RateSets(members, _consistent(forest(size), members), labels)


def _label_table(reading: Reading) -> NDArray[np.int8]:
    """Tabulate Algorithm 1: (path class, first is rate, second is rate) to edge label."""
    table = np.full((len(PathClass), 2, 2), EdgeLabel.NO_RELATION, np.int8)
    for kind in PathClass:
        for first in (0, 1):
            for second in (0, 1):
                label = label_of_class(kind, bool(first), bool(second), reading)
                if label is not None:
                    table[kind, first, second] = label
    return table


def _consistent(trees: Forest, members: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Conditions 1 and 2 of the paper, for every shape and labelling."""
    to_root = trees.paths[:, -trees.size :]
    absent = to_root == ABSENT_PATH
    additive = to_root == PathClass.ADDITIVE
    numbers, question = members[:, :-1], members[:, -1]
    only_question = question & ~numbers.any(axis=1)
    first = ~(additive.any(axis=1)[:, None] & only_question)
    second = question | ~(additive[:, None, :] & numbers).any(axis=2)
    return np.asarray(first & second & ~(absent[:, None, :] & numbers).any(axis=2))


@dataclass(frozen=True)
class GraphScores:
    """The graph part of the score, once a shape."""

    best: Floats  # (shapes,): of the best consistent graph
    choice: NDArray[np.intp]  # (shapes,): which labelling that is
    total: Floats  # (shapes,): log of the sum over all consistent graphs, after the temperature


def tree_scores(trees: Forest, tables: ScoreTables, weights: Weights) -> Floats:
    """Score(T) of every tree: lambda_Irr x irrelevance + LCA operations."""
    odds = tables.irrelevance[:, 1] - tables.irrelevance[:, 0]
    credit = _credit(tables.lca, weights)
    padded = np.hstack([tables.lca - credit[:, None], np.zeros((len(tables.lca), 1))])
    scores = weights.irrelevance * (~trees.kept @ odds)
    for column in range(padded.shape[0]):
        scores += padded[column][trees.operation[:, column]]
    return np.asarray(scores)


def graph_scores(
    trees: Forest, tables: ScoreTables, weights: Weights, reading: Reading
) -> GraphScores:
    """Score the graphs of every shape: lambda_Vertex x rates + lambda_Edge x edges."""
    sets = rate_sets(trees.size, reading)
    odds = tables.vertex[:, 1] - tables.vertex[:, 0]
    scores = np.tile(weights.vertex * (sets.members @ odds), (len(trees.paths), 1))
    if weights.edge:
        edge = weights.edge * (tables.edge - _credit(tables.edge, weights)[:, None])
        for column in range(edge.shape[0]):
            by_class = edge[column][sets.labels[:, column, :]].T
            padded = np.vstack([by_class, np.zeros(by_class.shape[1])])
            scores += padded[trees.paths[:, column]]
    scores = np.where(sets.consistent, scores, -np.inf)
    choice = scores.argmax(axis=1)
    best = scores[np.arange(len(scores)), choice]
    spread = np.exp((scores - best[:, None]) / weights.temperature).sum(axis=1)
    return GraphScores(best, choice, best / weights.temperature + np.log(spread))


def _credit(log_probabilities: Floats, weights: Weights) -> Floats:
    """Give what each pair is worth when it is left out."""
    expected = (np.exp(log_probabilities) * log_probabilities).sum(axis=1)
    return np.asarray(weights.left_out * expected)


@dataclass(frozen=True)
class Scored:
    """Every tree of a forest, scored with its best graph."""

    trees: Forest
    values: Floats  # (trees,): nan where the tree is not valid
    score: Floats  # (trees,): Score(G, T) of the best consistent graph
    total: Floats  # (trees,): log of the sum over all consistent graphs, after the temperature
    graphs: GraphScores | None  # None in tree-only mode


def score_tuples(
    tables: ScoreTables,
    values: Sequence[Fraction],
    weights: Weights,
    reading: Reading = Reading.ALGEBRA,
) -> Scored:
    """Score all valid tuples; without vertex and edge weights this is tree-only search (LCA++)."""
    trees = forest(len(values))
    results = trees.values(np.array([float(v) for v in values]))
    score = np.where(np.isnan(results), -np.inf, tree_scores(trees, tables, weights))
    if not (weights.vertex or weights.edge):
        return Scored(trees, results, score, score / weights.temperature, None)
    graphs = graph_scores(trees, tables, weights, reading)
    total = score / weights.temperature + graphs.total[trees.shape]
    return Scored(trees, results, score + graphs.best[trees.shape], total, graphs)
