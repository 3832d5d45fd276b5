"""A linear classifier as plain arrays: hashed features in, log-probabilities out.

A feature is a string; its identity is a 32-bit hash, and the conjunction of two features the mix of
their hashes. So a model needs no vocabulary: the sorted hashes it knows and a row of weights each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from spacy.strings import hash_string  # type: ignore[attr-defined]

from unitdep.scoring.tables import Floats

Hashes = NDArray[np.uint32]

_MIX = np.uint64(0x9E3779B97F4A7C15)
_HIGH = np.uint64(32)


def hash_features(features: Sequence[str]) -> Hashes:
    """Hash an example's features and the conjunctions of any two; sorted, each once."""
    single = np.unique(np.array([hash_string(f) for f in features], np.uint64))
    first, second = np.triu_indices(len(single), 1)
    mixed = np.concatenate([single, single[first] + single[second]]) * _MIX
    return np.unique((mixed >> _HIGH).astype(np.uint32))


@dataclass(frozen=True)
class LinearModel:
    """Multinomial logistic regression over hashed features."""

    hashes: Hashes  # (features,), sorted
    weights: NDArray[np.floating]  # (features, labels)
    bias: NDArray[np.float32]  # (labels,)

    def heaviest(self, share: float) -> LinearModel:
        """Keep the features with the largest weights: the lightest ones change no answer."""
        size = np.abs(self.weights).max(axis=1)
        kept = size >= np.quantile(size, 1.0 - share) if len(size) else size > 0
        return LinearModel(self.hashes[kept], self.weights[kept], self.bias)

    def log_probabilities(self, examples: Sequence[Hashes]) -> Floats:
        """Give the (examples, labels) log-probabilities."""
        scores = np.tile(self.bias.astype(np.float64), (len(examples), 1))
        if examples and len(self.hashes):
            flat = np.concatenate(examples)
            owner = np.repeat(np.arange(len(examples)), [len(e) for e in examples])
            place = np.minimum(np.searchsorted(self.hashes, flat), len(self.hashes) - 1)
            known = self.hashes[place] == flat
            np.add.at(scores, owner[known], self.weights[place[known]])
        return log_softmax(scores)


def log_softmax(scores: Floats) -> Floats:
    """Normalise rows of scores to log-probabilities."""
    shifted = scores - scores.max(axis=1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True)))
