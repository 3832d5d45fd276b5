"""Plans: the sums of a working in order, made from a tree; right, or with a mistake in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import ceil, floor

from unitdep.core.expression import Expression, Leaf, Operator, apply
from unitdep.core.labels import Face, Finish
from unitdep.research.corpus.units import read_unit
from unitdep.research.workings.story import Number, Story
from unitdep.units.combine import Term, combine
from unitdep.units.dimension import Dimension
from unitdep.units.wording import format_value


@dataclass(frozen=True)
class Operand:
    """A number in a sum."""

    text: str
    value: Fraction
    unit: Dimension | None = None
    line: int | None = None  # the line whose result it is


@dataclass(frozen=True)
class Line:
    """One sum with the result that is written."""

    operator: Operator
    left: Operand
    right: Operand
    value: Fraction  # as it is claimed
    unit: Dimension | None = None
    remainder: Fraction | None = None  # "5 r 2"
    closes: bool = True  # whether the units of both sides go together

    @property
    def result(self) -> str:
        """The result as it is written."""
        if self.remainder is not None:
            return f"{floor(self.value)} r {format_value(self.remainder)}"
        percent = self.left.text.endswith("%") and self.right.text.endswith("%")
        return f"{shown(self.value * 100)}%" if percent else shown(self.value)

    @property
    def key(self) -> tuple[Operator, Fraction, Fraction, Fraction]:
        """What two lines have in common if they are the same step."""
        return self.operator, self.left.value, self.right.value, self.value


@dataclass(frozen=True)
class Plan:
    """A working before it is put into a style."""

    lines: tuple[Line, ...]
    answer: Fraction
    unit: str  # of the answer
    tree: Expression | None = None  # None if the lines don't follow one expression
    numbers: tuple[Number, ...] = ()  # what the tree's leaves are


@dataclass(frozen=True)
class Change:
    """What a mistake changes besides the tree."""

    numbers: Mapping[int, Number] = field(default_factory=dict)  # copied wrongly
    slip: tuple[int, Fraction] | None = None  # a line and the result that is claimed


def shown(value: Fraction) -> str:
    """Write a value with at most two decimals."""
    if (value * 100).denominator == 1:
        return format_value(value)
    return f"{float(value):.2f}"


def plan(story: Story, tree: Expression | None = None, change: Change | None = None) -> Plan:
    """Work out a tree, the gold one if none is given, line by line."""
    change = change or Change()
    tree = tree or story.tree
    numbers = tuple(change.numbers.get(k, n) for k, n in enumerate(story.numbers))
    lines: list[Line] = []
    last = _add(tree, numbers, lines, change.slip)
    answer = _finish(story.finish, last.value, lines)
    return Plan(tuple(lines), answer, story.unit, tree, numbers)


def _add(
    tree: Expression,
    numbers: Sequence[Number],
    lines: list[Line],
    slip: tuple[int, Fraction] | None,
) -> Operand:
    """Append the lines of a tree and return what it makes."""
    if isinstance(tree, Leaf):
        number = numbers[tree.index]
        own = Operand(number.text, number.value, read_unit(number.unit))
        if tree.face is Face.ITSELF:
            return own
        one = Operand("100%" if number.text.endswith("%") else "1", Fraction(1), own.unit)
        operator = Operator.SUB if tree.face is Face.LESS else Operator.ADD
        return _line(operator, one, own, lines, slip)
    left, right = (_add(side, numbers, lines, slip) for side in (tree.left, tree.right))
    return _line(tree.operator, left, right, lines, slip)


def _line(
    operator: Operator,
    left: Operand,
    right: Operand,
    lines: list[Line],
    slip: tuple[int, Fraction] | None,
) -> Operand:
    value = apply(operator, left.value, right.value)
    joined = combine(operator, Term(left.value, left.unit), Term(right.value, right.unit))
    if slip is not None and slip[0] == len(lines):
        value = slip[1]
    line = Line(operator, left, right, value, joined.unit, closes=joined.clash is None)
    lines.append(line)
    return Operand(line.result, value, joined.unit, len(lines) - 1)


def _finish(finish: Finish, value: Fraction, lines: list[Line]) -> Fraction:
    """Finish the last division as the question asks, with a remainder if that helps."""
    if finish is Finish.EXACT or not lines or lines[-1].operator is not Operator.DIV:
        return value
    if finish in (Finish.UP, Finish.DOWN):
        return Fraction(ceil(value) if finish is Finish.UP else floor(value))
    last = lines[-1]
    rest = last.left.value - floor(value) * last.right.value
    lines[-1] = replace(last, remainder=rest)
    if finish is Finish.REMAINDER or not rest:
        return rest
    short = last.right.value - rest
    lines.append(Line(Operator.SUB, last.right, Operand(shown(rest), rest), short))
    return short


def first_difference(right: Plan, wrong: Plan) -> int:
    """Return the first line of a plan that the right one doesn't have there; else its last."""
    for k, line in enumerate(wrong.lines):
        if k >= len(right.lines) or right.lines[k].key != line.key:
            return k
    return max(len(wrong.lines) - 1, 0)
