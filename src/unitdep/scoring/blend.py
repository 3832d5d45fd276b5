"""A blend of two scorers: the weighted geometric mean of their probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from unitdep.reading.problem import Problem
from unitdep.scoring.linear.model import log_softmax
from unitdep.scoring.tables import Part, Scorer, ScoreTables


@dataclass(frozen=True)
class BlendScorer:
    """Two scorers; the second has the weight ``share``, the first the rest."""

    first: Scorer
    second: Scorer
    share: float

    @property
    def everyday(self) -> bool:
        """Whether it can score problems in the everyday scope: both would have to."""
        return self.first.everyday and self.second.everyday

    def score(self, problems: Sequence[Problem]) -> list[ScoreTables]:
        """Score with both and blend the tables."""
        both = zip(self.first.score(problems), self.second.score(problems), strict=True)
        return [blend(a, b, self.share) for a, b in both]


def blend(first: ScoreTables, second: ScoreTables, share: float) -> ScoreTables:
    """Blend the tables that two scorers have made of one problem, label by label."""
    irrelevance, lca, vertex, edge = (
        log_softmax((1 - share) * getattr(first, part) + share * getattr(second, part))
        for part in Part
    )
    return ScoreTables(irrelevance, lca, vertex, edge, first.everyday)
