"""Other right ways: a tree worked out differently, and sums in smaller pieces."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from unitdep.core.expression import ADDITIVE, Expression, Leaf, Operation, Operator
from unitdep.core.labels import Finish
from unitdep.research.workings.plan import Line, Operand, Plan, plan, shown
from unitdep.research.workings.story import Story

COUNTED: Final = 6  # a product is written as a sum up to this many times


def other_way(story: Story) -> Plan | None:
    """Return a plan that reaches the answer by other sums; None if there is no simple one."""
    if story.finish is not Finish.EXACT:
        return None
    tree = _distributed(story.tree)
    if tree == story.tree:
        tree = _turned(story.tree)
    found = plan(story, tree) if tree != story.tree else None
    whole = found and all((line.value * 100).denominator == 1 for line in found.lines)
    return found if found and whole and found.answer == story.answer else None


def _distributed(tree: Expression) -> Expression:
    """Write (a + b) * c as a * c + b * c, and a - (b + c) as a - b - c."""
    if isinstance(tree, Leaf):
        return tree
    left, right = tree.left, tree.right
    if tree.operator is Operator.MUL:
        for one, other in ((left, right), (right, left)):
            if isinstance(one, Operation) and one.operator in ADDITIVE:
                parts = (Operation(Operator.MUL, side, other) for side in (one.left, one.right))
                return Operation(one.operator, *parts)
    inner = right.operator if isinstance(right, Operation) else None
    if isinstance(right, Operation) and (tree.operator, inner) in _PEELED:
        return Operation(tree.operator, Operation(tree.operator, left, right.left), right.right)
    return Operation(tree.operator, _distributed(left), _distributed(right))


_PEELED: Final = {(Operator.SUB, Operator.ADD), (Operator.DIV, Operator.MUL)}


def _turned(tree: Expression) -> Expression:
    """Turn all sums and products round."""
    if isinstance(tree, Leaf):
        return tree
    left, right = _turned(tree.left), _turned(tree.right)
    if tree.operator in (Operator.ADD, Operator.MUL):
        return Operation(tree.operator, right, left)
    return Operation(tree.operator, left, right)


def in_pieces(story: Story) -> Plan | None:
    """Return the right plan with one sum done in smaller ones; None if that can't be done."""
    right = plan(story)
    for k, line in enumerate(right.lines):
        pieces = list(_pieces(line, k))
        if pieces:
            added = len(pieces) - 1
            before = right.lines[:k]
            after = (_moved(later, k, added) for later in right.lines[k + 1 :])
            return Plan((*before, *pieces, *after), right.answer, right.unit)
    return None


def _moved(line: Line, place: int, by: int) -> Line:
    """Return a line whose operands refer to lines that have moved."""

    def move(operand: Operand) -> Operand:
        at = operand.line
        late = at is not None and at >= place
        return Operand(operand.text, operand.value, operand.unit, at + by if late and at else at)

    return Line(line.operator, move(line.left), move(line.right), line.value, line.unit)


def _pieces(line: Line, k: int) -> Iterator[Line]:
    """Split a sum of whole numbers as it's done in the head or on the fingers."""
    left, right = line.left, line.right
    if line.remainder is not None or left.value.denominator != 1 or right.value.denominator != 1:
        return
    if line.operator is Operator.MUL:
        yield from _product(left, right, k)
    elif line.operator in ADDITIVE and right.value > 10 and right.value % 10:
        yield from _by_tens(line, k)
    elif line.operator is Operator.DIV and line.value.denominator == 1 and line.value <= COUNTED:
        yield from _taken_away(line, k)


def _product(left: Operand, right: Operand, k: int) -> Iterator[Line]:
    count, one = (left, right) if left.value <= right.value else (right, left)
    if 2 < count.value <= COUNTED:
        total = Operand(one.text, one.value)
        for step in range(1, int(count.value)):
            value = total.value + one.value
            yield Line(Operator.ADD, total, one, value)
            total = Operand(shown(value), value, None, k + step - 1)
    elif count.value < 10 < one.value < 100 and one.value % 10:
        ones = one.value % 10
        high, low = (one.value - ones) * count.value, ones * count.value
        yield Line(Operator.MUL, _plain(one.value - ones), count, high)
        yield Line(Operator.MUL, _plain(ones), count, low)
        parts = (Operand(shown(high), high, None, k), Operand(shown(low), low, None, k + 1))
        yield Line(Operator.ADD, *parts, high + low)


def _by_tens(line: Line, k: int) -> Iterator[Line]:
    """Add or take away the tens first, then the ones."""
    sign = 1 if line.operator is Operator.ADD else -1
    ones = line.right.value % 10
    middle = line.left.value + sign * (line.right.value - ones)
    yield Line(line.operator, line.left, _plain(line.right.value - ones), middle)
    yield Line(line.operator, Operand(shown(middle), middle, None, k), _plain(ones), line.value)


def _taken_away(line: Line, k: int) -> Iterator[Line]:
    """Take the divisor away until nothing is left; the last line counts how often."""
    rest = Operand(line.left.text, line.left.value)
    for step in range(int(line.value)):
        value = rest.value - line.right.value
        yield Line(Operator.SUB, rest, line.right, value)
        rest = Operand(shown(value), value, None, k + step)
    yield Line(Operator.DIV, line.left, line.right, line.value)


def _plain(value: Fraction) -> Operand:
    return Operand(shown(value), value)
