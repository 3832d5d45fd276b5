"""Matching: the numbers of an expression become the quantities of the text.

Numbers match by value. A number that is not in the text may still mean something that is: a step
of the solution done in the head (56 for 66 - 10), a part that works out to a number of the text
(25/100 for 25%), or division by 2 if the text says "half".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice, permutations, product
from typing import Final

from unitdep.core.expression import (
    MULTIPLICATIVE,
    Expression,
    Leaf,
    Operation,
    Operator,
    evaluate,
    leaves,
    map_leaves,
    operations,
)
from unitdep.reading.arithmetic import Literal, Parsed

MAX_ASSIGNMENTS: Final = 500  # ways to match numbers that are in the text more than once


@dataclass(frozen=True)
class Matched:
    """An expression over the quantities of a text, in the order in which it was written."""

    tree: Expression | None  # None if a number is not in the text
    foreign: tuple[Literal, ...] = ()  # numbers that are not in the text
    repeated: tuple[int, ...] = ()  # quantities that the expression uses more than once


def match(
    parsed: Parsed,
    values: Sequence[Fraction],
    solved: Expression | None,
    rank: Callable[[Expression], float],
) -> Matched:
    """Match an expression with the values of a text's quantities.

    ``solved`` is the program's own tree, for steps done in the head. If a value is in the text
    more than once, the assignment whose tree has the highest ``rank`` is taken.
    """
    reader = _Reader(parsed, values, solved)
    tree = reader.read(parsed.tree)
    if reader.foreign:
        return Matched(None, tuple(reader.foreign))
    rows = list(islice(_assignments(reader.places, values), MAX_ASSIGNMENTS))
    trees = [map_leaves(tree, row.__getitem__) for row in rows]
    repeated = tuple(dict.fromkeys(i for i in rows[0] if rows[0].count(i) > 1))
    if repeated or len(trees) == 1:
        return Matched(trees[0], (), repeated)
    return Matched(max(trees, key=rank))


@dataclass(frozen=True)
class _Place:
    """A leaf whose quantity is to be determined."""

    value: Fraction
    quantity: int | None = None  # if it is known already


class _Reader:
    """Replaces what is not in the text: the leaves of what it reads are indices of ``places``."""

    def __init__(
        self, parsed: Parsed, values: Sequence[Fraction], solved: Expression | None
    ) -> None:
        self.places: list[_Place] = []
        self.foreign: list[Literal] = []
        self._parsed = parsed
        self._values = values
        inner = [node for node in operations(solved) if node is not solved] if solved else []
        self._results = {evaluate(node, values): node for node in inner}

    def read(self, node: Expression) -> Expression:
        """Return the tree over ``places``; unmatched numbers are listed as foreign."""
        if isinstance(node, Leaf):
            return self._literal(self._parsed.literals[node.index])
        part = self._part(node)
        if part is not None:
            return part
        left = self.read(node.left)
        inverse = self._inverse(node)
        if inverse is not None:
            return Operation(Operator.MUL, left, inverse)
        return Operation(node.operator, left, self.read(node.right))

    def _place(self, value: Fraction, quantity: int | None = None) -> Leaf:
        self.places.append(_Place(value, quantity))
        return Leaf(len(self.places) - 1)

    def _literal(self, literal: Literal) -> Expression:
        if literal.value not in self._values:
            if literal.value in self._results:
                return self._copied(self._results[literal.value])
            self.foreign.append(literal)
        return self._place(literal.value)

    def _copied(self, tree: Expression) -> Expression:
        """Put a step of the program's own tree in place of its result."""
        if isinstance(tree, Leaf):
            return self._place(self._values[tree.index], tree.index)
        return replace(tree, left=self._copied(tree.left), right=self._copied(tree.right))

    def _part(self, node: Operation) -> Leaf | None:
        """Read a product or quotient of other numbers that works out to one of the text: 25/100."""
        if not all(n.operator in MULTIPLICATIVE for n in operations(node)):
            return None
        if all(self._parsed.values[k] in self._values for k in leaves(node)):
            return None
        try:
            value = evaluate(node, self._parsed.values)
        except ZeroDivisionError:
            return None
        return self._place(value) if value in self._values else None

    def _inverse(self, node: Operation) -> Leaf | None:
        """Read division by a number whose inverse is in the text: / 2 for "half"."""
        if node.operator is not Operator.DIV or not isinstance(node.right, Leaf):
            return None
        value = self._parsed.values[node.right.index]
        if not value or value in self._values or 1 / value not in self._values:
            return None
        return self._place(1 / value)


def _assignments(places: Sequence[_Place], values: Sequence[Fraction]) -> Iterator[list[int]]:
    """Yield the quantities of all places: every way that uses none more often than it must."""
    taken = {p.quantity for p in places if p.quantity is not None}
    groups: dict[Fraction, list[int]] = {}
    for key, place in enumerate(places):
        if place.quantity is None:
            groups.setdefault(place.value, []).append(key)
    ways = [list(_ways(keys, value, values, taken)) for value, keys in groups.items()]
    for chosen in product(*ways):
        quantities = {key: quantity for way in chosen for key, quantity in way}
        yield [quantities.get(k, p.quantity or 0) for k, p in enumerate(places)]


def _ways(
    keys: Sequence[int], value: Fraction, values: Sequence[Fraction], taken: set[int]
) -> Iterator[list[tuple[int, int]]]:
    """Match the leaves of one value with the quantities of that value, in all orders."""
    twins = [i for i, v in enumerate(values) if v == value]
    free = [i for i in twins if i not in taken] or twins
    if len(keys) > len(free):
        yield [(key, free[k % len(free)]) for k, key in enumerate(keys)]
        return
    for row in islice(permutations(free, len(keys)), MAX_ASSIGNMENTS):
        yield list(zip(keys, row, strict=True))
