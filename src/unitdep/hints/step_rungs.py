"""The rungs about the sums: what to do next and why, the step with a blank, and the whole.

Each function returns the ways to say it, from particular to vague. The ladder takes the first that
doesn't give the answer away.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from unitdep.core.expression import Operator
from unitdep.core.labels import Finish
from unitdep.hints.wording import DO, DOING, RESULT, blank, in_words, sources, things
from unitdep.solution import Solution
from unitdep.steps import Step
from unitdep.steps.remarks import About
from unitdep.units.combine import Term

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


def still_to_do(steps: Sequence[Step], done: frozenset[int] = frozenset()) -> list[Next]:
    """Return the steps that aren't done; results of steps that are done are shown."""
    left_over: list[Next] = []
    for k, (step, made) in enumerate(zip(steps, sources(steps), strict=True)):
        if k in done:
            continue
        sides = (step.left, step.right)
        names = [_named(steps, term, by, k, done) for term, by in zip(sides, made, strict=True)]
        left_over.append(Next(step, names[0], names[1], not k, k == len(steps) - 1))
    return left_over


def _named(
    steps: Sequence[Step], term: Term, made_by: int | None, at: int, done: frozenset[int]
) -> str:
    """Name an operand: as it is if it's known, else the result or the sum that makes it."""
    if made_by is None or made_by in done:
        return in_words(term.text)
    if made_by == at - 1:
        return RESULT
    made = sources(steps)[made_by]
    inner = steps[made_by]
    sides = zip((inner.left, inner.right), made, strict=True)
    left, right = (_named(steps, side, by, at, done) for side, by in sides)
    return f"({blank(inner, left, right).partition(' = ')[0]})"


def operation(ahead: Next) -> list[str]:
    """State what to do next, with the reason that the units give."""
    step = ahead.step
    if step.prepares:
        return _preparing(ahead)
    said = f"{ahead.start} {DOING[step.operator]}"
    reason = _reason(ahead) if step.closes else ""
    return [f"{said}: {reason}.", f"{said}."] if reason else [f"{said}."]


def _preparing(ahead: Next) -> list[str]:
    """State that a number has to be converted, or taken from the whole, before it's used."""
    step, start = ahead.step, ahead.start
    unit = things(step.result.unit)
    if step.right.unit is not None and step.right.unit.under:
        return [f"{start} converting {ahead.left} into {unit}.", f"{start} converting into {unit}."]
    if step.right.part and step.operator is Operator.SUB:
        part = f"{ahead.right} is taken off, so work out which part is left"
        return [f"{start} subtracting: {part}.", f"{start} working out which part is left."]
    if step.right.part:
        part = f"{ahead.right} comes on top of the whole"
        return [f"{start} adding: {part}.", f"{start} adding to the whole."]
    return [f"{start} {DOING[step.operator]}."]


def _reason(ahead: Next) -> str:
    """State why the units ask for an operation; "" if they don't say."""
    step = ahead.step
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
        then = "they can be put together" if added else "one can be taken from the other"
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
    return f"{left} times {right} makes {unit}" if left and right and unit and left == right else ""


def _quotient(ahead: Next, left: str, right: str) -> str:
    step, unit = ahead.step, things(ahead.step.result.unit)
    if step.right.part:
        return f"{ahead.left} is {ahead.right} of what you look for" if step.right.value < 1 else ""
    if not left or not right:
        return ""
    if left == right:
        return f"it's about how often {ahead.right} fit into {ahead.left}"
    if step.right.unit is not None and step.right.unit.under and unit:
        return f"{left}, divided by {right}, makes {unit}"
    if unit and step.result.unit is not None and step.result.unit.under:
        return f"{ahead.left} are shared out, so that it's {unit}"
    return ""


def with_blank(ahead: Next) -> list[str]:
    """Write a step with a blank for its result."""
    step = ahead.step
    said = blank(step, ahead.left, ahead.right)
    verb = DO[step.operator]
    vague = f"Then {verb} with {RESULT}." if RESULT in (ahead.left, ahead.right) else ""
    return [said, vague] if vague else [said]


def finish(solution: Solution) -> list[str]:
    """State what the question makes of the result."""
    return [_FINISHES[solution.finish]] if solution.finish in _FINISHES else []


def whole(solution: Solution) -> str:
    """Write every step with its result, and the answer."""
    sums = ". ".join(in_words(step.text) for step in solution.steps)
    ends = [remark.text for remark in solution.remarks if remark.about is About.FINISH]
    parts = [f"{sums}." if sums else "", *ends, f"The answer is {solution.answer_text}."]
    return " ".join(part for part in parts if part)
