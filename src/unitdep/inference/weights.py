"""The scaling parameters of the joint score (paper, section "Joint Inference")."""

from __future__ import annotations

from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Weights:
    """Lambdas of Score(G, T); the LCA operation term has weight 1.

    Irrelevance and vertex terms are log-odds, so that a tree gains nothing by mere dropping.
    """

    irrelevance: float = 1.0
    vertex: float = 1.0
    edge: float = 1.0
    temperature: float = 1.0  # divides scores before they become probabilities

    def as_dict(self) -> dict[str, float]:
        """Give the weights by name."""
        return asdict(self)
