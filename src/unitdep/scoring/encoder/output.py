"""Turn the network's logits on padded grids into score tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from unitdep.scoring.linear.model import log_softmax
from unitdep.scoring.tables import ScoreTables, number_pairs


def tables_of(
    outputs: Sequence[NDArray[np.floating[Any]]], sizes: Sequence[int]
) -> list[ScoreTables]:
    """Cut each problem's tables out of the grids; the question is last in vertex and edge."""
    irrelevance, lca, vertex, edge = (np.asarray(o, np.float64) for o in outputs)
    last = vertex.shape[1] - 1
    tables = []
    for row, n in enumerate(sizes):
        first = [i for i, _ in number_pairs(n)]
        second = [j for _, j in number_pairs(n)]
        to_question = (np.array([*first, *range(n)], int), np.array([*second, *[last] * n], int))
        tables.append(
            ScoreTables(
                log_softmax(irrelevance[row, :n]),
                log_softmax(lca[row, first, second]),
                log_softmax(vertex[row, [*range(n), last]]),
                log_softmax(edge[row, to_question[0], to_question[1]]),
            )
        )
    return tables
