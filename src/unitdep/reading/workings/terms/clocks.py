"""Times of day in sums: "2:45 + 1:30 = 4:15", "11:40 - 9:15 = 2 h 25 min", "9:15 to 11:40".

Everything is in minutes. A time such as 1:30 may also be a duration, so either is accepted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from unitdep.core.expression import ADDITIVE, Expression, Leaf, Operation, Operator, operations
from unitdep.reading.workings.terms.amounts import Tokens
from unitdep.reading.workings.tokens import OTHER, WORD
from unitdep.reading.workings.types import NO_UNIT, Amount
from unitdep.units.conversion import conversion
from unitdep.units.unit import Unit

MINUTE: Final = "minute"
_UNTIL: Final = frozenset({"to", "until", "till"})
_HALF_DAY: Final = 12 * 60


def is_time(tokens: Tokens, at: int) -> bool:
    """Whether a token is a time of day."""
    token = tokens[at]
    return token.kind == OTHER and token.value is not None


def joins_times(tokens: Tokens, at: int) -> bool:
    """Whether a word is between the beginning and the end of a time: "9:15 to 11:40"."""
    token = tokens[at]
    until = token.kind == WORD and token.text in _UNTIL
    return until and at > 0 and is_time(tokens, at - 1) and is_time(tokens, at + 1)


def time_at(tokens: Tokens, at: int) -> Amount | None:
    """Return the time of day at an index."""
    token = tokens[at]
    if token.kind != OTHER or token.value is None:
        return None
    return Amount(token.start, token.end, token.value, clock=token.text)


def in_minutes(
    tree: Expression, operands: Sequence[Amount]
) -> tuple[Expression, tuple[Amount, ...]] | None:
    """Return a sum with times in minutes, the later time first; None if it can't be one."""
    if any(operation.operator not in ADDITIVE for operation in operations(tree)):
        return None
    converted = [_minutes(operand) for operand in operands]
    found = tuple(one for one in converted if one is not None)
    if len(found) < len(operands):
        return None
    if _is_span(tree, found) and found[0].value < found[1].value:
        return Operation(Operator.SUB, Leaf(1), Leaf(0)), found
    return tree, found


def is_in_minutes(amount: Amount) -> bool:
    """Whether an amount is a time or a duration; a whole number may count minutes."""
    if amount.clock:
        return True
    if not amount.has_unit:
        return amount.value.denominator == 1 and not amount.decimals
    noun = amount.unit.numerator
    return noun == MINUTE or conversion(noun, MINUTE) is not None


def over_noon(operands: tuple[Amount, ...]) -> tuple[Amount, ...]:
    """Return the end of a time span half a day later if it's before its beginning."""
    first, last = operands
    if last.value >= first.value:
        return operands
    days = 1 if "12" in (first.clock, last.clock) else 2
    return first, replace(last, value=last.value + days * _HALF_DAY, parts=(last,))


def result_unit(tree: Expression, operands: Sequence[Amount]) -> tuple[Unit, str]:
    """Return the unit of a sum with times and, if it makes a time of day, of which kind."""
    clocks = [operand.clock for operand in operands if operand.clock]
    if not clocks or isinstance(tree, Leaf):
        return NO_UNIT, ""
    return (Unit(MINUTE), "") if _is_span(tree, operands) else (NO_UNIT, clocks[0])


def _is_span(tree: Expression, operands: Sequence[Amount]) -> bool:
    both = len(operands) == 2 and all(operand.clock for operand in operands)
    return both and isinstance(tree, Operation) and tree.operator is Operator.SUB


def _minutes(amount: Amount) -> Amount | None:
    """Return a time or a duration in minutes; a number without a unit counts minutes."""
    if amount.clock or not amount.has_unit:
        return None if amount.percent else amount
    noun = amount.unit.numerator
    if noun == MINUTE and not amount.unit.is_rate:
        return amount
    factor = conversion(noun, MINUTE)
    if factor is None or amount.unit.is_rate:
        return None
    value, unit = amount.value * factor, Unit(MINUTE)
    return replace(amount, value=value, unit=unit, words=MINUTE, parts=(amount,))
