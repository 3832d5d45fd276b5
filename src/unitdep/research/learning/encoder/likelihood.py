"""The exact log-likelihood of the right (graph, tree) tuples: a part of the training loss.

The score of a tuple is that of the search (paper, section "Joint Inference"; ``inference.search``).
It is linear in the classifiers' scores, so one matrix product scores all trees and another all
graphs. The sum over all valid and consistent tuples is exact, and so is its gradient.
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

from unitdep.core.expression import Expression, lca_operations, leaves
from unitdep.core.labels import QUESTION, Reading, Vertex
from unitdep.inference.listed.chain_paths import ABSENT, ABSENT_PATH
from unitdep.inference.listed.forest import LISTED_UP_TO, forest
from unitdep.inference.listed.scores import rate_sets
from unitdep.inference.types import Weights
from unitdep.scoring.tables import Part, number_pairs

WEIGHTS: Final = Weights(irrelevance=1.0, vertex=1.0, edge=0.5, temperature=1.0)
_LABELS: Final = Part.LCA.labels  # as many as edge labels
_SAME: Final = 1e-4  # answers closer than this are the same


@dataclass(frozen=True)
class Gold:
    """What the likelihood needs to know about one problem of n quantities.

    ``right`` has the trees that count as right: the gold tree, or all with the right answer if only
    that is known. ``rates`` is the row of the gold vertex labels, or None if they are unknown.
    """

    valid: NDArray[np.bool_]  # (trees,)
    right: NDArray[np.intp]  # rows of trees
    rates: int | None


@dataclass(frozen=True)
class _Design:
    """All trees and graphs over n quantities: which scores each one sums."""

    trees: Tensor  # (n + pairs x 6, trees)
    graphs: Tensor  # (n + 1 + edges x 6, shapes x labellings)
    consistent: Tensor  # (shapes, labellings)
    shape: Tensor  # (trees,): the shape of each tree
    ends: tuple[list[int], list[int]]  # of the pairs; the question is -1, the grid's last


@cache
def _design(size: int) -> _Design:
    listed, sets = forest(size), rate_sets(size, Reading.ALGEBRA)
    pairs = number_pairs(size)
    ends = [*pairs, *((i, -1) for i in range(size))]
    trees = np.zeros((size + len(pairs) * _LABELS, len(listed)), np.float32)
    trees[:size] = WEIGHTS.irrelevance * ~listed.kept.T
    for k, operations in enumerate(listed.operation.T):
        present = np.flatnonzero(operations != ABSENT)
        trees[size + k * _LABELS + operations[present], present] = 1.0
    shapes, labellings = sets.consistent.shape
    graphs = np.zeros((size + 1 + len(ends) * _LABELS, shapes, labellings), np.float32)
    graphs[: size + 1] = WEIGHTS.vertex * sets.members.T[:, None, :]
    for k, paths in enumerate(listed.paths.T):
        rows = np.flatnonzero(paths != ABSENT_PATH)
        labels = sets.labels[k][paths[rows]]  # (rows, labellings)
        at = size + 1 + k * _LABELS + labels
        graphs[at, rows[:, None], np.arange(labellings)[None]] = WEIGHTS.edge
    return _Design(
        torch.from_numpy(trees),
        torch.from_numpy(graphs.reshape(len(graphs), -1)),
        torch.from_numpy(sets.consistent),
        torch.from_numpy(listed.shape.astype(np.int64)),
        ([i for i, _ in ends], [j for _, j in ends]),
    )


@cache
def _rows(size: int) -> dict[bytes, int]:
    """Return the row of each tree by its operations and quantities."""
    trees = forest(size)
    return {
        _key(k, o): row for row, (k, o) in enumerate(zip(trees.kept, trees.operation, strict=True))
    }


def _key(kept: NDArray[np.bool_], operation: NDArray[np.int8]) -> bytes:
    return kept.tobytes() + operation.astype(np.int8).tobytes()


def gold_tree(
    tree: Expression, values: Sequence[float], rates: frozenset[Vertex] | None = None
) -> Gold | None:
    """Find a tree in the forest; None for too many quantities or an invalid tree."""
    size = len(values)
    if not 2 <= size <= LISTED_UP_TO:
        return None
    used = set(leaves(tree))
    operations = lca_operations(tree)
    kept = np.array([i in used for i in range(size)])
    operation = np.array([int(operations.get(p, ABSENT)) for p in number_pairs(size)], np.int8)
    row = _rows(size).get(_key(kept, operation))
    valid = ~np.isnan(_values(values))
    if row is None or not valid[row]:
        return None
    return Gold(valid, np.array([row]), _labelling(size, row, rates))


def gold_answer(answer: float, values: Sequence[float]) -> Gold | None:
    """Find the trees with the right answer, for a problem without an expression."""
    if not 2 <= len(values) <= LISTED_UP_TO:
        return None
    worth = _values(values)
    with np.errstate(invalid="ignore"):
        right = np.flatnonzero(np.abs(worth - answer) < _SAME)
    return Gold(~np.isnan(worth), right, None) if len(right) else None


def _values(values: Sequence[float]) -> NDArray[np.float64]:
    return np.asarray(forest(len(values)).values(np.array([values], float))[0])


def _labelling(size: int, row: int, rates: frozenset[Vertex] | None) -> int | None:
    """Return the row of a tree's vertex labels, or None if they are unknown or inconsistent."""
    if rates is None:
        return None
    sets, shape = rate_sets(size, Reading.ALGEBRA), forest(size).shape[row]
    wanted = [i in rates for i in range(size)] + [QUESTION in rates]
    rows = np.flatnonzero((sets.members == wanted).all(axis=1) & sets.consistent[shape])
    return int(rows[0]) if len(rows) else None


def negative_log_likelihood(
    outputs: Sequence[Tensor], golds: Sequence[tuple[int, Gold | None]]
) -> Tensor | None:
    """Return the mean over the problems with gold trees, or None if there are none.

    ``outputs`` are logits on padded grids: irrelevance, lca, vertex and edge. ``golds`` has each
    problem's number of quantities and its right trees.
    """
    losses = []
    for size in sorted({n for n, gold in golds if gold is not None}):
        rows = [k for k, (n, gold) in enumerate(golds) if n == size and gold is not None]
        known = [gold for k in rows if (gold := golds[k][1]) is not None]
        losses.append(_losses([o[rows] for o in outputs], size, known))
    return torch.cat(losses).mean() if losses else None


def _losses(outputs: Sequence[Tensor], size: int, golds: Sequence[Gold]) -> Tensor:
    """Return the losses of problems with the same number of quantities."""
    design = _design(size)
    trees = _tree_scores(outputs[0], outputs[1], size)
    graphs = _graph_scores(outputs[2], outputs[3], size)
    scores = trees + torch.logsumexp(graphs, 2).index_select(1, design.shape)
    valid = torch.from_numpy(np.stack([g.valid for g in golds]))
    total = torch.logsumexp(scores.masked_fill(~valid, -torch.inf), 1)
    right = []
    for k, gold in enumerate(golds):
        if gold.rates is None:
            right.append(torch.logsumexp(scores[k, torch.from_numpy(gold.right)], 0))
        else:
            row = int(gold.right[0])
            right.append(trees[k, row] + graphs[k, int(design.shape[row]), gold.rates])
    return total - torch.stack(right)


def _tree_scores(irrelevance: Tensor, lca: Tensor, size: int) -> Tensor:
    """Return Score(T) of every tree: (problems, trees)."""
    design = _design(size)
    pairs = len(number_pairs(size))
    first, second = (ends[:pairs] for ends in design.ends)
    odds = irrelevance[:, :size, 1] - irrelevance[:, :size, 0]
    operations = torch.log_softmax(lca[:, first, second], -1)
    return torch.cat([odds, operations.flatten(1)], 1) @ design.trees


def _graph_scores(vertex: Tensor, edge: Tensor, size: int) -> Tensor:
    """Score every graph of every shape; inconsistent ones are minus infinity."""
    design = _design(size)
    odds = vertex[:, [*range(size), -1], 1] - vertex[:, [*range(size), -1], 0]
    edges = torch.log_softmax(edge[:, design.ends[0], design.ends[1]], -1)
    scores = torch.cat([odds, edges.flatten(1)], 1) @ design.graphs
    scores = scores.reshape(len(scores), *design.consistent.shape)
    return scores.masked_fill(~design.consistent, -torch.inf)
