"""One system on one data set: a stored model applied to texts, or cross-validation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from typing import Any, Final, Protocol

import numpy as np

from unitdep.datasets import Dataset, Record, annotate
from unitdep.evaluation.folds import RANDOM_FOLDS, folds_of
from unitdep.evaluation.significance import bootstrap_interval
from unitdep.evaluation.solving import FoldRun, cross_validate
from unitdep.expression import evaluate
from unitdep.learning.default import NothingToLearn, learnable
from unitdep.learning.tuning import TOLERANCE
from unitdep.scoring.linear import FeatureSet
from unitdep.solution import Solution
from unitdep.solver import Solver
from unitdep.store import Model
from unitdep.wording import json_number

FOLD_STEPS: Final = 1 + RANDOM_FOLDS  # how many times ``evaluate_folds`` reports progress
_NEAR: Final = Fraction(TOLERANCE)

Progress = Callable[[str], None]


class SolvesMany(Protocol):
    """Anything that solves texts in order."""

    solve_many: Callable[[Sequence[str]], Any]
