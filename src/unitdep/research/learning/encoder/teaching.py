"""Teach a small network what a large one thinks: the teacher's tables as soft labels.

A table says more than its best label: how close the others are, and that on any text, with gold
labels or without. The student learns both, the gold labels and the tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from unitdep.models.sealed import digest
from unitdep.models.store import NETWORK, load
from unitdep.scoring.blend import BlendScorer
from unitdep.scoring.tables import EVERYDAY_OUTPUTS, Part, Scorer, ScoreTables, number_pairs

Grid = NDArray[np.float32]
TAUGHT: Final = (*Part, *EVERYDAY_OUTPUTS)
WEIGHT: Final = 2.0  # of the teacher's tables against the gold labels


@dataclass(frozen=True)
class Teacher:
    """A scorer whose tables are learnt: a model, or the mean of several."""

    scorer: Scorer
    hash: str  # of the networks


def teacher_of(folders: Sequence[Path]) -> Teacher | None:
    """Load the models in some folders as one teacher; None if there are none."""
    if not folders:
        return None
    first, *others = (load(folder).scorer for folder in folders)
    mean = first
    for count, other in enumerate(others, 2):
        mean = BlendScorer(mean, other, 1 / count)
    networks = "".join(digest(folder / NETWORK) for folder in folders)
    return Teacher(mean, sha256(networks.encode()).hexdigest())


@dataclass(frozen=True)
class Soft:
    """The teacher's probabilities on the padded grids of the network; zero elsewhere."""

    irrelevance: Grid  # (problems, n, 2)
    lca: Grid  # (problems, n, n, 6)
    vertex: Grid  # (problems, n + 1, 2)
    edge: Grid  # (problems, n + 1, n + 1, 6)
    finish: Grid  # (problems, 6)


def soft_grids(tables: Sequence[ScoreTables | None], size: int) -> Soft | None:
    """Arrange tables on grids for ``size`` quantities; None if no problem has a table."""
    if not any(tables):
        return None
    count = len(tables)
    soft = Soft(
        np.zeros((count, size, Part.IRRELEVANCE.labels), np.float32),
        np.zeros((count, size, size, Part.LCA.labels), np.float32),
        np.zeros((count, size + 1, Part.VERTEX.labels), np.float32),
        np.zeros((count, size + 1, size + 1, Part.EDGE.labels), np.float32),
        np.zeros((count, 6), np.float32),
    )
    for row, table in enumerate(tables):
        if table is not None:
            _fill(soft, row, table, size)
    return soft


def _fill(soft: Soft, row: int, table: ScoreTables, size: int) -> None:
    """Write one problem's tables; the question is last in vertex and edge."""
    n = len(table.irrelevance)
    pairs = number_pairs(n)
    soft.irrelevance[row, :n] = np.exp(table.irrelevance)
    soft.vertex[row, [*range(n), size]] = np.exp(table.vertex)
    for (i, j), label in zip(pairs, table.lca, strict=True):
        soft.lca[row, i, j] = np.exp(label)
    for (i, j), label in zip([*pairs, *((i, size) for i in range(n))], table.edge, strict=True):
        soft.edge[row, i, j] = np.exp(label)
    if table.everyday is not None:
        soft.finish[row] = np.exp(table.everyday.finish)


def soft_loss(outputs: Sequence[Tensor], soft: Soft) -> Tensor:
    """Return the cross-entropy between the teacher's tables and the network's, summed by part.

    What a factor looks like and what ``again`` stands for is left to the gold labels: the rows of
    other kinds of quantities mean nothing.
    """
    parts = []
    for name, logits in zip(TAUGHT, outputs, strict=True):
        grid = getattr(soft, name, None)
        if grid is not None and grid.any():
            gold = torch.from_numpy(grid)
            costs = -(gold * torch.log_softmax(logits, -1)).sum(-1)
            parts.append(costs.sum() / gold.sum())
    return WEIGHT * torch.stack(parts).sum()
