"""Gold solutions: what a filled template's labels say is right, as a ``Solution``.

The program's own reading gives the quantities, the template everything else. Nothing is scored or
searched. A template is passed over if the two don't agree: if the tree is out of the reading's
reach, if a step's units don't close, or if the answer comes out in another unit than the template
has for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from unitdep.core.expression import Expression, Operation, Operator, evaluate
from unitdep.core.labels import Finish
from unitdep.inference.finishes import finish_exactly
from unitdep.inference.types import Candidate, Ranking
from unitdep.lexicon import LEMMAS
from unitdep.reading.refusals import why_not
from unitdep.research.corpus.everyday.fill import Filled
from unitdep.research.corpus.everyday.gold import (
    Unreachable,
    annotate_everyday,
    widen_annotated,
)
from unitdep.research.corpus.templates.fill import Instance
from unitdep.research.corpus.units import read_unit
from unitdep.research.datasets.annotate import annotate
from unitdep.research.datasets.records import AnnotatedProblem
from unitdep.solution import Solution, build
from unitdep.units.wording import unit_name

_CLOCK: Final = "clock"


@dataclass(frozen=True)
class _Asked:
    """What a template says of its question."""

    unit: str
    value: Fraction  # finished


def gold_of_paper(instance: Instance) -> Solution | None:
    """Return what is right for a filled template of the paper's kind; None if it is passed over."""
    [annotated] = annotate([instance.record()])
    widened = widen_annotated(annotated)
    asked = _Asked(instance.units[-1], instance.answer)
    return None if widened is None else _solution(widened, asked, instance.answer)


def gold_of_everyday(filled: Filled) -> Solution | None:
    """Return what is right for a filled everyday template; None if it is passed over."""
    [question] = filled.template.questions
    [annotated] = annotate_everyday([filled])
    if isinstance(annotated, Unreachable):
        return None
    reads_the_same = annotated.problem.question
    if reads_the_same is None or reads_the_same.nearest != question.to:
        return None
    exact = evaluate(question.tree, filled.values)
    divisor = _divisor(question.tree, filled.values)
    value = finish_exactly(question.finish, exact, divisor, question.to)
    return _solution(annotated, _Asked(question.unit, value), value)


def _divisor(tree: Expression, values: tuple[Fraction, ...]) -> Fraction | None:
    if isinstance(tree, Operation) and tree.operator is Operator.DIV:
        return evaluate(tree.right, values)
    return None


def _solution(annotated: AnnotatedProblem, asked: _Asked, value: Fraction) -> Solution | None:
    problem, tree, rates = annotated.problem, annotated.tree, annotated.rates
    if tree is None or rates is None or why_not(problem) is not None:
        return None
    right = Candidate(
        tree,
        rates,
        value,
        score=0.0,
        parts={},
        probability=1.0,
        pure=frozenset(q.index for q in problem.quantities if q.kind.pure),
        stands_for=annotated.stands_for,
        finish=annotated.finish,
    )
    solution = build(problem, Ranking((right,), exact=True))
    return solution if _agrees(solution, asked) else None


def _agrees(solution: Solution, asked: _Asked) -> bool:
    """Whether the steps close and lead to the template's value in the template's unit."""
    steps = solution.steps
    if not steps or not all(step.closes for step in steps) or solution.answer != asked.value:
        return False
    if solution.finish is Finish.EXACT and steps[-1].result.value != asked.value:
        return False
    if solution.is_clock or asked.unit == _CLOCK:
        return solution.is_clock and asked.unit == _CLOCK
    return solution.unit == _name(asked.unit)


def _name(unit: str) -> str:
    """Write a template's unit as the program does: "square metre" is a square meter."""
    words = (" ".join(LEMMAS.get(w, w) for w in part.split()) for part in unit.split(" per "))
    return unit_name(read_unit(" per ".join(words)))
