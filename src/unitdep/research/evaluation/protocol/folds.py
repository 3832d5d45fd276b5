"""Data sets split into training and test parts: the authors' folds, random ones, or a transfer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from unitdep.research.corpus.dataset import load
from unitdep.research.datasets import AnnotatedProblem, Dataset, annotate
from unitdep.research.datasets.infer_labels import Completed, complete_counted, reference_records

FOLDS: Final = 5  # the authors', and random ones
INFERRED: Final = ("singleop", "multiarith", "multiarith-blocks")  # sets without rates
TRAINED_ON: Final[Mapping[str, str]] = {"perturb": "allarith-2018"}  # test set: its training set


@dataclass(frozen=True)
class Fold:
    """One split: indices of the training and the test problems."""

    number: int
    training: tuple[int, ...]
    test: tuple[int, ...]


@dataclass(frozen=True)
class FoldedSet:
    """A data set, its problems and how they are split."""

    dataset: Dataset
    problems: list[AnnotatedProblem]
    folds: list[Fold]
    split: str  # how, for the signature: "authors' 5", "random 5", "none, trained on ..."


def load_folds(name: str, seed: int) -> FoldedSet:
    """Load a data set with its own folds, or with random ones if it has none."""
    dataset = load(name)
    problems = annotate(dataset.records)
    return FoldedSet(dataset, problems, folds_of(dataset, problems, seed), split_of(dataset))


def load_inferred(name: str, seed: int) -> tuple[FoldedSet, Completed]:
    """Load one of the ``INFERRED`` sets with the labels that can be inferred for it."""
    folded = load_folds(name, seed)
    completed = complete_counted(folded.problems, reference_records())
    folds = folds_of(folded.dataset, completed.problems, seed)
    return replace(folded, problems=completed.problems, folds=folds), completed


def load_transfer(name: str, seed: int) -> FoldedSet:
    """Load a data set with the one that it is trained on, if ``TRAINED_ON`` has it."""
    dataset = load(name)
    if dataset.name in INFERRED:
        return load_inferred(name, seed)[0]
    if dataset.name not in TRAINED_ON:
        return load_folds(name, seed)
    training = load(TRAINED_ON[dataset.name])
    problems = annotate((*training.records, *dataset.records))
    fold = transfer(len(training.records), len(problems))
    return FoldedSet(dataset, problems, [fold], transfer_split(dataset))


def split_of(dataset: Dataset) -> str:
    """Describe the folds of a data set."""
    if dataset.block is not None:
        return f"{len(dataset.folds or ())} blocks of {dataset.block}"
    return f"authors' {FOLDS}" if dataset.folds is not None else f"random {FOLDS}"


def transfer_split(dataset: Dataset) -> str:
    """Describe what a data set is trained on, or its folds if it is not in ``TRAINED_ON``."""
    if dataset.name not in TRAINED_ON:
        return split_of(dataset)
    training = load(TRAINED_ON[dataset.name])
    return f"none, trained on {training.name} ({training.signature})"


def folds_of(dataset: Dataset, problems: Sequence[AnnotatedProblem], seed: int) -> list[Fold]:
    """Return the data set's folds, or random ones for a seed if it has none."""
    place = {problem.id: k for k, problem in enumerate(problems)}
    if dataset.folds is not None:
        parts = [[place[i] for i in ids] for ids in dataset.folds]
    else:
        order = np.random.default_rng(seed).permutation(len(problems)).tolist()
        parts = [order[k::FOLDS] for k in range(FOLDS)]
    return list(_splits(parts))


def _splits(parts: Sequence[Sequence[int]]) -> Iterator[Fold]:
    for number, test in enumerate(parts):
        training = tuple(p for k, part in enumerate(parts) if k != number for p in part)
        yield Fold(number, training, tuple(test))


def transfer(training: int, total: int) -> Fold:
    """Return the single split into a training set, which comes first, and a test set."""
    return Fold(0, tuple(range(training)), tuple(range(training, total)))
