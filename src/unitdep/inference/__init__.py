"""Inference: score tables become a ranking of (graph, tree) tuples.

``search`` finds the most probable answers: up to five quantities by listing every tree
(``listed``), above that best first with a bound (``best_first``). ``constraints`` searches under
what a person has decided, ``compare`` says how far any other answer is behind the best, and
``graph_only`` finds the best graph without a tree.
"""

from unitdep.inference.constraints import Constraints, search_constrained
from unitdep.inference.search import search, search_many
from unitdep.inference.types import Candidate, Query, Ranking, Weights, queries

__all__ = [
    "Candidate",
    "Constraints",
    "Query",
    "Ranking",
    "Weights",
    "queries",
    "search",
    "search_constrained",
    "search_many",
]
