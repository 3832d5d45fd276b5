"""Infer gold trees and rates for sets that lack them, so that they can be used for training.

Trees: if a set states only answers, the expression over the problem's quantities with the fewest
operations whose value is the answer, if there is exactly one. If several fit (2 + 2 and 2 * 2), the
authors' own data decides, provided it has the text.

Rates: those of the authors for the same text, or for the same wording with other numbers; else
those that the unit rules see. A tree that only adds and subtracts has none.

Texts are the same if they agree in lower case, with numbers as values and without punctuation.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from typing import Final

import numpy as np

from unitdep.core.expression import (
    ADDITIVE,
    Expression,
    evaluate,
    leaves,
    map_leaves,
    monotonic,
    operations,
)
from unitdep.core.graph import consistent
from unitdep.core.labels import QUESTION, Vertex
from unitdep.inference.listed.forest import LISTED_UP_TO, forest
from unitdep.reading import Number
from unitdep.reading.numbers.values import ONES, SMALL, TENS
from unitdep.research.datasets.align import close
from unitdep.research.datasets.catalog import CATALOG
from unitdep.research.datasets.folders import data_root
from unitdep.research.datasets.loading import load
from unitdep.research.datasets.readers import read
from unitdep.research.datasets.records import AnnotatedProblem, Record

POOL: Final = "pool"
REFERENCES: Final = ("aggregate", "allarith")  # rates included; the first that has a text counts
_TOKEN: Final = re.compile(r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+|[^\W\d_]+")
_NUMBER: Final = "#"  # replaces numbers if only the wording counts
_TENS: Final = frozenset(TENS.values())

Token = str | Fraction
Key = tuple[Token, ...]


class Origin(Enum):
    """Where a tree or the rates of a problem come from."""

    GIVEN = "given"  # by the set itself
    ANSWER = "answer"  # the one shortest expression that has it
    TEXT = "text"  # the authors' data, same text
    WORDING = "wording"  # the authors' data, same text but for its numbers
    ADDITIVE = "additive"  # no rates in a tree that only adds and subtracts
    RULES = "rules"  # units as read by rule
    NONE = "none"  # still unknown


@dataclass(frozen=True)
class Completed:
    """The problems, and how many of their trees and rates come from each origin."""

    problems: list[AnnotatedProblem]
    trees: Mapping[Origin, int]
    rates: Mapping[Origin, int]

    def as_dict(self) -> dict[str, dict[str, int]]:
        """Return the counts by name, without zeros."""
        parts = {"trees": self.trees, "rates": self.rates}
        return {
            name: {origin.value: counts[origin] for origin in Origin if counts.get(origin)}
            for name, counts in parts.items()
        }


@dataclass(frozen=True)
class Folded:
    """A text as a sequence of words and values, with the position of each number."""

    key: Key
    places: tuple[tuple[int, int], ...]  # (start, end) of each number, in order

    @property
    def wording(self) -> Key:
        """The words, with all numbers alike."""
        return tuple(_NUMBER if isinstance(token, Fraction) else token for token in self.key)

    def indices(self, numbers: Sequence[Number]) -> tuple[int | None, ...]:
        """Return the index of the quantity that covers each number of the text, or None."""
        return tuple(
            next((i for i, n in enumerate(numbers) if n.start < end and start < n.end), None)
            for start, end in self.places
        )


def fold(text: str) -> Folded:
    """Fold case, spaces and punctuation away; "twenty-five" and "25.0" are the value 25."""
    tokens: list[Token] = []
    places: list[tuple[int, int]] = []
    lowered = text.lower() if len(text.lower()) == len(text) else text
    for match in _TOKEN.finditer(lowered):
        word = match.group()
        value = _value(word)
        if value is None:
            tokens.append(word)
        elif _joins(tokens, word) and lowered[match.start() - 1] == "-":
            tokens[-1] = Fraction(tokens[-1]) + value
            places[-1] = (places[-1][0], match.end())
        else:
            tokens.append(value)
            places.append(match.span())
    return Folded(tuple(tokens), tuple(places))


def _value(word: str) -> Fraction | None:
    if word in SMALL:
        return Fraction(SMALL[word])
    number = word[0].isdecimal() or word[0] == "."
    return Fraction(word.replace(",", "")) if number else None


def _joins(tokens: Sequence[Token], word: str) -> bool:
    """Return whether a word continues the tens before it: twenty-five."""
    return word in ONES and bool(tokens) and tokens[-1] in _TENS


@dataclass(frozen=True)
class _Entry:
    record: Record
    folded: Folded


class Lookup:
    """The authors' records by text and by wording; the first that has rates, if several match."""

    def __init__(self, reference: Iterable[Record]) -> None:
        self._by_text: dict[Key, _Entry] = {}
        self._by_wording: dict[Key, _Entry] = {}
        for record in reference:
            if record.tree is not None and record.numbers is not None:
                entry = _Entry(record, fold(record.text))
                _put(self._by_text, entry.folded.key, entry)
                _put(self._by_wording, entry.folded.wording, entry)

    def find(
        self, annotated: AnnotatedProblem
    ) -> Iterator[tuple[Origin, Expression, frozenset[Vertex] | None]]:
        """Yield tree and rates of matching records, over the problem's own quantities."""
        folded = fold(annotated.problem.text)
        own = folded.indices([q.number for q in annotated.problem.quantities])
        for origin, entry in (
            (Origin.TEXT, self._by_text.get(folded.key)),
            (Origin.WORDING, self._by_wording.get(folded.wording)),
        ):
            moved = _move(entry, own) if entry else None
            if moved:
                yield origin, *moved


def _put(entries: dict[Key, _Entry], key: Key, entry: _Entry) -> None:
    known = entries.get(key)
    if known is None or (known.record.rates is None and entry.record.rates is not None):
        entries[key] = entry


def _move(
    entry: _Entry, own: Sequence[int | None]
) -> tuple[Expression, frozenset[Vertex] | None] | None:
    """Return a record's tree and rates over other quantities, or None if one of them is missing."""
    record = entry.record
    assert record.tree is not None
    theirs = entry.folded.indices(record.numbers or ())
    place = {a: b for a, b in zip(theirs, own, strict=True) if a is not None and b is not None}
    used = set(leaves(record.tree))
    if not used <= place.keys() or len({place[i] for i in used}) < len(used):
        return None
    tree = monotonic(map_leaves(record.tree, place.__getitem__))
    if record.rates is None:
        return tree, None
    rates: set[Vertex] = {place[i] for i in used if i in record.rates}
    if QUESTION in record.rates:
        rates.add(QUESTION)
    return tree, frozenset(rates)


def reference_records() -> list[Record]:
    """Return the authors' records: the sets with rates, then the pool."""
    records = [record for name in REFERENCES for record in load(name).records]
    pool = data_root() / CATALOG[POOL].layout.file
    return [*records, *(read(pool).records if pool.is_file() else ())]


def complete(
    problems: Sequence[AnnotatedProblem], reference: Sequence[Record]
) -> list[AnnotatedProblem]:
    """Return the problems with missing trees and rates filled in if they can be inferred."""
    return complete_counted(problems, reference).problems


def complete_counted(
    problems: Sequence[AnnotatedProblem], reference: Sequence[Record]
) -> Completed:
    """Complete problems, and count the origins of their trees and rates."""
    lookup = Lookup(reference)
    trees: Counter[Origin] = Counter()
    rates: Counter[Origin] = Counter()
    completed = []
    for problem in problems:
        tree, tree_origin = _tree(problem, lookup)
        treed = replace(problem, tree=tree)
        labels, rates_origin = _rates(treed, lookup)
        completed.append(replace(treed, rates=labels))
        trees[tree_origin] += 1
        rates[rates_origin] += 1
    return Completed(completed, trees, rates)


def _tree(annotated: AnnotatedProblem, lookup: Lookup) -> tuple[Expression | None, Origin]:
    if annotated.tree is not None:
        return _unmixed(annotated, annotated.tree, lookup)
    fitting = shortest(annotated)
    if len(fitting) == 1:
        return fitting[0], Origin.ANSWER
    for origin, tree, _ in lookup.find(annotated):
        if tree in fitting:
            return tree, origin
    return None, Origin.NONE


def _unmixed(
    annotated: AnnotatedProblem, tree: Expression, lookup: Lookup
) -> tuple[Expression, Origin]:
    """Return the set's own tree, or the authors' if the set may have mixed up equal numbers.

    An equation says 5, but not which of two fives in the text it means.
    """
    values = [q.value for q in annotated.problem.quantities]
    if len(set(values)) < len(values):
        names = [str(v) for v in values]
        for origin, other, _ in lookup.find(annotated):
            if sorted(names[i] for i in leaves(other)) == sorted(names[i] for i in leaves(tree)):
                same = evaluate(other, values) == evaluate(tree, values)
                return (other, origin) if same and other != tree else (tree, Origin.GIVEN)
    return tree, Origin.GIVEN


def shortest(annotated: AnnotatedProblem) -> list[Expression]:
    """Return the expressions with the fewest operations whose value is the stated answer.

    Empty for an unknown answer, fewer than two quantities, or more than ``LISTED_UP_TO``.
    """
    values = [q.value for q in annotated.problem.quantities]
    answer = annotated.answer
    if answer is None or not 2 <= len(values) <= LISTED_UP_TO:
        return []
    trees = forest(len(values))
    worth = trees.values(np.array([[float(v) for v in values]]))[0]
    near = np.flatnonzero(np.abs(worth - float(answer)) <= 1e-3 * max(abs(float(answer)), 1.0))
    used = trees.kept.sum(axis=1)
    for count in sorted(set(used[near].tolist())):
        shortest_trees = [trees.tree(int(row)) for row in near if used[row] == count]
        if fitting := [t for t in shortest_trees if close(evaluate(t, values), answer)]:
            return fitting
    return []


def _rates(annotated: AnnotatedProblem, lookup: Lookup) -> tuple[frozenset[Vertex] | None, Origin]:
    tree = annotated.tree
    if annotated.rates is not None:
        return annotated.rates, Origin.GIVEN
    if tree is None:
        return None, Origin.NONE
    if all(node.operator in ADDITIVE for node in operations(tree)):
        return frozenset(), Origin.ADDITIVE
    for origin, other, rates in lookup.find(annotated):
        if other == tree and rates is not None:
            return rates, origin
    seen = rates_by_rule(annotated, tree)
    return (seen, Origin.RULES) if consistent(tree, seen) else (None, Origin.NONE)


def rates_by_rule(annotated: AnnotatedProblem, tree: Expression) -> frozenset[Vertex]:
    """Return the vertices of a tree that are rates according to the unit rules."""
    problem = annotated.problem
    rates: set[Vertex] = {i for i in leaves(tree) if problem.quantities[i].unit.is_rate}
    if problem.question is not None and problem.question.unit.is_rate:
        rates.add(QUESTION)
    return frozenset(rates)
