"""Inference: score tables and weights in, ranked (graph, tree) tuples out, exactly.

``forest`` lists the expressions over n quantities once; ``search`` scores every consistent tuple of
them; ``rank`` groups them by answer.
"""

from unitdep.inference.rank import search, search_many
from unitdep.inference.types import Candidate, Ranking
from unitdep.inference.weights import Weights

__all__ = ["Candidate", "Ranking", "Weights", "search", "search_many"]
