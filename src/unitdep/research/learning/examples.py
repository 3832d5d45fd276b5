"""Design matrices: the classifiers' examples for a whole data set as sparse rows, built once.

Cross-validation fits on some rows and scores others, so features are extracted and hashed once per
data set, not once per fold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from unitdep.core.expression import lca_operations, leaves
from unitdep.core.graph import derive_everyday
from unitdep.core.labels import QUESTION, Reading, Vertex
from unitdep.research.datasets import AnnotatedProblem
from unitdep.scoring.features.sets import FeatureSet
from unitdep.scoring.features.view import view
from unitdep.scoring.linear.model import Hashes, hash_features
from unitdep.scoring.tables import Part, number_pairs

UNLABELLED = -1


@dataclass(frozen=True)
class Design:
    """One classifier's examples over a data set."""

    rows: csr_array  # (examples, features)
    hashes: Hashes  # (features,), sorted
    labels: NDArray[np.int64]  # (examples,): UNLABELLED if there is no gold label
    bounds: NDArray[np.int64]  # (problems + 1,): the first example of each problem

    def of(self, problems: Sequence[int]) -> NDArray[np.int64]:
        """Return the row numbers of some problems, in order."""
        spans = [np.arange(self.bounds[p], self.bounds[p + 1]) for p in problems]
        return np.concatenate(spans) if spans else np.zeros(0, np.int64)

    def frequent(self, problems: Sequence[int], least: int) -> Design:
        """Keep the features that at least ``least`` examples of these problems have."""
        counts = np.bincount(self.rows[self.of(problems)].indices, minlength=len(self.hashes))
        kept = np.flatnonzero(counts >= least)
        return Design(self.rows[:, kept], self.hashes[kept], self.labels, self.bounds)


def build_designs(
    problems: Sequence[AnnotatedProblem],
    features: FeatureSet,
    reading: Reading,
    tasks: Iterable[Part] = Part,
) -> dict[Part, Design]:
    """Extract the features and labels of every problem for some or all of the classifiers."""
    views = [view(p.problem) for p in problems]
    read: dict[Part, Callable[..., list[list[str]]]] = {
        Part.IRRELEVANCE: features.irrelevance,
        Part.LCA: features.lca,
        Part.VERTEX: features.vertex,
        Part.EDGE: features.edge,
    }
    gold = [gold_labels(p, reading) for p in problems]
    designs = {}
    for task in tasks:
        examples = [[hash_features(e) for e in read[task](v)] for v in views]
        designs[task] = _assemble(examples, [labels[task] for labels in gold])
    return designs


def _assemble(examples: list[list[Hashes]], labels: list[list[int]]) -> Design:
    flat = [example for problem in examples for example in problem]
    lengths = [len(example) for example in flat]
    joined = np.concatenate(flat) if flat else np.zeros(0, np.uint32)
    hashes, columns = np.unique(joined, return_inverse=True)
    pointers = np.concatenate([[0], np.cumsum(lengths)])
    rows = csr_array(
        (np.ones(len(joined), np.float64), columns, pointers), shape=(len(flat), len(hashes))
    )
    bounds = np.concatenate([[0], np.cumsum([len(problem) for problem in examples])])
    return Design(rows, hashes, np.array([y for p in labels for y in p], np.int64), bounds)


def gold_labels(annotated: AnnotatedProblem, reading: Reading) -> dict[Part, list[int]]:
    """Return the label of every example of one problem, in the order of the score tables.

    The LCA, vertex and edge classifiers are trained only on quantities in the gold tree.
    """
    size = annotated.problem.size
    pairs = number_pairs(size)
    tree, rates = annotated.tree, annotated.rates
    if tree is None:
        blank = {Part.IRRELEVANCE: size, Part.LCA: len(pairs), Part.VERTEX: size + 1}
        return {task: [UNLABELLED] * blank.get(task, len(pairs) + size) for task in Part}
    used = set(leaves(tree))
    operations = lca_operations(tree)
    vertex = [UNLABELLED] * (size + 1)
    edge = [UNLABELLED] * (len(pairs) + size)
    if rates is not None:
        pure = {i for i in used if annotated.problem.quantities[i].kind.pure}
        graph = derive_everyday(tree, rates, pure, reading)
        labelled = used - pure
        vertex = [int(i in rates) if i in labelled else UNLABELLED for i in range(size)]
        vertex.append(int(QUESTION in rates))
        ends: list[tuple[Vertex, Vertex]] = [*pairs, *((i, QUESTION) for i in range(size))]
        edge = [
            UNLABELLED if pure & set(end) else int(graph.labels.get(end, UNLABELLED))
            for end in ends
        ]
    return {
        Part.IRRELEVANCE: [int(i not in used) for i in range(size)],
        Part.LCA: [int(operations.get(pair, UNLABELLED)) for pair in pairs],
        Part.VERTEX: vertex,
        Part.EDGE: edge,
    }
