"""Training: the local model on the operators of right equations, the global one on whole ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from unitdep.baselines.singleeq.candidates import Candidates
from unitdep.baselines.singleeq.features import WIDTH
from unitdep.baselines.singleeq.model import Models, local_scores, root_points
from unitdep.baselines.singleeq.svm import PARTS, Floats, Integers, Svm, train_svm
from unitdep.expression import Expression, monotonic


@dataclass(frozen=True)
class Settings:
    """What is fixed before training."""

    keep: int = 100  # equations a problem
    whole: bool = False  # whether only whole answers count
    local_cost: float = 100.0  # C of the local model
    global_cost: float = 1000.0  # C of the global model
    every_form: bool = False
    crossfit: bool = True
    per_problem: int = 0
    hard: bool = False
    gl: float = 1.0
    gg: float = 1.0


@dataclass(frozen=True)
class Lesson:
    """A training problem: its equations, and which of them are right."""

    given: Candidates
    right: Integers  # all right ones
    shown: Integers  # those to learn operators from


def lesson(given: Candidates, tree: Expression | None, answer: Fraction, s: Settings) -> Lesson:
    """Find the right equations: those of the gold tree, or of the gold answer without one.

    Operators are learned from those that have the unknown alone on the right, where there are any.
    """
    right = [
        k
        for k, c in enumerate(given.found)
        if c.value == answer and (tree is None or monotonic(c.tree) == tree)
    ]
    direct = [
        k
        for k in right
        if given.found[k].equation.right.leaf == -1 and given.found[k].equation.right.parts is None
    ]
    shown = right if s.every_form else direct or right
    return Lesson(given, np.array(right, dtype=np.int64), np.array(shown, dtype=np.int64))


def train_models(lessons: Sequence[Lesson], settings: Settings, seed: int) -> Models:
    """Learn both models; the global one sees local products of problems left out of the local."""
    useful = [k for k, item in enumerate(lessons) if len(item.right)]
    lessons = [lessons[k] for k in useful]
    local = _train_local(lessons, range(len(lessons)), settings, seed)
    products = (
        _crossfit(lessons, settings, seed)
        if settings.crossfit
        else [local_scores(local, i.given) for i in lessons]
    )
    random = np.random.default_rng(seed)
    points: list[Floats] = []
    labels: list[int] = []
    groups: list[int] = []
    for k, (item, product) in enumerate(zip(lessons, products, strict=True)):
        rows = root_points(item.given, product)
        right = item.right if settings.every_form else item.shown
        if settings.per_problem:
            right = right[np.argsort(-product[right], kind="stable")[: settings.per_problem]]
        wrong = np.setdiff1d(np.arange(len(rows)), item.right)
        if settings.hard:
            w = np.exp(product[wrong]) + 0.02
            chosen = (
                random.choice(wrong, min(len(right), len(wrong)), replace=False, p=w / w.sum())
                if len(wrong)
                else wrong
            )
        else:
            chosen = random.permutation(wrong)[: len(right)]
        picked = np.concatenate([right, chosen])
        points.append(rows[picked])
        labels += [1] * len(right) + [0] * len(chosen)
        groups += [k] * len(picked)
    x = np.concatenate(points) if points else np.zeros((0, 3 + WIDTH))
    root = train_svm(
        x,
        np.array(labels, dtype=np.int64),
        np.array(groups, dtype=np.int64),
        cost=settings.global_cost,
        gamma=settings.gg / x.shape[1],
        seed=seed,
    )
    return Models(local, root)


def _crossfit(lessons: Sequence[Lesson], settings: Settings, seed: int) -> list[Floats]:
    part = np.random.default_rng(seed).permutation(len(lessons)) % PARTS
    found: dict[int, Floats] = {}
    for number in range(PARTS):
        local = _train_local(lessons, np.flatnonzero(part != number).tolist(), settings, seed)
        for k in np.flatnonzero(part == number).tolist():
            found[k] = local_scores(local, lessons[k].given)
    return [found[k] for k in range(len(lessons))]


def _train_local(
    lessons: Sequence[Lesson], chosen: Sequence[int], settings: Settings, seed: int
) -> Svm:
    points, labels, groups = [np.zeros((0, WIDTH))], [np.zeros(0, dtype=np.int64)], []
    for k in chosen:
        given = lessons[k].given
        nodes = np.unique(given.nodes[lessons[k].shown])
        points.append(given.local[nodes])
        labels.append(given.operators[nodes])
        groups += [k] * len(nodes)
    return train_svm(
        np.concatenate(points),
        np.concatenate(labels),
        np.array(groups, dtype=np.int64),
        cost=settings.local_cost,
        gamma=settings.gl / WIDTH,
        seed=seed,
    )
