"""Exact search: score every consistent (graph, tree) tuple, rank the answers.

Score(G, T) is that of the paper's section "Joint Inference". It has a tree part
(irrelevance, LCA operations) and a graph part (vertices, edges), and which graphs are consistent
with a tree depends only on the tree's shape (``forest``). So the graph part is maximised and summed
once per shape, and every tuple is accounted for without being listed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from unitdep.core.labels import EdgeLabel, Reading
from unitdep.core.paths import PathClass, label_of_class
from unitdep.inference.listed.chain_paths import ABSENT_PATH, Booleans, Bytes
from unitdep.inference.listed.forest import Forest
from unitdep.inference.listed.typed import Pure, typed_forest
from unitdep.inference.types import Weights
from unitdep.scoring.tables import Floats, ScoreTables, number_pairs

_BLOCK = 2**15  # scores worked on at once: they fit into a processor's cache
MAX_RATES = 3  # vertices of one graph that may be rates; the paper's data never have over two


@dataclass(frozen=True)
class RateSets:
    """The vertex labellings of a forest, and which shapes they are consistent with."""

    members: NDArray[np.bool_]  # (labellings, n + 1): which vertices are rates
    consistent: NDArray[np.bool_]  # (shapes, labellings): conditions 1 and 2
    labels: NDArray[np.int8]  # (columns of paths, path classes, labellings): edge labels


@cache
def labellings(size: int) -> NDArray[np.bool_]:
    """List which of ``size`` quantities and the question are rates, none first."""
    return np.array(
        [
            [v in chosen for v in range(size + 1)]
            for count in range(MAX_RATES + 1)
            for chosen in combinations(range(size + 1), count)
        ]
    )


@cache
def rate_sets(size: int, reading: Reading, pure: Pure = ()) -> RateSets:
    """Return the vertex labellings over ``size`` quantities and the question."""
    members = labellings(size)
    table = label_table(reading)
    ends = [*number_pairs(size), *((i, size) for i in range(size))]
    labels = np.stack(
        [table[:, members[:, i].astype(int), members[:, j].astype(int)] for i, j in ends]
    )
    trees = typed_forest(pure or (False,) * size)
    return RateSets(members, _consistent(trees, members), labels)


@cache
def label_table(reading: Reading) -> NDArray[np.int8]:
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
class Batch:
    """The score tables of problems with the same number of quantities, stacked."""

    values: Floats  # (problems, n)
    irrelevance: Floats  # (problems, n): log-odds of being irrelevant
    lca: Floats  # (problems, pairs, 6)
    vertex: Floats  # (problems, n + 1): log-odds of being a rate
    edge: Floats  # (problems, pairs + n, 6)
    pure: Pure  # which vertices have no unit, the same in all problems

    def __len__(self) -> int:
        return len(self.values)


def stack(
    tables: Sequence[ScoreTables], values: Sequence[Sequence[Fraction]], pure: Pure = ()
) -> Batch:
    """Stack the tables of problems with the same number of quantities."""
    return Batch(
        np.array([[float(v) for v in row] for row in values]),
        np.stack([t.irrelevance[:, 1] - t.irrelevance[:, 0] for t in tables]),
        np.stack([t.lca for t in tables]),
        np.stack([t.vertex[:, 1] - t.vertex[:, 0] for t in tables]),
        np.stack([t.edge for t in tables]),
        pure or (False,) * len(values[0]),
    )


@dataclass(frozen=True)
class GraphScores:
    """The graph part of the score, once per shape."""

    best: Floats  # (problems, shapes): of the best consistent graph
    choice: NDArray[np.intp]  # (problems, shapes): which vertex labelling that is
    total: Floats  # (problems, shapes): log-sum over all consistent graphs, after the temperature


@dataclass(frozen=True)
class Scored:
    """Every tree of a forest, scored with its best graph."""

    trees: Forest
    values: Floats  # (problems, trees): nan if the tree is not valid
    divisors: Floats  # (problems, trees): of the last step; nan if that is not a division
    score: Floats  # (problems, trees): Score(G, T) of the best consistent graph
    total: Floats  # (problems, trees): log-sum over all consistent graphs, after the temperature
    graphs: GraphScores | None  # None in tree-only mode


def score_tuples(
    batch: Batch,
    weights: Weights,
    reading: Reading = Reading.ALGEBRA,
    *,
    allowed: NDArray[np.bool_] | None = None,
) -> Scored:
    """Score all valid tuples; without vertex and edge weights this is tree-only search (LCA++).

    ``allowed`` says which of the vertex labellings there may be; None allows all.
    """
    trees = typed_forest(batch.pure)
    values, divisors = trees.results(batch.values)
    score = np.where(np.isnan(values), -np.inf, tree_scores(trees, batch, weights))
    if weights.tree_only:
        return Scored(trees, values, divisors, score, score / weights.temperature, None)
    graphs = graph_scores(trees, batch, weights, reading, allowed)
    total = score / weights.temperature + graphs.total[:, trees.shape]
    return Scored(trees, values, divisors, score + graphs.best[:, trees.shape], total, graphs)


def tree_scores(trees: Forest, batch: Batch, weights: Weights) -> Floats:
    """Score(T) of every tree: lambda_Irr x irrelevance + LCA operations."""
    bits = np.arange(2**trees.size)[:, None] >> np.arange(trees.size) & 1
    dropped = (batch.irrelevance[:, None, :] * (1 - bits)).sum(axis=2)  # by what is kept
    scores = weights.irrelevance * dropped.take(trees.subset, axis=1)
    for column in range(batch.lca.shape[1]):
        scores += _with_absent(batch.lca[:, column]).take(trees.operation[:, column], axis=1)
    return np.asarray(scores)


def graph_scores(
    trees: Forest,
    batch: Batch,
    weights: Weights,
    reading: Reading,
    allowed: NDArray[np.bool_] | None = None,
) -> GraphScores:
    """Score the graphs of every shape: lambda_Vertex x rates + lambda_Edge x edges."""
    sets = rate_sets(trees.size, reading, trees.pure)
    vertex = weights.vertex * (batch.vertex @ sets.members.T)
    edges = [
        _with_absent((weights.edge * batch.edge[:, column]).take(sets.labels[column], axis=1))
        for column in range(batch.edge.shape[1] if weights.edge else 0)
    ]
    wrong = ~(sets.consistent if allowed is None else sets.consistent & allowed)
    rows = max(1, _BLOCK // vertex.size)
    parts = [
        _of_shapes(vertex, edges, trees.paths[k : k + rows], wrong[k : k + rows], weights)
        for k in range(0, max(1, len(trees.paths)), rows)
    ]
    best, choice, total = (np.concatenate(part, axis=1) for part in zip(*parts, strict=True))
    return GraphScores(best, choice, total)


def _of_shapes(
    vertex: Floats, edges: Sequence[Floats], paths: Bytes, wrong: Booleans, weights: Weights
) -> tuple[Floats, NDArray[np.intp], Floats]:
    """Score the graphs of some shapes: the best one, which it is, and the log-sum over all."""
    scores = np.repeat(vertex[:, None, :], len(paths), axis=1)
    for by_path, column in zip(edges, paths.T, strict=False):
        scores += by_path.take(column, axis=1)
    np.copyto(scores, -np.inf, where=wrong)
    choice = scores.argmax(axis=2)
    best = np.take_along_axis(scores, choice[:, :, None], axis=2)
    highest = np.where(np.isfinite(best), best, 0.0)  # a shape may have no graph that is allowed
    scores -= highest
    scores /= weights.temperature
    spread = np.exp(scores, out=scores).sum(axis=2)
    with np.errstate(divide="ignore"):
        total = highest[:, :, 0] / weights.temperature + np.log(spread)
    return best[:, :, 0], choice, total


def _with_absent(scores: Floats) -> Floats:
    """Add a last row of zeros for each problem: what an absent pair adds."""
    return np.concatenate([scores, np.zeros_like(scores[:, :1])], axis=1)
