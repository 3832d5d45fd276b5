"""What to say about each mistake, to a teacher and to the pupil."""

from __future__ import annotations

import re
from fractions import Fraction
from math import floor
from typing import Final

from unitdep.checking.blame import Copies, written_numbers
from unitdep.checking.shares import share
from unitdep.checking.trace import Traced
from unitdep.checking.types import Finding
from unitdep.checking.voices.case import Case
from unitdep.checking.voices.quoting import quoted, readable
from unitdep.checking.voices.replies import NUDGES, Said
from unitdep.core.expression import Leaf, Operator
from unitdep.reading.problem import Problem
from unitdep.reading.quantity import Quantity
from unitdep.reading.workings.types import value_of
from unitdep.units.combine import Term
from unitdep.units.wording import format_value, listed, plural_name


def say_wrong(case: Case) -> Said:
    """Return what to say about a working that isn't right."""
    known = case.known or case.found.finding in _NEEDS_NO_ANSWER
    if known:
        return _TELLERS.get(case.found.finding, _other)(case)
    return _impossible(case) if case.impossible else _improbable(case)


def _slip(case: Case) -> Said:
    assert case.step is not None
    value, claim = case.step.written.value, case.step.written.claim
    hint = f"Check {case.sum} again."
    if value is None:
        return Said(f"{case.sum} can't be worked out: it divides by zero.", hint)
    if claim is None:
        return Said(f"{case.sum} is {readable(value)}.", hint)
    claimed = quoted(case.text, claim)
    if (stated := share(case.step.written)) is not None:
        part, made = quoted(case.text, stated.percent), quoted(case.text, stated.amount)
        return Said(
            f"{made} isn't {part} of any number in the problem, nor of an earlier result.",
            f"Check {part} again: {part} of what?",
        )
    if case.step.written.restates:
        return Said(f"{case.sum} isn't the same as {claimed}.", hint)
    fraction = claim.fraction or any(a.fraction for a in case.step.written.operands)
    made = readable(value, fraction=fraction)
    if claim.remainder is not None and (exact := _divided(case.step)):
        made = exact
    elif claim.words:
        claimed = claimed.lower().removesuffix(claim.words).strip() or claimed
    return Said(f"{case.sum} is {made}, not {claimed}.", hint)


def _divided(step: Traced) -> str:
    """Write what a division makes with its remainder; "" if the step isn't a division."""
    tree, value = step.written.tree, step.written.value
    if isinstance(tree, Leaf) or tree.operator is not Operator.DIV or value is None:
        return ""
    divisor = value_of(tree.right, step.written.operands)
    rest = (value - floor(value)) * (divisor or 0)
    return f"{floor(value)} r {format_value(rest)}" if rest else f"{floor(value)} with no remainder"


def _copied(case: Case) -> Said:
    at, meant = case.found.step, case.found.other
    copied = None
    if at is not None and meant is not None:
        copied = Copies(case.problem, case.traced).given(at, meant)
    if copied is None or meant is None:
        return _operation(case)
    given = quoted(case.text, copied)
    said = next((number_text(case.problem, q.index) for q in _equal(case.problem, meant)), None)
    return Said(
        f"The text says {said or format_value(meant)}; the working has {given}.",
        f"Look at the numbers in the problem again. Where does {given} come from?",
    )


def _reversed(case: Case) -> Said:
    if not case.sum:
        return Said(
            f"{case.given} is less than nothing: a subtraction was done the wrong way round.",
            _BELOW_NOTHING,
        )
    return Said(
        f"{case.sum} is the wrong way round.",
        f"Look at {case.sum} again: which number comes first?",
    )


def _units(case: Case) -> Said:
    return Said(
        f"{case.sum} puts different things together: {_things(case.step)}.",
        f"What does each number in {case.sum} count? Can these be put together?",
    )


def _things(step: Traced | None) -> str:
    """Write in plain words what the numbers of a step count where its units don't close."""
    broken = next((one for one in step.taken if one.clash), None) if step else None
    if broken is None:
        return "they can't be added or taken away"
    left, right = (_counts(term) for term in (broken.left, broken.right))
    return f"{left}, and {right}"


def _counts(term: Term) -> str:
    number = readable(term.value)
    if term.part:
        return f"{number} is a percentage" if term.value > 1 else f"{number} is a part of something"
    name = plural_name(term.unit)
    return f"{number} counts {name}" if name else f"{number} counts nothing"


def _unneeded(case: Case) -> Said:
    numbers = _outside(case)
    return Said(
        f"{case.sum} uses {numbers}, which doesn't matter for the question.",
        NUDGES[Finding.UNNEEDED_NUMBER],
    )


def _quantity(case: Case) -> Said:
    return Said(
        f"{case.sum} uses {_outside(case)}, which isn't the number that is needed here.",
        f"Look at {case.sum} again: is each number the one that the question is about?",
    )


def _ignored(case: Case) -> Said:
    return Said(
        f"{case.sum or 'The working'} leaves out {_missing(case)}.",
        NUDGES[Finding.IGNORED_NUMBER],
    )


def _operation(case: Case) -> Said:
    way = f" One right way is {_way(case)}." if case.right.expression else ""
    where = f"{case.sum} isn't a step towards the answer." if case.sum else _differs(case)
    hint = f"Look at {case.sum} again: what happens in the story?" if case.sum else _READ_AGAIN
    return Said(f"{where}{way}", hint)


def _way(case: Case) -> str:
    """Write the right expression with percentages and fractions as the text has them."""
    written = case.right.expression
    for q in case.problem.quantities:
        number, said = format_value(q.value), q.number.text
        if q.value.denominator != 1 and not q.implied and re.fullmatch(r"[\d.]+%|\d+/\d+", said):
            written = re.sub(rf"(?<![\d.]){re.escape(number)}(?![\d.])", said, written)
    return written


def _unit(case: Case) -> Said:
    asks = f"the question asks for {case.asked}, not {_given_unit(case)}."
    if not case.known:
        return Said(asks.capitalize(), "What does your number count? Read the question again.")
    return Said(
        f"The number is right, but {asks}",
        "Your number is right. What does it count? Read the question again.",
    )


def _needs_rounding(case: Case) -> Said:
    answer = f", {case.right.text}" if case.known else ""
    return Said(
        f"{case.given} can't be the answer: the question needs a whole number{answer}.",
        NUDGES[Finding.NEEDS_ROUNDING],
    )


def _rounded(case: Case) -> Said:
    exact = case.right.exact
    last = case.step if case.step and case.step.written.value == exact else None
    start = f"{case.sum} is" if last else "The result is"
    return Said(
        f"{start} {readable(exact)}, which was rounded wrongly: the answer is {case.right.text}, "
        f"not {case.given}.",
        NUDGES[Finding.ROUNDED_WRONGLY],
    )


def _converted(case: Case) -> Said:
    return Said(
        f"The units were not converted: the answer is {case.right.text}, not {case.given}.",
        NUDGES[Finding.NOT_CONVERTED],
    )


def _whole(case: Case) -> Said:
    return Said(
        f"{case.sum} takes the part of the wrong whole.",
        f"Look at {case.sum} again: a part of what?",
    )


def _unfinished(case: Case) -> Said:
    rest = case.answer.remainder if case.answer else None
    if rest is not None:
        left = format_value(rest)
        return Said(
            f"{case.given} isn't the answer yet: what about the {left} left over? The answer is "
            f"{case.right.text}.",
            f"Good so far. What about the {left} left over?",
        )
    if case.stated:
        return Said(
            f"{case.given} is only a result on the way: the answer is {case.right.text}.",
            NUDGES[Finding.UNFINISHED],
        )
    return Said(
        f"Right so far, but {case.given} isn't the answer yet: {case.right.text} is.",
        "Good so far. Read the question again: are you there yet?",
    )


def _impossible(case: Case) -> Said:
    """Write that an answer can't be, where the program can't rely on its own."""
    negative = case.answer is not None and case.answer.value < 0
    return Said(
        f"{case.given} can't be the answer.",
        _BELOW_NOTHING if negative else NUDGES[Finding.NEEDS_ROUNDING],
    )


def _improbable(case: Case) -> Said:
    """Write that an answer can't well be right, where the program can't rely on its own."""
    where = f"Look at {case.sum} again: what happens in the story?" if case.sum else _READ_AGAIN
    return Said(f"The program finds no likely way to get {case.given} in this problem.", where)


def _other(case: Case) -> Said:
    return Said(_differs(case), _READ_AGAIN)


_BELOW_NOTHING: Final = "Can the answer be less than nothing? Which number do you start with?"
_READ_AGAIN: Final = NUDGES[Finding.OTHER_ANSWER]
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


_NEEDS_NO_ANSWER: Final = frozenset(
    {
        Finding.ARITHMETIC_SLIP,
        Finding.COPIED_WRONGLY,
        Finding.WRONG_UNIT,
        Finding.NEEDS_ROUNDING,
        Finding.UNITS_DO_NOT_CLOSE,
    }
)


def _differs(case: Case) -> str:
    return f"The answer is {case.right.text}, not {case.given}."


def _outside(case: Case) -> str:
    leaves = case.step.leaves if case.step else frozenset()
    extra = sorted(i for i in leaves if i not in case.right.used)
    return listed([number_text(case.problem, i) for i in extra]) or "a number"


def _missing(case: Case) -> str:
    written = written_numbers(case.problem, case.traced)
    left = sorted(
        i for i in case.right.used if i not in written and not case.problem.quantities[i].implied
    )
    if not left:
        return "a number that is needed"
    numbers = "a number that is needed" if len(left) == 1 else "numbers that are needed"
    return f"{numbers}: {listed([number_text(case.problem, i) for i in left])}"


def number_text(problem: Problem, index: int) -> str:
    """Write a number as the text does, 15% or 3/8, but with digits."""
    quantity = problem.quantities[index]
    written = quantity.number.text
    digits = not quantity.implied and any(sign.isdigit() for sign in written)
    return written if digits else format_value(quantity.value)


def _equal(problem: Problem, value: Fraction) -> list[Quantity]:
    return [q for q in problem.quantities if q.value == value and not q.implied]


def _given_unit(case: Case) -> str:
    return plural_name(case.answer.unit) if case.answer else "that"
