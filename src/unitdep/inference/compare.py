"""Weighing: how far a given answer or tree lies behind the best one of a problem.

``weigh`` takes what the search takes and gives a ``Scale``. Up to five quantities every answer has
its exact probability; above, answers that the search listed have their share, and any tree is
compared with the best tree directly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from unitdep.core.expression import Expression, leaves, map_leaves, monotonic
from unitdep.core.labels import QUESTION, Reading, Vertex
from unitdep.inference.best_first.sampling import log_mass
from unitdep.inference.best_first.search import LARGEST, most_relevant, restrict, search_large
from unitdep.inference.best_first.tree_scores import ScoredTree, tuple_scores
from unitdep.inference.candidates import significant
from unitdep.inference.listed.answers import Answers, candidate_of, group_answers
from unitdep.inference.listed.forest import LISTED_UP_TO
from unitdep.inference.listed.scores import Scored, score_tuples, stack
from unitdep.inference.types import Candidate, Weights
from unitdep.scoring.tables import ScoreTables

MOST_LEAVES = 16  # of two trees that are compared: the graphs of more are too many
_EQUAL = 1e-8  # values so close, relative to their size, are one
_LARGEST_VALUE = 10**300  # beyond a float's range nothing is compared
LISTED = 10  # answers that are looked for among more than five quantities


@dataclass(frozen=True)
class WeighedTree:
    """A tree with its best graph."""

    tree: Expression  # monotonic
    rates: frozenset[Vertex]  # of the best graph; none where no graph is scored
    score: float  # Score(G, T) of the best graph; minus infinity where an operation is not positive
    behind: float  # log of how many times more probable the best is; infinite where it is not valid


@dataclass(frozen=True)
class Scale:
    """One problem's answers, ready to be compared with the best."""

    tables: ScoreTables
    values: tuple[Fraction, ...]
    weights: Weights
    listed: tuple[Candidate, ...]  # the best first; all that there are above five quantities
    scored: Scored | None  # every tree, up to five quantities
    answers: Answers | None

    @property
    def best(self) -> Candidate | None:
        """The best tuple, or None if no tree is valid."""
        return self.listed[0] if self.listed else None

    @property
    def complete(self) -> bool:
        """Whether every answer that the numbers can give is known."""
        return len(self.values) <= LISTED_UP_TO

    def answer(self, value: Fraction, within: float = 0.0) -> Candidate | None:
        """Return the most probable answer that is ``value``, or lies within a distance of it."""
        if abs(value) > _LARGEST_VALUE:
            return None
        if self.scored is None or self.answers is None:
            near = [c for c in self.listed if _near(c.value, value, within)]
            return max(near, key=lambda c: c.probability, default=None)
        exact = float(significant(np.array([float(value)]))[0]) if value > 0 else 0.0
        distance = np.abs(self.answers.keys - exact)
        places = np.flatnonzero(distance <= max(within, _EQUAL * exact))
        if not len(places):
            return None
        most = int(places[self.answers.probability[places].argmax()])
        return self._candidate(most)

    def _candidate(self, answer: int) -> Candidate:
        assert self.scored is not None
        assert self.answers is not None
        given = (self.tables, self.values, self.weights, Reading.ALGEBRA)
        return candidate_of(self.scored, self.answers, answer, 0, *given)

    def behind(self, found: Candidate) -> float:
        """Return the log of how many times more probable the best answer is."""
        if self.best is None or found.probability <= 0:
            return float("inf")
        return float(np.log(self.best.probability) - np.log(found.probability))

    def tree(self, tree: Expression) -> WeighedTree | None:
        """Weigh a tree that uses no quantity twice, or None if it is too large to be scored."""
        tree, best = monotonic(tree), self.best
        needed = {*leaves(tree), *(leaves(best.tree) if best else ())}
        if len(needed) > MOST_LEAVES:
            return None
        room = [i for i in most_relevant(self.tables) if i not in needed]
        chosen = sorted([*needed, *room[: max(LARGEST - len(needed), 0)]])
        scores = tuple_scores(restrict(self.tables, chosen), self.weights, Reading.ALGEBRA)
        values, place = [self.values[i] for i in chosen], {i: k for k, i in enumerate(chosen)}
        found = scores.of(map_leaves(tree, place.__getitem__), values)
        if found.value is None or best is None:
            return WeighedTree(tree, frozenset(), -np.inf, np.inf)
        members = np.flatnonzero(scores.rates[found.scores.argmax()]).tolist()
        rates: frozenset[Vertex] = frozenset(
            QUESTION if v == len(chosen) else chosen[v] for v in members
        )
        answer = self.answer(found.value)
        behind = np.inf if answer is None else self.behind(answer)
        if not self.complete:
            against = scores.of(map_leaves(best.tree, place.__getitem__), values)
            behind = min(behind, self._mass(against) - self._mass(found))
        return WeighedTree(tree, rates, float(found.scores.max()), float(behind))

    def _mass(self, found: ScoredTree) -> float:
        return log_mass(found, self.weights.temperature)


def weigh(tables: ScoreTables, values: Sequence[Fraction], weights: Weights) -> Scale:
    """Search one problem of at least two quantities and keep what comparing needs."""
    values = tuple(values)
    if len(values) > LISTED_UP_TO:
        ranking = search_large(tables, values, weights, top=LISTED)
        return Scale(tables, values, weights, ranking.candidates, None, None)
    scored = score_tuples(stack([tables], [values]), weights)
    answers = group_answers(scored, significant(scored.values)[0], 0)
    scale = Scale(tables, values, weights, (), scored, answers)
    if answers is None:
        return scale
    best = scale._candidate(answers.winner)
    return Scale(tables, values, weights, (best,), scored, answers)


def _near(one: Fraction, other: Fraction, within: float) -> bool:
    return abs(float(one) - float(other)) <= max(within, _EQUAL * abs(float(other)))
