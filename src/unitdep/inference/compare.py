"""Comparing: how far a given answer or tree is behind the best one of a problem.

Up to five quantities every answer has its exact probability. Above that, answers that the search
listed have their share, and any tree is compared with the best tree directly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from unitdep.core.expression import Expression, leaves, map_leaves, monotonic
from unitdep.core.labels import QUESTION, Vertex
from unitdep.inference.best_first.sampling import log_mass
from unitdep.inference.best_first.search import LARGEST, most_relevant, restrict
from unitdep.inference.best_first.tree_scores import ScoredTree, tuple_scores
from unitdep.inference.candidates import significant
from unitdep.inference.listed.forest import LISTED_UP_TO
from unitdep.inference.search import search_many
from unitdep.inference.types import Candidate, Query, Ranking, Weights
from unitdep.scoring.tables import ScoreTables

MOST_LEAVES = 16  # of two trees that are compared: the graphs over more are too many
_EQUAL = 1e-8  # values this close, relative to their size, are one
_LARGEST_VALUE = 10**300  # beyond a float's range nothing is compared
COMPARED = 10  # answers that are looked for among more than five quantities


@dataclass(frozen=True)
class WeighedTree:
    """A tree with its best graph."""

    tree: Expression  # monotonic
    rates: frozenset[Vertex]  # of the best graph; none if no graph is scored
    score: float  # Score(G, T) of the best graph; minus infinity if a step is not positive
    behind: float  # log of how many times more probable the best is; infinite if it is not valid


@dataclass(frozen=True)
class Scale:
    """One problem's answers, ready to be compared with the best."""

    query: Query
    ranking: Ranking  # with its listing, up to five quantities

    @property
    def values(self) -> tuple[Fraction, ...]:
        """The values of the problem's quantities."""
        return self.query.values

    @property
    def best(self) -> Candidate | None:
        """The best tuple, or None if no tree is valid."""
        return next(iter(self.ranking.candidates), None)

    @property
    def complete(self) -> bool:
        """Whether every answer that the numbers can give is known."""
        return self.query.size <= LISTED_UP_TO

    def answer(self, value: Fraction, within: float = 0.0) -> Candidate | None:
        """Return the most probable answer that equals ``value``, or is within a distance of it."""
        if abs(value) > _LARGEST_VALUE:
            return None
        if (listing := self.ranking.listing) is None:
            near = [c for c in self.ranking.candidates if _near(c.value, value, within)]
            return max(near, key=lambda c: c.probability, default=None)
        exact = float(significant(np.array([float(value)]))[0]) if value > 0 else 0.0
        distance = np.abs(listing.answers.keys - exact)
        places = np.flatnonzero(distance <= max(within, _EQUAL * exact))
        if not len(places):
            return None
        return listing.candidate(int(places[listing.answers.probability[places].argmax()]))

    def behind(self, other: Candidate) -> float:
        """Return the log of how many times more probable the best answer is."""
        if self.best is None or other.probability <= 0:
            return float("inf")
        return float(np.log(self.best.probability) - np.log(other.probability))

    def tree(self, tree: Expression) -> WeighedTree | None:
        """Weigh a tree that uses no quantity twice, or return None if it is too large to score."""
        tree, best = monotonic(tree), self.best
        needed = {*leaves(tree), *(leaves(best.tree) if best else ())}
        if len(needed) > MOST_LEAVES:
            return None
        room = [i for i in most_relevant(self.query.tables) if i not in needed]
        chosen = sorted([*needed, *room[: max(LARGEST - len(needed), 0)]])
        part, place = restrict(self.query, chosen), {i: k for k, i in enumerate(chosen)}
        scores = tuple_scores(part)
        scored = scores.of(map_leaves(tree, place.__getitem__), part.values)
        if scored.value is None or best is None:
            return WeighedTree(tree, frozenset(), -np.inf, np.inf)
        members = np.flatnonzero(scores.rates[scored.scores.argmax()]).tolist()
        rates: frozenset[Vertex] = frozenset(
            QUESTION if v == len(chosen) else chosen[v] for v in members
        )
        answer = self.answer(scored.value)
        behind = np.inf if answer is None else self.behind(answer)
        if not self.complete:
            against = scores.of(map_leaves(best.tree, place.__getitem__), part.values)
            behind = min(behind, self._mass(against) - self._mass(scored))
        return WeighedTree(tree, rates, float(scored.scores.max()), float(behind))

    def _mass(self, scored: ScoredTree) -> float:
        return log_mass(scored, self.query.weights.temperature)


def weigh(tables: ScoreTables, values: Sequence[Fraction], weights: Weights) -> Scale:
    """Search one problem of at least two quantities and keep what comparing needs."""
    query = Query(tables, tuple(values), weights)
    return Scale(query, search_many([query], top=COMPARED, keep=True)[0])


def _near(one: Fraction, other: Fraction, within: float) -> bool:
    return abs(float(one) - float(other)) <= max(within, _EQUAL * abs(float(other)))
