"""Scoring: a problem becomes four tables of log-probabilities.

A scorer knows nothing of trees; the search knows nothing of models. ``linear`` holds the paper's
classifiers.
"""

from unitdep.scoring.tables import Scorer, ScoreTables, number_pairs

__all__ = ["ScoreTables", "Scorer", "number_pairs"]
