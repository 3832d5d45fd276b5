"""Trace: where the numbers of a working come from, and what its steps make, with units.

Every operand of a step is a number of the text, one that the text implies, the result of an
earlier step, part of one of these, or it comes from nowhere. From that follow the units of the
step, by the one algebra (``units.combine``), and whether the step makes what it claims.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import floor
from typing import Final

from unitdep.checking.shares import Share, rounds, share, together
from unitdep.checking.types import Arithmetic, Origin, Source, UnitTrail
from unitdep.core.expression import ADDITIVE, Expression, Leaf, Operator
from unitdep.core.graph import UnitGraph
from unitdep.reading.problem import Problem
from unitdep.reading.workings import Amount, Joined, Working
from unitdep.reading.workings.terms.clocks import MINUTE
from unitdep.reading.workings.types import Step as WrittenStep
from unitdep.reading.workings.types import value_of
from unitdep.steps.step import Step, take
from unitdep.steps.work import given_term
from unitdep.units.combine import Clash, Term
from unitdep.units.conversion import conversion, is_measure
from unitdep.units.dimension import Dimension, dimension_of
from unitdep.units.wording import plural_name, unit_name

# What people know without being told: hours, minutes, days, weeks, months, dozens, percent, money.
KNOWN: Final = frozenset(map(Fraction, (1, 2, 4, 7, 10, 12, 24, 30, 52, 60, 100, 365, 1000)))
_HUNDRED: Final = Fraction(100)
_HALF_DAY: Final = 12 * 60  # minutes


@dataclass(frozen=True)
class Traced:
    """A step whose operands have been traced."""

    written: WrittenStep
    origins: tuple[Origin, ...]
    taken: tuple[Step, ...]  # its operations with units, operands first
    result: Term | None  # None if it divides by zero
    arithmetic: Arithmetic
    leaves: frozenset[int]  # the quantities of the text that went into it, in earlier steps too
    exact: Fraction | None = None  # what it makes if no earlier result is rounded; None if the same

    @property
    def value(self) -> Fraction | None:
        """What later steps use: the result that is claimed, or else what the sum makes."""
        return self.written.claim.value if self.written.claim else self.written.value

    @property
    def made(self) -> tuple[Fraction, ...]:
        """All that the step may be said to make: its claim, its value, and what wasn't rounded.

        A time such as 4:15 may be in either half of the day.
        """
        claim, value = self.written.claim, self.written.value
        made = {v for v in (claim.value if claim else None, value, self.exact) if v is not None}
        operands = self.written.operands
        if any(operand.clock for operand in operands):
            made |= {value + half for value in made for half in (_HALF_DAY, -_HALF_DAY)}
        return tuple(made)

    @property
    def clash(self) -> Clash | None:
        """Why the units of the first operation that doesn't close don't."""
        return next((step.clash for step in self.taken if step.clash), None)

    @cached_property
    def trail(self) -> UnitTrail:
        """The units of the step, for people."""
        broken = next((step for step in self.taken if step.clash), None)
        unit = unit_name(self.result.unit) if self.result else ""
        note = broken.note if broken else ""
        return UnitTrail(tuple(step.text for step in self.taken), broken is None, unit, note)

    def has(self, *sources: Source) -> bool:
        """Whether an operand comes from one of these."""
        return any(origin.source in sources for origin in self.origins)


@dataclass(frozen=True)
class _Results:
    """The results that later steps may use."""

    last: dict[Fraction, int]  # the last step that made a value
    used: set[int]  # steps whose results have been used

    def add(self, index: int, step: Traced) -> None:
        """Take up a step."""
        self.used.update(origin.step for origin in step.origins if origin.step is not None)
        for value in (step.written.value, step.value):
            if value is not None:
                self.last[value] = index


@dataclass(frozen=True)
class Tracer:
    """Traces workings of one problem; ``graph`` says which numbers are rates.

    Of equal numbers, those that are ``needed`` go first.
    """

    problem: Problem
    graph: UnitGraph | None
    needed: frozenset[int] = frozenset()
    wholes: frozenset[Fraction] = frozenset()  # what percentages may be of, besides the text

    def trace(self, working: Working) -> tuple[Traced, ...]:
        """Trace the steps of a working in order."""
        done: list[Traced] = []
        results = _Results({}, set())
        for step in working.steps:
            traced = self._step(step, done, results)
            results.add(len(done), traced)
            done.append(traced)
        return tuple(done)

    def _step(self, step: WrittenStep, before: Sequence[Traced], results: _Results) -> Traced:
        origins = tuple(
            self._origin(amount, results, chained=step.joined is not Joined.NOT and k == 0)
            for k, amount in enumerate(step.operands)
        )
        terms = [self._term(origin, before) for origin in origins]
        taken: list[Step] = []
        result = _work(step.tree, terms, taken)
        leaves = {o.quantity for o in origins if o.quantity is not None}
        for origin in origins:
            if origin.step is not None:
                leaves |= before[origin.step].leaves
        exact = _unrounded(step, origins, before)
        arithmetic = _arithmetic(step, result)
        if arithmetic is Arithmetic.WRONG and exact is not None and _is_of(step.claim, exact):
            arithmetic = Arithmetic.ROUNDED
        if (stated := share(step)) is not None:
            whole = self._whole(stated, before)
            arithmetic = Arithmetic.WRONG
            if whole is not None:
                return self._share(step, stated, origins, whole, before, results)
        if result is not None and step.claim is not None:
            result = _claimed(step.claim, result)
        return Traced(step, origins, tuple(taken), result, arithmetic, frozenset(leaves), exact)

    def _whole(self, stated: Share, before: Sequence[Traced]) -> Fraction | None:
        """Return what a percentage is of: a result, a number of the text, or what these make."""
        made = [step.value for step in reversed(before) if step.value is not None]
        given = [q.value for q in self.problem.quantities if not q.kind.pure]
        taken = [origin.amount.value for step in before for origin in step.origins]
        return stated.of([*made, *given], [*together(given), *taken, *sorted(self.wholes)])

    def _share(
        self,
        step: WrittenStep,
        stated: Share,
        origins: tuple[Origin, ...],
        whole: Fraction,
        before: Sequence[Traced],
        results: _Results,
    ) -> Traced:
        """Return a step that says what a percentage is, with the unit of its whole."""
        made_of = self._origin(Amount(0, 0, whole), results, chained=True)
        unit = self._term(made_of, before).unit
        origins = tuple(
            replace(o, source=Source.IMPLIED) if o.source is Source.NOWHERE else o for o in origins
        )
        used = {o.quantity for o in (*origins, made_of) if o.quantity is not None}
        earlier = before[made_of.step].leaves if made_of.step is not None else frozenset()
        return Traced(
            step,
            origins,
            (),
            Term(stated.amount.value, unit, derived=True),
            Arithmetic.RIGHT,
            earlier | used,
        )

    def _origin(self, amount: Amount, results: _Results, *, chained: bool) -> Origin:
        """Find where an operand comes from: the step just before it goes first in a chain."""
        if amount.root:
            whole = self._origin(amount.parts[0], results, chained=chained)
            return replace(whole, amount=amount)
        step = results.last.get(amount.value)
        if step is not None and (chained or step not in results.used):
            return Origin(amount, Source.STEP, step=step)
        quantity = self._quantity(amount)
        if quantity is not None:
            implied = self.problem.quantities[quantity].implied
            return Origin(amount, Source.IMPLIED if implied else Source.TEXT, quantity)
        if step is not None:
            return Origin(amount, Source.STEP, step=step)
        if abs(amount.value) in KNOWN:
            return Origin(amount, Source.IMPLIED)
        part = next((q.index for q in self.problem.quantities if _is_part(amount, q.value)), None)
        if part is not None:
            return Origin(amount, Source.PART, part)
        return Origin(amount, Source.NOWHERE)

    def _quantity(self, amount: Amount) -> int | None:
        """Return the number of the text that an operand is; written ones go first."""
        quantities = sorted(
            self.problem.quantities, key=lambda q: (q.index not in self.needed, q.implied)
        )
        same = [q for q in quantities if _is_same(amount, q.value)]
        if not same and not amount.percent:  # 20 for 20%, a fourth by division
            same = [
                q
                for q in quantities
                if q.kind.pure
                and amount.value in (q.value * _HUNDRED, 1 / q.value if q.value else 0)
            ]
        if not same and amount.value > 0:  # 80% for 20% less
            faces = [q for q in quantities if q.kind.pure]
            same = [q for q in faces if amount.value in (1 - q.value, 1 + q.value)]
        if not same:
            same = [q for q in quantities if _converted(amount, q.value, q.unit.numerator)]
        return same[0].index if same else None

    def _term(self, origin: Origin, before: Sequence[Traced]) -> Term:
        """Return an operand with its unit: that of its origin, or else the one that is written."""
        amount = origin.amount
        if origin.step is not None:
            earlier = before[origin.step].result
            if earlier is not None:
                return Term(amount.value, earlier.unit, True, earlier.part, earlier.clock)
        if origin.quantity is not None:
            given = given_term(self.problem, self.graph, origin.quantity)
            if (
                amount.has_unit
                and given.value != amount.value
                and is_measure(amount.unit.numerator)
            ):
                return Term(amount.value, dimension_of(amount.unit))
            return Term(amount.value, given.unit, given.derived, given.part, given.clock)
        if amount.percent:
            return Term(amount.value, Dimension(), part=True)
        return Term(amount.value, dimension_of(amount.unit) if amount.has_unit else None)


def _is_same(amount: Amount, value: Fraction) -> bool:
    """Whether an amount is a number of the text; 2:45 may be in either half of the day."""
    if amount.clock:
        return (value - amount.value) % _HALF_DAY == 0
    return value == abs(amount.value)


def _is_part(amount: Amount, whole: Fraction) -> bool:
    """Whether a number is part of another as people split it: the 50 and the 4 of 54."""
    value = amount.value
    if value.denominator != 1 or whole.denominator != 1 or not 0 < value < whole:
        return False
    digits = str(whole.numerator)
    for k in range(1, len(digits)):
        high = int(digits[:k]) * 10 ** (len(digits) - k)
        if value in (high, whole - high):
            return True
    places = [int(d) * 10 ** (len(digits) - 1 - k) for k, d in enumerate(digits)]
    return int(value) in places


def _converted(amount: Amount, value: Fraction, noun: str) -> bool:
    """Whether an amount is a number of the text in another measure."""
    factor = conversion(noun, amount.unit.numerator) if amount.has_unit and noun else None
    return factor is not None and value * factor == amount.value


def _work(tree: Expression, terms: Sequence[Term], taken: list[Step]) -> Term | None:
    """Work a step out with units, and append its operations to ``taken``."""
    if isinstance(tree, Leaf):
        return terms[tree.index]
    left, right = _work(tree.left, terms, taken), _work(tree.right, terms, taken)
    if left is None or right is None or (tree.operator is Operator.DIV and right.value == 0):
        return None
    step = take(tree.operator, left, right)
    taken.append(step)
    return step.result


def _claimed(claim: Amount, result: Term) -> Term:
    """Return what later steps use: the number that a step claims, in the unit it names."""
    unit = result.unit
    if claim.has_unit and (unit is None or is_measure(claim.unit.numerator)):
        unit = dimension_of(claim.unit)
    return Term(claim.value, unit, True, result.part, result.clock)


def _arithmetic(step: WrittenStep, result: Term | None) -> Arithmetic:
    """Judge whether a step makes what it claims; a result within its decimals is rounded."""
    claim, value = step.claim, step.value
    if claim is None or (step.restates and _names_two_units(step.operands[0], claim)):
        return Arithmetic.NOT_CLAIMED
    if value is None:
        return Arithmetic.WRONG
    if claim.remainder is not None:
        return _with_remainder(step, claim, value)
    if claim.clock and (value - claim.value) % _HALF_DAY == 0:
        return Arithmetic.RIGHT
    possible = _possible(step, claim, value, result)
    if claim.value in possible:
        return Arithmetic.RIGHT
    rounded = any(rounds(claim, one) for one in possible)
    return Arithmetic.ROUNDED if rounded else Arithmetic.WRONG


def _unrounded(
    step: WrittenStep, origins: Sequence[Origin], before: Sequence[Traced]
) -> Fraction | None:
    """Return what a step makes with the exact values of results that were rounded to decimals."""
    values = [_before_rounding(origin, before) for origin in origins]
    if values == [origin.amount.value for origin in origins]:
        return None
    operands = zip(step.operands, values, strict=True)
    return value_of(step.tree, [replace(operand, value=value) for operand, value in operands])


def _before_rounding(origin: Origin, before: Sequence[Traced]) -> Fraction:
    """Return the exact value of an operand that is a rounded result; else what it is."""
    value = origin.amount.value
    earlier = before[origin.step] if origin.step is not None else None
    if earlier is None or earlier.value != value:
        return value
    rounded = earlier.arithmetic is Arithmetic.ROUNDED and value.denominator != 1
    made = earlier.written.value if rounded else None
    return earlier.exact or made or value


def _is_of(claim: Amount | None, exact: Fraction) -> bool:
    """Whether a claim is an exact value, or that value rounded to its decimals."""
    if claim is None or claim.remainder is not None:
        return False
    return claim.value == exact or rounds(claim, exact)


def _names_two_units(amount: Amount, claim: Amount) -> bool:
    """Whether an amount is stated as another thing: "7 quarters = 1.75", which isn't a sum."""
    noun, other = amount.unit.numerator, claim.unit.numerator
    if amount.root:
        return False
    return noun != other and conversion(noun, other) is None


def _possible(
    step: WrittenStep, claim: Amount, value: Fraction, result: Term | None
) -> list[Fraction]:
    """Return what a sum may be said to make: its value, in other measures, or as a percentage."""
    found = [value, value * _HUNDRED, value / _HUNDRED] if _percent(step, claim) else [value]
    found += _part_of_itself(step)
    units = [amount.unit.numerator for amount in step.operands if amount.has_unit]
    if result is not None and result.unit is not None:
        units += [noun for nouns in result.unit.over for noun in nouns]
    if any(amount.clock for amount in step.operands):
        units.append(MINUTE)
    if claim.has_unit:
        factors = (conversion(noun, claim.unit.numerator) for noun in units)
        found += [value * factor for factor in factors if factor]
    return found


def _part_of_itself(step: WrittenStep) -> list[Fraction]:
    """Return what "40 - 15%" makes on a calculator: 15% of the 40 is taken off."""
    tree, operands = step.tree, step.operands
    if isinstance(tree, Leaf) or tree.operator not in ADDITIVE or not isinstance(tree.right, Leaf):
        return []
    part = operands[tree.right.index]
    whole = value_of(tree.left, operands)
    if not part.percent or whole is None or any(one.percent for one in operands[:-1]):
        return []
    sign = 1 if tree.operator is Operator.ADD else -1
    return [whole * (1 + sign * part.value)]


def _percent(step: WrittenStep, claim: Amount) -> bool:
    return claim.percent or any(amount.percent for amount in step.operands)


def _with_remainder(step: WrittenStep, claim: Amount, value: Fraction) -> Arithmetic:
    """Judge "57 / 5 = 11 r 2"."""
    tree = step.tree
    if isinstance(tree, Leaf) or tree.operator is not Operator.DIV or claim.remainder is None:
        return Arithmetic.WRONG
    divisor = WrittenStep(0, 0, tree.right, step.operands).value
    right = divisor and floor(value) == claim.value
    same = right and (value - floor(value)) * (divisor or 1) == claim.remainder
    return Arithmetic.RIGHT if same else Arithmetic.WRONG


def unit_words(term: Term | None) -> str:
    """Write the unit of a result in the plural; "" if it isn't known."""
    return "" if term is None else plural_name(term.unit)
