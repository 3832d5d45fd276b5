"""Wrong answers that pupils are likely to give, with what to say about each.

They're made from the gold expression: another operation, numbers the wrong way round, the last step
forgotten, not rounded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from unitdep.core.expression import Expression, Leaf, Operation, Operator, evaluate
from unitdep.core.labels import Finish
from unitdep.practice.exercise import Exercise

MOST: Final = 4  # wrong answers of an exercise
_DONE: Final = {
    Operator.ADD: "added",
    Operator.SUB: "subtracted",
    Operator.MUL: "multiplied",
    Operator.DIV: "divided",
}
_MISTAKEN: Final = {  # what is taken for what
    Operator.ADD: (Operator.SUB,),
    Operator.SUB: (Operator.ADD,),
    Operator.MUL: (Operator.ADD, Operator.DIV),
    Operator.DIV: (Operator.MUL, Operator.SUB),
}


@dataclass(frozen=True)
class Mistake:
    """A wrong answer."""

    value: Fraction
    feedback: str  # for the pupil; it doesn't give the answer away


def mistakes(exercise: Exercise) -> tuple[Mistake, ...]:
    """Return likely wrong answers, each once, none of them right."""
    if exercise.solution.is_clock:
        return ()
    values = [q.value for q in exercise.solution.problem.quantities]
    found: dict[Fraction, Mistake] = {}
    for mistake in (*_unfinished(exercise), *_of_operations(exercise.tree, values)):
        short = (mistake.value * 100).denominator == 1
        if mistake.value > 0 and short and mistake.value != exercise.answer:
            found.setdefault(mistake.value, mistake)
    return tuple(found.values())[:MOST]


def _unfinished(exercise: Exercise) -> Iterator[Mistake]:
    if exercise.solution.finish is not Finish.EXACT:
        yield Mistake(
            exercise.steps[-1].result.value,
            "The sum is right, but it isn't the answer yet. Think about what is left over.",
        )
    for step in exercise.steps[:-1]:
        if not step.prepares:
            yield Mistake(step.result.value, "Good so far, but that isn't the last step.")


def _of_operations(tree: Expression, values: Sequence[Fraction]) -> Iterator[Mistake]:
    """Yield what comes out if one operation is taken for another, the last one first."""
    for right, wrong, changed in _changes(tree):
        try:
            value = evaluate(changed, values)
        except ZeroDivisionError:
            continue
        if wrong is right:
            yield Mistake(value, "Did you divide the right number by the other one?")
        else:
            yield Mistake(value, f"It seems that you {_DONE[wrong]}. Is that what happens here?")


def _changes(tree: Expression) -> Iterator[tuple[Operator, Operator, Expression]]:
    if isinstance(tree, Leaf):
        return
    for other in _MISTAKEN[tree.operator]:
        yield tree.operator, other, Operation(other, tree.left, tree.right)
    if tree.operator is Operator.DIV:
        yield tree.operator, tree.operator, Operation(tree.operator, tree.right, tree.left)
    for right, wrong, left in _changes(tree.left):
        yield right, wrong, Operation(tree.operator, left, tree.right)
    for right, wrong, side in _changes(tree.right):
        yield right, wrong, Operation(tree.operator, tree.left, side)
