"""Why not another answer: how its expression differs from the chosen one, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from unitdep.core.expression import (
    LcaOperation,
    Leaf,
    Operation,
    lca_operations,
    leaf_nodes,
    operations,
)
from unitdep.core.labels import Face, Finish, Kind
from unitdep.reading.quantity import NumberKind
from unitdep.solution import Solution
from unitdep.steps.remarks import why_left_out
from unitdep.units.wording import amount, write_clock

MOST_OPERATIONS: Final = 2  # differences between operations that are named
_SAID: Final[Mapping[LcaOperation, str]] = {
    LcaOperation.ADD: "adds {0} and {1}",
    LcaOperation.SUB: "takes {1} from {0}",
    LcaOperation.SUB_REV: "takes {0} from {1}",
    LcaOperation.MUL: "multiplies {0} and {1}",
    LcaOperation.DIV: "divides {0} by {1}",
    LcaOperation.DIV_REV: "divides {1} by {0}",
}
_FACES: Final = {
    Face.ITSELF: "takes {} of something",
    Face.LESS: "takes {} off",
    Face.PLUS: "puts {} on top",
}
_FINISHES: Final = {
    Finish.EXACT: "leaves the result as it is",
    Finish.UP: "rounds the result up",
    Finish.DOWN: "rounds the result down",
    Finish.REMAINDER: "asks what is left over",
    Finish.MISSING: "asks what is missing to the next whole",
    Finish.NEAREST: "rounds the result",
}
HERE: Final = "It {its}; the answer above {best}."


def why_not(best: Solution, other: Solution) -> tuple[str, ...]:
    """Return how another answer's expression differs from the best one's, units first.

    Each sentence is about the other answer: steps whose units do not close, numbers used or left
    out, operations, how a percentage or fraction is used, and how the question finishes.
    """
    if best.tree is None or other.tree is None:
        return ()
    told = [*_units(other), *_numbers(best, other), *_operations(best, other)]
    told += [*_faces(best, other), *_finish(best, other)]
    return tuple(told) or ("It takes the same numbers in another way.",)


def _units(other: Solution) -> Iterator[str]:
    for number, step in enumerate(other.steps, start=1):
        if not step.closes:
            note = f": {step.note}" if step.note else ""
            yield f"The units of its step {number}, {step.task}, don't fit{note}."
            return


def _name(solution: Solution, index: int) -> str:
    """Name a number as the text has it, with its unit."""
    quantity = solution.problem.quantities[index]
    if quantity.kind is Kind.CLOCK:
        return write_clock(quantity.value)
    if quantity.number.kind is NumberKind.PERCENT:
        return quantity.number.text
    if quantity.kind.pure:
        return amount(quantity.value)
    return amount(quantity.value, solution.unit_of(index))


def _numbers(best: Solution, other: Solution) -> Iterator[str]:
    """Yield which numbers only one of the two uses."""
    for index in sorted(best.relevant - other.relevant):
        yield f"It doesn't use {_name(best, index)}."
    for index in sorted(other.relevant - best.relevant):
        quantity = other.problem.quantities[index]
        name = _name(other, index)
        if quantity.kind is Kind.AGAIN:
            yield f"It uses {name} a second time."
        elif best.graph is None or quantity.implied:
            yield f"It also uses {name}."
        else:
            why = why_left_out(best.problem, best.graph, best.relevant, quantity)
            yield f"It also uses {name}, but {why}."


def _operations(best: Solution, other: Solution) -> Iterator[str]:
    """Yield which numbers the two join by different operations; those that meet directly first."""
    assert best.tree is not None
    assert other.tree is not None
    own, its = lca_operations(best.tree), lca_operations(other.tree)
    differing = [pair for pair in own if pair in its and own[pair] is not its[pair]]
    direct = _direct(best) | _direct(other)
    ordered = sorted(differing, key=lambda pair: (pair not in direct, pair))
    for pair in ordered[:MOST_OPERATIONS]:
        names = [_name(best, index) for index in pair]
        said = (_SAID[which[pair]].format(*names) for which in (its, own))
        yield HERE.format(its=next(said), best=next(said))


def _direct(solution: Solution) -> set[tuple[int, int]]:
    """Return the pairs of numbers that are the two sides of one operation."""
    assert solution.tree is not None
    return {
        (min(node.left.index, node.right.index), max(node.left.index, node.right.index))
        for node in operations(solution.tree)
        if isinstance(node, Operation)
        and isinstance(node.left, Leaf)
        and isinstance(node.right, Leaf)
    }


def _faces(best: Solution, other: Solution) -> Iterator[str]:
    assert best.tree is not None
    assert other.tree is not None
    own = {leaf.index: leaf.face for leaf in leaf_nodes(best.tree)}
    for leaf in leaf_nodes(other.tree):
        if own.get(leaf.index, leaf.face) is not leaf.face:
            name = _name(best, leaf.index)
            its, best_face = _FACES[leaf.face], _FACES[own[leaf.index]]
            yield HERE.format(its=its.format(name), best=best_face.format(name))


def _finish(best: Solution, other: Solution) -> Iterator[str]:
    if best.finish is not other.finish:
        yield HERE.format(its=_FINISHES[other.finish], best=_FINISHES[best.finish])
