"""Ranking: from scored tuples to the answers that a person may choose from."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from unitdep.expression import Expression, evaluate, lca_operations, leaves
from unitdep.graph import QUESTION, Reading, UnitGraph, Vertex, derive
from unitdep.inference.forest import Floats
from unitdep.inference.search import Scored, rate_sets, score_tuples, stack
from unitdep.inference.types import Candidate, Ranking
from unitdep.inference.weights import Weights
from unitdep.scoring.tables import ScoreTables, number_pairs

TABULATED = 5  # up to so many quantities, all expressions are listed
_CHUNK = {2: 256, 3: 128, 4: 32, 5: 2}  # problems scored at once, by number of quantities
_DIGITS = 9  # values equal to so many significant digits are one answer


def search(
    tables: ScoreTables,
    values: Sequence[Fraction],
    weights: Weights,
    *,
    reading: Reading = Reading.ALGEBRA,
    top: int = 6,
) -> Ranking:
    """Give the ``top`` most probable answers of one problem, each with its best tuple."""
    return search_many([tables], [values], weights, reading=reading, top=top)[0]


def search_many(
    tables: Sequence[ScoreTables],
    values: Sequence[Sequence[Fraction]],
    weights: Weights,
    *,
    reading: Reading = Reading.ALGEBRA,
    top: int = 6,
) -> list[Ranking]:
    """Search many problems; those with equally many quantities are scored together."""
    rankings: list[Ranking] = [Ranking((), True)] * len(tables)
    for size in sorted({len(v) for v in values}):
        if size < 2:
            continue
        members = [k for k, v in enumerate(values) if len(v) == size]
        if size > TABULATED:
            raise NotImplementedError
        chunk = _CHUNK[size]
        for start in range(0, len(members), chunk):
            part = members[start : start + chunk]
            scored = score_tuples(
                stack([tables[k] for k in part], [values[k] for k in part]), weights, reading
            )
            for row, k in enumerate(part):
                rankings[k] = _rank(scored, row, tables[k], values[k], weights, reading, top)
    return rankings


def _rank(
    scored: Scored,
    row: int,
    tables: ScoreTables,
    values: Sequence[Fraction],
    weights: Weights,
    reading: Reading,
    top: int,
) -> Ranking:
    """Group one problem's trees by value; the best tuple first, then by probability."""
    valid = np.flatnonzero(np.isfinite(scored.score[row]))
    if not len(valid):
        return Ranking((), True)
    keys, group = np.unique(_significant(scored.values[row, valid]), return_inverse=True)
    total = scored.total[row, valid]
    mass = np.bincount(group, np.exp(total - total.max()), len(keys))
    probability = mass / mass.sum()
    score = scored.score[row, valid]
    best_first = np.lexsort((np.arange(len(valid)), -score))
    _, leader = np.unique(group[best_first], return_index=True)
    leaders = best_first[leader]  # of each group, the place of its best tree
    winner = group[best_first[0]]
    order = sorted(range(len(keys)), key=lambda g: (g != winner, -probability[g]))[:top]
    found = []
    for g in order:
        place = valid[leaders[g]]
        tree = scored.trees.tree(int(place))
        rates = _rates(scored, row, int(place), reading)
        found.append(
            candidate(tree, rates, tables, values, weights, reading, float(probability[g]))
        )
    return Ranking(tuple(found), True)


def candidate(
    tree: Expression,
    rates: frozenset[Vertex],
    tables: ScoreTables,
    values: Sequence[Fraction],
    weights: Weights,
    reading: Reading,
    probability: float,
) -> Candidate:
    """Make a candidate of a tuple, with the terms of Score(G, T) one by one (paper's formula)."""
    graph = derive(tree, rates, reading)
    used = set(leaves(tree))
    column = {pair: k for k, pair in enumerate(number_pairs(len(values)))}
    odds = tables.irrelevance[:, 1] - tables.irrelevance[:, 0]
    rate_odds = tables.vertex[:, 1] - tables.vertex[:, 0]
    parts = {
        "irrelevance": weights.irrelevance
        * sum(float(odds[i]) for i in range(len(values)) if i not in used),
        "lca": sum(
            float(tables.lca[column[pair], operation])
            for pair, operation in lca_operations(tree).items()
        ),
        "vertex": weights.vertex
        * sum(float(rate_odds[len(values) if v == QUESTION else int(v)]) for v in rates),
        "edge": weights.edge * _edge_sum(graph, tables.edge, column),
    }
    return Candidate(
        tree, graph, evaluate(tree, values), sum(parts.values()), parts, probability
    )


def _edge_sum(graph: UnitGraph, edge: Floats, column: dict[tuple[int, int], int]) -> float:
    total = 0.0
    for (first, second), label in graph.labels.items():
        row = len(column) + int(first) if second == QUESTION else column[int(first), int(second)]
        total += float(edge[row, label])
    return total


def _rates(scored: Scored, row: int, tree: int, reading: Reading) -> frozenset[Vertex]:
    """Give the vertex labels of a tree's best graph."""
    if scored.graphs is None:
        return frozenset()
    size = scored.trees.size
    chosen = scored.graphs.choice[row, scored.trees.shape[tree]]
    members = rate_sets(size, reading).members[chosen]
    return frozenset(QUESTION if v == size else int(v) for v in np.flatnonzero(members))


def _significant(values: Floats) -> Floats:
    """Round to significant digits, so that equal answers have equal floats."""
    scale = 10.0 ** (_DIGITS - 1 - np.floor(np.log10(values)))
    return np.asarray(np.round(values * scale) / scale)
