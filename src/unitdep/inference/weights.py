"""The scaling parameters of the joint score (paper, section "Joint Inference")."""

from __future__ import annotations

from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Weights:
    """Lambdas of Score(G, T); the LCA operation term has weight 1.

    ``left_out`` is what a pair that the tree leaves out is worth, as a share of its expected
    log-probability: all terms are negative, so without it a tree gains by dropping quantities.
    """

    irrelevance: float = 1.0
    vertex: float = 1.0
    edge: float = 1.0
    left_out: float = 1.0
    temperature: float = 1.0  # divides scores before they become probabilities

    def as_dict(self) -> dict[str, float]:
        """Give the weights by name."""
        return asdict(self)
