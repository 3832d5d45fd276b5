"""The linear scorer: feature strings, hashed, under four logistic regressions.

``paper`` and ``own`` are feature sets; ``view`` is what they read; ``model`` is a classifier as
plain arrays; ``scorer`` joins four of them.
"""

from unitdep.scoring.features.sets import FeatureSet
from unitdep.scoring.linear.model import LinearModel
from unitdep.scoring.linear.scorer import FEATURE_SETS, LinearScorer

__all__ = ["FEATURE_SETS", "FeatureSet", "LinearModel", "LinearScorer"]
