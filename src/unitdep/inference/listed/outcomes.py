"""The outcomes of listed trees: every tree of every choice, scored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unitdep.core.expression import Expression
from unitdep.core.labels import QUESTION, Reading, Vertex
from unitdep.inference.answers import Outcomes
from unitdep.inference.choices import Choice
from unitdep.inference.listed.scores import Scored, rate_sets, score_tuples, stack


def list_trees(
    choices: Sequence[Choice],
    *,
    allowed: NDArray[np.bool_] | None = None,
    kept: NDArray[np.bool_] | None = None,
) -> list[Outcomes]:
    """Score all trees of some choices, whose queries have the same kinds, weights and reading.

    ``allowed`` says which of the vertex labellings there may be, ``kept`` which quantities a tree
    must use; None allows all.
    """
    queries = [choice.query for choice in choices]
    first = queries[0]
    batch = stack([q.tables for q in queries], [q.values for q in queries], first.pure)
    scored = score_tuples(batch, first.weights, first.reading, allowed=allowed)
    uses = True if kept is None else scored.trees.kept[:, kept].all(axis=1)
    return [
        Outcomes(
            choice,
            scored.values[row],
            scored.divisors[row],
            np.where(uses, scored.score[row], -np.inf),
            scored.total[row],
            _Tuples(scored, row, first.reading),
        )
        for row, choice in enumerate(choices)
    ]


@dataclass(frozen=True)
class _Tuples:
    """The best tuple of each tree of one problem in a batch."""

    scored: Scored
    row: int
    reading: Reading

    def __call__(self, place: int) -> tuple[Expression, frozenset[Vertex]]:
        """Return a tree and the vertices that its best graph labels Rate."""
        trees = self.scored.trees
        return trees.tree(place), self._rates(place)

    def _rates(self, place: int) -> frozenset[Vertex]:
        if self.scored.graphs is None:
            return frozenset()
        trees = self.scored.trees
        chosen = self.scored.graphs.choice[self.row, trees.shape[place]]
        members = rate_sets(trees.size, self.reading, trees.pure).members[chosen]
        return frozenset(QUESTION if v == trees.size else int(v) for v in np.flatnonzero(members))
