"""From scored trees to answers: one problem's tuples grouped by the value they finish with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unitdep.core.expression import Expression
from unitdep.core.labels import Finish, Vertex
from unitdep.inference.candidates import candidate, significant
from unitdep.inference.choices import Choice
from unitdep.inference.finishes import finished, likely_finishes
from unitdep.inference.types import Candidate, Query, Ranking
from unitdep.scoring.tables import Floats

Places = NDArray[np.intp]


@dataclass(frozen=True)
class Outcomes:
    """The trees that were scored for one choice of a problem's values, each with its best graph."""

    choice: Choice
    values: Floats  # (trees,): nan if the tree is not valid
    divisors: Floats  # (trees,): of the last step; nan if that is not a division
    score: Floats  # (trees,): Score(G, T) of the best consistent graph
    total: Floats  # (trees,): log-sum over all consistent graphs, after the temperature
    tuple_at: Callable[[int], tuple[Expression, frozenset[Vertex]]]  # a tree and its best rates


@dataclass(frozen=True)
class Answers:
    """The answers of one problem: its valid trees grouped by value."""

    keys: Floats  # (answers,): the values, rounded, ascending
    probability: Floats  # (answers,)
    leaders: Places  # (answers,): each answer's best entry among those of ``Listing``
    winner: int  # the answer of the best tuple


@dataclass(frozen=True)
class Listing:
    """Every tuple of one problem that was scored, and the answers they give."""

    query: Query
    outcomes: Sequence[Outcomes]
    finishes: Sequence[tuple[int, Finish]]  # parts: which of the outcomes, and how they finish
    part: Places  # (entries,): which of the parts a valid tree is in
    place: Places  # (entries,): its place in those outcomes
    score: Floats  # (entries,)
    answers: Answers

    def candidate(self, answer: int) -> Candidate:
        """Return the best tuple of one answer."""
        entry = int(self.answers.leaders[answer])
        number, finish = self.finishes[int(self.part[entry])]
        outcomes = self.outcomes[number]
        tree, rates = outcomes.tuple_at(int(self.place[entry]))
        return candidate(
            self.query,
            outcomes.choice.shown(tree),
            rates,
            float(self.score[entry]),
            float(self.answers.probability[answer]),
            stands_for=outcomes.choice.stands_for,
            finish=finish,
        )


def rank(
    query: Query,
    outcomes: Sequence[Outcomes],
    *,
    top: int,
    exact: bool = True,
    keep: bool = False,
) -> Ranking:
    """Rank one problem's answers: the best tuple first, then by probability.

    With ``keep`` the ranking holds on to every tuple, so that any other answer can be compared with
    the best.
    """
    listing = _list(query, outcomes)
    if listing is None:
        return Ranking((), exact)
    answers = listing.answers
    others = [k for k in most_probable(answers.probability, top) if k != answers.winner][: top - 1]
    candidates = tuple(map(listing.candidate, (answers.winner, *others)))
    return Ranking(candidates, exact, listing if keep else None)


def most_probable(probability: Floats, count: int) -> list[int]:
    """Return the places of the ``count`` highest, the highest first, and of equals the first.

    More follow if others equal the last of them; all if ``count`` is 0.
    """
    places = np.arange(len(probability))
    if 0 < count < len(probability):
        least = np.partition(probability, -count)[-count]
        places = np.flatnonzero(probability >= least)
    order = np.argsort(-probability[places], kind="stable")
    return list(places[order].tolist())


def _list(query: Query, outcomes: Sequence[Outcomes]) -> Listing | None:
    """Finish and group the valid trees, or return None if there are none."""
    temperature = query.weights.temperature
    parts: list[tuple[int, Finish]] = []
    values: list[Floats] = []
    score: list[Floats] = []
    total: list[Floats] = []
    place: list[Places] = []
    for number, found in enumerate(outcomes):
        for finish, likelihood in likely_finishes(query):
            final = finished(query, finish, found.values, found.divisors)
            valid = np.flatnonzero(np.isfinite(found.score) & ~np.isnan(final))
            offset = found.choice.offset + likelihood
            parts.append((number, finish))
            values.append(final[valid])
            score.append(found.score[valid] + offset)
            total.append(found.total[valid] + offset / temperature)
            place.append(valid)
    part = np.repeat(np.arange(len(parts)), list(map(len, place)))
    if not len(part):
        return None
    scores = np.concatenate(score)
    answers = _group(significant(np.concatenate(values)), scores, np.concatenate(total))
    return Listing(query, outcomes, parts, part, np.concatenate(place), scores, answers)


def _group(rounded: Floats, score: Floats, total: Floats) -> Answers:
    keys, group = np.unique(rounded, return_inverse=True)
    mass = np.bincount(group, np.exp(total - total.max()), len(keys))
    best = np.full(len(keys), -np.inf)
    np.maximum.at(best, group, score)
    bests = np.flatnonzero(score == best[group])[::-1]
    leaders = np.empty(len(keys), np.intp)
    leaders[group[bests]] = bests  # of equals the first, which is written last
    return Answers(keys, mass / mass.sum(), leaders, int(group[score.argmax()]))
