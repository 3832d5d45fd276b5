"""The protocol of all trainable solvers: fit on annotated problems, predict on problems."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Protocol

from unitdep.core.expression import Expression
from unitdep.reading.problem import Problem
from unitdep.research.datasets import AnnotatedProblem


@dataclass(frozen=True)
class Prediction:
    """A system's answer to a problem; all None if it has no positive answer."""

    answer: Fraction | None = None
    tree: Expression | None = None  # monotonic, over the problem's quantities
    probability: float = 0.0


class FittedSystem(Protocol):
    """A system after training."""

    def predict(self, problems: Sequence[Problem]) -> list[Prediction]:
        """Solve problems, in order; never raises for a problem's text."""
        ...

    def save(self, folder: Path) -> None:
        """Write the system as JSON and plain arrays."""
        ...


class System(Protocol):
    """A system before training."""

    @property
    def name(self) -> str:
        """The name on the command line and in results."""
        ...

    def fit(self, problems: Sequence[AnnotatedProblem], *, seed: int = 0) -> FittedSystem:
        """Train on annotated problems; deterministic for a given seed."""
        ...

    def load(self, folder: Path) -> FittedSystem:
        """Read a system that ``save`` wrote."""
        ...
