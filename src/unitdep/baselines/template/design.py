"""A problem as numbers: its derivations, their parts, and the parts' hashed features.

The score of a derivation is the sum of its parts' scores, and a part's score the sum of its
features' weights. A feature is a string of the text's side joined with a signature of the
template's side; its identity is a 64-bit hash of the two.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray
from spacy.strings import hash_string  # type: ignore[attr-defined]

from unitdep.baselines.template.derivations import Derivations, Integers, enumerate_derivations
from unitdep.baselines.template.derivations import MAX_QUANTITIES
from unitdep.baselines.template.features import describe
from unitdep.baselines.template.templates import Template
from unitdep.expression import Expression, Leaf, apply
from unitdep.problem import Problem

Hashes = NDArray[np.uint64]

_MIX: Final = np.uint64(0x9E3779B97F4A7C15)
_SHIFT: Final = np.uint64(29)
# Solution features: one part for each kind of result that a derivation can have.
_SOLUTIONS: Final = (("positive", "integer"), ("positive",), ())


@dataclass(frozen=True)
class Example:
    """A problem with its derivations, ready to be scored."""

    derivations: Derivations
    values: tuple[Fraction | None, ...]  # of each derivation; None unless all results are positive
    rows: Integers  # derivation rows[k] has part columns[k]; solution parts included
    columns: Integers
    parts: int  # the number of parts
    hashes: Hashes  # feature hashes[k] belongs to part owners[k]
    owners: Integers


def make_example(problem: Problem, templates: tuple[Template, ...]) -> Example:
    """Lay out a problem's derivations; deterministic, and without derivations for no quantity."""
    values = [q.value for q in problem.quantities[:MAX_QUANTITIES]]
    found = derivations_for(templates, len(values))
    results = tuple(positive_value(tree, values) for tree in found.trees)
    solutions = np.array([solution_kind(value) for value in results], np.int64)
    described = describe(problem) if found.trees else {}
    texts = {key: hash_all(features) for key, features in described.items()}
    blocks = [
        join_hashes(texts[part.kind, part.quantities], f"{part.kind.value} {part.signature}")
        for part in found.parts
    ] + [join_hashes(hash_all(features), "solution") for features in _SOLUTIONS]
    return Example(
        found,
        results,
        np.concatenate([found.rows, np.arange(len(results))]),
        np.concatenate([found.columns, len(found.parts) + solutions]),
        len(blocks),
        np.concatenate(blocks),
        np.repeat(np.arange(len(blocks)), [len(block) for block in blocks]),
    )


@cache
def derivations_for(templates: tuple[Template, ...], size: int) -> Derivations:
    return enumerate_derivations(templates, size)


def positive_value(tree: Expression, values: Sequence[Fraction]) -> Fraction | None:
    """Give a tree's exact value, or None where a result on the way to it is not positive."""
    if isinstance(tree, Leaf):
        return values[tree.index]
    left, right = positive_value(tree.left, values), positive_value(tree.right, values)
    if left is None or right is None or (tree.operator.value == "/" and right == 0):
        return None
    result = apply(tree.operator, left, right)
    return result if result > 0 else None


def solution_kind(value: Fraction | None) -> int:
    """Give the place in ``_SOLUTIONS`` of a derivation's value."""
    if value is None:
        return 2
    return 0 if value.denominator == 1 else 1


def hash_all(features: Sequence[str]) -> Hashes:
    """Hash the features of the text's side."""
    return np.array([hash_string(feature) for feature in features], np.uint64)


def join_hashes(features: Hashes, signature: str) -> Hashes:
    """Give the identities of features joined with a signature."""
    mixed = (features + np.uint64(hash_string(signature)) * _MIX) * _MIX
    return mixed ^ (mixed >> _SHIFT)
