"""Exact search for problems with too many quantities to list their trees: best first, with a bound.

The set of tuples is searched as regions: a region fixes for some vertices whether they are rates.
Its trees come in descending order of an upper bound of their score (``chart``), and each is scored
with all its graphs (``tuples``). The search ends when no region has a bound above the best tuple:
that tuple is then proved the best. Where the bound of a region is loose because its vertex labels
are open, the region is split on the vertex that accounts for most of it.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from unitdep.expression import Expression, leaves, map_leaves, monotonic
from unitdep.graph import QUESTION, Reading, Vertex
from unitdep.inference.candidates import candidate, pair_column, significant
from unitdep.inference.chart import Chart, sum_of
from unitdep.inference.mass import log_mass, unseen_mass
from unitdep.inference.paths import WAYS, Booleans
from unitdep.inference.search import MAX_RATES
from unitdep.inference.stream import Budget, Stream
from unitdep.inference.subsets import Floats, most_of_pairs, subset_bits, with_parts, within
from unitdep.inference.tuples import ScoredTree, TupleScores, ends, tuple_scores
from unitdep.inference.types import Candidate, Ranking
from unitdep.inference.weights import Weights
from unitdep.scoring.tables import ScoreTables, number_pairs

LARGEST = 12  # quantities; of more, those least likely to be irrelevant
LIMIT = 750  # how much work one search may do, counted in trees (about half a second)
_STEPS = 16  # of work for one tree, where a step is one move of a stream
_SCORING_STEPS = 12
_CHART_STEPS = 60
_SPLITS_A_STEP = 350  # of a chart
_PROMISING = 4  # subsets of the quantities that are searched first
_TRIES = 8  # trees of a region that are tried before it is split
_FORBIDDEN = -1e5  # the score of dropping a quantity that must be used
_EQUAL = 1e-9  # a bound so little above the best score is float noise


def search_large(
    tables: ScoreTables,
    values: Sequence[Fraction],
    weights: Weights,
    *,
    reading: Reading = Reading.ALGEBRA,
    top: int = 6,
    limit: int = LIMIT,
    options: Booleans | None = None,
    kept: Booleans | None = None,
) -> Ranking:
    """Give the best tuple, then the most probable answers that were found, ``top`` together.

    ``exact`` says whether the first tuple is proved the best; it is not where ``limit`` was hit or
    quantities were left out. Probabilities are shares of all tuples: those of the trees looked at,
    and an estimate for the others (``mass``); without the quantities left out. ``options``
    (n + 1, 2) says which vertices may be no rate and which may be one, ``kept`` (n,) which
    quantities must be used; under such constraints probabilities are shares of the tuples of the
    trees looked at only.
    """
    if len(values) < 2:
        return Ranking((), True)
    size = len(values)
    free = options is None and kept is None
    options = np.ones((size + 1, 2), bool) if options is None else options
    kept = np.zeros(size, bool) if kept is None else kept
    chosen = most_relevant(tables, kept)
    labels = options[[*chosen, size]]
    searched = [values[i] for i in chosen]
    scores = _meeting(
        tuple_scores(restrict(tables, chosen), weights, reading), labels, kept[chosen]
    )
    if not len(scores.rates):
        return Ranking((), True)
    trees, proved = _best_first(scores, searched, limit, labels)
    needed = set(np.flatnonzero(kept[chosen]).tolist())
    trees = [found for found in trees if needed <= set(leaves(found.tree))]
    masses = [
        (tree, log_mass(tree, weights.temperature))
        for tree in trees
        if tree.value is not None and np.isfinite(tree.scores.max())
    ]
    if free:
        seen = {tree.tree for tree in trees}
        masses += unseen_mass(scores, searched, weights.temperature, seen)

    def make(found: ScoredTree, probability: float) -> Candidate:
        rates = _rates(scores, found, chosen)
        tree = map_leaves(found.tree, chosen.__getitem__)
        score = float(found.scores.max())
        return candidate(tree, rates, score, probability, tables, values, weights, reading)

    found = tuple(make(tree, probability) for tree, probability in _by_value(masses)[:top])
    return Ranking(found, proved and len(chosen) == len(values))


def most_relevant(tables: ScoreTables, kept: Booleans | None = None) -> list[int]:
    """Choose the quantities to search over, in text order, those that must be used first."""
    odds = tables.irrelevance[:, 1] - tables.irrelevance[:, 0]
    if kept is not None:
        odds = np.where(kept, -np.inf, odds)
    return sorted(np.argsort(odds, kind="stable")[:LARGEST].tolist())


def restrict(tables: ScoreTables, chosen: list[int]) -> ScoreTables:
    """Give the tables of the chosen quantities only."""
    size = len(tables.irrelevance)
    if len(chosen) == size:
        return tables
    pairs = [pair_column(chosen[i], chosen[j], size) for i, j in number_pairs(len(chosen))]
    to_question = [len(tables.lca) + i for i in chosen]
    return ScoreTables(
        tables.irrelevance[chosen],
        tables.lca[pairs],
        tables.vertex[[*chosen, size]],
        tables.edge[pairs + to_question],
    )


def _meeting(scores: TupleScores, options: Booleans, kept: Booleans) -> TupleScores:
    """Leave out the labellings that are not among the options; dropping what is kept costs all."""
    fits = np.where(scores.rates, options[:, 1], options[:, 0]).all(axis=1)
    fits |= len(scores.rates) == 1  # a search without graphs has no labels to restrict
    drop = np.where(kept, _FORBIDDEN, scores.drop)
    return replace(scores, drop=drop, rates=scores.rates[fits])


@dataclass(frozen=True)
class _Region:
    """The tuples whose vertex labels are among ``options``."""

    options: Booleans  # (n + 1, 2): may be no rate, may be a rate
    bound: float  # the most that a tuple not yet looked at can score
    trees: Stream | None = None  # None until the region's turn comes
    taken: int = 0  # trees looked at

    def with_trees(self, trees: Stream, taken: int) -> _Region:
        """Give the region after ``taken`` trees of the stream, its bound that of the next tree."""
        following = trees.get(taken)
        bound = -np.inf if following is None else following.bound
        return _Region(self.options, bound, trees, taken)


@dataclass(frozen=True)
class _Bounds:
    """What the parts of a region's tuples can add at most."""

    keep: Floats  # (n,): a quantity in the tree
    edge: Floats  # (pairs, path classes): the edge of a pair
    extra: Floats  # (subsets,): all else, of the trees over a subset; minus infinity: none


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
    return _Bounds(keep, edge[:pairs], extra)


def _most(scores: TupleScores, options: Booleans) -> Floats:
    """Give the most that a tuple over each subset can score, every pair taken alone: (subsets,)."""
    bounds = _bounds(scores, options)
    pairs = within(most_of_pairs(scores.lca, bounds.edge), scores.size)
    return np.asarray(bounds.extra + subset_bits(scores.size) @ bounds.keep + pairs)


@dataclass(frozen=True)
class _Space:
    """The tuples over some subsets of the quantities, and the trees that were looked at."""

    scores: TupleScores
    values: list[Fraction]
    sets: Booleans  # (subsets,)
    budget: Budget
    seen: dict[Expression, ScoredTree]

    def trees(self, options: Booleans, best: float) -> Stream:
        """Chart the trees of a region that can score above ``best``, highest bound first."""
        sets = self.sets & (_most(self.scores, options) > best)
        wanted = with_parts(sets, self.scores.size)
        self.budget.spend(_chart_steps(wanted))
        bounds = _bounds(self.scores, options)
        chart = Chart(bounds.keep, self.scores.lca, bounds.edge, self.values, self.budget, wanted)
        return chart.trees(np.where(sets, bounds.extra, -np.inf))

    def score(self, tree: Expression) -> ScoredTree:
        """Score a tree, once."""
        if tree not in self.seen:
            self.budget.spend(_SCORING_STEPS)
            self.seen[tree] = self.scores.of(tree, self.values)
        return self.seen[tree]


def _best_first(
    scores: TupleScores, values: list[Fraction], limit: int, options: Booleans
) -> tuple[list[ScoredTree], bool]:
    """Score trees until the best tuple is proved; gives them and whether it was.

    Most subsets cannot hold the best tuple: a search over the most promising few finds a score
    that the bounds of nearly all others lie below.
    """
    most = _most(scores, options)
    budget = Budget(limit * _STEPS + _chart_steps(np.isfinite(most)))
    promising = most >= np.sort(most)[-_PROMISING]
    space = _Space(scores, values, promising, budget, {})
    best = _search(space, options)
    rest = most > best + _EQUAL
    if (rest & ~promising).any():
        best = _search(replace(space, sets=rest), options)
    if best == -np.inf:
        space.score(sum_of(2**scores.size - 1))  # the limit came before any valid tree
    return list(space.seen.values()), not budget.spent


def _search(space: _Space, options: Booleans) -> float:
    """Look at trees until the best tuple of a space is proved; gives the best score of all seen."""
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
            following = _go_on(space.scores, region, tree)
        for region in following:
            heapq.heappush(waiting, (-region.bound, next(count), region))
    return best


def _chart_steps(wanted: Booleans) -> int:
    sizes = subset_bits(len(wanted).bit_length() - 1)[wanted].sum(axis=1)
    return _CHART_STEPS + int((2.0**sizes).sum()) // _SPLITS_A_STEP


def _next_tree(region: _Region) -> Expression:
    derivation = region.trees.get(region.taken) if region.trees else None
    assert derivation is not None
    return monotonic(derivation.tree)


def _go_on(scores: TupleScores, region: _Region, tree: ScoredTree) -> list[_Region]:
    """Give what is left of a region after a tree: the region itself, or the two parts of it."""
    assert region.trees is not None
    region = region.with_trees(region.trees, region.taken + 1)
    vertex = _loosest(scores, region, tree) if region.taken >= _TRIES else None
    return [region] if vertex is None else _split(scores, region, vertex)


def _split(scores: TupleScores, region: _Region, vertex: int) -> list[_Region]:
    """Decide one vertex; a rate is in the tree, so its log-odds lower the bound where negative."""
    loss = float(scores.vertex[vertex])
    rate = _Region(_decided(region.options, vertex, 1), region.bound + min(loss, 0.0))
    question = vertex == scores.size
    no_rate = _decided(region.options, vertex, 0)
    return [rate, _Region(no_rate, region.bound - (max(loss, 0.0) if question else 0.0))]


def _loosest(scores: TupleScores, region: _Region, tree: ScoredTree) -> int | None:
    """Give the open vertex whose edges lie furthest below their bound, or None if none does."""
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
    """Fix the label of one vertex; where that is the last rate there may be, of all."""
    options = options.copy()
    options[vertex, 1 - label] = False
    rates = ~options[:, 0]
    if rates.sum() == MAX_RATES:
        options[~rates, 1] = False
    return options


def _by_value(masses: list[tuple[ScoredTree, float]]) -> list[tuple[ScoredTree, float]]:
    """Give the best tree of each value, and the value's share: the winner first, then by share."""
    if not masses:
        return []
    score = np.array([tree.scores.max() for tree, _ in masses])
    total = np.array([mass for _, mass in masses])
    keys, group = np.unique(
        significant(np.array([float(tree.value or 0) for tree, _ in masses])), return_inverse=True
    )
    mass = np.bincount(group, np.exp(total - total.max()), len(keys))
    share = mass / mass.sum()
    leader: dict[int, int] = {}
    for place in np.argsort(-score, kind="stable").tolist():
        leader.setdefault(int(group[place]), place)
    winner = next(iter(leader))
    order = sorted(leader, key=lambda g: (g != winner, -share[g]))
    return [(masses[leader[g]][0], float(share[g])) for g in order]


def _rates(scores: TupleScores, found: ScoredTree, chosen: list[int]) -> frozenset[Vertex]:
    """Give the rates of a tree's best graph, as vertices of the whole problem."""
    members = np.flatnonzero(scores.rates[found.scores.argmax()]).tolist()
    return frozenset(QUESTION if v == scores.size else chosen[v] for v in members)
