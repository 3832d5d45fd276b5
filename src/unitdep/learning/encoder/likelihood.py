"""The exact log-likelihood of gold trees, through which the network is trained end to end.

The score of a tree is that of the search (``inference.search.tree_scores``): log-odds of each
dropped quantity and the log-probability of each pair's operation. All valid trees over a problem's
quantities are listed, so the sum over them is exact, and so is its gradient.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from unitdep.expression import Expression, lca_operations, leaves
from unitdep.inference.forest import ABSENT, Forest, forest
from unitdep.scoring.tables import number_pairs

LARGEST: Final = 5  # quantities; above that the trees are too many to list


@dataclass(frozen=True)
class _Trees:
    """A forest as tensors."""

    dropped: Tensor  # (trees, n)
    places: Tensor  # (trees, pairs): where a pair's operation lies among (pairs x 7) scores
    first: list[int]
    second: list[int]


@cache
def _trees(size: int) -> _Trees:
    trees = forest(size)
    pairs = number_pairs(size)
    operation = np.where(trees.operation == ABSENT, 6, trees.operation).astype(np.int64)
    places = operation + 7 * np.arange(len(pairs))[None]
    return _Trees(
        torch.from_numpy((~trees.kept).astype(np.float32)),
        torch.from_numpy(places),
        [i for i, _ in pairs],
        [j for _, j in pairs],
    )


@cache
def _rows(size: int) -> dict[bytes, int]:
    """Give the place of each tree by its operations and quantities."""
    trees = forest(size)
    return {
        _key(k, o): row for row, (k, o) in enumerate(zip(trees.kept, trees.operation, strict=True))
    }


def _key(kept: NDArray[np.bool_], operation: NDArray[np.int8]) -> bytes:
    return kept.tobytes() + operation.astype(np.int8).tobytes()


@dataclass(frozen=True)
class Gold:
    """What the likelihood needs of one problem: the gold tree's row, and which trees are valid."""

    row: int
    valid: NDArray[np.bool_]  # (trees,)


def gold_tree(tree: Expression, values: Sequence[float]) -> Gold | None:
    """Find a tree among all; None where there are too many quantities or it is not valid."""
    size = len(values)
    if not 2 <= size <= LARGEST:
        return None
    trees: Forest = forest(size)
    used = set(leaves(tree))
    operations = lca_operations(tree)
    kept = np.array([i in used for i in range(size)])
    operation = np.array([int(operations.get(p, ABSENT)) for p in number_pairs(size)], np.int8)
    row = _rows(size).get(_key(kept, operation))
    if row is None:
        return None
    valid = ~np.isnan(trees.values(np.array([values], float))[0])
    return Gold(row, valid) if valid[row] else None


def negative_log_likelihood(
    irrelevance: Tensor, lca: Tensor, golds: Sequence[tuple[int, Gold | None]]
) -> Tensor | None:
    """Give the mean over the problems that have a gold tree; logits on padded grids.

    ``golds`` has each problem's number of quantities and gold tree.
    """
    losses = []
    for size in sorted({n for n, gold in golds if gold is not None}):
        rows = [k for k, (n, gold) in enumerate(golds) if n == size and gold is not None]
        found = [golds[k][1] for k in rows]
        scores = _scores(irrelevance[rows], lca[rows], size)
        valid = torch.from_numpy(np.stack([g.valid for g in found if g is not None]))
        scores = scores.masked_fill(~valid, -torch.inf)
        at = torch.tensor([g.row for g in found if g is not None])
        right = scores.gather(1, at[:, None])[:, 0]
        losses.append(torch.logsumexp(scores, 1) - right)
    return torch.cat(losses).mean() if losses else None


def _scores(irrelevance: Tensor, lca: Tensor, size: int) -> Tensor:
    """Score every tree of some problems with equally many quantities."""
    trees = _trees(size)
    odds = irrelevance[:, :size, 1] - irrelevance[:, :size, 0]
    pairs = torch.log_softmax(lca[:, trees.first, trees.second], -1)
    padded = torch.nn.functional.pad(pairs, (0, 1)).reshape(len(pairs), -1)
    flat = padded.index_select(1, trees.places.reshape(-1))
    by_pair = flat.reshape(len(pairs), *trees.places.shape).sum(-1)
    return by_pair + odds @ trees.dropped.T
