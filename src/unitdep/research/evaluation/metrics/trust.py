"""How far the confidence of a system's answers can be trusted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from unitdep.models.calibration import SURE
from unitdep.research.evaluation.metrics.calibration import (
    COVERAGES,
    Judged,
    brier_score,
    calibration_error,
    equal_width,
    keep,
)


@dataclass(frozen=True)
class Trust:
    """How far the confidence of answers can be trusted."""

    ece: float  # expected calibration error, bins of equal width
    brier: float
    sure: int  # answers with at least ``SURE``
    sure_right: int
    coverage: dict[str, float]  # by share of the answers that are given: the share that is right


def trust(pairs: Sequence[Judged]) -> Trust:
    """Measure the confidence of answers, without the problems that have none."""
    sure = [right for probability, right in pairs if probability >= SURE]
    return Trust(
        calibration_error(equal_width(pairs)),
        brier_score(pairs),
        len(sure),
        sum(sure),
        {f"{c:g}": keep(pairs, c).accuracy for c in COVERAGES},
    )
