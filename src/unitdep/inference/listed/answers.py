"""From scored trees to answers: one problem's trees grouped by value."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unitdep.core.labels import QUESTION, Vertex
from unitdep.inference.candidates import candidate
from unitdep.inference.listed.scores import Scored, rate_sets
from unitdep.inference.types import Candidate, Query, Ranking
from unitdep.scoring.tables import Floats


@dataclass(frozen=True)
class Answers:
    """The answers of one problem: its valid trees grouped by value."""

    keys: Floats  # (answers,): the values, rounded, ascending
    probability: Floats  # (answers,)
    leaders: NDArray[np.intp]  # (answers,): the row of each answer's best tree in the forest
    winner: int  # the answer of the best tuple


@dataclass(frozen=True)
class Listing:
    """Every tree of one problem, scored, and the answers they give."""

    query: Query
    scored: Scored  # of a batch of problems
    row: int  # which of the batch this problem is
    answers: Answers

    def candidate(self, answer: int) -> Candidate:
        """Return the best tuple of one answer."""
        place = int(self.answers.leaders[answer])
        score = float(self.scored.score[self.row, place])
        probability = float(self.answers.probability[answer])
        tree = self.scored.trees.tree(place)
        return candidate(self.query, tree, self._rates(place), score, probability)

    def _rates(self, place: int) -> frozenset[Vertex]:
        """Return the vertices that a tree's best graph labels Rate."""
        if self.scored.graphs is None:
            return frozenset()
        size = self.query.size
        chosen = self.scored.graphs.choice[self.row, self.scored.trees.shape[place]]
        members = rate_sets(size, self.query.reading).members[chosen]
        return frozenset(QUESTION if v == size else int(v) for v in np.flatnonzero(members))


def rank(
    query: Query, scored: Scored, rounded: Floats, row: int, *, top: int, keep: bool = False
) -> Ranking:
    """Rank one problem's answers: the best tuple first, then by probability.

    ``rounded`` are the values of the problem's trees, equal if the answers are. With ``keep``
    the ranking holds on to every tree, so that any other answer can be compared with the best.
    """
    answers = group_answers(scored, rounded, row)
    if answers is None:
        return Ranking((), True)
    listing = Listing(query, scored, row, answers)
    by_probability = np.argsort(-answers.probability, kind="stable")
    others = by_probability[by_probability != answers.winner][: top - 1].tolist()
    candidates = tuple(map(listing.candidate, (answers.winner, *others)))
    return Ranking(candidates, True, listing if keep else None)


def group_answers(scored: Scored, rounded: Floats, row: int) -> Answers | None:
    """Group one problem's valid trees by value, or return None if no tree is valid."""
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
