"""Ranking: from scored tuples to the answers that a person may choose from."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from unitdep.core.labels import Reading
from unitdep.inference.best_first.search import search_large
from unitdep.inference.candidates import significant
from unitdep.inference.listed.answers import candidate_of, group_answers
from unitdep.inference.listed.forest import LISTED_UP_TO
from unitdep.inference.listed.scores import Scored, score_tuples, stack
from unitdep.inference.types import Ranking, Weights
from unitdep.scoring.tables import Floats, ScoreTables

_CHUNK = {2: 256, 3: 128, 4: 32, 5: 2}  # problems scored at once, by number of quantities


def search(
    tables: ScoreTables,
    values: Sequence[Fraction],
    weights: Weights,
    *,
    reading: Reading = Reading.ALGEBRA,
    top: int = 6,
) -> Ranking:
    """Return the ``top`` most probable answers of one problem, each with its best tuple."""
    return search_many([tables], [values], weights, reading=reading, top=top)[0]


def search_many(
    tables: Sequence[ScoreTables],
    values: Sequence[Sequence[Fraction]],
    weights: Weights,
    *,
    reading: Reading = Reading.ALGEBRA,
    top: int = 6,
) -> list[Ranking]:
    """Search many problems; those with equally many quantities are scored together."""
    rankings: list[Ranking] = [Ranking((), True)] * len(tables)
    for size in sorted({len(v) for v in values}):
        if size < 2:
            continue
        members = [k for k, v in enumerate(values) if len(v) == size]
        if size > LISTED_UP_TO:
            for k in members:
                rankings[k] = search_large(tables[k], values[k], weights, reading=reading, top=top)
            continue
        chunk = _CHUNK[size]
        for start in range(0, len(members), chunk):
            part = members[start : start + chunk]
            scored = score_tuples(
                stack([tables[k] for k in part], [values[k] for k in part]), weights, reading
            )
            keys = significant(scored.values)
            for row, k in enumerate(part):
                rankings[k] = rank(
                    scored, keys[row], row, tables[k], values[k], weights, reading, top
                )
    return rankings


def rank(
    scored: Scored,
    rounded: Floats,
    row: int,
    tables: ScoreTables,
    values: Sequence[Fraction],
    weights: Weights,
    reading: Reading,
    top: int,
) -> Ranking:
    """Rank one problem's answers: the best tuple first, then by probability."""
    found = group_answers(scored, rounded, row)
    if found is None:
        return Ranking((), True)
    by_probability = np.argsort(-found.probability, kind="stable")
    others = by_probability[by_probability != found.winner][: top - 1].tolist()
    chosen = [
        candidate_of(scored, found, g, row, tables, values, weights, reading)
        for g in (found.winner, *others)
    ]
    return Ranking(tuple(chosen), True)
