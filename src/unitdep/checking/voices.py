"""Voices: what a verdict says to a teacher, and what to the pupil.

A teacher hears what happened, with numbers. A pupil gets a nudge to the place, which never gives
the answer away.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from unitdep.checking.blame import Blame
from unitdep.checking.right import Right
from unitdep.checking.trace import Traced
from unitdep.checking.types import Finding, Source
from unitdep.reading.problem import Problem
from unitdep.reading.workings import Amount
from unitdep.units.wording import amount as write_amount
from unitdep.units.wording import format_value, listed, plural_name, write_clock

NO_WORK: Final = (
    "No number and no sum could be read in the working.",
    "Write your sum or your answer with numbers.",
)
TOO_LONG: Final = ("The working is longer than 20,000 characters.", "Make your working shorter.")


@dataclass(frozen=True)
class Said:
    """One verdict in two voices."""

    reason: str
    hint: str


def say_right(right: Right, *, another_way: bool) -> Said:
    """Return what to say about a right working."""
    way = ", by another way than the program's" if another_way else ""
    return Said(f"The answer is {right.text}{way}.", "Well done: your answer is right.")


def say_wrong(
    text: str,
    problem: Problem,
    right: Right,
    traced: Sequence[Traced],
    found: Blame,
    answer: Amount | None,
) -> Said:
    """Return what to say about a wrong one; ``text`` is the working."""
    step = traced[found.step] if found.step is not None and traced else None
    sum_ = text[step.written.start : step.written.end].strip() if step else ""
    teller = _TELLERS.get(found.finding, _other)
    return teller(_Case(problem, right, step, _sum_only(step, sum_), found, answer))


@dataclass(frozen=True)
class _Case:
    problem: Problem
    right: Right
    step: Traced | None
    sum: str  # the step as it's written, without its result
    found: Blame
    answer: Amount | None

    @property
    def given(self) -> str:
        """The answer of the working."""
        if self.answer is None:
            return "no answer"
        if self.answer.clock:
            return write_clock(self.answer.value)
        return write_amount(self.answer.value, self.answer.unit if self.answer.has_unit else None)

    @property
    def asked(self) -> str:
        """What the question asks for."""
        unit = self.right.answer.unit
        return plural_name(unit) if self.right.answer.has_unit else "the answer"


def _sum_only(step: Traced | None, text: str) -> str:
    """Cut a step off where its result begins."""
    if step is None or step.written.claim is None:
        return text
    cut = text[: max(0, step.written.claim.start - step.written.start)]
    return cut.rstrip(" =≈→:\n<>*$").strip() or text


def _slip(case: _Case) -> Said:
    assert case.step is not None
    value, claim = case.step.written.value, case.step.written.claim
    made = (
        "can't be worked out: it divides by zero" if value is None else f"is {format_value(value)}"
    )
    claimed = "" if claim is None else f", not {format_value(claim.value)}"
    return Said(f"{case.sum} {made}{claimed}.", f"Check {case.sum} again.")


def _copied(case: _Case) -> Said:
    given = _from_nowhere(case.step)
    meant = format_value(case.found.other) if case.found.other is not None else "another number"
    return Said(
        f"The text says {meant}; the working has {given}.",
        f"Look at the numbers in the problem again. Where does {given} come from?",
    )


def _reversed(case: _Case) -> Said:
    return Said(
        f"{case.sum} is the wrong way round.",
        f"Look at {case.sum} again: which number comes first?",
    )


def _units(case: _Case) -> Said:
    note = case.step.trail.note if case.step else ""
    lines = case.step.trail.lines if case.step else ()
    why = note or (f"{lines[-1]}" if lines else "different things are added")
    return Said(
        f"In {case.sum}, the units don't go together: {why}.",
        f"What does each number in {case.sum} count? Can these be put together?",
    )


def _unneeded(case: _Case) -> Said:
    numbers = _outside(case)
    return Said(
        f"{case.sum} uses {numbers}, which doesn't matter for the question.",
        "Not every number in the problem is needed. Which ones does the question ask about?",
    )


def _quantity(case: _Case) -> Said:
    return Said(
        f"{case.sum} uses {_outside(case)}, which isn't the number that is needed here.",
        f"Look at {case.sum} again: is each number the one that the question is about?",
    )


def _ignored(case: _Case) -> Said:
    return Said(
        f"{case.sum} leaves out a number that is needed: {_missing(case)}.",
        "Is there a number in the problem that you haven't used yet?",
    )


def _operation(case: _Case) -> Said:
    way = f" One right way is {case.right.expression}." if case.right.expression else ""
    where = f"{case.sum} isn't a step towards the answer." if case.sum else _differs(case)
    hint = f"Look at {case.sum} again: what happens in the story?" if case.sum else _READ_AGAIN
    return Said(f"{where}{way}", hint)


def _unit(case: _Case) -> Said:
    return Said(
        f"The number is right, but the question asks for {case.asked}, not {_given_unit(case)}.",
        "Your number is right. What does it count? Read the question again.",
    )


def _needs_rounding(case: _Case) -> Said:
    return Said(
        f"{case.given} can't be the answer: the question needs a whole number, {case.right.text}.",
        "Can there be a part of one here? Think about what your result means in the story.",
    )


def _rounded(case: _Case) -> Said:
    return Said(
        f"{format_value(case.right.exact)} was finished wrongly: the answer is {case.right.text}, "
        f"not {case.given}.",
        "You are nearly there. What does the question want: up, down, or what is left over?",
    )


def _converted(case: _Case) -> Said:
    return Said(
        f"The units were not converted: the answer is {case.right.text}, not {case.given}.",
        "Check the units: are all of them the same, and are they the ones the question asks for?",
    )


def _whole(case: _Case) -> Said:
    return Said(
        f"{case.sum} takes the part of the wrong whole.",
        f"Look at {case.sum} again: a part of what?",
    )


def _unfinished(case: _Case) -> Said:
    return Said(
        f"Right so far, but {case.given} isn't the answer yet: {case.right.text} is.",
        "Good so far. Read the question again: are you there yet?",
    )


def _other(case: _Case) -> Said:
    return Said(_differs(case), _READ_AGAIN)


_READ_AGAIN: Final = "Read the problem again and write down your sum."
_TELLERS: Final = {
    Finding.ARITHMETIC_SLIP: _slip,
    Finding.COPIED_WRONGLY: _copied,
    Finding.REVERSED: _reversed,
    Finding.UNITS_DO_NOT_CLOSE: _units,
    Finding.UNNEEDED_NUMBER: _unneeded,
    Finding.WRONG_QUANTITY: _quantity,
    Finding.IGNORED_NUMBER: _ignored,
    Finding.OTHER_OPERATION: _operation,
    Finding.WRONG_UNIT: _unit,
    Finding.NEEDS_ROUNDING: _needs_rounding,
    Finding.ROUNDED_WRONGLY: _rounded,
    Finding.NOT_CONVERTED: _converted,
    Finding.WRONG_WHOLE: _whole,
    Finding.UNFINISHED: _unfinished,
}


def _differs(case: _Case) -> str:
    return f"The answer is {case.right.text}, not {case.given}."


def _from_nowhere(step: Traced | None) -> str:
    origins = step.origins if step else ()
    values = [o.amount.value for o in origins if o.source is Source.NOWHERE]
    return format_value(values[0]) if values else "another number"


def _outside(case: _Case) -> str:
    leaves = case.step.leaves if case.step else frozenset()
    extra = sorted(i for i in leaves if i not in case.right.used)
    values = [format_value(case.problem.quantities[i].value) for i in extra]
    return listed(values) if values else "a number"


def _missing(case: _Case) -> str:
    leaves = case.step.leaves if case.step else frozenset()
    left = sorted(i for i in case.right.used if i not in leaves)
    return listed([format_value(case.problem.quantities[i].value) for i in left]) or "one"


def _given_unit(case: _Case) -> str:
    return plural_name(case.answer.unit) if case.answer else "that"
