"""Best-first search for the best tuple, with a bound that proves it.

The set of tuples is searched as regions: a region fixes for some vertices whether they are rates.
Its trees come in descending order of an upper bound of their score (``chart``), and each is scored
with all its graphs (``tree_scores``). The search ends when no region has a bound above the best
tuple: that tuple is then proved the best. If the bound of a region is loose because its vertex
labels are open, the region is split on the vertex that accounts for most of it.

A coarser bound, every pair of quantities taken alone, comes first: most subsets of the quantities
cannot reach a score that the few most promising subsets do, and no chart is made of them.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from unitdep.core.expression import Expression, monotonic
from unitdep.core.paths import PathClass
from unitdep.inference.best_first.chart import Chart, sum_of
from unitdep.inference.best_first.stream import Budget, Stream
from unitdep.inference.best_first.subset_table import (
    most_of_pairs,
    subset_bits,
    with_parts,
    within,
)
from unitdep.inference.best_first.tree_scores import ScoredTree, TupleScores, ends
from unitdep.inference.listed.chain_paths import WAYS, Booleans
from unitdep.inference.listed.scores import MAX_RATES
from unitdep.scoring.tables import Floats

_STEPS = 16  # of work for one tree; a step is one move of a stream
_SCORING_STEPS = 12
_CHART_STEPS = 60
_SPLITS_PER_STEP = 350  # of a chart
_PROMISING = 4  # subsets of the quantities that are searched first
_TRIES = 16  # trees of a region that are tried before it is split
_EQUAL = 1e-9  # a bound this little above the best score is float noise


@dataclass(frozen=True)
class Visited:
    """What a search has seen."""

    trees: list[ScoredTree]
    proved: bool  # whether the best tuple is among them for certain
    work: int  # done, counted in trees


def best_first(
    scores: TupleScores, values: Sequence[Fraction], limit: int, options: Booleans
) -> Visited:
    """Score trees until the best tuple is proved.

    ``options`` (n + 1, 2) says which vertices may be labelled Not Rate and which Rate; ``limit``
    bounds the work, counted in trees.
    """
    most = _bounds(scores, options).most()
    allowed = limit * _STEPS + _chart_steps(np.isfinite(most))
    budget = Budget(allowed)
    promising = most >= np.sort(most)[-_PROMISING]
    space = _Space(scores, values, promising, budget, {})
    best = _search(space, options)
    rest = most > best + _EQUAL
    if (rest & ~promising).any():
        best = _search(replace(space, sets=rest), options)
    if best == -np.inf:
        space.score(sum_of(2**scores.size - 1))  # the limit came before any valid tree
    work = (allowed - budget.left) // _STEPS
    return Visited(list(space.seen.values()), not budget.spent, work)


@dataclass(frozen=True)
class _Region:
    """The tuples whose vertex labels are among ``options``."""

    options: Booleans  # (n + 1, 2): may be Not Rate, may be Rate
    bound: float  # the most that a tuple not yet visited can score
    trees: Stream | None = None  # None until the region's turn comes
    taken: int = 0  # trees visited

    def with_trees(self, trees: Stream, taken: int) -> _Region:
        """Return the region after ``taken`` trees of the stream, bounded by the next tree."""
        following = trees.get(taken)
        bound = -np.inf if following is None else following.bound
        return _Region(self.options, bound, trees, taken)


@dataclass(frozen=True)
class _Bounds:
    """What the parts of a region's tuples can add at most."""

    keep: Floats  # (n,): a quantity in the tree
    lca: Floats  # (pairs, 7): the operation at the LCA of a pair
    edge: Floats  # (pairs, path classes): the edge of a pair
    extra: Floats  # (subsets,): all else, of the trees over a subset; minus infinity: none

    def most(self) -> Floats:
        """Return the most that a tuple over each subset can score, every pair taken alone."""
        size = len(self.keep)
        pairs = within(most_of_pairs(self.lca, self.edge), size)
        return np.asarray(self.extra + subset_bits(size) @ self.keep + pairs)


def _bounds(scores: TupleScores, options: Booleans) -> _Bounds:
    size, pairs = scores.size, len(scores.lca)
    first, second = ends(size)
    allowed = options[first][:, None, :, None] & options[second][:, None, None, :]
    edge = np.where(allowed, scores.edge, -np.inf).max(axis=(2, 3))[:, :-1]
    label = np.where(options, np.stack([0 * scores.vertex, scores.vertex], 1), -np.inf).max(1)
    keep = label[:-1] + edge[pairs:, list(WAYS)].max(axis=1) - scores.drop
    bits = subset_bits(size)
    extra = np.full(2**size, scores.drop.sum() + label[-1])
    rates = ~options[:-1, 0]
    extra[(bits.sum(axis=1) < 2) | (bits[:, rates] == 0).any(axis=1)] = -np.inf
    if any(scores.pure):
        extra[bits @ ~np.array(scores.pure) == 0] = -np.inf  # no tree comes to a pure number
        edge = _without_factors(edge)
    return _Bounds(keep, scores.lca, edge[:pairs], extra)


def _without_factors(edge: Floats) -> Floats:
    """Loosen the bound of a path: without its factors, it may be additive where it looks open."""
    loose = edge.copy()
    loose[:, PathClass.OPEN] = edge[:, [PathClass.OPEN, PathClass.ADDITIVE]].max(axis=1)
    return loose


@dataclass(frozen=True)
class _Space:
    """The tuples over some subsets of the quantities, and the trees that were visited."""

    scores: TupleScores
    values: Sequence[Fraction]
    sets: Booleans  # (subsets,)
    budget: Budget
    seen: dict[Expression, ScoredTree]

    def trees(self, options: Booleans, best: float) -> Stream:
        """Chart the trees of a region that can score above ``best``, highest bound first."""
        bounds = _bounds(self.scores, options)
        sets = self.sets & (bounds.most() > best)
        wanted = with_parts(sets, self.scores.size)
        self.budget.spend(_chart_steps(wanted))
        chart = Chart(
            bounds.keep,
            bounds.lca,
            bounds.edge,
            self.values,
            self.budget,
            wanted,
            self.scores.pure,
        )
        return chart.trees(np.where(sets, bounds.extra, -np.inf))

    def score(self, tree: Expression) -> ScoredTree:
        """Score a tree, once."""
        if tree not in self.seen:
            self.budget.spend(_SCORING_STEPS)
            self.seen[tree] = self.scores.of(tree, self.values)
        return self.seen[tree]


def _search(space: _Space, options: Booleans) -> float:
    """Visit trees until the best tuple of a space is proved, and return the best score seen."""
    count = itertools.count()
    everything = _Region(options, np.inf)
    waiting = [(-everything.bound, next(count), everything)]
    best = max((float(tree.scores.max()) for tree in space.seen.values()), default=-np.inf)
    while waiting:
        _, _, region = heapq.heappop(waiting)
        if region.bound <= best + _EQUAL or space.budget.spent:
            break
        if region.trees is None:
            following = [region.with_trees(space.trees(region.options, best), 0)]
        else:
            tree = space.score(_next_tree(region))
            best = max(best, float(tree.scores.max()))
            following = _continue(space.scores, region, tree)
        for region in following:
            heapq.heappush(waiting, (-region.bound, next(count), region))
    return best


def _chart_steps(wanted: Booleans) -> int:
    sizes = subset_bits(len(wanted).bit_length() - 1)[wanted].sum(axis=1)
    return _CHART_STEPS + int((2.0**sizes).sum()) // _SPLITS_PER_STEP


def _next_tree(region: _Region) -> Expression:
    derivation = region.trees.get(region.taken) if region.trees else None
    assert derivation is not None
    return monotonic(derivation.tree)


def _continue(scores: TupleScores, region: _Region, tree: ScoredTree) -> list[_Region]:
    """Return what is left of a region after a tree: the region itself, or the two parts of it."""
    assert region.trees is not None
    region = region.with_trees(region.trees, region.taken + 1)
    vertex = _loosest(scores, region, tree) if region.taken >= _TRIES else None
    return [region] if vertex is None else _split(scores, region, vertex)


def _split(scores: TupleScores, region: _Region, vertex: int) -> list[_Region]:
    """Decide one vertex; a rate is in the tree, so its log-odds, if negative, lower the bound."""
    loss = float(scores.vertex[vertex])
    rate = _Region(_decided(region.options, vertex, 1), region.bound + min(loss, 0.0))
    question = vertex == scores.size
    no_rate = _decided(region.options, vertex, 0)
    return [rate, _Region(no_rate, region.bound - (max(loss, 0.0) if question else 0.0))]


def _loosest(scores: TupleScores, region: _Region, tree: ScoredTree) -> int | None:
    """Return the open vertex whose edges are furthest below their bound, or None."""
    excluded = np.where(scores.rates, ~region.options[:, 1], ~region.options[:, 0]).any(axis=1)
    labels = scores.rates[np.where(excluded, -np.inf, tree.graphs).argmax()].astype(int)
    first, second = ends(scores.size)
    allowed = region.options[first][:, :, None] & region.options[second][:, None, :]
    bound = np.where(allowed, tree.edges, -np.inf).max(axis=(1, 2))
    loose = bound - tree.edges[np.arange(len(first)), labels[first], labels[second]]
    loss = np.bincount(first, loose, len(labels)) + np.bincount(second, loose, len(labels))
    loss += np.maximum(scores.vertex, 0) - labels * scores.vertex
    loss[~region.options.all(axis=1)] = 0
    vertex = int(loss.argmax())
    return vertex if loss[vertex] > _EQUAL else None


def _decided(options: Booleans, vertex: int, label: int) -> Booleans:
    """Fix the label of one vertex, and of all others if that was the last possible rate."""
    options = options.copy()
    options[vertex, 1 - label] = False
    rates = ~options[:, 0]
    if rates.sum() == MAX_RATES:
        options[~rates, 1] = False
    return options
