"""The exact log-likelihood of the right (graph, tree) tuples: a part of the training loss.

The score of a tuple is that of the search (paper, section "Joint Inference"; ``inference.search``).
It is linear in the classifiers' scores, so one matrix product scores all trees and another all
graphs. The sum over all valid and consistent tuples is exact, and so is its gradient.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from unitdep.core.expression import Expression, lca_operations, leaves, map_leaves
from unitdep.core.labels import QUESTION, Reading, Vertex
from unitdep.inference.listed.chain_paths import ABSENT, ABSENT_PATH
from unitdep.inference.listed.forest import LISTED_UP_TO
from unitdep.inference.listed.scores import rate_sets
from unitdep.inference.listed.typed import Pure, typed_forest
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

    Of more than five quantities, those of the gold tree and a few others are ``chosen``: the
    likelihood is then the one given that the rest is irrelevant.
    """

    valid: NDArray[np.bool_]  # (trees,)
    right: NDArray[np.intp]  # rows of trees
    rates: int | None
    pure: Pure  # of the chosen quantities: which have no unit
    chosen: tuple[int, ...]  # in the order of the text


@dataclass(frozen=True)
class _Design:
    """All trees and graphs over n quantities: which scores each one sums."""

    trees: Tensor  # (n + pairs x 6, trees)
    graphs: Tensor  # (n + 1 + edges x 6, shapes x labellings)
    consistent: Tensor  # (shapes, labellings)
    shape: Tensor  # (trees,): the shape of each tree
    ends: tuple[list[int], list[int]]  # of the pairs; the question is -1, the grid's last


@cache
def _design(pure: Pure) -> _Design:
    size = len(pure)
    listed, sets = typed_forest(pure), rate_sets(size, Reading.ALGEBRA, pure)
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
def _rows(pure: Pure) -> dict[bytes, int]:
    """Return the row of each tree by its operations and quantities."""
    trees = typed_forest(pure)
    return {
        _key(k, o): row for row, (k, o) in enumerate(zip(trees.kept, trees.operation, strict=True))
    }


def _key(kept: NDArray[np.bool_], operation: NDArray[np.int8]) -> bytes:
    return kept.tobytes() + operation.astype(np.int8).tobytes()


def gold_tree(
    tree: Expression,
    values: Sequence[float],
    rates: frozenset[Vertex] | None = None,
    pure: Pure = (),
    rng: random.Random | None = None,
) -> Gold | None:
    """Find a tree in the forest; None for too many quantities or an invalid tree."""
    chosen = _chosen(tree, len(values), rng)
    if chosen is None:
        return None
    place = {i: k for k, i in enumerate(chosen)}
    pure = tuple(bool(pure) and pure[i] for i in chosen)
    part = map_leaves(tree, place.__getitem__)
    row = _rows(pure).get(_key(*_codes(part, len(chosen))))
    valid = ~np.isnan(_values([values[i] for i in chosen], pure))
    if row is None or not valid[row]:
        return None
    labelled = rates and frozenset(QUESTION if v == QUESTION else place[int(v)] for v in rates)
    return Gold(valid, np.array([row]), _labelling(pure, row, labelled), pure, chosen)


def _chosen(tree: Expression, size: int, rng: random.Random | None) -> tuple[int, ...] | None:
    """Choose the quantities of a tree and a few others; None if there are too many or too few."""
    used = sorted(set(leaves(tree)))
    others = [i for i in range(size) if i not in used]
    if size < 2 or len(used) > LISTED_UP_TO or (rng is None and size > LISTED_UP_TO):
        return None
    if rng is not None and size > LISTED_UP_TO:
        others = rng.sample(others, LISTED_UP_TO - len(used))
    return tuple(sorted([*used, *others]))


def _codes(tree: Expression, size: int) -> tuple[NDArray[np.bool_], NDArray[np.int8]]:
    """Return which quantities a tree uses, and the operations of all pairs."""
    used, operations = set(leaves(tree)), lca_operations(tree)
    operation = [int(operations.get(pair, ABSENT)) for pair in number_pairs(size)]
    return np.array([i in used for i in range(size)]), np.array(operation, np.int8)


def gold_answer(answer: float, values: Sequence[float]) -> Gold | None:
    """Find the trees with the right answer, for a problem without an expression."""
    if not 2 <= len(values) <= LISTED_UP_TO:
        return None
    pure = (False,) * len(values)
    worth = _values(values, pure)
    with np.errstate(invalid="ignore"):
        right = np.flatnonzero(np.abs(worth - answer) < _SAME)
    everything = tuple(range(len(values)))
    return Gold(~np.isnan(worth), right, None, pure, everything) if len(right) else None


def _values(values: Sequence[float], pure: Pure) -> NDArray[np.float64]:
    return np.asarray(typed_forest(pure).values(np.array([values], float))[0])


def _labelling(pure: Pure, row: int, rates: frozenset[Vertex] | None) -> int | None:
    """Return the row of a tree's vertex labels, or None if they are unknown or inconsistent."""
    if rates is None:
        return None
    size = len(pure)
    sets, shape = rate_sets(size, Reading.ALGEBRA, pure), typed_forest(pure).shape[row]
    wanted = [i in rates for i in range(size)] + [QUESTION in rates]
    rows = np.flatnonzero((sets.members == wanted).all(axis=1) & sets.consistent[shape])
    return int(rows[0]) if len(rows) else None


def negative_log_likelihood(
    outputs: Sequence[Tensor], golds: Sequence[Gold | None]
) -> Tensor | None:
    """Return the mean over the problems with gold trees, or None if there are none.

    ``outputs`` are logits on padded grids: irrelevance, lca, vertex and edge.
    """
    losses = []
    for pure in sorted({gold.pure for gold in golds if gold is not None}):
        rows = [k for k, gold in enumerate(golds) if gold is not None and gold.pure == pure]
        known = [gold for k in rows if (gold := golds[k]) is not None]
        losses.append(_losses([o[rows] for o in outputs[:4]], pure, known))
    return torch.cat(losses).mean() if losses else None


def _losses(outputs: Sequence[Tensor], pure: Pure, golds: Sequence[Gold]) -> Tensor:
    """Return the losses of problems whose chosen quantities are alike."""
    design = _design(pure)
    chosen = torch.tensor([gold.chosen for gold in golds])
    trees = _tree_scores(outputs[0], outputs[1], design, chosen)
    graphs = _graph_scores(outputs[2], outputs[3], design, chosen)
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


def _tree_scores(irrelevance: Tensor, lca: Tensor, design: _Design, chosen: Tensor) -> Tensor:
    """Return Score(T) of every tree: (problems, trees)."""
    every = torch.arange(len(chosen))[:, None]
    pairs = chosen.shape[1] * (chosen.shape[1] - 1) // 2
    first, second = (chosen[:, ends[:pairs]] for ends in design.ends)
    odds = irrelevance[every, chosen, 1] - irrelevance[every, chosen, 0]
    operations = torch.log_softmax(lca[every, first, second], -1)
    return torch.cat([odds, operations.flatten(1)], 1) @ design.trees


def _graph_scores(vertex: Tensor, edge: Tensor, design: _Design, chosen: Tensor) -> Tensor:
    """Score every graph of every shape; inconsistent ones are minus infinity."""
    every = torch.arange(len(chosen))[:, None]
    last = torch.full_like(chosen[:, :1], vertex.shape[1] - 1)
    vertices = torch.cat([chosen, last], 1)  # the question is the grid's last
    odds = vertex[every, vertices, 1] - vertex[every, vertices, 0]
    first, second = (vertices[:, ends] for ends in design.ends)
    edges = torch.log_softmax(edge[every, first, second], -1)
    scores = torch.cat([odds, edges.flatten(1)], 1) @ design.graphs
    scores = scores.reshape(len(scores), *design.consistent.shape)
    return scores.masked_fill(~design.consistent, -torch.inf)
