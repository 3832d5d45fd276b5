"""Routes: the values that a right working may pass through on its way to the answer.

A right expression can be worked out in many ways: sums in any order, a product distributed over a
sum, 48 - 14 - 14 - 14 for 48 - 3 * 14, a quarter as division by 4, 20% as 20 and 100. All values
that such ways pass through are collected once for a problem; a step that makes one of them is not
called wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, islice
from math import floor
from typing import Final, TypeVar

from unitdep.core.expression import (
    ADDITIVE,
    Expression,
    Leaf,
    Operator,
    chain,
    evaluate,
    operations,
)
from unitdep.core.labels import Face

MOST: Final = 3000  # values of one node; a tree of eight numbers stays far below
MOST_TERMS: Final = 7  # of a chain whose parts are all taken together
REPEATS: Final = 20  # a product is counted out up to this many times
_ONE: Final = Fraction(1)
_HUNDRED: Final = Fraction(100)
T = TypeVar("T")


@dataclass(frozen=True)
class _Number:
    value: Fraction


@dataclass(frozen=True)
class _Chain:
    """Terms that are added or multiplied; those of the second kind are subtracted or divided by."""

    additive: bool
    terms: tuple[_Node, ...]
    inverse: tuple[_Node, ...]

    @property
    def value(self) -> Fraction:
        values = [n.value for n in self.terms], [n.value for n in self.inverse]
        if self.additive:
            return sum(values[0], Fraction(0)) - sum(values[1], Fraction(0))
        return _product(values[0]) / _product(values[1])


_Node = _Number | _Chain


def routes(tree: Expression, values: Sequence[Fraction]) -> frozenset[Fraction]:
    """Return the values of all parts of a right expression, however it is worked out."""
    try:
        node = _node(tree, values)
        found = set(islice(_passed(node), MOST))
    except ZeroDivisionError:
        return frozenset()
    return frozenset(found)


def parts(tree: Expression, values: Sequence[Fraction]) -> frozenset[Fraction]:
    """Return the values of the operations that an expression is made of."""
    try:
        return frozenset(evaluate(operation, values) for operation in operations(tree))
    except ZeroDivisionError:
        return frozenset()


def partial(tree: Expression, values: Sequence[Fraction]) -> frozenset[Fraction]:
    """Return the values of parts of an expression's chains: a - b and a - c of a - b - c."""
    try:
        return frozenset(islice(_partial(_node(tree, values)), MOST))
    except ZeroDivisionError:
        return frozenset()


def _partial(node: _Node) -> Iterator[Fraction]:
    if isinstance(node, _Number):
        return
    for part in (*node.terms, *node.inverse):
        yield from _partial(part)
    if len(node.terms) + len(node.inverse) > MOST_TERMS:
        return
    for taken in _subsets(node.terms):
        for left in ((), *_subsets(node.inverse)):
            if len(taken) + len(left) > 1:
                yield _Chain(node.additive, taken, left).value
    if not node.additive:
        yield from _shares(node)


def _shares(node: _Chain) -> Iterator[Fraction]:
    """Yield what is taken off or put on: 60 * 0.2 on the way to 60 * (1 - 0.2)."""
    for term in node.terms:
        if isinstance(term, _Chain) and term.additive and term.terms[0] == _Number(_ONE):
            others = node.value / term.value if term.value else Fraction(0)
            yield from (others * part.value for part in (*term.terms[1:], *term.inverse))


def division_routes(dividend: Fraction, divisor: Fraction) -> frozenset[Fraction]:
    """Return the values on the way from a division to its remainder, or counted out in steps."""
    times = floor(dividend / divisor) if divisor > 0 else 0
    if times < 0:
        return frozenset()
    counts = range(1, times + 2) if times <= REPEATS else (times, times + 1)
    found = {Fraction(times), Fraction(times + 1)}
    for count in counts:
        found |= {count * divisor, abs(dividend - count * divisor)}
    return frozenset(found)


def _node(tree: Expression, values: Sequence[Fraction]) -> _Node:
    if isinstance(tree, Leaf):
        return _leaf(values[tree.index], tree.face)
    direct, inverse = chain(tree)
    return _Chain(
        tree.operator in ADDITIVE,
        tuple(_node(part, values) for part in direct),
        tuple(_node(part, values) for part in inverse),
    )


def _leaf(value: Fraction, face: Face) -> _Node:
    """Return a number; a part of something is also its two numbers: 3/4 is 3 and 4."""
    if face is Face.LESS:
        return _Chain(True, (_Number(_ONE),), (_leaf(value, Face.ITSELF),))
    if face is Face.PLUS:
        return _Chain(True, (_Number(_ONE), _leaf(value, Face.ITSELF)), ())
    if value.denominator == 1 or value > 20:
        return _Number(value)
    return _Chain(
        False, (_Number(Fraction(value.numerator)),), (_Number(Fraction(value.denominator)),)
    )


def _passed(node: _Node) -> Iterator[Fraction]:
    """Yield the values that a node may pass through."""
    yield node.value
    if isinstance(node, _Number):
        return
    for part in (*node.terms, *node.inverse):
        yield from _passed(part)
    yield from (_partial_sums(node) if node.additive else _partial_products(node))


def _partial_sums(node: _Chain) -> Iterator[Fraction]:
    signed = [*((1, n) for n in node.terms), *((-1, n) for n in node.inverse)]
    if len(signed) > MOST_TERMS:
        return
    for subset in _subsets(signed):
        total = sum((sign * n.value for sign, n in subset), Fraction(0))
        yield abs(total)
        for sign, repeated in subset:
            for multiple in _multiples(repeated):
                yield abs(total - sign * repeated.value + sign * multiple)


def _multiples(node: _Node) -> Iterator[Fraction]:
    """Yield what a product passes through if it's counted out: 14, 28, 42 for 3 * 14."""
    if isinstance(node, _Number) or node.additive or node.inverse or len(node.terms) != 2:
        return
    for count, one in (node.terms, node.terms[::-1]):
        if count.value.denominator == 1 and 1 < count.value <= REPEATS:
            yield from (k * one.value for k in range(1, int(count.value)))


def _partial_products(node: _Chain) -> Iterator[Fraction]:
    powers = [*((True, n) for n in node.terms), *((False, n) for n in node.inverse)]
    if len(powers) > MOST_TERMS:
        return
    yield from _multiples(node)
    for subset in _subsets(powers):
        value = _product([n.value if up else 1 / n.value for up, n in subset])
        yield value
        if value:
            yield 1 / value
        if 0 < value < 1:
            yield value * _HUNDRED
        for up, part in subset:
            if up and isinstance(part, _Chain) and part.additive and part.value:
                others = value / part.value
                yield from (others * s for s in _partial_sums(part))
    for up, part in powers:
        yield from _of_percent(node, up, part)


def _of_percent(node: _Chain, up: bool, part: _Node) -> Iterator[Fraction]:
    """Yield the ways over one and ten percent: 60 * 20, 60 / 100, 60 / 10."""
    if (
        not up
        or not 0 < part.value < 2
        or (part.value * _HUNDRED).denominator != 1
        or not node.value
    ):
        return
    others = node.value / part.value
    share = part.value * _HUNDRED
    yield from (others * share, others / 100, others / 10, share, abs(_HUNDRED - share))
    yield from (others * abs(_ONE - part.value), others * (_HUNDRED - share))
    if (share / 10).denominator == 1:
        yield from (others / 10 * k for k in range(1, int(share / 10)))


def _subsets(items: Sequence[T]) -> Iterator[tuple[T, ...]]:
    for size in range(1, len(items) + 1):
        yield from combinations(items, size)


def _product(values: Sequence[Fraction]) -> Fraction:
    result = _ONE
    for value in values:
        result *= value
    return result


def last_division(tree: Expression, values: Sequence[Fraction]) -> tuple[Fraction, Fraction] | None:
    """Return dividend and divisor of a tree's last step, or None if that isn't a division."""
    if isinstance(tree, Leaf) or tree.operator is not Operator.DIV:
        return None
    try:
        return evaluate(tree.left, values), evaluate(tree.right, values)
    except ZeroDivisionError:
        return None
