"""TODO."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from unitdep.core.labels import QUESTION, Reading, Vertex
from unitdep.inference.candidates import candidate
from unitdep.inference.listed.scores import Scored, rate_sets
from unitdep.inference.types import Candidate, Weights
from unitdep.scoring.tables import Floats, ScoreTables


@dataclass(frozen=True)
class Answers:
    """The answers of one problem: its valid trees grouped by value."""

    keys: Floats  # (answers,): the values, rounded, ascending
    probability: Floats  # (answers,)
    leaders: NDArray[np.intp]  # (answers,): the row of each answer's best tree in the forest
    winner: int  # the answer of the best tuple


def group_answers(scored: Scored, rounded: Floats, row: int) -> Answers | None:
    """Group one problem's valid trees by value, or None if no tree is valid."""
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
    """Return the vertex labels of a tree's best graph."""
    if scored.graphs is None:
        return frozenset()
    size = scored.trees.size
    chosen = scored.graphs.choice[row, scored.trees.shape[tree]]
    members = rate_sets(size, reading).members[chosen]
    return frozenset(QUESTION if v == size else int(v) for v in np.flatnonzero(members))
