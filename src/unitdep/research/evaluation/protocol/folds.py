"""Cross-validation on a data set's own folds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from unitdep.research.datasets import AnnotatedProblem, Dataset

RANDOM_FOLDS = 5


@dataclass(frozen=True)
class Fold:
    """One split: indices of the training and the test problems."""

    number: int
    training: tuple[int, ...]
    test: tuple[int, ...]


def folds_of(dataset: Dataset, problems: Sequence[AnnotatedProblem], seed: int) -> list[Fold]:
    """Return the data set's folds; random ones for a seed where it has none."""
    place = {problem.id: k for k, problem in enumerate(problems)}
    if dataset.folds is not None:
        parts = [[place[i] for i in ids] for ids in dataset.folds]
    else:
        order = np.random.default_rng(seed).permutation(len(problems)).tolist()
        parts = [order[k::RANDOM_FOLDS] for k in range(RANDOM_FOLDS)]
    return list(_splits(parts))


def _splits(parts: Sequence[Sequence[int]]) -> Iterator[Fold]:
    for number, test in enumerate(parts):
        training = tuple(p for k, part in enumerate(parts) if k != number for p in part)
        yield Fold(number, training, tuple(test))
