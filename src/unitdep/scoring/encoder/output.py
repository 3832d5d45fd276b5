"""Turn the network's logits on padded grids into score tables."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from unitdep.errors import ModelError
from unitdep.scoring.linear.model import log_softmax
from unitdep.scoring.tables import EverydayTables, Floats, ScoreTables, number_pairs

NEVER: Final = -1e4  # the logit of what ``again`` can't stand for


def tables_of(
    outputs: Sequence[NDArray[np.floating[Any]]],
    sizes: Sequence[int],
    amounts: Sequence[Sequence[bool] | None] = (),
) -> list[ScoreTables]:
    """Cut each problem's tables out of the grids; the question is last in vertex and edge.

    ``amounts`` says for each problem what ``again`` may stand for: None in the paper's scope.
    """
    irrelevance, lca, vertex, edge, *more = (_finite(np.asarray(o, np.float64)) for o in outputs)
    last = vertex.shape[1] - 1
    tables = []
    for row, (n, choice) in enumerate(zip_longest(sizes, amounts)):
        first = [i for i, _ in number_pairs(n)]
        second = [j for _, j in number_pairs(n)]
        to_question = (np.array([*first, *range(n)], int), np.array([*second, *[last] * n], int))
        everyday = None
        if more and choice is not None:
            face, again, finish = (grid[row] for grid in more)
            everyday = _everyday(face[:n], again[:n, :n], finish, choice)
        tables.append(
            ScoreTables(
                log_softmax(irrelevance[row, :n]),
                log_softmax(lca[row, first, second]),
                log_softmax(vertex[row, [*range(n), last]]),
                log_softmax(edge[row, to_question[0], to_question[1]]),
                everyday,
            )
        )
    return tables


def _finite(scores: Floats) -> Floats:
    """Return scores; raises ModelError for any that isn't a number: it would answer at random."""
    if not np.isfinite(scores).all():
        raise ModelError("the model gives scores that are not finite numbers; retrain it")
    return scores


def _everyday(
    face: Floats, again: Floats, finish: Floats, amounts: Sequence[bool]
) -> EverydayTables:
    possible = np.where(np.array(amounts, bool)[None, :], again, NEVER)
    return EverydayTables(log_softmax(face), log_softmax(possible), log_softmax(finish[None])[0])
