"""Findings: what is wrong with a step that is on no route, or with an answer."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor

from unitdep.checking.blame.units import measure_factors
from unitdep.checking.right import Right
from unitdep.checking.trace import Traced
from unitdep.checking.types import Finding
from unitdep.core.expression import ADDITIVE, Leaf, Operator
from unitdep.core.labels import Finish
from unitdep.reading.problem import Problem
from unitdep.reading.workings import Amount
from unitdep.units.combine import Clash


def of_step(problem: Problem, right: Right, traced: Sequence[Traced], at: int) -> Finding:
    """Return what is wrong with a step of known numbers that is on no route."""
    step = traced[at]
    everywhere = frozenset().union(*(one.leaves for one in traced))
    extra = extra_numbers(problem, right, step)
    missing = [i for i in right.used if i not in everywhere and not problem.quantities[i].implied]
    tree = step.written.tree
    if is_reversed(step, right):
        return Finding.REVERSED
    if step.clash is Clash.MEASURE:
        return Finding.NOT_CONVERTED
    if extra and not _adds_other_things(step, right):
        return Finding.WRONG_QUANTITY if missing else Finding.UNNEEDED_NUMBER
    if step.clash is Clash.SUM and not isinstance(tree, Leaf) and tree.operator in ADDITIVE:
        return Finding.UNITS_DO_NOT_CLOSE
    if not extra and _leaves_out(problem, traced, missing) and _operands_on_route(step, right):
        return Finding.IGNORED_NUMBER
    if extra:
        return Finding.WRONG_QUANTITY if missing else Finding.UNNEEDED_NUMBER
    if _leaves_out_conversion(problem, right, everywhere):
        return Finding.NOT_CONVERTED
    if _of_other_whole(problem, right, step):
        return Finding.WRONG_WHOLE
    return Finding.OTHER_OPERATION


def _leaves_out(problem: Problem, traced: Sequence[Traced], missing: Sequence[int]) -> bool:
    """Whether a number that is needed is nowhere in the working, not even as a result."""
    written = written_numbers(problem, traced)
    return any(i not in written for i in missing)


def written_numbers(problem: Problem, traced: Sequence[Traced]) -> frozenset[int]:
    """Return the numbers of the text that a working has anywhere, also as a result."""
    made = {step.value for step in traced}
    same = (q.index for q in problem.quantities if q.value in made)
    return frozenset().union(same, *(step.leaves for step in traced))


def extra_numbers(problem: Problem, right: Right, step: Traced) -> list[int]:
    """Return the numbers of the text that a step uses and the right expression doesn't."""
    written = (i for i in step.leaves if not problem.quantities[i].implied)
    return [i for i in written if i not in right.used]


def _adds_other_things(step: Traced, right: Right) -> bool:
    """Whether a needed number is put together with one that counts other things."""
    tree = step.written.tree
    additive = not isinstance(tree, Leaf) and tree.operator in ADDITIVE
    return additive and step.clash is Clash.SUM and bool(step.leaves & right.used)


def is_reversed(step: Traced, right: Right) -> bool:
    """Whether a step would be right the other way round: 5 - 12 for 12 - 5."""
    tree, value = step.written.tree, step.written.value
    if isinstance(tree, Leaf) or not value:
        return False
    if tree.operator is Operator.SUB:
        return value < 0 and -value in right.natural
    if tree.operator is not Operator.DIV or value in right.natural:
        return False
    return 1 / value in right.natural


def _leaves_out_conversion(problem: Problem, right: Right, used: frozenset[int]) -> bool:
    """Whether a conversion between measures is needed and nowhere done."""
    factors = [problem.quantities[i] for i in right.used if problem.quantities[i].implied]
    return any(
        q.index not in used
        and q.unit.denominator is not None
        and bool(measure_factors(problem))
        and q.value in measure_factors(problem)
        for q in factors
    )


def _of_other_whole(problem: Problem, right: Right, step: Traced) -> bool:
    """Whether a percentage or a fraction is taken of something else than it should be."""
    parts = [
        i
        for i in step.leaves
        if problem.quantities[i].kind.pure and problem.quantities[i].value.denominator != 1
    ]
    tree = step.written.tree
    multiplies = not isinstance(tree, Leaf) and tree.operator is Operator.MUL
    return multiplies and bool(set(parts) & right.used)


def _operands_on_route(step: Traced, right: Right) -> bool:
    """Whether all operands are values that a right working may pass through."""
    several = len(step.origins) > 1
    return several and all(abs(o.amount.value) in right.passed for o in step.origins)


def of_answer(
    problem: Problem, right: Right, traced: Sequence[Traced], answer: Amount | None
) -> Finding:
    """Return what is wrong with an answer when no step is."""
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
    if value == -right.answer.value:
        return Finding.REVERSED
    if value in right.natural and (traced or not _given(problem, value)):
        return _stopped(problem, right, traced, value)
    return Finding.OTHER_ANSWER


def _stopped(problem: Problem, right: Right, traced: Sequence[Traced], value: Fraction) -> Finding:
    """Return whether a working stops too early, or leaves a number out on its way.

    A whole part of the right expression is a stop. Of a chain, what is left out comes later in the
    text than what is used.
    """
    used = frozenset().union(*(step.leaves for step in traced))
    left = [i for i in right.used if i not in used and not problem.quantities[i].implied]
    taken = [i for i in used if not problem.quantities[i].implied]
    if value in right.parts or not left or not taken or min(left) > max(taken):
        return Finding.UNFINISHED
    return Finding.IGNORED_NUMBER


def _near(value: Fraction, exact: Fraction, decimals: int) -> bool:
    if value == exact:
        return True
    return bool(decimals) and abs(value - exact) < Fraction(1, 10**decimals)


def _given(problem: Problem, value: Fraction) -> bool:
    return any(q.value == value for q in problem.quantities)
