"""Scoring: a problem becomes four tables of log-probabilities.

A scorer knows nothing about trees, and the search knows nothing about models: ``tables`` is all
they share. ``linear`` has the paper's classifiers, over the strings of ``features``; ``encoder`` is
a small transformer that also reads those features; ``blend`` averages two scorers.
"""

from unitdep.scoring.tables import Part, Scorer, ScoreTables, number_pairs

__all__ = ["Part", "ScoreTables", "Scorer", "number_pairs"]
