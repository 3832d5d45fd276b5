"""Exact search for problems with too many quantities to list all trees: best first, with a bound.

``regions`` finds the best tuple and proves it the best; ``sampling`` estimates the probability mass
of all others. This module chooses the quantities to search over and ranks the answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np

from unitdep.core.expression import (
    Expression,
    Operation,
    Operator,
    evaluate,
    leaves,
    map_leaves,
)
from unitdep.core.labels import QUESTION, Vertex
from unitdep.inference.answers import Outcomes, rank
from unitdep.inference.best_first.regions import best_first
from unitdep.inference.best_first.sampling import log_mass, unseen_mass
from unitdep.inference.best_first.tree_scores import ScoredTree, TupleScores, tuple_scores
from unitdep.inference.candidates import pair_column
from unitdep.inference.choices import Choice, choices
from unitdep.inference.listed.chain_paths import Booleans
from unitdep.inference.types import TOP, Query, Ranking
from unitdep.scoring.tables import EverydayTables, ScoreTables, number_pairs

LARGEST = 12  # quantities searched; of more, those least likely to be irrelevant
LIMIT = 750  # work that may be done for one text, counted in trees (about a third of a second)
_FIRST, _LATER = 1 / 2, 1 / 4  # the shares of it that the first choice of values and others may do
_CHOICE_WORK = 20  # what else a choice costs, and
_SUBSETS_PER_TREE = 24  # one tree more per 24 subsets of its quantities
_FORBIDDEN = -1e5  # the score of dropping a quantity that must be used


def search_large(
    query: Query,
    *,
    top: int = TOP,
    limit: int = LIMIT,
    options: Booleans | None = None,
    kept: Booleans | None = None,
) -> Ranking:
    """Return the best tuple, then the most probable answers of the trees visited, ``top`` in all.

    ``limit`` is what all choices together may do; those that nothing is left for are left out.
    ``exact`` says whether the first tuple is proved the best. It is not if ``limit`` was hit or
    quantities were left out. Probabilities are shares of all tuples: those of the trees visited,
    and an estimate for the others (``sampling``), without the quantities left out. ``options``
    (n + 1, 2) says which vertices may be labelled Not Rate and which Rate, ``kept`` (n,) which
    quantities must be used. Under such constraints probabilities are shares of the visited trees'
    tuples only.
    """
    if query.size < 2:
        return Ranking((), True)
    outcomes: list[Outcomes] = []
    proved, work, share = True, 0, _FIRST
    for choice in choices(query):
        if work >= limit:
            proved = False
            break
        found, proved_here, done = _visit(
            choice, min(limit - work, int(share * limit)), options, kept
        )
        outcomes += found
        proved = proved and proved_here
        work, share = work + done, _LATER
    return replace(rank(query, outcomes, top=top, exact=proved), work=work)


def _visit(
    choice: Choice, limit: int, options: Booleans | None, kept: Booleans | None
) -> tuple[list[Outcomes], bool, int]:
    """Visit the trees of one choice of the problem's values.

    Also returns whether the best is proved, and the work it took.
    """
    query, size = choice.query, choice.query.size
    free = options is None and kept is None
    options = np.ones((size + 1, 2), bool) if options is None else options
    kept = np.zeros(size, bool) if kept is None else kept
    chosen = most_relevant(query.tables, kept)
    labels = options[[*chosen, size]]
    part = restrict(query, chosen)
    scores = _meeting(tuple_scores(part), labels, kept[chosen])
    if not len(scores.rates):
        return [], True, 0
    visited = best_first(scores, part.values, limit, labels)
    trees = visited.trees
    needed = set(np.flatnonzero(kept[chosen]).tolist())
    trees = [scored for scored in trees if needed <= set(leaves(scored.tree))]
    masses = [
        (tree, log_mass(tree, query.weights.temperature))
        for tree in trees
        if tree.value is not None and np.isfinite(tree.scores.max())
    ]
    if free:
        seen = {tree.tree for tree in trees}
        masses += unseen_mass(scores, part.values, query.weights.temperature, seen)

    def tuple_at(place: int) -> tuple[Expression, frozenset[Vertex]]:
        scored = masses[place][0]
        return map_leaves(scored.tree, chosen.__getitem__), _rates(scores, scored, chosen)

    found = Outcomes(
        choice,
        np.array([float(tree.value or 0) for tree, _ in masses]),
        np.array([_divisor(tree.tree, part.values) for tree, _ in masses]),
        np.array([float(tree.scores.max()) for tree, _ in masses]),
        np.array([mass for _, mass in masses]),
        tuple_at,
    )
    work = visited.work + _CHOICE_WORK + 2 ** len(chosen) // _SUBSETS_PER_TREE
    return [found], visited.proved and len(chosen) == size, work


def _divisor(tree: Expression, values: Sequence[Fraction]) -> float:
    if isinstance(tree, Operation) and tree.operator is Operator.DIV:
        return float(evaluate(tree.right, values))
    return float("nan")


def most_relevant(tables: ScoreTables, kept: Booleans | None = None) -> list[int]:
    """Choose the quantities to search over, in text order, those that must be used first."""
    odds = tables.irrelevance[:, 1] - tables.irrelevance[:, 0]
    if kept is not None:
        odds = np.where(kept, -np.inf, odds)
    return sorted(np.argsort(odds, kind="stable")[:LARGEST].tolist())


def restrict(query: Query, chosen: list[int]) -> Query:
    """Return the query over the chosen quantities only."""
    tables, size = query.tables, query.size
    if len(chosen) == size:
        return query
    pairs = [pair_column(chosen[i], chosen[j], size) for i, j in number_pairs(len(chosen))]
    to_question = [len(tables.lca) + i for i in chosen]
    part = ScoreTables(
        tables.irrelevance[chosen],
        tables.lca[pairs],
        tables.vertex[[*chosen, size]],
        tables.edge[pairs + to_question],
        tables.everyday and _restrict_everyday(tables.everyday, chosen),
    )
    return replace(
        query,
        tables=part,
        values=tuple(query.values[i] for i in chosen),
        kinds=tuple(query.kinds[i] for i in chosen) if query.kinds else (),
    )


def _restrict_everyday(tables: EverydayTables, chosen: list[int]) -> EverydayTables:
    return EverydayTables(tables.face[chosen], tables.again[np.ix_(chosen, chosen)], tables.finish)


def _meeting(scores: TupleScores, options: Booleans, kept: Booleans) -> TupleScores:
    """Keep the labellings among the options, and rule out dropping a quantity that must be used."""
    fits = np.where(scores.rates, options[:, 1], options[:, 0]).all(axis=1)
    fits |= len(scores.rates) == 1  # a search without graphs has no labels to restrict
    drop = np.where(kept, _FORBIDDEN, scores.drop)
    return replace(scores, drop=drop, rates=scores.rates[fits])


def _rates(scores: TupleScores, scored: ScoredTree, chosen: list[int]) -> frozenset[Vertex]:
    """Return the rates of a tree's best graph, as vertices of the whole problem."""
    members = np.flatnonzero(scores.rates[scored.scores.argmax()]).tolist()
    return frozenset(QUESTION if v == scores.size else chosen[v] for v in members)
