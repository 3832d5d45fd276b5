"""Evidence: what speaks against a working, whatever the right answer is.

It comes from the text and the working alone: a number that the text doesn't have, less than
nothing, a broken number of things that come whole, an answer in other things than the question
asks for. No answer of the program is needed for that, only its reading of the text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from unitdep.checking.blame.copies import Copies
from unitdep.checking.blame.first import Blame
from unitdep.checking.blame.units import names_other_unit
from unitdep.checking.trace import Traced
from unitdep.checking.types import Finding, Source
from unitdep.core.labels import QUESTION
from unitdep.reading.problem import Problem
from unitdep.reading.workings import Amount, Working
from unitdep.steps.doubts import whole_things
from unitdep.steps.vertices import rule_unit
from unitdep.units.conversion import is_measure, is_money

_BELOW_ZERO: Final = frozenset({"degree", "floor", "level", "storey", "point"})


def is_evident(
    problem: Problem,
    working: Working,
    traced: Sequence[Traced],
    answer: Amount | None,
    found: Blame,
) -> bool:
    """Whether a working is wrong by what the text says, not by what the program computes."""
    if found.finding is Finding.COPIED_WRONGLY and found.step is not None:
        return not working.unread and Copies(problem, traced).meant(found.step) is not None
    if answer is None:
        return False
    return (
        _is_less_than_nothing(problem, traced, answer)
        or _is_broken(problem, answer)
        or _is_of_other_things(problem, answer)
    )


def evidence(
    problem: Problem, working: Working, traced: Sequence[Traced], answer: Amount | None
) -> Blame | None:
    """Return what speaks against a working if no right answer is known; None if nothing does."""
    copies = Copies(problem, traced)
    for k in range(len(traced)):
        if not working.unread and (meant := copies.meant(k)) is not None:
            return Blame(Finding.COPIED_WRONGLY, k, meant)
    last = len(traced) - 1 if traced else None
    if answer is None:
        return None
    if _is_less_than_nothing(problem, traced, answer):
        below = (k for k, step in enumerate(traced) if (step.written.value or 0) < 0)
        return Blame(Finding.REVERSED, next(below, last))
    if _is_broken(problem, answer):
        return Blame(Finding.NEEDS_ROUNDING, last)
    if _is_of_other_things(problem, answer):
        return Blame(Finding.WRONG_UNIT, last)
    return None


def _is_less_than_nothing(problem: Problem, traced: Sequence[Traced], answer: Amount) -> bool:
    """Whether more is taken away than there is, of things that can't be less than nothing."""
    asked = problem.question.unit.numerator if problem.question else ""
    known = all(not step.has(Source.NOWHERE) for step in traced)
    return answer.value < 0 and known and asked not in _BELOW_ZERO


def _is_broken(problem: Problem, answer: Amount) -> bool:
    """Whether the answer is a broken number of things that come whole."""
    percent = answer.percent or answer.remainder is not None
    return answer.value.denominator != 1 and not percent and bool(whole_things(problem))


def _is_of_other_things(problem: Problem, answer: Amount) -> bool:
    """Whether the answer names something else than a question of "how many" asks for."""
    asked, question = rule_unit(problem, QUESTION), problem.question
    if not answer.has_unit or not asked.numerator or question is None:
        return False
    words = problem.words.low[question.token_start : question.token_end]
    if "many" not in words and (not is_measure(asked.numerator) or is_money(asked.numerator)):
        return False
    return names_other_unit(problem, answer, replace(answer, unit=asked))
