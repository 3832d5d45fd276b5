"""Ranking: from scored tuples to the answers that a person may choose from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from unitdep.graph import QUESTION, Reading, Vertex
from unitdep.inference.candidates import candidate, significant
from unitdep.inference.large import search_large
from unitdep.inference.search import Scored, rate_sets, score_tuples, stack
from unitdep.inference.types import Candidate, Ranking
from unitdep.inference.weights import Weights
from unitdep.scoring.tables import Floats, ScoreTables

TABULATED = 5  # up to so many quantities, all expressions are listed
_CHUNK = {2: 256, 3: 128, 4: 32, 5: 2}  # problems scored at once, by number of quantities


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
            for k in members:
                rankings[k] = search_large(tables[k], values[k], weights, reading=reading, top=top)
            continue
        chunk = _CHUNK[size]
        for start in range(0, len(members), chunk):
            part = members[start : start + chunk]
            scored = score_tuples(
                stack([tables[k] for k in part], [values[k] for k in part]), weights, reading
            )
            keys = significant(scored.values)
            for row, k in enumerate(part):
                rankings[k] = rank(
                    scored, keys[row], row, tables[k], values[k], weights, reading, top
                )
    return rankings


def rank(
    scored: Scored,
    rounded: Floats,
    row: int,
    tables: ScoreTables,
    values: Sequence[Fraction],
    weights: Weights,
    reading: Reading,
    top: int,
) -> Ranking:
    """Rank one problem's answers: the best tuple first, then by probability."""
    found = group_answers(scored, rounded, row)
    if found is None:
        return Ranking((), True)
    by_probability = np.argsort(-found.probability, kind="stable")
    others = by_probability[by_probability != found.winner][: top - 1].tolist()
    chosen = [
        candidate_of(scored, found, g, row, tables, values, weights, reading)
        for g in (found.winner, *others)
    ]
    return Ranking(tuple(chosen), True)


@dataclass(frozen=True)
class Answers:
    """The answers of one problem: its valid trees grouped by value."""

    keys: Floats  # (answers,): the values, rounded, ascending
    probability: Floats  # (answers,)
    leaders: NDArray[np.intp]  # (answers,): the row of each answer's best tree in the forest
    winner: int  # the answer of the best tuple


def group_answers(scored: Scored, rounded: Floats, row: int) -> Answers | None:
    """Group one problem's valid trees by value; None where no tree is valid."""
    valid = np.flatnonzero(np.isfinite(scored.score[row]))
    if not len(valid):
        return None
    keys, group = np.unique(rounded[valid], return_inverse=True)
    total = scored.total[row, valid]
    mass = np.bincount(group, np.exp(total - total.max()), len(keys))
    best_first = np.argsort(-scored.score[row, valid], kind="stable")
    _, leader = np.unique(group[best_first], return_index=True)
    leaders = valid[best_first[leader]]
    return Answers(keys, mass / mass.sum(), leaders, int(group[best_first[0]]))


def candidate_of(
    scored: Scored,
    found: Answers,
    answer: int,
    row: int,
    tables: ScoreTables,
    values: Sequence[Fraction],
    weights: Weights,
    reading: Reading,
) -> Candidate:
    """Make the candidate of one answer: its best tuple."""
    place = int(found.leaders[answer])
    tree = scored.trees.tree(place)
    rates = _rates(scored, row, place, reading)
    shares = float(scored.score[row, place]), float(found.probability[answer])
    return candidate(tree, rates, *shares, tables, values, weights, reading)


def _rates(scored: Scored, row: int, tree: int, reading: Reading) -> frozenset[Vertex]:
    """Give the vertex labels of a tree's best graph."""
    if scored.graphs is None:
        return frozenset()
    size = scored.trees.size
    chosen = scored.graphs.choice[row, scored.trees.shape[tree]]
    members = rate_sets(size, reading).members[chosen]
    return frozenset(QUESTION if v == size else int(v) for v in np.flatnonzero(members))
