"""Variations: the right expression with one mistake in it.

Each is a tree over the problem's numbers, some of them misread (``Numbers.add``), with the name of
the mistake. ``variations`` yields every one that a single mistake makes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from unitdep.checking.blame.units import measure_factors
from unitdep.checking.misconceptions.types import MistakeKind
from unitdep.checking.voices import number_text
from unitdep.core.expression import (
    Expression,
    Leaf,
    Operation,
    Operator,
    leaf_nodes,
    leaves,
    operations,
    without,
)
from unitdep.core.graph import UnitGraph
from unitdep.core.labels import QUESTION, Face, Kind
from unitdep.reading.problem import Problem
from unitdep.reading.quantity import NumberKind, Quantity

DID: Final = {
    Operator.ADD: "added",
    Operator.SUB: "subtracted",
    Operator.MUL: "multiplied",
    Operator.DIV: "divided",
}
_TURNED: Final = (Operator.SUB, Operator.DIV)
_HUNDRED: Final = 100


@dataclass(frozen=True)
class Variation:
    """The right expression with one mistake in it."""

    kind: MistakeKind
    name: str
    tree: Expression
    about: str = ""  # the number that the mistake is about, as the text has it


class Numbers:
    """The numbers of a problem, and others that a mistake makes of them."""

    def __init__(self, problem: Problem) -> None:
        """Start with the numbers of the text."""
        self.values: list[Fraction] = [q.value for q in problem.quantities]

    def add(self, value: Fraction) -> Leaf:
        """Take up a number that isn't in the text, and return its leaf."""
        if value not in self.values[:]:
            self.values.append(value)
        return Leaf(self.values.index(value))


@dataclass(frozen=True)
class Varied:
    """A right expression that mistakes are made in."""

    problem: Problem
    graph: UnitGraph | None
    tree: Expression
    numbers: Numbers

    def all(self) -> Iterator[Variation]:
        """Yield every variation."""
        if isinstance(self.tree, Leaf):
            return
        yield from self._operations()
        yield from self._stopped()
        yield from self._left_out()
        yield from self._unneeded()
        yield from self._percents()
        yield from self._copied()
        yield from self._given()

    def _operations(self) -> Iterator[Variation]:
        """Yield other operations, and those done the wrong way round."""
        for node, put in _places(self.tree):
            if isinstance(node, Leaf):
                continue
            for operator in Operator:
                if operator is node.operator:
                    continue
                whole = self._takes_part(node) and {operator, node.operator} == {
                    Operator.MUL,
                    Operator.DIV,
                }
                kind = MistakeKind.WRONG_WHOLE if whole else MistakeKind.OTHER_OPERATION
                name = f"{DID[operator]} instead of {DID[node.operator]}"
                yield Variation(kind, name, put(Operation(operator, node.left, node.right)))
                if operator in _TURNED and node.operator not in _TURNED:  # no order to keep
                    yield Variation(kind, name, put(Operation(operator, node.right, node.left)))
            if node.operator in _TURNED:
                rate = node.operator is Operator.DIV and self._is_about_rate(node)
                kind = MistakeKind.RATE_UPSIDE_DOWN if rate else MistakeKind.REVERSED
                name = f"{DID[node.operator]} the wrong way round"
                name = "turned the rate upside down" if rate else name
                yield Variation(kind, name, put(Operation(node.operator, node.right, node.left)))

    def _takes_part(self, node: Operation) -> bool:
        """Whether an operation takes a percentage or a fraction of something."""
        return any(
            isinstance(side, Leaf) and self._is_part(side.index) for side in (node.left, node.right)
        )

    def _is_part(self, index: int) -> bool:
        quantity = self.problem.quantities[index]
        return quantity.kind is Kind.FACTOR and quantity.value.denominator != 1

    def _is_about_rate(self, node: Operation) -> bool:
        """Whether a quotient makes a rate, or divides by one."""
        rates = self.graph.rates if self.graph is not None else frozenset()
        return (QUESTION in rates and node is self.tree) or any(i in rates for i in leaves(node))

    def _stopped(self) -> Iterator[Variation]:
        """Yield the expressions of steps before the last."""
        for node in operations(self.tree):
            if node is not self.tree:
                yield Variation(MistakeKind.UNFINISHED, "left out the last step", node)
        for leaf in leaf_nodes(self.tree):
            if leaf.face is not Face.ITSELF:
                tree = _replaced(self.tree, leaf, Leaf(leaf.index))
                yield Variation(MistakeKind.UNFINISHED, "stopped at the part itself", tree)

    def _left_out(self) -> Iterator[Variation]:
        """Yield the expression without one of its numbers."""
        factors = measure_factors(self.problem)
        for index in dict.fromkeys(leaves(self.tree)):
            tree = without(self.tree, {index})
            if tree is None or isinstance(tree, Leaf):
                continue
            quantity = self.problem.quantities[index]
            shown = number_text(self.problem, index)
            if quantity.implied and quantity.value in factors:
                yield Variation(MistakeKind.NOT_CONVERTED, "didn't convert the units", tree, shown)
            else:
                yield Variation(MistakeKind.IGNORED_NUMBER, f"left out {shown}", tree, shown)

    def _unneeded(self) -> Iterator[Variation]:
        """Yield expressions with a number that isn't needed, put in or taken for another."""
        used = set(leaves(self.tree))
        for quantity in self.problem.quantities:
            if quantity.index in used or quantity.implied:
                continue
            shown, extra = number_text(self.problem, quantity.index), Leaf(quantity.index)
            for operator in Operator:
                name = f"used {shown}, which doesn't matter"
                whole = Operation(operator, self.tree, extra)
                yield Variation(MistakeKind.UNNEEDED_NUMBER, name, whole, shown)
            for old in dict.fromkeys(leaf_nodes(self.tree)):
                before = number_text(self.problem, old.index)
                tree = _replaced(self.tree, old, Leaf(quantity.index, old.face))
                name = f"took {shown} instead of {before}"
                yield Variation(MistakeKind.WRONG_QUANTITY, name, tree, shown)

    def _percents(self) -> Iterator[Variation]:
        """Yield 20 for 20%, and parts of something else."""
        for leaf in dict.fromkeys(leaf_nodes(self.tree)):
            quantity = self.problem.quantities[leaf.index]
            if quantity.number.kind is NumberKind.PERCENT:
                yield from self._as_number(leaf, quantity)
            if self._is_part(leaf.index):
                yield from self._of_other_whole(leaf)

    def _as_number(self, leaf: Leaf, quantity: Quantity) -> Iterator[Variation]:
        shown = number_text(self.problem, leaf.index)
        plain = self.numbers.add(quantity.value * _HUNDRED)
        name = f"took {shown} as a number"

        def made(tree: Expression) -> Variation:
            return Variation(MistakeKind.PERCENT_AS_NUMBER, name, tree, shown)

        yield made(_replaced(self.tree, leaf, plain))
        rest = without(self.tree, {leaf.index})
        if rest is None:
            return
        operators = {Face.LESS: [Operator.SUB], Face.PLUS: [Operator.ADD]}
        for operator in operators.get(leaf.face, [Operator.SUB, Operator.ADD, Operator.DIV]):
            yield made(Operation(operator, rest, plain))

    def _of_other_whole(self, leaf: Leaf) -> Iterator[Variation]:
        """Yield a part that is taken of another number, or of another result."""
        shown = number_text(self.problem, leaf.index)
        name = f"took {shown} of the wrong whole"
        rest = without(self.tree, {leaf.index})
        wholes: list[Expression] = [
            Leaf(q.index) for q in self.problem.quantities if not q.kind.pure and not q.implied
        ]
        if rest is not None:
            wholes += [rest, *operations(rest)]
        for node, put in _places(self.tree):
            if not isinstance(node, Operation) or leaf not in (node.left, node.right):
                continue
            other = node.right if node.left == leaf else node.left
            for whole in wholes:
                if whole != other:
                    tree = put(Operation(node.operator, whole, leaf))
                    yield Variation(MistakeKind.WRONG_WHOLE, name, tree, shown)

    def _copied(self) -> Iterator[Variation]:
        """Yield expressions with two digits of a number swapped."""
        for leaf in dict.fromkeys(leaf_nodes(self.tree)):
            quantity = self.problem.quantities[leaf.index]
            digits = quantity.number.text
            if quantity.implied or not digits.isdigit() or len(digits) < 2:
                continue
            for k in range(len(digits) - 1):
                swapped = digits[:k] + digits[k + 1] + digits[k] + digits[k + 2 :]
                if swapped == digits or swapped.startswith("0"):
                    continue
                tree = _replaced(self.tree, leaf, self.numbers.add(Fraction(int(swapped))))
                name = f"wrote {swapped} for {digits}"
                yield Variation(MistakeKind.COPIED_WRONGLY, name, tree, digits)

    def _given(self) -> Iterator[Variation]:
        """Yield the numbers of the text themselves."""
        for quantity in self.problem.quantities:
            if not quantity.implied:
                shown = number_text(self.problem, quantity.index)
                tree = Leaf(quantity.index)
                yield Variation(MistakeKind.GAVE_NUMBER, f"answered with {shown}", tree, shown)


Put = Callable[[Expression], Expression]


def _places(tree: Expression) -> Iterator[tuple[Expression, Put]]:
    """Yield every node of a tree with a function that puts another in its place."""
    yield tree, lambda other: other
    if isinstance(tree, Leaf):
        return
    operator, left, right = tree.operator, tree.left, tree.right
    for node, put in _places(left):
        yield node, lambda other, put=put: Operation(operator, put(other), right)  # type: ignore[misc]
    for node, put in _places(right):
        yield node, lambda other, put=put: Operation(operator, left, put(other))  # type: ignore[misc]


def _replaced(tree: Expression, old: Leaf, new: Expression) -> Expression:
    if isinstance(tree, Leaf):
        return new if tree == old else tree
    left, right = _replaced(tree.left, old, new), _replaced(tree.right, old, new)
    return Operation(tree.operator, left, right)
