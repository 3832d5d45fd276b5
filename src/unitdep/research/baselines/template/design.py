"""A problem as numbers: its derivations, their parts, and the parts' hashed features.

The score of a derivation is the sum of its parts' scores, and a part's score the sum of its
features' weights. A feature is a string that describes the text, joined with a signature of the
template; its identity is a 64-bit hash of the two.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray
from spacy.strings import hash_string  # type: ignore[attr-defined]

from unitdep.core.expression import Expression, positive_value
from unitdep.reading.problem import Problem
from unitdep.research.baselines.template.derivations import MAX_QUANTITIES, Integers, Space
from unitdep.research.baselines.template.features import describe
from unitdep.scoring.tables import Floats

Hashes = NDArray[np.uint64]

_MIX: Final = 0x9E3779B97F4A7C15
_MASK: Final = 0xFFFFFFFFFFFFFFFF
_SHIFT: Final = np.uint64(29)
# Solution features: one part for each kind of result that a derivation can have.
_SOLUTIONS: Final = (("positive", "integer"), ("positive",), ())


@dataclass(frozen=True)
class Example:
    """A problem with its derivations, ready to be scored."""

    trees: tuple[Expression, ...]  # of each derivation
    values: tuple[Fraction | None, ...]  # of each derivation; None unless all results are positive
    rows: Integers  # derivation rows[k] has part columns[k]
    columns: Integers
    parts: int  # the number of parts
    owners: Integers  # part owners[k] has feature hashes[k]
    hashes: Hashes


def make_example(problem: Problem, space: Space) -> Example:
    """List a problem's derivations: none if it has too few quantities for any template."""
    values = [q.value for q in problem.quantities[:MAX_QUANTITIES]]
    derivations = space.of(len(values))
    results = tuple(positive_value(tree, values) for tree in derivations.trees)
    solutions = np.array([_solution(value) for value in results], np.int64)
    described = describe(problem) if derivations.trees else {}
    texts = {key: hash_all(features) for key, features in described.items()}
    blocks = [
        *(
            join_hashes(texts[part.kind, part.quantities], f"{part.kind.value} {part.signature}")
            for part in derivations.parts
        ),
        *(join_hashes(hash_all(features), "solution") for features in _SOLUTIONS),
    ]
    return Example(
        derivations.trees,
        results,
        np.concatenate([derivations.rows, np.arange(len(results))]),
        np.concatenate([derivations.columns, len(derivations.parts) + solutions]),
        len(blocks),
        np.repeat(np.arange(len(blocks)), [len(block) for block in blocks]),
        np.concatenate(blocks),
    )


def _solution(value: Fraction | None) -> int:
    """Return the index in ``_SOLUTIONS`` for a derivation's value."""
    if value is None:
        return 2
    return 0 if value.denominator == 1 else 1


def hash_all(features: Sequence[str]) -> Hashes:
    """Hash features of the text."""
    return np.array([hash_string(feature) for feature in features], np.uint64)


def join_hashes(features: Hashes, signature: str) -> Hashes:
    """Return the identities of features joined with a signature."""
    mixed = (features + np.uint64(hash_string(signature) * _MIX & _MASK)) * np.uint64(_MIX)
    return mixed ^ (mixed >> _SHIFT)


def score(example: Example, known: Hashes, weights: Floats) -> Floats:
    """Score every derivation; ``known`` are the sorted features that have ``weights``."""
    if not len(known):
        return np.zeros(len(example.trees))
    place = np.minimum(np.searchsorted(known, example.hashes), len(known) - 1)
    own = np.where(known[place] == example.hashes, weights[place], 0.0)
    parts = np.bincount(example.owners, own, minlength=example.parts)
    sums = np.bincount(example.rows, parts[example.columns], minlength=len(example.trees))
    return sums.astype(np.float64)  # bincount returns integers for no rows
