"""Feature sets: which strings describe an example of each classifier."""

from __future__ import annotations

from typing import Protocol

from unitdep.scoring.features.view import View


class FeatureSet(Protocol):
    """Gives the features of the four classifiers' examples, in the order of the score tables."""

    @property
    def name(self) -> str:
        """The name under which results and models cite it."""
        ...

    def irrelevance(self, view: View) -> list[list[str]]:
        """One example a quantity."""
        ...

    def lca(self, view: View) -> list[list[str]]:
        """One example a pair of quantities."""
        ...

    def vertex(self, view: View) -> list[list[str]]:
        """One example a quantity, then the question."""
        ...

    def edge(self, view: View) -> list[list[str]]:
        """One example a pair of quantities, then each quantity with the question."""
        ...
