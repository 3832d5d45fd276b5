"""Train the local model on operators of right equations, the global one on whole equations.

As in the original, operators are trained on equations of the form "expression = x" if the gold tree
has one, and the global model sees as many wrong equations as right ones. Two things are ours, both
chosen on held-out training problems: the global model is trained on local products by local models
that have not seen the problem, and wrong equations with a better local product are drawn more
often.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np

from unitdep.core.expression import Expression, monotonic
from unitdep.research.baselines.singleeq.candidates import Candidates
from unitdep.research.baselines.singleeq.features import WIDTH
from unitdep.research.baselines.singleeq.learning.model import Models, local_scores, root_points
from unitdep.research.baselines.singleeq.learning.svm import PARTS, Integers, Svm, train_svm
from unitdep.research.baselines.singleeq.trees import Equation
from unitdep.scoring.tables import Floats

TOLERANCE: Final = Fraction(1, 10_000)  # stated answers are rounded
_ANYHOW: Final = 0.02  # added to the weight of every wrong equation


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Hyperparameters."""

    keep: int = 100  # how many equations of a problem are considered
    whole: bool = True  # whether only whole answers count, as in the original
    likely: bool = True  # whether wrong equations are drawn by their local product
    local_cost: float = 100.0  # C of the local model
    global_cost: float = 1000.0  # C of the global model


@dataclass(frozen=True)
class Lesson:
    """A training problem: its equations, and which of them are right."""

    given: Candidates
    right: Integers  # all right ones
    shown: Integers  # those to train on


def make_lesson(given: Candidates, tree: Expression | None, answer: Fraction | None) -> Lesson:
    """Find the right equations: those of the gold tree, or of the gold answer without one."""
    gold = None if tree is None else monotonic(tree)
    right = [
        k
        for k, candidate in enumerate(given.listed)
        if (
            monotonic(candidate.tree) == gold
            if gold is not None
            else answer is not None and abs(candidate.value - answer) <= TOLERANCE
        )
    ]
    direct = [k for k in right if is_direct(given.listed[k].equation)]
    return Lesson(given, _integers(right), _integers(direct or right))


def is_direct(equation: Equation) -> bool:
    """Return whether an equation is "expression = x"."""
    return equation.right.unknown and equation.right.parts is None


def train_models(lessons: Sequence[Lesson], settings: Settings, seed: int) -> Models:
    """Train both models on the problems that have a right equation."""
    useful = [lesson for lesson in lessons if len(lesson.right)]
    local = _train_local(enumerate(useful), settings, seed)
    products = _held_out_products(useful, settings, seed)
    random = np.random.default_rng(seed)
    points = [np.zeros((0, 3 + WIDTH))]
    labels: list[int] = []
    groups: list[int] = []
    for k, (lesson, product) in enumerate(zip(useful, products, strict=True)):
        wrong = _draw_wrong(lesson, product if settings.likely else None, random)
        points.append(root_points(lesson.given, product)[[*lesson.shown, *wrong]])
        labels += [1] * len(lesson.shown) + [0] * len(wrong)
        groups += [k] * (len(lesson.shown) + len(wrong))
    root = train_svm(
        np.concatenate(points),
        _integers(labels),
        _integers(groups),
        cost=settings.global_cost,
        gamma=1.0 / (3 + WIDTH),
        seed=seed,
    )
    return Models(local, root)


def _draw_wrong(lesson: Lesson, product: Floats | None, random: np.random.Generator) -> list[int]:
    """Draw as many wrong equations as right ones are shown, or all if there are fewer."""
    wrong = np.setdiff1d(np.arange(len(lesson.given.listed)), lesson.right)
    count = min(len(lesson.shown), len(wrong))
    if not count:
        return []
    weights = np.ones(len(wrong)) if product is None else np.exp(product[wrong]) + _ANYHOW
    chosen = random.choice(wrong, count, replace=False, p=weights / weights.sum())
    return [int(k) for k in chosen]


def _held_out_products(lessons: Sequence[Lesson], settings: Settings, seed: int) -> list[Floats]:
    """Return every problem's local scores, by local models that have not seen it."""
    part = np.random.default_rng(seed).permutation(len(lessons)) % PARTS
    products: dict[int, Floats] = {}
    for number in range(PARTS):
        seen = [(k, lessons[k]) for k in np.flatnonzero(part != number).tolist()]
        local = _train_local(seen, settings, seed)
        for k in np.flatnonzero(part == number).tolist():
            products[k] = local_scores(local, lessons[k].given)
    return [products[k] for k in range(len(lessons))]


def _train_local(lessons: Iterable[tuple[int, Lesson]], settings: Settings, seed: int) -> Svm:
    points = [np.zeros((0, WIDTH))]
    labels: list[int] = []
    groups: list[int] = []
    for k, lesson in lessons:
        nodes = np.unique(lesson.given.nodes[lesson.shown])
        points.append(lesson.given.local[nodes])
        labels += lesson.given.operators[nodes].tolist()
        groups += [k] * len(nodes)
    return train_svm(
        np.concatenate(points),
        _integers(labels),
        _integers(groups),
        cost=settings.local_cost,
        gamma=1.0 / WIDTH,
        seed=seed,
    )


def _integers(values: Sequence[int]) -> Integers:
    return np.array(values, dtype=np.int64)
