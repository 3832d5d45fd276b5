"""The protocol of feature sets: which strings describe the examples of each classifier."""

from __future__ import annotations

from typing import Protocol

from unitdep.scoring.features.view import View


class FeatureSet(Protocol):
    """The features of the four classifiers' examples, in the order of the score tables."""

    @property
    def name(self) -> str:
        """The name by which results and models refer to it."""
        ...

    def irrelevance(self, view: View) -> list[list[str]]:
        """Return one example per quantity."""
        ...

    def lca(self, view: View) -> list[list[str]]:
        """Return one example per pair of quantities."""
        ...

    def vertex(self, view: View) -> list[list[str]]:
        """Return one example per quantity, then one for the question."""
        ...

    def edge(self, view: View) -> list[list[str]]:
        """Return one example per pair of quantities, then each quantity with the question."""
        ...
