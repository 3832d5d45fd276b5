"""The linear scorer: four logistic regressions over hashed feature strings.

``model`` is one classifier as plain arrays; ``scorer`` joins four of them over a feature set.
"""

from unitdep.scoring.features.sets import FeatureSet
from unitdep.scoring.linear.model import LinearModel
from unitdep.scoring.linear.scorer import FEATURE_SETS, LinearScorer

__all__ = ["FEATURE_SETS", "FeatureSet", "LinearModel", "LinearScorer"]
