"""Training: the exact marginal log-likelihood of correct derivations, and its maximum."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import csr_array
from threadpoolctl import threadpool_limits

from unitdep.research.baselines.template.derivations import Integers
from unitdep.research.baselines.template.design import Example, Hashes
from unitdep.scoring.tables import Floats

MAX_ITERATIONS: Final = 500


@dataclass(frozen=True)
class Objective:
    """Training problems as two sparse matrices: derivations by parts, and parts by features."""

    hashes: Hashes  # the identity of each feature, sorted
    parts: csr_array  # (derivations, parts)
    features: csr_array  # (parts, features)
    starts: Integers  # the first derivation of each problem
    correct: NDArray[np.bool_]  # of each derivation; at least one per problem
    strength: float  # of the L2 penalty

    def __call__(self, weights: Floats) -> tuple[float, Floats]:
        """Return the penalised negative marginal log-likelihood and its gradient."""
        scores = self.parts @ (self.features @ weights)
        log_all, share = log_sums(scores, self.starts)
        log_right, right = log_sums(np.where(self.correct, scores, -np.inf), self.starts)
        loss = float((log_all - log_right).sum() + self.strength / 2 * weights @ weights)
        gradient = self.features.T @ (self.parts.T @ (share - right))
        return loss, gradient + self.strength * weights


def log_sums(scores: Floats, starts: Integers) -> tuple[Floats, Floats]:
    """Return each segment's log-sum-exp, and each score's share of its segment's sum."""
    lengths = np.diff(starts, append=len(scores))
    top = np.maximum.reduceat(scores, starts)
    raised = np.exp(scores - np.repeat(top, lengths))
    sums = np.add.reduceat(raised, starts)
    return np.log(sums) + top, raised / np.repeat(sums, lengths)


def make_objective(
    examples: Sequence[Example], correct: Sequence[NDArray[np.bool_]], strength: float
) -> Objective:
    """Stack examples, each with at least one correct derivation, into one objective."""
    counts = np.array([len(e.values) for e in examples], np.int64)
    parts = np.array([e.parts for e in examples], np.int64)
    first, offset = np.cumsum(counts) - counts, np.cumsum(parts) - parts
    rows = np.concatenate([e.rows + start for e, start in zip(examples, first, strict=True)])
    columns = np.concatenate([e.columns + o for e, o in zip(examples, offset, strict=True)])
    owners = np.concatenate([e.owners + o for e, o in zip(examples, offset, strict=True)])
    hashes, places = np.unique(np.concatenate([e.hashes for e in examples]), return_inverse=True)
    return Objective(
        hashes,
        csr_array((np.ones(len(rows)), (rows, columns)), (int(counts.sum()), int(parts.sum()))),
        csr_array((np.ones(len(owners)), (owners, places)), (int(parts.sum()), len(hashes))),
        first,
        np.concatenate(correct),
        strength,
    )


def maximise(objective: Objective, iterations: int = MAX_ITERATIONS) -> Floats:
    """Return the optimal weights found by L-BFGS, starting at zero."""
    with threadpool_limits(1):
        optimum = minimize(
            objective,
            np.zeros(len(objective.hashes)),
            jac=True,
            method="L-BFGS-B",
            options={"maxiter": iterations, "maxcor": 20},
        )
    return np.asarray(optimum.x, np.float64)
