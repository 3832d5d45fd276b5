"""Constraints: what a person has decided about a graph, and the best tuples that agree with it.

A dropped quantity is left out of the search. A quantity that must be used, and vertices that must
or must not be rates, restrict which trees and which vertex labels there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from unitdep.core.expression import Expression, leaves, map_leaves
from unitdep.core.labels import QUESTION, Vertex
from unitdep.inference.answers import rank
from unitdep.inference.best_first.search import restrict, search_large
from unitdep.inference.candidates import candidate
from unitdep.inference.choices import choices
from unitdep.inference.listed.chain_paths import Booleans
from unitdep.inference.listed.forest import LISTED_UP_TO
from unitdep.inference.listed.outcomes import list_trees
from unitdep.inference.listed.scores import rate_sets
from unitdep.inference.listed.typed import Pure
from unitdep.inference.types import TOP, Candidate, Query, Ranking


@dataclass(frozen=True)
class Constraints:
    """What a graph and its tree must be like. A quantity that is a rate is used.

    A search without graphs (LCA++) has no vertex labels and does not look at those.
    """

    rates: frozenset[Vertex] = frozenset()  # must be rates: indices of quantities, or "question"
    not_rates: frozenset[Vertex] = frozenset()  # must not be rates
    dropped: frozenset[int] = frozenset()  # quantities that must not be used
    kept: frozenset[int] = frozenset()  # quantities that must be used

    def __bool__(self) -> bool:
        return bool(self.rates or self.not_rates or self.dropped or self.kept)

    def check(self, pure: Pure) -> None:
        """Raise ValueError if they contradict each other or make no sense for the quantities.

        ``pure`` says of each quantity, written or implied, whether it has no unit.
        """
        labelled = (self.rates | self.not_rates) - {QUESTION}
        for vertex in (*labelled, *self.dropped, *self.kept):
            _check_quantity(vertex, len(pure))
        for vertex in self.rates - {QUESTION}:
            if pure[int(vertex)]:
                raise ValueError(f"quantity {vertex} is a pure number, so it cannot be a rate")
        if self.rates & self.not_rates:
            raise ValueError("a vertex cannot be a rate and not a rate")
        if self.dropped & (self.kept | self.rates):
            raise ValueError("a quantity cannot be dropped and be used or a rate")


def meets(constraints: Constraints, tree: Expression, rates: frozenset[Vertex]) -> bool:
    """Whether a tree and the rates of its graph meet the constraints."""
    used = frozenset(leaves(tree))
    labelled = constraints.rates <= rates and constraints.not_rates.isdisjoint(rates)
    return labelled and constraints.kept <= used and constraints.dropped.isdisjoint(used)


def search_constrained(query: Query, constraints: Constraints, *, top: int = TOP) -> Ranking:
    """Return the best tuples that meet the constraints; an empty ranking if none does.

    Raises ValueError for constraints that make no sense. Probabilities are shares of the tuples
    that meet the constraints.
    """
    constraints.check(query.pure)
    chosen = [i for i in range(query.size) if i not in constraints.dropped]
    if len(chosen) < 2:
        return Ranking((), True)
    part = restrict(query, chosen)
    options = _options(constraints, chosen)
    kept = np.array([i in constraints.kept | constraints.rates for i in chosen])
    if len(chosen) > LISTED_UP_TO:
        ranking = search_large(part, top=top, options=options, kept=kept)
    else:
        ranking = _listed(part, options, kept, top)
    odds = query.tables.irrelevance[:, 1] - query.tables.irrelevance[:, 0]
    dropping = query.weights.irrelevance * float(odds[sorted(constraints.dropped)].sum())

    def lift(one: Candidate) -> Candidate:
        tree = map_leaves(one.tree, chosen.__getitem__)
        rates = frozenset(v if v == QUESTION else chosen[int(v)] for v in one.rates)
        return candidate(
            query,
            tree,
            rates,
            one.score + dropping,
            one.probability,
            stands_for={chosen[v]: chosen[i] for v, i in one.stands_for.items()},
            finish=one.finish,
        )

    return replace(ranking, candidates=tuple(map(lift, ranking.candidates)))


def _check_quantity(vertex: object, size: int) -> None:
    """Raise ValueError for what is not the index of a quantity."""
    if vertex == QUESTION:
        raise ValueError("the question cannot be dropped or kept: it is always there")
    if not isinstance(vertex, int) or isinstance(vertex, bool):
        raise ValueError(f"{vertex!r} is not a vertex: give the index of a quantity")
    if not 0 <= vertex < size:
        raise ValueError(f"there is no quantity {vertex}: the text has {size}, the first is 0")


def _options(constraints: Constraints, chosen: Sequence[int]) -> Booleans:
    """Return for each vertex whether it may be labelled Not Rate, and whether Rate."""
    vertices: list[Vertex] = [*chosen, QUESTION]
    return np.array(
        [[v not in constraints.rates, v not in constraints.not_rates] for v in vertices]
    )


def _listed(query: Query, options: Booleans, kept: Booleans, top: int) -> Ranking:
    members = rate_sets(query.size, query.reading, query.pure).members
    allowed = np.asarray(np.where(members, options[:, 1], options[:, 0]).all(axis=1))
    return rank(query, list_trees(choices(query), allowed=allowed, kept=kept), top=top)
