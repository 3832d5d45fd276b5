"""Beam search for the best (graph, tree) tuple, written plainly after the paper.

The reference that the exact search must never score below. As in the authors' program: choose the
quantities to keep (at least two), merge nodes two by two, keep the 200 best states all along, then
try every consistent unit dependency graph of every tree that is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from unitdep.core.expression import (
    ADDITIVE,
    Expression,
    LcaOperation,
    Leaf,
    Operation,
    Operator,
    apply,
    lca_operation,
    lca_operations,
    leaves,
    monotonic,
)
from unitdep.core.graph import consistent, pairs, vertices
from unitdep.core.labels import QUESTION, EdgeLabel, Reading, Vertex
from unitdep.core.paths import label_of_class, path_class
from unitdep.inference.listed.scores import MAX_RATES
from unitdep.inference.types import Weights
from unitdep.scoring.tables import ScoreTables, number_pairs

WIDTH = 200


@dataclass(frozen=True)
class Found:
    """The best tuple of the beam."""

    tree: Expression  # monotonic
    rates: frozenset[Vertex]
    value: Fraction
    score: float


@dataclass(frozen=True)
class Node:
    """A subtree with its value."""

    tree: Expression
    value: Fraction


@dataclass(frozen=True)
class State:
    """Nodes still to be merged, and the score so far."""

    nodes: tuple[Node, ...]
    score: float


def beam_search(
    tables: ScoreTables,
    values: Sequence[Fraction],
    weights: Weights,
    *,
    reading: Reading = Reading.ALGEBRA,
    width: int = WIDTH,
) -> Found | None:
    """Return the best tuple that the beam reaches, or None if no tree has a positive value."""
    column = {pair: k for k, pair in enumerate(number_pairs(len(values)))}
    states = best([State((), 0.0)], width)
    for i, value in enumerate(values):
        states = best(choices(states, i, value, tables, weights), width)
    states = [state for state in states if len(state.nodes) >= 2]
    for _ in range(len(values) - 1):
        states = best((s for state in states for s in merges(state, tables, column)), width)
    trees = {monotonic(s.nodes[0].tree): s.nodes[0].value for s in states if len(s.nodes) == 1}
    found = [
        best_graph(tree, value, tables, weights, reading, column) for tree, value in trees.items()
    ]
    return max(found, key=lambda f: f.score, default=None)


def best(states: Iterator[State] | list[State], width: int) -> list[State]:
    """Keep the states with the highest scores."""
    return sorted(states, key=lambda state: -state.score)[:width]


def choices(
    states: list[State], index: int, value: Fraction, tables: ScoreTables, weights: Weights
) -> Iterator[State]:
    """Keep a quantity or drop it."""
    odds = float(tables.irrelevance[index, 1] - tables.irrelevance[index, 0])
    for state in states:
        yield State((*state.nodes, Node(Leaf(index), value)), state.score)
        yield State(state.nodes, state.score + weights.irrelevance * odds)


def merges(
    state: State, tables: ScoreTables, column: dict[tuple[int, int], int]
) -> Iterator[State]:
    """Merge any two nodes with any operation; a finished state is carried on."""
    if len(state.nodes) == 1:
        yield state
    for p, q in combinations(range(len(state.nodes)), 2):
        rest = tuple(node for k, node in enumerate(state.nodes) if k not in (p, q))
        for label in LcaOperation:
            merged = merge(state.nodes[p], state.nodes[q], label)
            if merged is not None:
                across = sum(
                    float(tables.lca[column[pair], operation])
                    for pair, operation in lca_across(merged.tree).items()
                )
                yield State((*rest, merged), state.score + across)


def merge(first: Node, second: Node, label: LcaOperation) -> Node | None:
    """Join two nodes, or None if it is forbidden or the result is not positive."""
    operator = {
        LcaOperation.ADD: Operator.ADD,
        LcaOperation.SUB: Operator.SUB,
        LcaOperation.SUB_REV: Operator.SUB,
        LcaOperation.MUL: Operator.MUL,
        LcaOperation.DIV: Operator.DIV,
        LcaOperation.DIV_REV: Operator.DIV,
    }[label]
    if label in (LcaOperation.SUB_REV, LcaOperation.DIV_REV):
        first, second = second, first
    forbidden = Operator.SUB if operator in ADDITIVE else Operator.DIV
    if any(isinstance(n.tree, Operation) and n.tree.operator is forbidden for n in (first, second)):
        return None
    if operator is Operator.DIV and second.value == 0:
        return None
    value = apply(operator, first.value, second.value)
    return Node(Operation(operator, first.tree, second.tree), value) if value > 0 else None


def lca_across(tree: Expression) -> dict[tuple[int, int], LcaOperation]:
    """Return the operation of the pairs that meet at the root of ``tree``."""
    assert isinstance(tree, Operation)
    return {
        (min(i, j), max(i, j)): lca_operation(tree.operator, in_order=i < j)
        for i in leaves(tree.left)
        for j in leaves(tree.right)
    }


def best_graph(
    tree: Expression,
    value: Fraction,
    tables: ScoreTables,
    weights: Weights,
    reading: Reading,
    column: dict[tuple[int, int], int],
) -> Found:
    """Return a monotonic tree with the best of its consistent graphs."""
    size = len(tables.irrelevance)
    base = sum(
        float(tables.lca[column[pair], operation])
        for pair, operation in lca_operations(tree).items()
    )
    dropped = set(range(size)) - set(leaves(tree))
    base += weights.irrelevance * sum(
        float(tables.irrelevance[i, 1] - tables.irrelevance[i, 0]) for i in dropped
    )
    if not (weights.vertex or weights.edge):
        return Found(tree, frozenset(), value, base)
    classes = {(u, v): path_class(tree, u, v) for u, v in pairs(tree)}

    def score(rates: frozenset[Vertex]) -> float:
        total = base
        for v in rates:
            row = size if v == QUESTION else int(v)
            total += weights.vertex * float(tables.vertex[row, 1] - tables.vertex[row, 0])
        for (u, v), kind in classes.items():
            label = label_of_class(kind, u in rates, v in rates, reading)
            row = len(column) + int(u) if v == QUESTION else column[int(u), int(v)]
            total += weights.edge * float(
                tables.edge[row, EdgeLabel.NO_RELATION if label is None else label]
            )
        return total

    chosen = max(rate_sets(tree), key=score)
    return Found(tree, chosen, value, score(chosen))


def rate_sets(tree: Expression) -> Iterator[frozenset[Vertex]]:
    """List the vertex labellings that are consistent with ``tree``."""
    for count in range(MAX_RATES + 1):
        for rates in combinations(vertices(tree), count):
            if consistent(tree, rates):
                yield frozenset(rates)
