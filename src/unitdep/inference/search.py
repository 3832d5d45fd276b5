"""The search: the most probable answers of problems, each with its best (graph, tree) tuple.

Up to five quantities every tree is listed and scored (``listed``), and problems with equally many
quantities are scored together. Above that the trees are searched best first (``best_first``).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from unitdep.core.labels import Reading
from unitdep.inference.best_first.search import search_large
from unitdep.inference.candidates import significant
from unitdep.inference.listed.answers import rank
from unitdep.inference.listed.forest import LISTED_UP_TO
from unitdep.inference.listed.scores import score_tuples, stack
from unitdep.inference.types import TOP, Query, Ranking, Weights
from unitdep.scoring.tables import ScoreTables

_CHUNK: Final = {2: 256, 3: 128, 4: 32, 5: 2}  # problems scored together, by number of quantities


def search(
    tables: ScoreTables,
    values: Sequence[Fraction],
    weights: Weights,
    *,
    reading: Reading = Reading.ALGEBRA,
    top: int = TOP,
    keep: bool = False,
) -> Ranking:
    """Return the ``top`` most probable answers of one problem, each with its best tuple."""
    query = Query(tables, tuple(values), weights, reading)
    return search_many([query], top=top, keep=keep)[0]


def search_many(queries: Sequence[Query], *, top: int = TOP, keep: bool = False) -> list[Ranking]:
    """Search many problems, all with the same weights and reading.

    With ``keep`` each ranking of up to five quantities holds on to every tree that was scored.
    """
    rankings = [Ranking((), True)] * len(queries)
    for size in sorted({query.size for query in queries}):
        if size < 2:
            continue
        members = [k for k, query in enumerate(queries) if query.size == size]
        if size > LISTED_UP_TO:
            for k in members:
                rankings[k] = search_large(queries[k], top=top)
            continue
        chunk = _CHUNK[size]
        for start in range(0, len(members), chunk):
            part = members[start : start + chunk]
            ranked = _search_listed([queries[k] for k in part], top=top, keep=keep)
            for k, ranking in zip(part, ranked, strict=True):
                rankings[k] = ranking
    return rankings


def _search_listed(queries: Sequence[Query], *, top: int, keep: bool) -> list[Ranking]:
    batch = stack([query.tables for query in queries], [query.values for query in queries])
    scored = score_tuples(batch, queries[0].weights, queries[0].reading)
    rounded = significant(scored.values)
    return [
        rank(query, scored, rounded[row], row, top=top, keep=keep)
        for row, query in enumerate(queries)
    ]
