"""Dimensions: units as products of nouns over products of nouns, and how operations combine them.

A sum of tulips and daffodils has the noun {tulip, daffodil}, which is as good as "flower" where the
table ``kinds.txt`` says that each of them is a kind of flower. Flowers / (flowers per bouquet) are
bouquets; apples / children are apples per child, which may also be read as the apples of one child.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from unitdep.units.kinds import Kinds, Noun

FACTOR: Final = "times"  # the unit of a plain factor


@dataclass(frozen=True)
class Dimension:
    """Nouns multiplied over nouns that they are divided by; both empty for a plain factor."""

    over: tuple[Noun, ...] = ()
    under: tuple[Noun, ...] = ()

    def __str__(self) -> str:
        over = " ".join(map(_show, self.over)) or FACTOR
        return f"{over} per {' '.join(map(_show, self.under))}" if self.under else over

    @property
    def inverse(self) -> Dimension:
        """One over this."""
        return Dimension(self.under, self.over)


def _show(noun: Noun) -> str:
    return "/".join(sorted(noun))


def readings(unit: Dimension, *, derived: bool) -> list[Dimension]:
    """Return a unit as it is and, where it was worked out, also without what it is a share of.

    Apples / children are apples per child, or the apples of one child; a given rate stays a rate.
    """
    shared = unit.under and unit.over and derived
    return [unit, Dimension(unit.over)] if shared else [unit]


def total(left: Sequence[Dimension], right: Sequence[Dimension], known: Kinds) -> Dimension | None:
    """Return the unit of a sum or difference by the first readings that fit, or None."""
    for one, other in product(left, right):
        if each(known.alike, one.over, other.over) and each(known.alike, one.under, other.under):
            return Dimension(_joined(one.over, other.over), _joined(one.under, other.under))
    return None


def each(fits: Callable[[Noun, Noun], bool], first: Sequence[Noun], second: Sequence[Noun]) -> bool:
    """Return whether nouns fit one by one."""
    return len(first) == len(second) and all(map(fits, first, second))


def _joined(first: Sequence[Noun], second: Sequence[Noun]) -> tuple[Noun, ...]:
    return tuple(a | b for a, b in zip(first, second, strict=True))


def times(left: Dimension, right: Dimension, known: Kinds) -> Dimension:
    """Return the unit of a product: what stands above one line and below the other cancels."""
    first, below_right = _cancelled(left.over, right.under, known)
    second, below_left = _cancelled(right.over, left.under, known)
    return Dimension((*first, *second), (*below_left, *below_right))


def _cancelled(
    over: Sequence[Noun], under: Sequence[Noun], known: Kinds
) -> tuple[list[Noun], list[Noun]]:
    above, below = list(over), []
    for noun in under:
        fitting = [n for n in above if known.related(n, noun)]
        if fitting:
            above.remove(noun if noun in fitting else fitting[0])
        else:
            below.append(noun)
    return above, below


def answers(found: Sequence[Dimension], asked: Dimension, known: Kinds) -> bool:
    """Return whether a reading of a unit is the one that is asked for, or a kind of it."""
    return any(
        each(known.covers, asked.over, unit.over) and each(known.related, asked.under, unit.under)
        for unit in found
    )
