"""Finishes: what a question makes of the value of an expression (docs/concepts/everyday.md)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil, floor
from typing import Final

import numpy as np

from unitdep.core.labels import Finish
from unitdep.inference.types import Query
from unitdep.scoring.tables import Floats

UNLIKELY: Final = 7.0  # finishes whose log-probability is this much lower are left out
_NOISE: Final = 1e-9  # of floats


def likely_finishes(query: Query) -> Iterator[tuple[Finish, float]]:
    """Yield the finishes that a question may have, each with its log-probability.

    A question that says what it rounds to has no other finish.
    """
    tables = query.tables.everyday
    if tables is None or not query.kinds or query.nearest is not None:
        yield (Finish.EXACT if query.nearest is None else Finish.NEAREST), 0.0
        return
    best = float(tables.finish.max())
    for finish in Finish:
        score = float(tables.finish[finish])
        possible = finish is not Finish.NEAREST
        if possible and (score > best - UNLIKELY or finish is Finish.EXACT):
            yield finish, score


def finished(query: Query, finish: Finish, values: Floats, divisors: Floats) -> Floats:
    """Finish the values of many trees; nan if a tree can't be finished so.

    ``divisors`` has the divisor of each tree's last step, nan if that is not a division.
    """
    if finish is Finish.EXACT:
        return np.where(_whole(values), values, np.nan) if query.whole else values
    if finish is Finish.NEAREST:
        to = float(query.nearest or 1)
        return np.asarray(np.floor(values / to + 0.5) * to)
    near = np.round(values)
    even = _whole(values)
    up, down = (np.where(even, near, rounded(values)) for rounded in (np.ceil, np.floor))
    result = {
        Finish.UP: up,
        Finish.DOWN: down,
        Finish.REMAINDER: (values - down) * divisors,
        Finish.MISSING: (up - values) * divisors,
    }[finish]
    return np.where(np.isnan(divisors), np.nan, np.where(np.abs(result) < _NOISE, 0.0, result))


def finish_exactly(
    finish: Finish, value: Fraction, divisor: Fraction | None, to: Fraction | None
) -> Fraction:
    """Finish one exact value; ``to`` is what the nearest is a multiple of."""
    match finish:
        case Finish.UP:
            return Fraction(ceil(value))
        case Finish.DOWN:
            return Fraction(floor(value))
        case Finish.REMAINDER if divisor is not None:
            return (value - floor(value)) * divisor
        case Finish.MISSING if divisor is not None:
            return (ceil(value) - value) * divisor
        case Finish.NEAREST if to is not None:
            return floor(value / to + Fraction(1, 2)) * to
    return value


def _whole(values: Floats) -> Floats:
    return np.asarray(np.abs(values - np.round(values)) <= _NOISE * np.maximum(1.0, values))
