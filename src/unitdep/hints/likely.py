"""What holds for all likely answers of a problem, where the program isn't sure of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from unitdep.core.expression import Expression, Leaf, leaves, monotonic, operations
from unitdep.hints.step_rungs import Next, still_to_do
from unitdep.models.calibration import DOUBTFUL
from unitdep.solution import Solution
from unitdep.steps.work import closing_order

LIKELY: Final = 0.05  # of the chosen answer's confidence: others below it don't count


@dataclass(frozen=True)
class Common:
    """What all likely answers have in common; nothing if something speaks against the reading."""

    used: frozenset[int] = frozenset()  # the quantities that all of them need
    first: Next | None = None  # the first step, if all of them have it


def common(solution: Solution) -> Common:
    """Compare the chosen expression with those of the other likely answers."""
    doubtful = any(doubt.concern.value in DOUBTFUL for doubt in solution.warnings)
    trees = list(_likely(solution))
    if doubtful or solution.tree is None or len(trees) < 2:
        return Common()
    used = frozenset.intersection(*(frozenset(leaves(tree)) for tree in trees))
    first = still_to_do(solution.steps)[:1]
    shared = all(_begins(tree, _first(solution)) for tree in trees)
    return Common(used, first[0] if first and shared and not first[0].step.prepares else None)


def _likely(solution: Solution) -> Iterator[Expression]:
    if solution.tree is not None:
        yield solution.tree
    for other in solution.alternatives:
        if other.tree is not None and other.probability >= LIKELY * solution.confidence:
            yield other.tree


def _first(solution: Solution) -> Expression | None:
    """Return the first operation of the chosen expression as its steps have it."""
    if solution.tree is None:
        return None
    ordered = closing_order(solution.problem, solution.graph, solution.tree)
    return next(iter(operations(ordered)), None)


def _begins(tree: Expression, first: Expression | None) -> bool:
    """Whether an expression has an operation of two numbers."""
    if first is None or isinstance(first, Leaf):
        return False
    return any(monotonic(node) == monotonic(first) for node in operations(tree))
