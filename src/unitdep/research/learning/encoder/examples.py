"""Turn annotated problems into training examples for the network."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from unitdep.core.expression import Expression, leaf_nodes
from unitdep.core.labels import Kind, Reading
from unitdep.reading.problem import Scope
from unitdep.research.datasets import AnnotatedProblem
from unitdep.research.learning.encoder.likelihood import Gold, gold_answer, gold_tree
from unitdep.research.learning.encoder.teaching import Soft, soft_grids
from unitdep.research.learning.examples import UNLABELLED, gold_labels
from unitdep.scoring.encoder.inputs import Input, InputBatch, join, read_input
from unitdep.scoring.tables import Part, Scorer, ScoreTables, number_pairs

Labels = NDArray[np.int64]


@dataclass(frozen=True)
class Example:
    """An input with its gold labels, in the order of the score tables."""

    input: Input
    labels: dict[Part, list[int]]
    gold: Gold | None  # the right trees, if their likelihood can be computed
    face: dict[int, int] = field(default_factory=dict)  # Face of the factors that are used
    again: dict[int, int] = field(default_factory=dict)  # the amount that ``again`` stands for
    finish: int = UNLABELLED
    taught: ScoreTables | None = None  # what a teacher thinks


@dataclass(frozen=True)
class LabelGrids:
    """Gold labels on the padded grids of the network; UNLABELLED elsewhere."""

    irrelevance: Labels  # (problems, n)
    lca: Labels  # (problems, n, n)
    vertex: Labels  # (problems, n + 1)
    edge: Labels  # (problems, n + 1, n + 1)
    face: Labels  # (problems, n)
    again: Labels  # (problems, n)
    finish: Labels  # (problems,)
    golds: tuple[Gold | None, ...]
    soft: Soft | None = None  # a teacher's tables


def examples_of(
    problems: Sequence[AnnotatedProblem], tokenizer: Tokenizer, teacher: Scorer | None = None
) -> list[Example]:
    """Read inputs, labels and a teacher's tables; problems without any gold label are left out."""
    examples = [_example(p, tokenizer) for p in problems]
    if teacher is not None:
        tables = teacher.score([p.problem for p in problems])
        examples = [replace(e, taught=t) for e, t in zip(examples, tables, strict=True)]
    return [e for e in examples if e.gold is not None or _has_labels(e)]


def _example(annotated: AnnotatedProblem, tokenizer: Tokenizer) -> Example:
    problem, tree = annotated.problem, annotated.tree
    given = read_input(problem, tokenizer)
    labels, gold = gold_labels(annotated, Reading.ALGEBRA), _gold(annotated)
    if problem.scope is Scope.PAPER or tree is None:
        return Example(given, labels, gold)
    factors = (
        leaf for leaf in leaf_nodes(tree) if problem.quantities[leaf.index].kind is Kind.FACTOR
    )
    return Example(
        given,
        labels,
        gold,
        {leaf.index: int(leaf.face) for leaf in factors},
        {vertex: other for vertex, other in annotated.stands_for.items() if other >= 0},
        int(annotated.finish),
    )


def _has_labels(example: Example) -> bool:
    return any(label != UNLABELLED for label in example.labels[Part.LCA])


def _gold(annotated: AnnotatedProblem) -> Gold | None:
    """Return the gold tree with its rates, or every tree with the right answer if there is none."""
    values = [float(q.value) for q in annotated.problem.quantities]
    if annotated.problem.scope is Scope.EVERYDAY and annotated.tree is not None:
        return _everyday_gold(annotated, annotated.tree, values)
    if annotated.tree is not None:
        return gold_tree(annotated.tree, values, annotated.rates)
    return None if annotated.answer is None else gold_answer(float(annotated.answer), values)


def _everyday_gold(
    annotated: AnnotatedProblem, tree: Expression, values: list[float]
) -> Gold | None:
    """Return the gold tree among those with the right faces and the right amount again."""
    quantities = annotated.problem.quantities
    for leaf in leaf_nodes(tree):
        values[leaf.index] = float(leaf.face.of(quantities[leaf.index].value))
    amounts = [v for v, q in zip(values, quantities, strict=True) if q.kind is Kind.AMOUNT]
    for quantity in quantities:
        if quantity.kind is Kind.AGAIN:
            other = annotated.stands_for.get(quantity.index, -1)
            values[quantity.index] = values[other] if other >= 0 else amounts[-1]
    pure = tuple(q.kind.pure for q in quantities)
    return gold_tree(tree, values, annotated.rates, pure, random.Random(annotated.id))


def batches(
    examples: Sequence[Example], size: int, rng: random.Random
) -> Iterator[tuple[InputBatch, LabelGrids]]:
    """Yield each example once, in batches of similar length, in random order."""
    noise = {id(e): len(e.input.tokens) + rng.uniform(0, 12) for e in examples}
    order = sorted(examples, key=lambda e: noise[id(e)])
    parts = [order[k : k + size] for k in range(0, len(order), size)]
    rng.shuffle(parts)
    for part in parts:
        yield join([e.input for e in part]), grids(part)


def grids(examples: Sequence[Example]) -> LabelGrids:
    """Arrange labels on padded grids."""
    size = max(len(e.input.places) for e in examples)
    count = len(examples)
    padded = LabelGrids(
        np.full((count, size), UNLABELLED, np.int64),
        np.full((count, size, size), UNLABELLED, np.int64),
        np.full((count, size + 1), UNLABELLED, np.int64),
        np.full((count, size + 1, size + 1), UNLABELLED, np.int64),
        np.full((count, size), UNLABELLED, np.int64),
        np.full((count, size), UNLABELLED, np.int64),
        np.array([e.finish for e in examples], np.int64),
        tuple(e.gold for e in examples),
        soft_grids([e.taught for e in examples], size),
    )
    for row, example in enumerate(examples):
        n = len(example.input.places)
        pairs = number_pairs(n)
        padded.irrelevance[row, :n] = example.labels[Part.IRRELEVANCE]
        padded.vertex[row, :n] = example.labels[Part.VERTEX][:n]
        padded.vertex[row, size] = example.labels[Part.VERTEX][n]
        for (i, j), label in zip(pairs, example.labels[Part.LCA], strict=True):
            padded.lca[row, i, j] = label
        ends = [*pairs, *((i, size) for i in range(n))]
        for (i, j), label in zip(ends, example.labels[Part.EDGE], strict=True):
            padded.edge[row, i, j] = label
        for grid, known in ((padded.face, example.face), (padded.again, example.again)):
            grid[row, list(known)] = list(known.values())
    return padded
