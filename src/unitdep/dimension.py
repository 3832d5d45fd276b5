"""Dimensions: units as products of nouns over products of nouns, and how operations combine them.

A sum of tulips and daffodils has the noun {tulip, daffodil}, which is as good as "flower" where the
table ``kinds.tsv`` says that each of them is a kind of flower. Flowers / (flowers per bouquet) are
bouquets; apples / children are apples per child, which may also be read as the apples of one child.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import product
from typing import Final

FACTOR: Final = "times"  # the unit of a plain factor

Noun = frozenset[str]  # the kinds that were added up; empty where the noun is not known


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


@dataclass(frozen=True)
class Kinds:
    """What is a kind of what, and which nouns go one to one in the problem at hand."""

    above: Mapping[str, frozenset[str]]

    def with_pairs(self, pairs: Iterable[tuple[str, str]]) -> Kinds:
        """Add nouns that go one to one: each counts as a kind of the other."""
        above = dict(self.above)
        for first, second in pairs:
            both = self.of(first) | self.of(second)
            above[first] = above.get(first, frozenset()) | both
            above[second] = above.get(second, frozenset()) | both
        return Kinds(above)

    def of(self, noun: str) -> frozenset[str]:
        """Give all that a noun is a kind of, by its whole name and by its last word."""
        names = {noun, noun.split()[-1]}
        return frozenset().union(names, *(self.above.get(name, frozenset()) for name in names))

    def covers(self, general: Noun, special: Noun) -> bool:
        """Tell whether each of some nouns is one of some others, or a kind of one."""
        return all(any(other in self.of(one) for other in general) for one in special)

    def related(self, first: Noun, second: Noun) -> bool:
        """Tell whether either covers the other."""
        return self.covers(first, second) or self.covers(second, first)

    def alike(self, first: Noun, second: Noun) -> bool:
        """Tell whether nouns can be counted together: all are kinds of one thing."""
        return all(self.of(a) & self.of(b) for a, b in product(first, second))


@cache
def kinds() -> Kinds:
    """Read the table of kinds: "tulip<TAB>flower" says that a tulip is a kind of flower."""
    table = files("unitdep").joinpath("corpus", "data", "kinds.tsv").read_text("utf-8")
    direct: dict[str, set[str]] = {}
    for line in table.splitlines():
        if line.strip() and not line.startswith("#"):
            kind, _, of = line.partition("\t")
            direct.setdefault(kind, set()).update(of.split(", "))
    return Kinds({noun: _closure(noun, direct, frozenset()) for noun in direct})


def _closure(
    noun: str, direct: Mapping[str, Iterable[str]], seen: frozenset[str]
) -> frozenset[str]:
    further = (_closure(p, direct, seen | {noun}) for p in direct.get(noun, ()) if p not in seen)
    return frozenset({noun}).union(*further)


def readings(unit: Dimension, *, derived: bool) -> list[Dimension]:
    """Give a unit as it is and, where it was worked out, also without what it is a share of.

    Apples / children are apples per child, or the apples of one child; a given rate stays a rate.
    """
    shared = unit.under and unit.over and derived
    return [unit, Dimension(unit.over)] if shared else [unit]


def total(left: Sequence[Dimension], right: Sequence[Dimension], known: Kinds) -> Dimension | None:
    """Give the unit of a sum or difference by the first readings that fit, or None."""
    for one, other in product(left, right):
        if each(known.alike, one.over, other.over) and each(known.alike, one.under, other.under):
            return Dimension(_joined(one.over, other.over), _joined(one.under, other.under))
    return None


def each(fits: Callable[[Noun, Noun], bool], first: Sequence[Noun], second: Sequence[Noun]) -> bool:
    """Tell whether nouns fit one by one."""
    return len(first) == len(second) and all(map(fits, first, second))


def _joined(first: Sequence[Noun], second: Sequence[Noun]) -> tuple[Noun, ...]:
    return tuple(a | b for a, b in zip(first, second, strict=True))


def times(left: Dimension, right: Dimension, known: Kinds) -> Dimension:
    """Give the unit of a product: what stands above one line and below the other cancels."""
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
    """Tell whether a reading of a unit is the one that is asked for, or a kind of it."""
    return any(
        each(known.covers, asked.over, unit.over) and each(known.related, asked.under, unit.under)
        for unit in found
    )
