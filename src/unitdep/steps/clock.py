"""Times of day in expressions: the difference of two is a duration, a duration later is a time."""

from __future__ import annotations

from unitdep.core.expression import Expression, Leaf, Operation, Operator
from unitdep.core.labels import Kind
from unitdep.reading.problem import Problem


def is_clock(problem: Problem, tree: Expression) -> bool:
    """Whether an expression comes to a time of day."""
    return _times(problem, tree) == 1


def _times(problem: Problem, tree: Expression) -> int:
    """Return how many times of day are left: 9:15 + 20 minutes has one, 9:15 - 8:00 none."""
    if isinstance(tree, Leaf):
        return int(problem.quantities[tree.index].kind is Kind.CLOCK)
    left, right = _times(problem, tree.left), _times(problem, tree.right)
    match tree:
        case Operation(operator=Operator.ADD):
            return left + right
        case Operation(operator=Operator.SUB):
            return left - right
    return 0
