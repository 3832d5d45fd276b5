"""TODO."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product

from unitdep.lexicon import read_lists

Noun = frozenset[str]  # the kinds that were added up; empty where the noun is not known


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
        """Return all that a noun is a kind of, by its whole name and by its last word."""
        names = {noun, noun.split()[-1]}
        return frozenset().union(names, *(self.above.get(name, frozenset()) for name in names))

    def covers(self, general: Noun, special: Noun) -> bool:
        """Return whether each of some nouns is one of some others, or a kind of one."""
        return all(any(other in self.of(one) for other in general) for one in special)

    def related(self, first: Noun, second: Noun) -> bool:
        """Return whether either covers the other."""
        return self.covers(first, second) or self.covers(second, first)

    def alike(self, first: Noun, second: Noun) -> bool:
        """Return whether nouns can be counted together: all are kinds of one thing."""
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
