"""Time the exact search against a beam of width 200.

    PYTHONPATH=tests python benchmarks/bench_inference.py

The beam is the tests' oracle, so ``tests`` must be on the path.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeVar

import numpy as np

from factories import random_tables, random_values
from oracles.beam import beam_search
from unitdep.inference.search import search
from unitdep.inference.types import Weights
from unitdep.scoring.tables import ScoreTables

Given = tuple[ScoreTables, Sequence[Fraction]]
T = TypeVar("T")
_EQUAL = 1e-6


def timed(function: Callable[[], T]) -> tuple[T, float]:
    """Return the result of a call and its milliseconds."""
    start = time.perf_counter()
    result = function()
    return result, 1000 * (time.perf_counter() - start)


def compare(tables_and_values: Sequence[Given], weights: Weights) -> dict[str, float]:
    """Time both searches problem by problem, and count where their best scores differ.

    Times are medians in milliseconds; ``speedup`` is the ratio of the summed times.
    """
    if not tables_and_values:
        return {"problems": 0}
    for size in {len(values) for _, values in tables_and_values}:
        first = next(g for g in tables_and_values if len(g[1]) == size)
        search(*first, weights)  # lists the trees of this size, once
    exact_ms, beam_ms, gains, proved = [], [], [], 0
    for tables, values in tables_and_values:
        ranking, milliseconds = timed(lambda t=tables, v=values: search(t, v, weights))
        exact_ms.append(milliseconds)
        found, milliseconds = timed(lambda t=tables, v=values: beam_search(t, v, weights))
        beam_ms.append(milliseconds)
        proved += ranking.exact
        exact = ranking.candidates[0].score if ranking.candidates else -np.inf
        gains.append(exact - found.score if found is not None else float(bool(ranking.candidates)))
    return {
        "problems": len(gains),
        "proved": proved,
        "exact_ms": statistics.median(exact_ms),
        "exact_ms_max": max(exact_ms),
        "beam_ms": statistics.median(beam_ms),
        "speedup": sum(beam_ms) / sum(exact_ms),
        "exact_better": sum(gain > _EQUAL for gain in gains),
        "beam_better": sum(gain < -_EQUAL for gain in gains),
    }


def main(problems: int = 10) -> None:
    """Compare on random peaked tables of 2 to 10 quantities."""
    rng = np.random.default_rng(0)
    for size in range(2, 11):
        given = [(random_tables(rng, size), random_values(rng, size)) for _ in range(problems)]
        print(size, {k: round(v, 2) for k, v in compare(given, Weights()).items()}, flush=True)


if __name__ == "__main__":
    main()
