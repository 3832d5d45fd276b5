"""The calibrator of a model: a logistic regression over what is known when an answer is made.

A confidence of ``SURE`` or more is a promise: at least 92% of such answers should be right,
although 0.7 alone would promise less. So the regression's probability is lowered around ``SURE``
until the promise holds on the texts that it was fitted to: from its probability ``cut`` on, an
answer is sure. Below ``CAREFUL`` and above ``CERTAIN`` nothing is changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp, isfinite
from typing import Any, Final

SURE: Final = 0.7  # the least confidence of an answer that sounds sure
CAREFUL: Final = 0.66
CERTAIN: Final = 0.92


@dataclass(frozen=True)
class Calibrator:
    """Weights of signals, by name; a signal without a weight doesn't count."""

    bias: float
    weights: Mapping[str, float]
    cut: float = SURE  # the regression's probability from which an answer is sure

    def confidence(self, signals: Mapping[str, float]) -> float:
        """Return how far an answer with these signals can be relied on."""
        known = (0.0, CAREFUL, self.cut, CERTAIN, 1.0)
        shown = (0.0, CAREFUL, SURE, CERTAIN, 1.0)
        probability = self.probability(signals)
        place = next(i for i in range(1, len(known)) if probability <= known[i])
        share = (probability - known[place - 1]) / (known[place] - known[place - 1])
        return shown[place - 1] + share * (shown[place] - shown[place - 1])

    def probability(self, signals: Mapping[str, float]) -> float:
        """Return how likely an answer with these signals is right."""
        total = self.bias + sum(self.weights.get(name, 0.0) * x for name, x in signals.items())
        return 1 / (1 + exp(-max(-50.0, min(50.0, total))))

    def as_dict(self) -> dict[str, Any]:
        """Return the calibrator as plain data."""
        return {"bias": self.bias, "cut": self.cut, "weights": dict(self.weights)}

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Calibrator:
        """Read a calibrator from plain data; raises ValueError if it can't be used."""
        weights = {str(name): float(weight) for name, weight in given["weights"].items()}
        bias, cut = float(given["bias"]), float(given.get("cut", SURE))
        if not all(map(isfinite, (bias, *weights.values()))):
            raise ValueError("the calibrator has weights that are not finite")
        if not CAREFUL < cut < CERTAIN:
            raise ValueError(f"the calibrator's cut is not between {CAREFUL} and {CERTAIN}")
        return cls(bias, weights, cut)
