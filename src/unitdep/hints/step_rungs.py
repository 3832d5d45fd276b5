"""The rungs about the sums: what to do next and why, the step with a blank, and the whole.

Each function returns the ways to say it, from particular to vague. The ladder takes the first that
doesn't give the answer away.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from unitdep.core.expression import Operator
from unitdep.core.labels import Finish
from unitdep.hints.wording import (
    DO,
    DOING,
    RESULT,
    amount_of,
    blank,
    in_words,
    is_odd,
    number_of,
    paired,
    sources,
    things,
)
from unitdep.solution import Solution
from unitdep.steps import Step
from unitdep.steps.remarks import About
from unitdep.units.combine import Term, single
from unitdep.units.conversion import is_measure
from unitdep.units.wording import SIGNS, format_value

_UNKNOWN: Final = "another number"
_UNEVEN: Final = "The division doesn't come out even."
_FINISHES: Final = {
    Finish.UP: f"{_UNEVEN} Think of the story: what has to happen with what is left over?",
    Finish.DOWN: f"{_UNEVEN} Think of the story: does what is left over still count?",
    Finish.REMAINDER: f"{_UNEVEN} The question asks for what is left over.",
    Finish.MISSING: f"{_UNEVEN} The question asks how many are missing until it does.",
    Finish.NEAREST: "Round your result as the question says.",
}


@dataclass(frozen=True)
class Next:
    """A step that is still to do, with names for the results that it uses."""

    step: Step
    left: str  # as it's written in the step
    right: str
    begins: bool  # whether it's the first step of all
    ends: bool  # whether it's the last

    @property
    def start(self) -> str:
        """How to begin the sentence: "Start by adding"."""
        return "Start by" if self.begins else "Continue by"


def still_to_do(solution: Solution, done: frozenset[int] = frozenset()) -> list[Next]:
    """Return the steps that aren't done; results of steps that are done are shown."""
    left_over: list[Next] = []
    steps = solution.steps
    names_of = _Names(steps, done, _shares(solution))
    for k, (step, made) in enumerate(zip(steps, sources(steps), strict=True)):
        if k in done:
            continue
        sides = (step.left, step.right)
        names = [names_of.of(term, by, k) for term, by in zip(sides, made, strict=True)]
        if step.prepares and names[1].endswith("%") and step.left.value == 1:
            names[0] = "100%"
        left_over.append(Next(step, names[0], names[1], not k, k == len(steps) - 1))
    return left_over


def _shares(solution: Solution) -> dict[Fraction, str]:
    """Return how the text writes its percentages and fractions, by value."""
    problem = solution.problem
    parts = (q for q in problem.quantities if q.kind.pure and not q.implied)
    return {q.value: number_of(problem, q.index) for q in parts if q.value.denominator != 1}


@dataclass(frozen=True)
class _Names:
    """How the operands of steps are named."""

    steps: Sequence[Step]
    done: frozenset[int]
    shares: Mapping[Fraction, str]

    def of(self, term: Term, made_by: int | None, at: int) -> str:
        """Name an operand: as it is if it's known, else the result or the sum that makes it."""
        if made_by is None or made_by in self.done:
            return amount_of(term, self.shares)
        if made_by == at - 1:
            return RESULT
        made, inner = sources(self.steps)[made_by], self.steps[made_by]
        sides = zip((inner.left, inner.right), made, strict=True)
        left, right = (self.of(side, by, at) for side, by in sides)
        return f"({blank(inner, left, right).partition(' = ')[0]})"


def operation(ahead: Next) -> list[str]:
    """State what to do next, with the reason that the units give."""
    step = ahead.step
    if step.prepares:
        return _preparing(ahead)
    reason = _reason(ahead) if step.closes else ""
    explained = [f"{ahead.start} {DOING[step.operator]}: {reason}."] if reason else []
    return [*explained, *_plainly(ahead)]


def _plainly(ahead: Next) -> list[str]:
    """State what to do next without a reason: with which numbers, with what sort, or only how."""
    step = ahead.step
    said = f"{ahead.start} {DOING[step.operator]}"
    left, right = _unsaid(step.left), _unsaid(step.right)
    ways = [f"{said} {paired(step.operator, ahead.left, ahead.right)}."]
    if left == right != _UNKNOWN:
        ways.append(f"{said}: both numbers are about {things(step.left.unit)}.")
    elif _UNKNOWN not in (left, right):
        ways.append(f"{said} {paired(step.operator, left, right)}.")
    return [*ways, f"{said}."]


def _preparing(ahead: Next) -> list[str]:
    """State that a number has to be converted, or taken from the whole, before it's used."""
    step, start = ahead.step, ahead.start
    unit = things(step.result.unit)
    if is_odd(step.right.unit):
        return _plainly(ahead)
    if step.right.unit is not None and step.right.unit.under:
        return [f"{start} converting {ahead.left} into {unit}.", f"{start} converting into {unit}."]
    if step.right.part and step.operator is Operator.SUB:
        part = f"{ahead.right} is taken off, so work out which part is left"
        return [f"{start} subtracting: {part}.", f"{start} working out which part is left."]
    if step.right.part:
        part = f"{ahead.right} comes on top of the whole"
        return [f"{start} adding: {part}.", f"{start} adding to the whole."]
    return _plainly(ahead)


def _reason(ahead: Next) -> str:
    """State why the units ask for an operation; "" if they don't say."""
    step = ahead.step
    if any(is_odd(term.unit) for term in (step.left, step.right, step.result)):
        return ""
    left, right = things(step.left.unit), things(step.right.unit)
    match step.operator:
        case Operator.ADD | Operator.SUB:
            return _sum(ahead, left, right)
        case Operator.MUL:
            return _product(ahead, left, right)
        case Operator.DIV:
            return _quotient(ahead, left, right)


def _sum(ahead: Next, left: str, right: str) -> str:
    if ahead.step.left.clock or ahead.step.right.clock:
        later = ahead.step.operator is Operator.ADD
        return "it's about a later time" if later else "it's about how much time lies between"
    if not left or not right:
        return ""
    added = ahead.step.operator is Operator.ADD
    if left == right:
        then = "they can be put together" if added else "you can work out the difference"
        return f"{ahead.left} and {ahead.right} are both about {left}, so {then}"
    if added:
        return f"the {left} and the {right} belong together"
    return f"the {right} are taken from the {left}, or compared with them"


def _product(ahead: Next, left: str, right: str) -> str:
    step, unit = ahead.step, things(ahead.step.result.unit)
    if step.left.part or step.right.part:
        part, of = (ahead.left, ahead.right) if step.left.part else (ahead.right, ahead.left)
        value = step.left.value if step.left.part else step.right.value
        return f"{part} of {of} is wanted" if value < 1 else f"it's {part} times as many as {of}"
    rates = [term.unit is not None and bool(term.unit.under) for term in (step.left, step.right)]
    if rates[0] != rates[1] and left and right and unit:
        rate, count = (left, right) if rates[0] else (right, left)
        return f"{rate}, times the number of {count}, makes {unit}"
    if all(rates) and left and right and unit:
        return f"{left}, times {right}, makes {unit}"
    return f"{left} times {right} makes {unit}" if left and unit and left == right else ""


def _quotient(ahead: Next, left: str, right: str) -> str:
    step, unit = ahead.step, things(ahead.step.result.unit)
    if step.right.part:
        return f"{ahead.left} is {ahead.right} of what you look for" if step.right.value < 1 else ""
    if not left or not right:
        return ""
    if left == right:
        return f"it's about how often {ahead.right} fit into {ahead.left}"
    if step.right.unit is not None and step.right.unit.under and unit:
        return f"{left}, divided by {right}, make {unit}"
    if unit and step.result.unit is not None and step.result.unit.under:
        if is_measure(single(step.left.unit)) or is_measure(single(step.right.unit)):
            return f"{left}, divided by {right}, make {unit}"
        return f"sharing out {ahead.left} among {ahead.right} makes {unit}"
    return ""


def with_blank(ahead: Next, *, then: bool = False) -> list[str]:
    """Write a step with a blank for its result; ``then`` says that it comes after another."""
    step = ahead.step
    said = blank(step, ahead.left, ahead.right)
    ways = [f"Then: {said}" if then else said]
    if then and RESULT in (ahead.left, ahead.right):
        sides = ((ahead.left, step.left), (ahead.right, step.right))
        left, right = (RESULT if name == RESULT else _unsaid(term) for name, term in sides)
        ways.append(f"Then {DO[step.operator]} {paired(step.operator, left, right)}.")
    return ways


def _unsaid(term: Term) -> str:
    """Name a number by what it counts, not by its value."""
    counted = "" if term.clock or term.part or is_odd(term.unit) else things(term.unit)
    return f"the number of {counted}" if counted else _UNKNOWN


def finish(solution: Solution) -> list[str]:
    """State what the question makes of the result."""
    return [_FINISHES[solution.finish]] if solution.finish in _FINISHES else []


def whole(solution: Solution) -> str:
    """Write every step with its result, and the answer."""
    sums = ". ".join(_told(step) for step in solution.steps)
    ends = [remark.text for remark in solution.remarks if remark.about is About.FINISH]
    parts = [f"{sums}." if sums else "", *ends, f"The answer is {solution.answer_text}."]
    return in_words(" ".join(part for part in parts if part))


def _told(step: Step) -> str:
    """Write a step with its result, without units that can't be said."""
    terms = (step.left, step.right, step.result)
    if not any(is_odd(term.unit) for term in terms):
        return in_words(step.text)
    left, right, result = (format_value(term.value) for term in terms)
    return f"{left} {SIGNS[step.operator]} {right} = {result}"
