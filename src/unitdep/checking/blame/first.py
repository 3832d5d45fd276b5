"""The first step that a right working can't have.

Steps are gone through in order. One that doesn't make what it claims is wrong by itself. One whose
value is on a route to the answer is right. One of known numbers that is on no route is wrong,
and the numbers and the operation say how. One with numbers from nowhere is unclear, unless it looks
like a number that was copied wrongly. If all steps are on some route and the answer is wrong all
the same, detours such as counting out don't count: they must lead somewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from unitdep.checking.blame.copies import Copies
from unitdep.checking.blame.findings import extra_numbers, is_reversed, of_answer, of_step
from unitdep.checking.blame.units import measure_factors
from unitdep.checking.right import Right
from unitdep.checking.shares import share
from unitdep.checking.trace import Traced
from unitdep.checking.types import Arithmetic, Finding, Source
from unitdep.core.labels import Finish
from unitdep.reading.problem import Problem
from unitdep.reading.workings import Amount


@dataclass(frozen=True)
class Blame:
    """What is wrong with a working, and with which step; None if no step is to blame."""

    finding: Finding
    step: int | None = None
    other: Fraction | None = None  # the number that was meant, if one was copied wrongly


def first_slip(traced: Sequence[Traced]) -> int | None:
    """Return the first step that certainly doesn't make what it claims.

    Nobody can be certain what 30% = 36 is a share of.
    """
    wrong = (k for k, t in enumerate(traced) if t.arithmetic is Arithmetic.WRONG)
    return next((k for k in wrong if share(traced[k].written) is None), None)


def blame(
    problem: Problem,
    right: Right,
    traced: Sequence[Traced],
    answer: Amount | None,
    known: Finding | None = None,
) -> Blame:
    """Find what is wrong with a working whose answer is wrong.

    ``known`` is what the answer alone says, if no step is to blame.
    """
    slip = first_slip(traced)
    if slip is not None and not right.trusted:  # what is certain goes first
        return Blame(Finding.ARITHMETIC_SLIP, slip)
    factors = measure_factors(problem)
    found = _search(problem, right, traced, lambda k: is_on_route(traced[k], right, factors))
    if found is not None and found.finding is not None:
        return Blame(found.finding, found.step, found.other)
    stopped = known or of_answer(problem, right, traced, answer)
    if stopped is Finding.OTHER_ANSWER and traced:
        strict = _search(problem, right, traced, lambda k: _is_natural(problem, traced[k], right))
        if strict is not None:
            return Blame(strict.finding or Finding.OTHER_OPERATION, strict.step, strict.other)
    return Blame(stopped, len(traced) - 1 if traced else None)


@dataclass(frozen=True)
class _Found:
    step: int
    finding: Finding | None = None  # None if the step is only unclear
    other: Fraction | None = None


def _search(
    problem: Problem, right: Right, traced: Sequence[Traced], is_fine: Callable[[int], bool]
) -> _Found | None:
    """Return the first step that isn't fine, or else the first that is unclear."""
    unclear: int | None = None
    copies = Copies(problem, traced)
    for k, step in enumerate(traced):
        if step.arithmetic is Arithmetic.WRONG:
            return _Found(k, Finding.ARITHMETIC_SLIP)
        meant = copies.meant(k)
        if meant is not None:
            return _Found(k, Finding.COPIED_WRONGLY, meant)
        if is_reversed(step, right):
            return _Found(k, Finding.REVERSED)
        if is_fine(k):
            continue
        meant = copies.meant(k, short=True)
        if meant is not None:
            return _Found(k, Finding.COPIED_WRONGLY, meant)
        if step.written.restates or (step.has(Source.NOWHERE, Source.PART) and unclear is None):
            unclear = k if unclear is None else unclear
            continue
        if right.tree is not None and right.passed:
            at = k if unclear is None else unclear
            return _Found(at, of_step(problem, right, traced, k))
    return None if unclear is None else _Found(unclear)


def is_on_route(step: Traced, right: Right, factors: Sequence[Fraction]) -> bool:
    """Whether a right working may make this step's value, in some measure."""
    made = step.made
    if any(abs(value) in right.passed for value in made) and not _turned(step):
        return True
    whole = [v for v in made if right.finish is not Finish.EXACT and v.denominator == 1]
    if right.exact.denominator != 1 and any(
        v in (floor(right.exact), ceil(right.exact)) for v in whole
    ):
        return True
    return any(value * factor in right.passed for value in made for factor in factors)


def _is_natural(problem: Problem, step: Traced, right: Right) -> bool:
    """Whether a step makes a part of the right expression, of the numbers that it needs."""
    return any(v in right.natural for v in step.made) and not extra_numbers(problem, right, step)


def _turned(step: Traced) -> bool:
    """Whether a step takes more away than there is."""
    value = step.written.value
    return value is not None and value < 0
