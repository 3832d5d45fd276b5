"""How well confidences hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from unitdep.models.calibration import SURE
from unitdep.research.confidence.collect import Row

BINS: Final = 10


@dataclass(frozen=True)
class Measured:
    """What is promised about confidences, on one set of texts."""

    texts: int
    in_reach: int  # texts that can be answered
    right: int
    answered: int
    sure: int  # answers with a confidence of SURE or more
    sure_right: int
    beyond: int  # texts that can't be answered
    beyond_sure: int  # of them, those that get a sure answer
    error: float  # expected calibration error (ECE) over all answers

    def to_dict(self) -> dict[str, Any]:
        """Return the counts, and the shares that are promised."""
        return {
            **vars(self),
            "error": round(self.error, 4),
            "right_share": _share(self.right, self.in_reach),
            "sure_right_share": _share(self.sure_right, self.sure),
            "beyond_sure_share": _share(self.beyond_sure, self.beyond),
        }


def measure(rows: Sequence[Row]) -> Measured:
    """Measure the confidences of rows."""
    answered = [row for row in rows if row.answered]
    sure = [row for row in answered if row.confidence >= SURE]
    beyond = [row for row in rows if not row.in_reach]
    return Measured(
        texts=len(rows),
        in_reach=len(rows) - len(beyond),
        right=sum(row.right for row in rows),
        answered=len(answered),
        sure=len(sure),
        sure_right=sum(row.right for row in sure),
        beyond=len(beyond),
        beyond_sure=sum(row.answered and row.confidence >= SURE for row in beyond),
        error=calibration_error([(row.confidence, row.right) for row in answered]),
    )


def by_kind(rows: Sequence[Row]) -> dict[str, dict[str, int]]:
    """Return how many texts of each kind there are, are right, and get a sure answer."""
    kinds: dict[str, dict[str, int]] = {}
    for row in sorted(rows, key=lambda row: row.kind):
        counts = kinds.setdefault(row.kind, {"texts": 0, "right": 0, "sure": 0, "sure_right": 0})
        sure = row.answered and row.confidence >= SURE
        for name, counted in zip(counts, (True, row.right, sure, sure and row.right), strict=True):
            counts[name] += counted
    return kinds


def calibration_error(pairs: Sequence[tuple[float, bool]]) -> float:
    """Return the expected calibration error: the mean distance of confidence and share right.

    Answers are put in BINS of equal width, and a bin counts by its answers.
    """
    total = 0.0
    for inside in _bins(pairs):
        confidence = sum(c for c, _ in inside)
        right = sum(r for _, r in inside)
        total += abs(confidence - right)
    return total / max(len(pairs), 1)


def _bins(pairs: Sequence[tuple[float, bool]]) -> Iterator[list[tuple[float, bool]]]:
    for number in range(BINS):
        inside = [p for p in pairs if min(int(p[0] * BINS), BINS - 1) == number]
        if inside:
            yield inside


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0
