"""Kinds: a tulip is a kind of flower, so tulips and daffodils can be counted together.

The lexicon's kinds.txt has the table. A sum of tulips and daffodils counts the set of nouns
{tulip, daffodil}, which is as good as "flower" if each of them is a kind of flower. The paper asks
only whether two units match; this is how the program decides that for nouns that differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product

from unitdep.lexicon import read_lists

NounSet = frozenset[str]  # the nouns that were counted together; empty if none is known


@dataclass(frozen=True)
class Kinds:
    """What is a kind of what, and which nouns pair up one to one in the problem at hand."""

    above: Mapping[str, frozenset[str]]  # all that a noun is a kind of, itself included

    def with_pairs(self, pairs: Iterable[tuple[str, str]]) -> Kinds:
        """Add nouns that pair up one to one: each counts as a kind of the other."""
        above = dict(self.above)
        for first, second in pairs:
            both = self.of(first) | self.of(second)
            above[first] = above.get(first, frozenset()) | both
            above[second] = above.get(second, frozenset()) | both
        return Kinds(above)

    def of(self, noun: str) -> frozenset[str]:
        """Return everything a noun is a kind of, by its whole name or by its last word."""
        names = {noun, noun.split()[-1]}
        return frozenset().union(names, *(self.above.get(name, frozenset()) for name in names))

    def covers(self, general: NounSet, special: NounSet) -> bool:
        """Whether each of the special nouns is one of the general ones, or a kind of one."""
        return all(any(other in self.of(one) for other in general) for one in special)

    def related(self, first: NounSet, second: NounSet) -> bool:
        """Whether either covers the other."""
        return self.covers(first, second) or self.covers(second, first)

    def alike(self, first: NounSet, second: NounSet) -> bool:
        """Whether nouns can be counted together: all are kinds of one thing, or already are."""
        if first <= second or second <= first:
            return True
        return all(self.of(a) & self.of(b) for a, b in product(first, second))


@cache
def kinds() -> Kinds:
    """Return the table of kinds: "tulip -> flower" says that a tulip is a kind of flower."""
    direct: dict[str, set[str]] = {}
    for kind, of in read_lists("kinds")["kind"].pairs:
        direct.setdefault(kind, set()).add(of)
    return Kinds({noun: _closure(noun, direct, frozenset()) for noun in direct})


def _closure(
    noun: str, direct: Mapping[str, Iterable[str]], seen: frozenset[str]
) -> frozenset[str]:
    further = (_closure(p, direct, seen | {noun}) for p in direct.get(noun, ()) if p not in seen)
    return frozenset({noun}).union(*further)
