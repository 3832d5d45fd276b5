"""Joint: train vertex and edge labels of a graph together (paper, section "UDG Prediction").

A conditional random field over the valid graphs of a problem, with the features of the two
classifiers: log p(G) is the sum of vertex and edge scores minus a constant. Given the vertex labels
the edges are independent, so the sum over all valid graphs needs only the vertex labellings and is
exact. The model is trained to convergence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import logsumexp

from unitdep.core.graph import allowed_edge_labels
from unitdep.core.labels import EdgeLabel
from unitdep.research.learning.develop import Bench, inner_folds
from unitdep.research.learning.examples import UNLABELLED
from unitdep.research.learning.fit import Fitted
from unitdep.scoring.tables import Floats, Part

STRENGTHS = (0.05, 0.15, 0.5)  # inverse regularisation, chosen on a fifth of the training part
ITERATIONS = 500
TOLERANCE = 1e-7  # relative change of the loss at which training has converged

_BARRED = np.array(
    [
        [
            [
                0.0 if label in allowed_edge_labels(bool(a), bool(b)) else -np.inf
                for label in EdgeLabel
            ]
            for b in (0, 1)
        ]
        for a in (0, 1)
    ]
)


@dataclass(frozen=True)
class Group:
    """The training graphs with the same number of vertices."""

    vertex_rows: NDArray[np.int64]  # (graphs, vertices), the question last
    edge_rows: NDArray[np.int64]  # (graphs, edges)
    vertex_gold: NDArray[np.int64]
    edge_gold: NDArray[np.int64]


@dataclass(frozen=True)
class JointModel:
    """Vertex and edge classifiers whose scores add up to the graph's score."""

    vertex: Fitted
    edge: Fitted


def groups(bench: Bench, problems: Sequence[int]) -> list[Group]:
    """Group the graphs of some problems by size: rows of their examples, and gold labels."""
    by_size: dict[int, list[tuple[NDArray[np.int64], NDArray[np.int64]]]] = {}
    for p in problems:
        vertex, edge = (_labelled(bench, task, p) for task in (Part.VERTEX, Part.EDGE))
        if len(vertex) > 1:
            by_size.setdefault(len(vertex), []).append((vertex, edge))
    labels = {task: bench.designs[task].labels for task in (Part.VERTEX, Part.EDGE)}
    collected = []
    for members in by_size.values():
        vertex_rows, edge_rows = (np.stack(rows) for rows in zip(*members, strict=True))
        gold = labels[Part.VERTEX][vertex_rows], labels[Part.EDGE][edge_rows]
        collected.append(Group(vertex_rows, edge_rows, *gold))
    return collected


def _labelled(bench: Bench, task: Part, problem: int) -> NDArray[np.int64]:
    rows: NDArray[np.int64] = bench.designs[task].of([problem])
    return np.asarray(rows[bench.designs[task].labels[rows] != UNLABELLED])


def log_likelihood(group: Group, vertex: Floats, edge: Floats) -> tuple[float, Floats, Floats]:
    """Return the log-likelihood of a group's gold graphs and its gradients in the scores.

    ``vertex`` is (graphs, vertices, 2), ``edge`` (graphs, edges, 6).
    """
    count = vertex.shape[1]
    ends = [*combinations(range(count - 1), 2), *((i, count - 1) for i in range(count - 1))]
    barred = edge[:, :, None, None, :] + _BARRED
    by_ends = logsumexp(barred, axis=4)  # (graphs, edges, first is rate, second is rate)
    labellings = list(product((0, 1), repeat=count))
    weights = np.stack(
        [
            sum(vertex[:, v, label[v]] for v in range(count))
            + sum(by_ends[:, e, label[i], label[j]] for e, (i, j) in enumerate(ends))
            for label in labellings
        ],
        axis=1,
    )
    total = logsumexp(weights, axis=1)
    share = np.exp(weights - total[:, None])
    vertex_marginal = np.zeros_like(vertex)
    ends_marginal = np.zeros_like(by_ends)
    for k, label in enumerate(labellings):
        for v in range(count):
            vertex_marginal[:, v, label[v]] += share[:, k]
        for e, (i, j) in enumerate(ends):
            ends_marginal[:, e, label[i], label[j]] += share[:, k]
    within = np.exp(barred - by_ends[..., None])
    edge_marginal = (ends_marginal[..., None] * within).sum(axis=(2, 3))
    vertex_gold = np.eye(2)[group.vertex_gold]
    edge_gold = np.eye(len(EdgeLabel))[group.edge_gold]
    right = (vertex * vertex_gold).sum() + (edge * edge_gold).sum()
    return float(right - total.sum()), vertex_gold - vertex_marginal, edge_gold - edge_marginal


def fit_joint(bench: Bench, problems: Sequence[int], *, strength: float) -> JointModel:
    """Train the field on some problems of the training part, to convergence."""
    used = {task: bench.designs[task].of(sorted(problems)) for task in (Part.VERTEX, Part.EDGE)}
    points = {task: bench.points[task][rows] for task, rows in used.items()}
    graphs = [_renumbered(group, used) for group in groups(bench, problems)]
    shapes = {task: (points[task].shape[1] + 1, task.labels) for task in points}
    cut = int(np.prod(shapes[Part.VERTEX]))

    def unpack(flat: Floats) -> dict[Part, Floats]:
        return {
            Part.VERTEX: flat[:cut].reshape(shapes[Part.VERTEX]),
            Part.EDGE: flat[cut:].reshape(shapes[Part.EDGE]),
        }

    def loss(flat: Floats) -> tuple[float, Floats]:
        weights = unpack(flat)
        scores = {
            task: points[task] @ w[:-1].astype(np.float32) + w[-1] for task, w in weights.items()
        }
        gradient = {task: np.zeros_like(s, dtype=np.float64) for task, s in scores.items()}
        value = 0.0
        for group in graphs:
            likelihood, by_vertex, by_edge = log_likelihood(
                group,
                scores[Part.VERTEX][group.vertex_rows].astype(np.float64),
                scores[Part.EDGE][group.edge_rows].astype(np.float64),
            )
            value -= likelihood
            gradient[Part.VERTEX][group.vertex_rows] = -by_vertex
            gradient[Part.EDGE][group.edge_rows] = -by_edge
        parts = []
        for task, slope in gradient.items():
            inner = (points[task].T @ slope.astype(np.float32)).astype(np.float64)
            inner += weights[task][:-1] / strength
            value += float((weights[task][:-1] ** 2).sum()) / (2 * strength)
            parts += [inner.ravel(), slope.sum(axis=0)]
        return value, np.concatenate(parts)

    start = np.zeros(cut + int(np.prod(shapes[Part.EDGE])))
    solved = minimize(
        loss, start, jac=True, method="L-BFGS-B", options={"maxiter": ITERATIONS, "ftol": TOLERANCE}
    )
    return JointModel(*(_fitted(w, problems) for w in unpack(solved.x).values()))


def _renumbered(group: Group, used: Mapping[Part, NDArray[np.int64]]) -> Group:
    """Renumber a group's rows by their position among the used rows, which are sorted."""
    return replace(
        group,
        vertex_rows=np.searchsorted(used[Part.VERTEX], group.vertex_rows),
        edge_rows=np.searchsorted(used[Part.EDGE], group.edge_rows),
    )


def _fitted(weights: Floats, problems: Sequence[int]) -> Fitted:
    rows = np.asarray(problems, np.int64)
    return Fitted(rows, weights[:-1].astype(np.float32), weights[-1].astype(np.float32))


def develop_joint(bench: Bench, seed: int) -> float:
    """Choose the regularisation by the likelihood of the graphs of a held-out fifth."""
    held = set(inner_folds(bench, seed)[0])
    rest = [p for p in bench.training if p not in held]
    test = groups(bench, sorted(held))

    def quality(strength: float) -> float:
        model = fit_joint(bench, rest, strength=strength)
        return sum(log_likelihood(group, *_scores(bench, model, group))[0] for group in test)

    return max(STRENGTHS, key=quality)


def _scores(bench: Bench, model: JointModel, group: Group) -> tuple[Floats, Floats]:
    vertex = model.vertex.log_probabilities(bench.points[Part.VERTEX][group.vertex_rows.ravel()])
    edge = model.edge.log_probabilities(bench.points[Part.EDGE][group.edge_rows.ravel()])
    return (
        vertex.reshape(*group.vertex_rows.shape, 2),
        edge.reshape(*group.edge_rows.shape, len(EdgeLabel)),
    )


def joint_tables(
    bench: Bench, model: JointModel, problems: Sequence[int]
) -> tuple[Mapping[int, Floats], Mapping[int, Floats]]:
    """Score problems' vertices and edges; with weight 1 ``graph_only`` finds the best graph."""
    return tuple(  # type: ignore[return-value]
        dict(zip(problems, bench.log_probabilities(task, fitted, problems), strict=True))
        for task, fitted in ((Part.VERTEX, model.vertex), (Part.EDGE, model.edge))
    )
