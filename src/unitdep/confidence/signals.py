"""Signals: numbers known at run time that tell right answers from wrong ones."""

from __future__ import annotations

from collections.abc import Mapping
from math import log
from typing import Final

from unitdep.core.expression import leaf_nodes
from unitdep.core.labels import Face, Finish, Kind
from unitdep.inference.types import Ranking
from unitdep.solution import Solution
from unitdep.steps.doubts import Concern

_FLOOR: Final = 1e-6  # of probabilities
SIGNALS: Final = (
    "logit",
    "margin",
    *(concern.value for concern in Concern),
    "proposal-unused",
    "again-unused",
    "left-out",
    "not-proved",
    "length",
    "vertices",
    "operations",
    "implied-used",
    "face",
    "finish",
    "no-unit",
    "large",
)


def signals(solution: Solution, ranking: Ranking) -> Mapping[str, float]:
    """Return the signals of a solution that has an answer, by name."""
    problem, used = solution.problem, solution.relevant
    best, *others = [max(c.probability, _FLOOR) for c in ranking.candidates]
    concerns = {doubt.concern for doubt in solution.warnings}
    unused = [q for q in problem.quantities if q.index not in used]
    faces = [leaf.face for leaf in leaf_nodes(solution.tree)] if solution.tree else []
    values = {
        "logit": log(min(best, 1 - _FLOOR) / (1 - min(best, 1 - _FLOOR))),
        "margin": log(best) - log(others[0]) if others else -log(_FLOOR),
        "proposal-unused": sum(q.implied and q.kind is not Kind.AGAIN for q in unused),
        "again-unused": any(q.kind is Kind.AGAIN for q in unused),
        "left-out": sum(not q.implied for q in unused),
        "not-proved": not solution.exact,
        "length": len(problem.doc) / 50,
        "vertices": problem.size / 5,
        "operations": max(len(used) - 1, 0) / 3,
        "implied-used": sum(q.implied for q in problem.quantities if q.index in used),
        "face": any(face is not Face.ITSELF for face in faces),
        "finish": solution.finish is not Finish.EXACT,
        "no-unit": solution.answer_unit is None,
        "large": len(used) > 4,
        **{concern.value: concern in concerns for concern in Concern},
    }
    return {name: float(values[name]) for name in SIGNALS}
