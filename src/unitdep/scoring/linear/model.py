"""A linear classifier as plain arrays: from hashed features to log-probabilities.

A feature is a string, identified by a 32-bit hash. The conjunction of two features is a mix of
their hashes. So a model needs no vocabulary, just the sorted hashes it knows and their weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray
from spacy.strings import hash_string  # type: ignore[attr-defined]

from unitdep.scoring.tables import Floats

Hashes = NDArray[np.uint32]

_MIX = np.uint64(0x9E3779B97F4A7C15)
_HIGH = np.uint64(32)
_BITS = 20  # leading bits of a hash that index its place in a model


def hash_features(features: Sequence[str]) -> Hashes:
    """Hash an example's features and the unordered conjunctions of any two."""
    single = np.array(sorted({hash_string(f) for f in features}), np.uint64)
    first, second = _pairs(len(single))
    mixed = np.concatenate([single, single[first] + single[second]]) * _MIX
    return (mixed >> _HIGH).astype(np.uint32)


@lru_cache(maxsize=256)
def _pairs(count: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    first, second = np.triu_indices(count, 1)
    return first, second


@dataclass(frozen=True)
class LinearModel:
    """Multinomial logistic regression over hashed features."""

    hashes: Hashes  # (features,), sorted
    weights: NDArray[np.floating]  # (features, labels)
    bias: NDArray[np.float32]  # (labels,)

    def heaviest(self, share: float) -> LinearModel:
        """Keep the share of features with the largest weights; the smallest change no answer."""
        size = np.abs(self.weights).max(axis=1)
        kept = size >= np.quantile(size, 1.0 - share) if len(size) else size > 0
        return LinearModel(self.hashes[kept], self.weights[kept], self.bias)

    def log_probabilities(self, examples: Sequence[Hashes]) -> Floats:
        """Return the log-probabilities, (examples, labels)."""
        scores = np.tile(self.bias.astype(np.float64), (len(examples), 1))
        if examples and len(self.hashes):
            flat = np.concatenate(examples)
            place = self._places(flat)
            known = np.flatnonzero(self._padded.take(place) == flat)
            ends = np.searchsorted(known, np.cumsum([len(e) for e in examples]))
            starts = np.concatenate([[0], ends[:-1]])
            some = np.flatnonzero(ends > starts)  # reduceat has no empty sums
            if len(some):
                weights = self._rows.take(place.take(known), axis=0)
                scores[some] += np.add.reduceat(weights, starts[some], axis=0)
        return log_softmax(scores)

    @cached_property
    def _rows(self) -> NDArray[np.float32]:
        return self.weights.astype(np.float32)

    @cached_property
    def _padded(self) -> Hashes:
        """The hashes and a final value, so that every place has one."""
        return np.append(self.hashes, np.uint32(0xFFFFFFFF))

    @cached_property
    def _starts(self) -> NDArray[np.int32]:
        """Where the hashes with given upper bits begin."""
        firsts = np.arange(1 << _BITS, dtype=np.uint32) << np.uint32(32 - _BITS)
        return np.searchsorted(self.hashes, firsts).astype(np.int32)

    def _places(self, wanted: Hashes) -> NDArray[np.int32]:
        """Return the place of each hash, as searchsorted does, but much faster."""
        place = self._starts.take(wanted >> np.uint32(32 - _BITS))
        behind = np.flatnonzero(self._padded.take(place) < wanted)
        while len(behind):
            place[behind] += 1
            behind = behind[self._padded.take(place.take(behind)) < wanted.take(behind)]
        return place


def log_softmax(scores: Floats) -> Floats:
    """Normalise rows of scores to log-probabilities."""
    shifted = scores - scores.max(axis=1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True)))
