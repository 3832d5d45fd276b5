"""Shares: "30% = 36" says that 36 is 30% of something, and means no sum.

People write it for "30% of the whole is 36". The whole is a number of the text, a result, or what
two numbers of the text make together; nobody writes which.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import ceil, floor

from unitdep.reading.workings import Amount
from unitdep.reading.workings.types import Step


@dataclass(frozen=True)
class Share:
    """A percentage and the amount that it is said to be."""

    percent: Amount
    amount: Amount

    def of(self, known: Iterable[Fraction], possible: Iterable[Fraction]) -> Fraction | None:
        """Return the number that the amount is this share of; None if it's of none.

        The share of a number that is ``known`` may be rounded, that of a ``possible`` one may not.
        """
        part, claim = self.percent.value, self.amount
        known = [whole for whole in known if whole > 0]
        exact = (whole for whole in (*known, *possible) if part * whole == claim.value)
        near = (whole for whole in known if rounds(claim, part * whole))
        return next(exact, None) or next(near, None)


def share(step: Step) -> Share | None:
    """Return what a step says about a percentage alone: 30% = 36 or 36 = 30%; None if nothing."""
    claim = step.claim
    if claim is None or not step.restates:
        return None
    sides = step.operands[0], claim
    percents = [side for side in sides if side.percent]
    amounts = [side for side in sides if not side.percent and side.remainder is None]
    if len(percents) != 1 or len(amounts) != 1 or not percents[0].value:
        return None
    if amounts[0].value in (percents[0].value, percents[0].value * 100):
        return None  # 25% = 0.25
    return Share(percents[0], amounts[0])


def together(numbers: Collection[Fraction]) -> list[Fraction]:
    """Return numbers, and what two of them make: the whole may never be written."""
    pairs = list(combinations(numbers, 2))
    return [*numbers, *(a * b for a, b in pairs), *(a + b for a, b in pairs)]


def rounds(claim: Amount, value: Fraction) -> bool:
    """Whether a claim is a value that was rounded: to its decimals, or to a whole either way."""
    if value.denominator == 1:
        return claim.about and abs(value - claim.value) * 20 <= abs(value)
    decimals = claim.decimals + (2 if claim.percent else 0)
    if not decimals:
        return claim.value in (floor(value), ceil(value))
    return abs(value - claim.value) < Fraction(1, 10**decimals)
