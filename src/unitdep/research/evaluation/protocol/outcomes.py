"""What a system made of one problem, compared with the gold answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from unitdep.core.expression import Expression, render
from unitdep.core.labels import Vertex
from unitdep.inference import Ranking
from unitdep.research.baselines import Prediction
from unitdep.research.baselines.unitdep import best_of
from unitdep.research.datasets import AnnotatedProblem
from unitdep.research.learning import gold_answer
from unitdep.research.learning.tune import TOLERANCE
from unitdep.units.wording import format_value, json_number


@dataclass(frozen=True)
class Outcome:
    """What a system made of one problem."""

    id: str
    right: bool
    probability: float  # of the answer
    quantities: int  # how many numbers the system saw
    answer: int | float | None = None  # None: the system found none
    gold: int | float | None = None
    expression: str | None = None
    fold: int | None = None  # None: a model was applied
    tree: Expression | None = None  # of the expression; not written to files
    rates: frozenset[Vertex] = frozenset()  # of the chosen graph; not written to files

    def as_dict(self) -> dict[str, Any]:
        """Return the fields that files keep, by name."""
        names = ("id", "right", "answer", "gold", "expression", "probability", "quantities", "fold")
        return {name: getattr(self, name) for name in names}


def judged(outcomes: Iterable[Outcome]) -> list[tuple[float, bool]]:
    """Return how sure a system was of its answers, and whether they are right."""
    return [(o.probability, o.right) for o in outcomes if o.answer is not None]


def outcome_of(
    annotated: AnnotatedProblem,
    prediction: Prediction,
    *,
    fold: int,
    rates: frozenset[Vertex] = frozenset(),
) -> Outcome:
    """Compare a prediction with the gold answer."""
    gold, size = gold_answer(annotated), annotated.problem.size
    if prediction.answer is None or prediction.tree is None:
        return Outcome(annotated.id, False, 0.0, size, gold=json_number(gold), fold=fold)
    names = [format_value(q.value) for q in annotated.problem.quantities]
    return Outcome(
        annotated.id,
        abs(float(prediction.answer) - float(gold)) < TOLERANCE,
        prediction.probability,
        size,
        json_number(prediction.answer),
        json_number(gold),
        render(prediction.tree, names),
        fold,
        prediction.tree,
        rates,
    )


def outcome_of_ranking(annotated: AnnotatedProblem, ranking: Ranking, *, fold: int) -> Outcome:
    """Compare the best candidate of a ranking with the gold answer."""
    rates = ranking.candidates[0].rates if ranking.candidates else frozenset[Vertex]()
    return outcome_of(annotated, best_of(ranking), fold=fold, rates=rates)
