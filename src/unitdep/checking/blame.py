"""Blame: the first step that a right working can't have, and what is wrong with it.

Steps are gone through in order. One that doesn't make what it claims is wrong by itself. One whose
value lies on a route to the answer is right. One of known numbers that lies on no route is wrong,
and the numbers and the operation say how. One with numbers from nowhere is unclear, unless it looks
like a number that was copied wrongly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Final

from unitdep.checking.right import Right
from unitdep.checking.trace import Traced
from unitdep.checking.types import Arithmetic, Finding, Source
from unitdep.core.expression import ADDITIVE, Leaf, Operator
from unitdep.core.labels import Finish
from unitdep.reading.problem import Problem
from unitdep.reading.workings import Amount
from unitdep.units.combine import Clash
from unitdep.units.conversion import conversion, is_measure
from unitdep.units.dimension import POWERS
from unitdep.units.inflection import singular
from unitdep.units.kinds import kinds

_HUNDRED: Final = Fraction(100)
_PROVEN: Final = frozenset({Finding.ARITHMETIC_SLIP})


@dataclass(frozen=True)
class Blame:
    """What is wrong with a working, and with which step; None if no step is to blame."""

    finding: Finding
    step: int | None = None
    other: Fraction | None = None  # the number that was meant, if one was copied wrongly

    @property
    def proven(self) -> bool:
        """Whether arithmetic alone shows it."""
        return self.finding in _PROVEN


def first_slip(traced: Sequence[Traced]) -> int | None:
    """Return the first step that doesn't make what it claims."""
    return next((k for k, t in enumerate(traced) if t.arithmetic is Arithmetic.WRONG), None)


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
    factors = measure_factors(problem)
    unclear: int | None = None
    for k, step in enumerate(traced):
        if step.arithmetic is Arithmetic.WRONG:
            return Blame(Finding.ARITHMETIC_SLIP, k)
        if is_on_route(step, right, factors):
            continue
        meant = _copied(problem, step)
        if meant is not None:
            return Blame(Finding.COPIED_WRONGLY, k, meant)
        if step.written.restates or (step.has(Source.NOWHERE, Source.PART) and unclear is None):
            unclear = k if unclear is None else unclear
            continue
        if right.tree is None or not right.passed:
            continue
        return Blame(_of_step(problem, right, step), k if unclear is None else unclear)
    last = len(traced) - 1 if traced else None
    found = known or _of_answer(problem, right, traced, answer)
    if found is Finding.OTHER_ANSWER and unclear is not None:
        return Blame(Finding.OTHER_OPERATION, unclear)
    return Blame(found, last)


def is_on_route(step: Traced, right: Right, factors: Sequence[Fraction]) -> bool:
    """Whether a right working may make this step's value, in some measure."""
    made = [v for v in (step.value, step.written.value) if v is not None]
    if any(abs(value) in right.passed for value in made) and not _turned(step):
        return True
    whole = [v for v in made if right.finish is not Finish.EXACT and v.denominator == 1]
    if right.exact.denominator != 1 and any(
        v in (floor(right.exact), ceil(right.exact)) for v in whole
    ):
        return True
    return any(value * factor in right.passed for value in made for factor in factors)


def _turned(step: Traced) -> bool:
    """Whether a step takes more away than there is."""
    value = step.written.value
    return value is not None and value < 0


def measure_factors(problem: Problem) -> tuple[Fraction, ...]:
    """Return the factors between the measures of a problem."""
    nouns = {q.unit.numerator for q in problem.quantities} | {
        q.unit.denominator or "" for q in problem.quantities
    }
    if problem.question is not None:
        nouns |= {problem.question.unit.numerator, problem.question.unit.denominator or ""}
    measures = sorted(noun for noun in nouns if noun and is_measure(noun))
    pairs = (conversion(one, other) for one in measures for other in measures)
    return tuple(factor for factor in pairs if factor is not None and factor != 1)


def _copied(problem: Problem, step: Traced) -> Fraction | None:
    """Return the number of the text that a number from nowhere was meant to be."""
    unused = [q.value for q in problem.quantities if q.index not in step.leaves and not q.implied]
    for origin in step.origins:
        if origin.source is not Source.NOWHERE:
            continue
        for value in unused:
            if _alike(origin.amount.value, value):
                return value
    return None


def _alike(given: Fraction, value: Fraction) -> bool:
    """Whether one number may be the other copied wrongly: a digit changed, added or turned."""
    if given.denominator != 1 or value.denominator != 1:
        return _same_digits(str(float(given)), str(float(value)))
    return _same_digits(str(given), str(value))


def _same_digits(first: str, second: str) -> bool:
    if sorted(first) == sorted(second) or abs(len(first) - len(second)) == 1:
        longer, shorter = sorted((first, second), key=len, reverse=True)
        dropped = any(longer[:k] + longer[k + 1 :] == shorter for k in range(len(longer)))
        return dropped or sorted(first) == sorted(second)
    if len(first) != len(second):
        return False
    return sum(a != b for a, b in zip(first, second, strict=True)) == 1


def _of_step(problem: Problem, right: Right, step: Traced) -> Finding:
    """Say what is wrong with a step of known numbers that lies on no route."""
    written = [i for i in step.leaves if not problem.quantities[i].implied]
    extra = [i for i in written if i not in right.used]
    missing = [i for i in right.used if i not in step.leaves and not problem.quantities[i].implied]
    tree = step.written.tree
    if _reversed(step, right):
        return Finding.REVERSED
    if step.clash is Clash.MEASURE:
        return Finding.NOT_CONVERTED
    if extra:
        return Finding.WRONG_QUANTITY if missing else Finding.UNNEEDED_NUMBER
    if step.clash is Clash.SUM and not isinstance(tree, Leaf) and tree.operator in ADDITIVE:
        return Finding.UNITS_DO_NOT_CLOSE
    if _of_other_whole(problem, right, step):
        return Finding.WRONG_WHOLE
    if missing and len(step.origins) > 1 and _operation_on_route(step, right):
        return Finding.IGNORED_NUMBER
    return Finding.OTHER_OPERATION


def _reversed(step: Traced, right: Right) -> bool:
    """Whether a step would be right the other way round: 5 - 12 for 12 - 5."""
    tree, value = step.written.tree, step.written.value
    if isinstance(tree, Leaf) or value is None:
        return False
    if tree.operator is Operator.SUB:
        return value < 0 and -value in right.passed
    return tree.operator is Operator.DIV and value != 0 and 1 / value in right.passed


def _of_other_whole(problem: Problem, right: Right, step: Traced) -> bool:
    """Whether a percentage or a fraction is taken of something else than it should be."""
    pure = [i for i in step.leaves if problem.quantities[i].kind.pure]
    return bool(pure) and bool(set(pure) & right.used)


def _operation_on_route(step: Traced, right: Right) -> bool:
    """Whether all operands are values that a right working may pass through."""
    return all(abs(origin.amount.value) in right.passed for origin in step.origins)


def _of_answer(
    problem: Problem, right: Right, traced: Sequence[Traced], answer: Amount | None
) -> Finding:
    """Say what is wrong with an answer when no step is."""
    if answer is None:
        return Finding.UNFINISHED
    value = answer.value
    if right.finish is not Finish.EXACT or right.exact.denominator != 1:
        if _near(value, right.exact, answer.decimals) and value != right.answer.value:
            return Finding.NEEDS_ROUNDING
        if value in (floor(right.exact), ceil(right.exact), round(right.exact)):
            return Finding.ROUNDED_WRONGLY
    if any(value * factor == right.answer.value for factor in measure_factors(problem)):
        return Finding.NOT_CONVERTED
    if value == right.answer.value:
        return Finding.WRONG_UNIT
    if value in right.passed and (traced or not _given(problem, value)):
        return Finding.UNFINISHED
    return Finding.OTHER_ANSWER


def _near(value: Fraction, exact: Fraction, decimals: int) -> bool:
    if value == exact:
        return True
    return bool(decimals) and abs(value - exact) < Fraction(1, 10**decimals)


def _given(problem: Problem, value: Fraction) -> bool:
    return any(q.value == value for q in problem.quantities)


def names_other_unit(problem: Problem, answer: Amount, right: Amount) -> bool:
    """Whether an answer plainly names another thing than the question asks for.

    Words that the program can't place aren't held against anybody: "6 left", "50 bucks".
    """
    noun, wanted = answer.unit.numerator, right.unit.numerator
    if not noun or not wanted:
        return False
    if _power(answer) != _power(right) and noun == wanted:
        return True
    named = {noun, *map(singular, answer.words.split())}
    if any(_related(one, wanted) for one in named):
        return False
    if answer.unit.is_rate and not right.unit.is_rate:
        return False
    if is_measure(noun):
        return is_measure(wanted) or _counted(problem, wanted)
    nouns = {q.unit.numerator for q in problem.quantities}
    nouns |= {q.unit.denominator or "" for q in problem.quantities}
    return any(_related(one, other) for one in named for other in nouns if other)


def _power(amount: Amount) -> int:
    """Return 2 for an area and 3 for a volume."""
    return next((POWERS[word] for word in amount.unit.modifiers if word in POWERS), 1)


def _counted(problem: Problem, noun: str) -> bool:
    return any(q.unit.numerator == noun for q in problem.quantities)


def _related(noun: str, other: str) -> bool:
    if noun == other:
        return True
    return kinds().related(frozenset({noun}), frozenset({other}))
