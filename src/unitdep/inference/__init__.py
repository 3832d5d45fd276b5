"""Inference: score tables and weights in, ranked (graph, tree) tuples out, exactly.

``forest`` lists the expressions over n quantities once; ``search`` scores every consistent tuple of
them; ``rank`` groups them by answer. ``constraints`` searches under what a person has decided.
"""

from unitdep.inference.constraints import Constraints, search_constrained
from unitdep.inference.search import search, search_many
from unitdep.inference.types import Candidate, Ranking, Weights

__all__ = [
    "Candidate",
    "Constraints",
    "Ranking",
    "Weights",
    "search",
    "search_constrained",
    "search_many",
]
