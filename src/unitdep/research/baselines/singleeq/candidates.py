"""The candidate equations of a problem: those with an answer, and the vectors of their nodes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Final

import numpy as np

from unitdep.core.expression import Expression, Operator, evaluate
from unitdep.reading.problem import Problem
from unitdep.research.baselines.singleeq.features import WIDTH, as_matrix, pair_features
from unitdep.research.baselines.singleeq.learning.svm import Integers
from unitdep.research.baselines.singleeq.qsets import Qset, Scene, combine, read_scene
from unitdep.research.baselines.singleeq.trees import (
    UNKNOWN,
    Equation,
    Node,
    equations,
    inner_nodes,
    isolate,
)
from unitdep.scoring.tables import Floats

OPERATORS: Final = tuple(Operator)
_TRIES: Final = 2000  # equations that are solved at most


@dataclass(frozen=True)
class Candidate:
    """An equation, its solution for the unknown as an expression, and that expression's value."""

    equation: Equation
    tree: Expression
    value: Fraction


@dataclass(frozen=True)
class Candidates:
    """The cheapest equations of a problem as the two models see them.

    Each node is listed once for all equations: ``local`` has the vector of its operands,
    ``operators`` its operator, and row k of ``nodes`` the nodes of equation k.
    """

    listed: tuple[Candidate, ...]
    local: Floats  # (m, WIDTH)
    operators: Integers  # (m,)
    nodes: Integers  # (equations, operators per equation)
    root: Floats  # (equations, 2 + WIDTH): order flag, cost, and the vector of the two sides


def candidates(problem: Problem, *, keep: int, whole: bool) -> Candidates:
    """Return the ``keep`` cheapest equations with a positive (and, if set, ``whole``) answer."""
    scene = read_scene(problem)
    values = [q.value for q in problem.quantities]
    ordered = equations([q.kind for q in scene.numbers], scene.unknown.kind)
    solved = (_solve(e, values, whole) for e in ordered[:_TRIES])
    listed = tuple(islice((c for c in solved if c is not None), keep))
    return _vectors(scene, listed)


def _solve(equation: Equation, values: Sequence[Fraction], whole: bool) -> Candidate | None:
    tree = isolate(equation)
    try:
        value = evaluate(tree, values)
    except ZeroDivisionError:
        return None
    if value <= 0 or (whole and value.denominator != 1):
        return None
    return Candidate(equation, tree, value)


def _vectors(scene: Scene, listed: tuple[Candidate, ...]) -> Candidates:
    sets: dict[Node, Qset] = {}
    rows: dict[Node, int] = {}
    local: list[list[float]] = []
    for candidate in listed:
        for node in inner_nodes(candidate.equation):
            if node not in rows and node.parts is not None:
                _, left, right = node.parts
                rows[node] = len(local)
                local.append(pair_features(scene, *(_set(scene, sets, n) for n in (left, right))))
    root = [
        [
            float(c.equation.place == scene.place),
            1.0 / (1.0 + c.equation.cost),
            *pair_features(
                scene,
                _set(scene, sets, c.equation.left),
                _set(scene, sets, c.equation.right),
            ),
        ]
        for c in listed
    ]
    nodes = [[rows[node] for node in inner_nodes(c.equation)] for c in listed]
    width = len(nodes[0]) if nodes else 0
    return Candidates(
        listed,
        as_matrix(local, WIDTH),
        np.array([OPERATORS.index(n.parts[0]) for n in rows if n.parts], dtype=np.int64),
        np.array(nodes, dtype=np.int64).reshape(len(nodes), width),
        as_matrix(root, 2 + WIDTH),
    )


def _set(scene: Scene, sets: dict[Node, Qset], node: Node) -> Qset:
    """Return the set that a node represents, made once."""
    if node not in sets:
        if node.parts is not None:
            operator, left, right = node.parts
            sets[node] = combine(operator, _set(scene, sets, left), _set(scene, sets, right))
        elif node.leaf == UNKNOWN:
            sets[node] = scene.unknown
        else:
            sets[node] = scene.numbers[node.leaf]
    return sets[node]
