"""MAWPS's greedy selection of a subset with little lexical or template overlap.

The lexical overlap of two problems is the Jaccard similarity of their unigrams and bigrams; their
template overlap is 1 if their expressions are the same except for the numbers. The subset starts
empty; each step adds the problem with the lowest mean overlap with those already taken, or the
first of several. (Koncel-Kedziorski et al. 2016; the +0.001 in denominators is theirs.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from unitdep.core.expression import Expression, Leaf, Operator
from unitdep.research.datasets.acquisition.tokens import document
from unitdep.research.datasets.records import Record

Matrix = NDArray[np.float64]
_SMOOTHING: Final = 0.001
_COMMUTATIVE: Final = frozenset({Operator.ADD, Operator.MUL})


@dataclass(frozen=True)
class Overlaps:
    """A data set's mean overlap over its pairs; ``template`` is None if it has no trees."""

    lexical: float
    template: float | None


@dataclass(frozen=True)
class Subset:
    """The chosen problems in the order of choice, and the overlaps before and after."""

    chosen: tuple[int, ...]  # positions of the records
    before: Overlaps
    after: Overlaps


def lexical(texts: Sequence[str]) -> Matrix:
    """Return the lexical overlap of every pair of texts."""
    from scipy.sparse import csr_array  # the web app imports this module and needs no scipy

    vocabulary: dict[str, int] = {}
    rows: list[int] = []
    columns: list[int] = []
    for row, text in enumerate(texts):
        grams = document(text)
        rows += [row] * len(grams)
        columns += [vocabulary.setdefault(gram, len(vocabulary)) for gram in sorted(grams)]
    shape = (len(texts), max(1, len(vocabulary)))
    ones = np.ones(len(rows))
    incidence = csr_array((ones, (np.array(rows, int), np.array(columns, int))), shape=shape)
    shared = np.asarray((incidence @ incidence.T).toarray(), dtype=np.float64)
    sizes = shared.diagonal()
    similarity: Matrix = shared / (sizes[:, None] + sizes[None, :] - shared + _SMOOTHING)
    return similarity


def template(tree: Expression) -> str:
    """Write an expression without its numbers; operands of + and * are sorted."""
    if isinstance(tree, Leaf):
        return "#"
    parts = [template(tree.left), template(tree.right)]
    if tree.operator in _COMMUTATIVE:
        parts.sort(reverse=True)
    return f"({parts[0]}{tree.operator.value}{parts[1]})"


def templates(trees: Sequence[Expression]) -> Matrix:
    """Return the template overlap of every pair of trees: 1 or 0."""
    names = np.array([template(tree) for tree in trees])
    same: Matrix = np.equal(names[:, None], names[None, :]).astype(np.float64)
    return same


def overlap(similarity: Matrix, positions: Sequence[int] | None = None) -> float:
    """Return the mean over ordered pairs of different problems, all or only those given."""
    if positions is not None:
        similarity = similarity[np.ix_(positions, positions)]
    size = len(similarity)
    return float((similarity.sum() - similarity.trace()) / (size * (size - 1) + _SMOOTHING))


def select(similarity: Matrix, size: int) -> tuple[int, ...]:
    """Choose ``size`` problems, each with the lowest mean similarity to those chosen before it."""
    if not 0 < size <= len(similarity):
        raise ValueError(f"cannot choose {size} of {len(similarity)} problems")
    total = np.zeros(len(similarity))
    chosen: list[int] = []
    for _ in range(size):
        cost = total / (len(chosen) + _SMOOTHING)
        cost[chosen] = np.inf
        best = int(cost.argmin())
        chosen.append(best)
        total += similarity[best]
    return tuple(chosen)


def subset(
    records: Sequence[Record], size: int, *, by_words: bool = False, by_template: bool = False
) -> Subset:
    """Choose records with little lexical overlap, little template overlap, or little of both.

    Raises ValueError for an impossible size, or if templates are needed and missing.
    """
    if not (by_words or by_template):
        raise ValueError("choose by words, by template, or by both")
    words = lexical([record.text for record in records])
    trees = [tree for record in records if (tree := expression(record)) is not None]
    shapes = templates(trees) if len(trees) == len(records) else None
    if by_template and shapes is None:
        raise ValueError(f"{len(records) - len(trees)} of {len(records)} problems have no equation")
    similarity = np.zeros_like(words)
    similarity += words if by_words else 0.0
    similarity += shapes if by_template and shapes is not None else 0.0
    chosen = select(similarity, size)
    return Subset(chosen, _overlaps(words, shapes), _overlaps(words, shapes, chosen))


def expression(record: Record) -> Expression | None:
    """Return the record's tree, or the expression of its equation, or None."""
    if record.tree is not None:
        return record.tree
    return None if record.equation is None else record.equation.tree


def _overlaps(
    words: Matrix, shapes: Matrix | None, positions: Sequence[int] | None = None
) -> Overlaps:
    same = None if shapes is None else overlap(shapes, positions)
    return Overlaps(overlap(words, positions), same)
