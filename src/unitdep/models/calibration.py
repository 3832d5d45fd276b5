"""The calibrator of a model: a logistic regression over what is known when an answer is made.

A confidence of ``SURE`` or more is a promise: at least 92% of such answers should be right,
although 0.7 alone would promise less. So an answer is sure only if its probability is at least
``cut``, chosen so that the promise holds on the texts that the regression was fitted to, and if it
has no ``DOUBTFUL`` signal. The confidence of any other answer is at most ``UNSURE``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp
from typing import Any, Final

SURE: Final = 0.7  # the least confidence of an answer that sounds sure
HEAVIEST: Final = 1e6  # of its weights; ours are below 10
UNSURE: Final = 0.69  # the most confidence of any other
DOUBTFUL: Final = (  # signals, and codes of warnings, with which no answer is sure
    "units-do-not-close",
    "unit-not-asked",
    "broken-number",
    "beyond-arithmetic",
    "negative-number",
    "amount-not-stated",
)


@dataclass(frozen=True)
class Calibrator:
    """Weights of signals, by name; a signal without a weight doesn't count."""

    bias: float
    weights: Mapping[str, float]
    cut: float = SURE  # the regression's probability from which an answer is sure

    def confidence(self, signals: Mapping[str, float]) -> float:
        """Return how far an answer with these signals can be relied on."""
        probability = self.probability(signals)
        doubtful = any(signals.get(name) for name in DOUBTFUL)
        sure = probability >= self.cut and not doubtful
        return probability if sure else min(probability, UNSURE)

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
        if not all(abs(value) <= HEAVIEST for value in (bias, *weights.values())):
            raise ValueError(f"the calibrator has weights that are not numbers up to {HEAVIEST:g}")
        if not SURE <= cut <= 1:
            raise ValueError(f"the calibrator's cut is not between {SURE} and 1")
        return cls(bias, weights, cut)
