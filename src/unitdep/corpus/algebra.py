"""Unit algebra over gold units: does a template's tree give the unit that its question asks for?

A unit is a product of nouns over a product of nouns. A sum of tulips and daffodils has the noun
{tulip, daffodil}, which is as good as "flower" where the table ``kinds.tsv`` says that each of them
is a kind of flower. Flowers / (flowers per bouquet) are bouquets; apples / children are apples
per child, which may also be asked for as the apples of one child.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import product
from typing import Final

from unitdep.corpus.template import Template
from unitdep.expression import ADDITIVE, Expression, Leaf, Operator, render

FACTOR: Final = "times"  # the unit of a plain factor
_POWERS: Final = {"square": 2, "cubic": 3}

Noun = frozenset[str]  # the kinds that were added up


class UnitError(ValueError):
    """An operation whose units do not fit."""


@dataclass(frozen=True)
class Dimension:
    """Nouns multiplied over nouns that they are divided by; both empty for a plain factor."""

    over: tuple[Noun, ...] = ()
    under: tuple[Noun, ...] = ()

    def __str__(self) -> str:
        over = " ".join(map(_show, self.over)) or FACTOR
        return f"{over} per {' '.join(map(_show, self.under))}" if self.under else over


def _show(noun: Noun) -> str:
    return "/".join(sorted(noun))


def read_unit(unit: str) -> Dimension:
    """Read "flower per bouquet", "fish per penguin per day", "square foot" or "times"."""
    over, *under = unit.split(" per ")
    return Dimension(_nouns(over), tuple(noun for part in under for noun in _nouns(part)))


def _nouns(text: str) -> tuple[Noun, ...]:
    if not text or text == FACTOR:
        return ()
    first, _, rest = text.partition(" ")
    if first in _POWERS and rest:
        return (frozenset({rest}),) * _POWERS[first]
    return (frozenset({text}),)


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

    def alike(self, first: Noun, second: Noun) -> bool:
        """Tell whether nouns can be counted together: all are kinds of one thing."""
        return all(self.of(a) & self.of(b) for a, b in product(first, second))


@cache
def kinds() -> Kinds:
    """Read the table of kinds: "tulip<TAB>flower" says that a tulip is a kind of flower."""
    table = files("unitdep.corpus").joinpath("data/kinds.tsv").read_text("utf-8")
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


def unit_of(tree: Expression, units: Mapping[int, Dimension], known: Kinds) -> Dimension:
    """Work out a tree's unit; raises UnitError at the first operation that does not fit."""
    if isinstance(tree, Leaf):
        return units[tree.index]
    left, right = unit_of(tree.left, units, known), unit_of(tree.right, units, known)
    if tree.operator in ADDITIVE:
        total = _sum(_readings(left, tree.left), _readings(right, tree.right), known)
        if total is None:
            names = {i: f"[{i}]" for i in units}
            raise UnitError(f"{left} and {right} cannot be added: {render(tree, names)}")
        return total
    if tree.operator is Operator.DIV:
        right = Dimension(right.under, right.over)
    return _cancelled(left.over + right.over, left.under + right.under, known)


def _sum(left: Sequence[Dimension], right: Sequence[Dimension], known: Kinds) -> Dimension | None:
    """Give the unit of a sum or difference by the first readings that fit, or None."""
    for one, other in product(left, right):
        if _all(known.alike, one.over, other.over) and _all(known.alike, one.under, other.under):
            return Dimension(_joined(one.over, other.over), _joined(one.under, other.under))
    return None


def _readings(unit: Dimension, tree: Expression) -> list[Dimension]:
    """Give a unit as it is and, where it was worked out, also without what it is a share of.

    Apples / children are apples per child, or the apples of one child; a given rate stays a rate.
    """
    shared = unit.under and unit.over and not isinstance(tree, Leaf)
    return [unit, Dimension(unit.over)] if shared else [unit]


def _all(fits: Callable[[Noun, Noun], bool], first: Sequence[Noun], second: Sequence[Noun]) -> bool:
    return len(first) == len(second) and all(map(fits, first, second))


def _joined(first: Sequence[Noun], second: Sequence[Noun]) -> tuple[Noun, ...]:
    return tuple(a | b for a, b in zip(first, second, strict=True))


def _cancelled(over: Sequence[Noun], under: Sequence[Noun], known: Kinds) -> Dimension:
    above, below = list(over), []
    for noun in under:
        match = next((n for n in above if known.covers(n, noun) or known.covers(noun, n)), None)
        if match is None:
            below.append(noun)
        else:
            above.remove(match)
    return Dimension(tuple(above), tuple(below))


def answers(found: Sequence[Dimension], asked: Dimension, known: Kinds) -> bool:
    """Tell whether a reading of a unit is the one that is asked for, or a kind of it."""

    def related(first: Noun, second: Noun) -> bool:
        return known.covers(first, second) or known.covers(second, first)

    return any(
        _all(known.covers, asked.over, unit.over) and _all(related, asked.under, unit.under)
        for unit in found
    )


def fits(template: Template) -> None:
    """Raise UnitError unless the tree's unit is the question's, or a kind of it."""
    known = kinds().with_pairs(template.alike)
    units = {i: read_unit(unit) for i, unit in enumerate(template.units[:-1])}
    found = unit_of(template.tree, units, known)
    asked = read_unit(template.units[-1])
    if not answers(_readings(found, template.tree), asked, known):
        raise UnitError(f"the tree gives {found}, the question asks for {asked}")
