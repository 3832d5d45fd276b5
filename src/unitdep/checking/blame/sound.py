"""Sound steps: does a working with a right answer show how it comes about?

A right answer stays right. But a step whose numbers come from nowhere, or that leads nowhere, isn't
called right: 5 + 2 = 7 for (66 - 10) / 8. A number from nowhere may have been worked out in the
head, so it counts if it is on a route, or if a sound step used it before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, floor
from typing import Final

from unitdep.checking.blame.first import is_on_route
from unitdep.checking.blame.units import measure_factors
from unitdep.checking.right import Right
from unitdep.checking.shares import share
from unitdep.checking.trace import Traced
from unitdep.checking.types import Arithmetic, Origin, Source
from unitdep.core.labels import Finish
from unitdep.reading.problem import Problem

_STRANGE: Final = frozenset({Source.NOWHERE, Source.PART, Source.IMPLIED})


@dataclass(frozen=True)
class Soundness:
    """Which steps of a working don't hold, and whether the others show how the answer comes."""

    unclear: frozenset[int] = frozenset()
    shown: bool = True


def soundness(problem: Problem, right: Right, traced: Sequence[Traced]) -> Soundness:
    """Judge the steps of a working; without a trusted expression nothing is held against any."""
    if right.tree is None or not right.trusted or not traced:
        return Soundness()
    return _Search(problem, right, traced).found()


def is_check(problem: Problem, right: Right, traced: Sequence[Traced]) -> bool:
    """Whether a working only shows that the right answer fits: 17 + 4 * 7 = 45.

    It takes the right answer and all numbers that are needed but one, and makes that one.
    """
    if right.tree is None or not traced:
        return False
    last, needed = traced[-1], {i for i in right.used if not problem.quantities[i].implied}
    made = {i for i in needed if problem.quantities[i].value == last.value}
    strange = [o.amount.value for step in traced for o in step.origins if o.source in _STRANGE]
    whole = needed - made <= last.leaves and bool(made - last.leaves)
    right_sums = all(step.arithmetic is not Arithmetic.WRONG for step in traced)
    return whole and right_sums and bool(strange) and {*strange} == {right.answer.value}


@dataclass(frozen=True)
class _Search:
    problem: Problem
    right: Right
    traced: Sequence[Traced]

    def found(self) -> Soundness:
        """Go through the steps in order."""
        unclear: set[int] = set()
        mental: set[int] = set()  # steps that rest on something worked out in the head
        seen: set[Fraction] = set()  # operands of sound steps
        for k, step in enumerate(self.traced):
            if any(self._is_mental(o, mental, seen) for o in step.origins) or share(step.written):
                mental.add(k)
            if k in self.counting or self._holds(k, unclear, mental, seen):
                seen |= {origin.amount.value for origin in step.origins}
            else:
                unclear.add(k)
        unclear -= self._going_on(unclear)
        unclear |= self._leading_nowhere(unclear)
        sound = (step for k, step in enumerate(self.traced) if k not in unclear)
        return Soundness(frozenset(unclear), not unclear or any(map(self._arrives, sound)))

    @cached_property
    def counting(self) -> frozenset[int]:
        """The steps that count up or down to a number of the text: 19 + 1 = 20, 20 + 40 = 60."""
        found: set[int] = set()
        for k in reversed(range(len(self.traced))):
            step = self.traced[k]
            if k in found or self._meets(step):
                found |= {k, *(o.step for o in step.origins if o.step is not None)}
        return frozenset(found)

    def _meets(self, step: Traced) -> bool:
        """Whether a step makes a needed number of the text out of others, in several steps."""
        met = [i for i in self.right.used if self.problem.quantities[i].value == step.value]
        several = any(origin.step is not None for origin in step.origins)
        return several and bool(met) and not set(met) & step.leaves

    def _going_on(self, unclear: set[int]) -> set[int]:
        """Return the steps whose results others use that are on a route before the answer."""
        used: set[int] = set()
        for k, step in enumerate(self.traced):
            if k not in unclear and self._is_fine(step) and not self._makes_answer(step):
                used |= {o.step for o in step.origins if o.step is not None}
        return used

    def _is_mental(self, origin: Origin, mental: set[int], seen: set[Fraction]) -> bool:
        if origin.step is not None:
            return origin.step in mental
        known = self._on_route(origin.amount.value) or origin.amount.value in seen
        return origin.quantity is None and known

    def _on_route(self, value: Fraction) -> bool:
        return abs(value) in self.right.passed

    def _holds(self, k: int, unclear: set[int], mental: set[int], seen: set[Fraction]) -> bool:
        step = self.traced[k]
        fine = self._is_fine(step)
        if self._makes_answer(step):
            explained = all(self._is_explained(o, unclear, seen) for o in step.origins)
            return explained and (k in mental or not self._is_made_up(step, seen))
        if self._is_hidden(k):
            return False
        return fine or all(self._is_explained(o, unclear, seen) for o in step.origins)

    def _is_fine(self, step: Traced) -> bool:
        return is_on_route(step, self.right, measure_factors(self.problem))

    def _is_explained(self, origin: Origin, unclear: set[int], seen: set[Fraction]) -> bool:
        if origin.step is not None:
            return origin.step not in unclear
        value = origin.amount.value
        return origin.source is not Source.NOWHERE or self._on_route(value) or value in seen

    def _makes_answer(self, step: Traced) -> bool:
        return self.right.answer.value in step.made or self.right.exact in step.made

    def _is_made_up(self, step: Traced, seen: set[Fraction]) -> bool:
        """Whether a step has a common number that stands for none of the text: 8 - 1 = 7."""
        common = [o.amount.value for o in step.origins if self._is_common(o)]
        if not any(value not in seen for value in common):
            return False
        used = {self.problem.quantities[i].value for i in step.leaves}
        needed = (self.problem.quantities[i] for i in self.right.used)
        missing = {q.value for q in needed if not q.implied} - used
        known = [o.amount.value for one in self.traced for o in one.origins if _is_known(o)]
        made = {a + sign * b for a in known for b in known for sign in (1, -1)}
        return bool(missing) and not missing & made

    def _is_common(self, origin: Origin) -> bool:
        return _is_known(origin) and not self._on_route(origin.amount.value)

    def _is_hidden(self, k: int) -> bool:
        """Whether the last step only gives the answer as rounding hides that it's another one."""
        value = self.traced[k].written.value
        if self.right.finish is Finish.EXACT or value is None or value.denominator == 1:
            return False
        near = self.right.answer.value in (floor(value), ceil(value))
        return near and value != self.right.exact and k == len(self.traced) - 1

    def _arrives(self, step: Traced) -> bool:
        """Whether a step makes the answer, or a number of the text out of it: a check."""
        if self._makes_answer(step):
            return True
        needed = {self.problem.quantities[i].value for i in self.right.used}
        taken = {origin.amount.value for one in self.traced for origin in one.origins}
        return step.value in needed and self.right.answer.value in taken

    def _leading_nowhere(self, unclear: set[int]) -> set[int]:
        """Return the steps that are on no route and whose results no other step uses."""
        leads: set[int] = set()
        for k in reversed(range(len(self.traced))):
            step = self.traced[k]
            if k in leads or self._is_fine(step) or self._arrives(step) or share(step.written):
                leads |= {k, *(o.step for o in step.origins if o.step is not None)}
        return {k for k in range(len(self.traced)) if k not in leads | unclear}


def _is_known(origin: Origin) -> bool:
    """Whether a number is one that people know without being told, and that the text hasn't."""
    return origin.source is Source.IMPLIED and origin.quantity is None
