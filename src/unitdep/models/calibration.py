"""The calibrator of a model: a logistic regression over what is known when an answer is made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp, isfinite
from typing import Any


@dataclass(frozen=True)
class Calibrator:
    """Weights of signals, by name; a signal without a weight doesn't count."""

    bias: float
    weights: Mapping[str, float]

    def probability(self, signals: Mapping[str, float]) -> float:
        """Return how likely an answer with these signals is right."""
        total = self.bias + sum(self.weights.get(name, 0.0) * x for name, x in signals.items())
        return 1 / (1 + exp(-max(-50.0, min(50.0, total))))

    def as_dict(self) -> dict[str, Any]:
        """Return the calibrator as plain data."""
        return {"bias": self.bias, "weights": dict(self.weights)}

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Calibrator:
        """Read a calibrator from plain data; raises ValueError if it can't be used."""
        weights = {str(name): float(weight) for name, weight in given["weights"].items()}
        bias = float(given["bias"])
        if not all(map(isfinite, (bias, *weights.values()))):
            raise ValueError("the calibrator has weights that are not finite")
        return cls(bias, weights)
