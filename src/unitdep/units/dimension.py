"""Dimensions: units as products of nouns over products of nouns, and how they combine.

Flowers divided by flowers per bouquet are bouquets. Apples divided by children are apples per
child, which can also be read as the apples of one child. These are the paper's heuristics for
rates ("if a rate is multiplied by a number, its Den Unit should match the unit of the number";
section "Consistent Rate Unit Graphs"), carried through whole expressions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from unitdep.units.conversion import is_length
from unitdep.units.kinds import Kinds, NounSet
from unitdep.units.unit import Unit

FACTOR: Final = "times"  # the unit of a plain factor
PERCENT: Final = "percent"
PLAIN: Final = frozenset({FACTOR, PERCENT})  # the units of numbers that only multiply
POWERS: Final = {"square": 2, "cubic": 3}


@dataclass(frozen=True)
class Dimension:
    """Nouns multiplied, over nouns that they are divided by; both empty for a plain factor."""

    over: tuple[NounSet, ...] = ()
    under: tuple[NounSet, ...] = ()

    @property
    def inverse(self) -> Dimension:
        """One over this."""
        return Dimension(self.under, self.over)

    @property
    def is_plain(self) -> bool:
        """Whether this is the unit of a plain number."""
        return not self.over and not self.under


def of_noun(noun: str) -> Dimension:
    """Return one noun as a dimension."""
    return Dimension((frozenset({noun}),))


def dimension_of(unit: Unit, *, factors: bool = False) -> Dimension | None:
    """Return a unit of the text as a dimension, or None if nothing of it is known.

    A number of times and a percentage are plain factors; ``factors`` keeps their nouns, for
    writing. A noun that the text does not name is an empty set.
    """
    if not unit.numerator and not unit.denominator:
        return None
    over = _power(unit.numerator, unit.modifiers)
    if unit.numerator in PLAIN and not factors:
        over = ()
    if unit.denominator is None:
        return Dimension(over)
    return Dimension(over, _power(unit.denominator, unit.denominator_modifiers))


def _power(noun: str, modifiers: Sequence[str]) -> tuple[NounSet, ...]:
    """Return the factors of a noun: two feet of a square foot, but one tank of a square tank."""
    powers = [POWERS[word] for word in modifiers if word in POWERS and is_length(noun)]
    power = powers[0] if powers else 1
    return (frozenset({noun} if noun else ()),) * power


def readings(unit: Dimension, *, derived: bool) -> list[Dimension]:
    """Return a unit as it is and, if it was worked out, also without what it is a share of.

    Apples / children are apples per child, or the apples of one child; a given rate stays a rate.
    """
    shared = unit.under and unit.over and derived
    return [unit, Dimension(unit.over)] if shared else [unit]


def alike(
    left: Sequence[Dimension], right: Sequence[Dimension], known: Kinds
) -> tuple[Dimension, Dimension] | None:
    """Return the first readings of two sides that can be added, or None if none can."""
    for one, other in product(left, right):
        if each(known.alike, one.over, other.over) and each(known.alike, one.under, other.under):
            return one, other
    return None


def each(
    fits: Callable[[NounSet, NounSet], bool], first: Sequence[NounSet], second: Sequence[NounSet]
) -> bool:
    """Whether nouns fit one by one."""
    return len(first) == len(second) and all(map(fits, first, second))


def joined(left: Dimension, right: Dimension) -> Dimension:
    """Return the unit of a sum of two alike units: what either counts."""
    return Dimension(_joined(left.over, right.over), _joined(left.under, right.under))


def _joined(first: Sequence[NounSet], second: Sequence[NounSet]) -> tuple[NounSet, ...]:
    return tuple(a | b for a, b in zip(first, second, strict=True))


def reduced(left: Dimension, right: Dimension, known: Kinds) -> Dimension:
    """Return the unit of a difference of two alike units: what the left side counts.

    Geese minus ducks are geese. Only if the right side has a more general word is that taken as
    well: pearls minus jewels are jewels.
    """
    both = zip(left.over, right.over, strict=True)
    over = (a | b if known.covers(b, a) and not a <= b else a for a, b in both)
    return Dimension(tuple(over), _joined(left.under, right.under))


def times(left: Dimension, right: Dimension, known: Kinds) -> Dimension:
    """Return the unit of a product: a noun above one line cancels one below the other."""
    first, below_right = _cancelled(left.over, right.under, known)
    second, below_left = _cancelled(right.over, left.under, known)
    return Dimension((*first, *second), (*below_left, *below_right))


def _cancelled(
    over: Sequence[NounSet], under: Sequence[NounSet], known: Kinds
) -> tuple[list[NounSet], list[NounSet]]:
    above, below = list(over), []
    for noun in under:
        fitting = [n for n in above if known.related(n, noun)]
        if fitting:
            above.remove(noun if noun in fitting else fitting[0])
        else:
            below.append(noun)
    return above, below


def answers(given: Sequence[Dimension], asked: Dimension, known: Kinds) -> bool:
    """Whether a reading of a unit is the one that is asked for, or a kind of it."""
    return any(
        each(known.covers, asked.over, unit.over) and each(known.related, asked.under, unit.under)
        for unit in given
    )
