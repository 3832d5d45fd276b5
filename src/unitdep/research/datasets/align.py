"""From an equation over its own literals to a tree over the quantities of the text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from unitdep.core.expression import leaves, map_leaves, monotonic
from unitdep.reading.quantity import Number
from unitdep.research.datasets.records import Record

TOLERANCE: Final = Fraction(1, 10_000)  # relative; equations often hold rounded decimals


def align(values: Sequence[Fraction], literals: Sequence[Fraction]) -> tuple[int, ...] | None:
    """Match each literal to a quantity of its own: its index in ``values``, per literal.

    Equal values are matched first, then rounded ones, then percents (25 and 1/4); among equals
    the first free quantity is taken. Returns None if a literal has no quantity.
    """
    matched: dict[int, int] = {}
    for same in _MEASURES:
        for k, literal in enumerate(literals):
            if k in matched:
                continue
            free = (
                i
                for i, value in enumerate(values)
                if i not in matched.values() and same(value, literal)
            )
            index = next(free, None)
            if index is not None:
                matched[k] = index
    if len(matched) < len(literals):
        return None
    return tuple(matched[k] for k in range(len(literals)))


def align_record(record: Record, numbers: Sequence[Number]) -> Record:
    """Return the record with its equation as a tree over ``numbers``.

    Literals are matched by their offset in the text if the data set states it, else by value. The
    record is returned unchanged if it has no equation to align or the equation uses a number that
    ``numbers`` lacks. A tree that people have marked stays, unless the text now has fewer numbers.
    """
    equation = record.equation
    if equation is None or _has_tree(record, len(numbers)):
        return record
    if record.tree is not None:
        record = replace(record, tree=None, rates=None)
    chosen = _by_offset(record, numbers)
    if chosen is None:
        chosen = align([number.value for number in numbers], equation.values)
    if chosen is None:
        return record
    tree = monotonic(map_leaves(equation.tree, chosen.__getitem__))
    return replace(record, tree=tree, numbers=tuple(numbers))


def _has_tree(record: Record, size: int) -> bool:
    """Whether a record has a tree, over its own numbers or over those of a text that has enough."""
    tree = record.tree
    return tree is not None and (record.numbers is not None or max(leaves(tree)) < size)


def _by_offset(record: Record, numbers: Sequence[Number]) -> tuple[int, ...] | None:
    if record.offsets is None:
        return None
    chosen: list[int] = []
    for offset in record.offsets:
        covering = [i for i, n in enumerate(numbers) if n.start <= offset < n.end]
        if not covering:
            return None
        chosen.append(covering[0])
    return tuple(chosen) if len(set(chosen)) == len(chosen) else None


def _equal(value: Fraction, literal: Fraction) -> bool:
    return value == literal


def close(value: Fraction, other: Fraction) -> bool:
    """Return whether two values differ by rounding only."""
    return abs(value - other) <= TOLERANCE * max(abs(value), abs(other))


def _percent(value: Fraction, literal: Fraction) -> bool:
    return close(value * 100, literal) or close(value, literal * 100)


_MEASURES: Final[tuple[Callable[[Fraction, Fraction], bool], ...]] = (_equal, close, _percent)
