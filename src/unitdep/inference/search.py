"""The search: the most probable answers of problems, each with its best (graph, tree) tuple.

Up to five quantities every tree is listed and scored (``listed``), and problems with equally many
quantities are scored together. Above that the trees are searched best first (``best_first``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import Final

from unitdep.core.labels import Reading
from unitdep.inference.answers import rank
from unitdep.inference.best_first.search import LIMIT, search_large
from unitdep.inference.choices import choices
from unitdep.inference.listed.forest import LISTED_UP_TO
from unitdep.inference.listed.outcomes import list_trees
from unitdep.inference.listed.typed import Pure
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


def search_many(
    queries: Sequence[Query], *, top: int = TOP, keep: bool = False, limit: int = LIMIT
) -> list[Ranking]:
    """Search many problems, all with the same weights and reading.

    With ``keep`` each ranking of up to five quantities holds on to every tree that was scored.
    ``limit`` bounds the work of a search over more, counted in trees.
    """
    rankings = [Ranking((), True)] * len(queries)
    alike: dict[Pure, list[int]] = {}
    for k, query in enumerate(queries):
        if query.size > LISTED_UP_TO:
            rankings[k] = search_large(query, top=top, limit=limit)
        elif query.size > 1:
            alike.setdefault(query.pure, []).append(k)
    for pure in sorted(alike, key=len):
        for part in _chunks(alike[pure], _CHUNK[len(pure)]):
            found = _search_listed([queries[k] for k in part], top=top, keep=keep)
            for k, ranking in zip(part, found, strict=True):
                rankings[k] = ranking
    return rankings


def _chunks(places: Sequence[int], size: int) -> Iterator[Sequence[int]]:
    return (places[start : start + size] for start in range(0, len(places), size))


def _search_listed(queries: Sequence[Query], *, top: int, keep: bool) -> list[Ranking]:
    """Search problems whose vertices are alike: which of them are pure."""
    options = [choices(query) for query in queries]
    scored = iter(list_trees([choice for chosen in options for choice in chosen]))
    return [
        rank(query, list(islice(scored, len(chosen))), top=top, keep=keep)
        for query, chosen in zip(queries, options, strict=True)
    ]
