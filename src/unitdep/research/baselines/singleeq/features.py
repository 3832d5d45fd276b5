"""The feature vector of two sets: the input of the local and the global model.

It is the original's, with two changes. WordNet distances between verbs are replaced by whether two
verbs are the same or of the same class (``verb_class``). A match is +1 for equal, -1 for different
and 0 for unknown.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np

from unitdep.research.baselines.singleeq.kinds import Kind
from unitdep.research.baselines.singleeq.lexicon import lexicon
from unitdep.research.baselines.singleeq.qsets import Qset, Role, Scene
from unitdep.scoring.features.words import verb_class
from unitdep.scoring.tables import Floats

_FAR: Final = 10000  # the original's distance feature is 1 / (10000 - distance)
_QUESTION_PHRASES: Final = ("in all", "end with")


def pair_features(scene: Scene, first: Qset, second: Qset) -> list[float]:
    """Return the vector of two operands, the left one first."""
    return [
        *_roles(first),
        *_roles(second),
        *map(float, (first.subset, second.subset, first.compound, second.compound)),
        *_matches(first, second),
        1.0 / (_FAR - _distance(first, second)),
        *map(float, (first.unknown or second.unknown, not (first.unknown or second.unknown))),
        *(_match(side.kind.entity, scene.unknown.kind.entity) for side in (first, second)),
        *_between(scene, first, second),
        *(float(word in side.words) for side in (first, second) for word in lexicon()["sentence"]),
        *question_features(scene),
        *_verbs(first.verb, second.verb),
    ]


def as_matrix(rows: list[list[float]], width: int) -> Floats:
    """Stack vectors; without any, the matrix has no rows."""
    return np.array(rows, dtype=np.float64).reshape(len(rows), width)


def _roles(side: Qset) -> list[float]:
    return [float(side.role is role) for role in Role]


def _match(first: str, second: str) -> float:
    if not first or not second:
        return 0.0
    return 1.0 if first == second else -1.0


def _matches(first: Qset, second: Qset) -> list[float]:
    a, b = first.kind, second.kind
    return [
        _narrower(first, second),
        _narrower(second, first),
        _holds(a, b),
        _holds(b, a),
        _match(a.container, b.container),
        _match(a.entity, b.entity),
        _adjectives(first, second),
        _match(first.location, second.location),
    ]


def _narrower(first: Qset, second: Qset) -> float:
    """Return whether the first is a kind of the second: "red pen" of "pen"."""
    same = bool(first.kind.entity) and first.kind.entity == second.kind.entity
    return float(same and first.adjectives > second.adjectives)


def _holds(first: Kind, second: Kind) -> float:
    return _match(first.container, second.entity)


def _adjectives(first: Qset, second: Qset) -> float:
    if not first.adjectives or not second.adjectives:
        return 0.0
    return 1.0 if first.adjectives & second.adjectives else -1.0


def _gap(first: Qset, second: Qset) -> tuple[int, int]:
    """Return the range of tokens between two sets, empty if they overlap."""
    start = min(first.end, second.end)
    return start, max(start, first.start, second.start)


def _distance(first: Qset, second: Qset) -> int:
    start, end = _gap(first, second)
    return min(end - start, _FAR - 1)


def _between(scene: Scene, first: Qset, second: Qset) -> list[float]:
    start, end = _gap(first, second)
    return [float(any(start <= place < end for place in places)) for places in scene.marks]


def question_features(scene: Scene) -> list[float]:
    """Return the features of the question."""
    words, phrases = scene.question, scene.phrases
    return [
        *(float(phrase in phrases) for phrase in _QUESTION_PHRASES),
        float(not words.isdisjoint(lexicon()["comparative"])),
        *(float(word in words) for word in lexicon()["question"]),
    ]


@lru_cache(maxsize=4096)
def _verbs(first: str, second: str) -> tuple[float, ...]:
    """Return the agreement of two verbs, and of the second with each seed verb."""
    return (_alike(first, second), *(_alike(second, seed) for seed in lexicon()["seed-verb"]))


def _alike(first: str, second: str) -> float:
    """Return 1 for the same verb, 1/2 for one of the same class, else 0."""
    if not first or not second:
        return 0.0
    return 1.0 if first == second else 0.5 if verb_class(first) == verb_class(second) else 0.0


def _width() -> int:
    nothing = Qset(Kind(), 0, 1)
    scene = Scene((), nothing, frozenset(), frozenset(), ((),) * len(lexicon()["between"]), 0)
    return len(pair_features(scene, nothing, nothing))


WIDTH: Final = _width()  # the length of the vector
