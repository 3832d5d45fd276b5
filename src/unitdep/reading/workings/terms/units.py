"""The unit words next to a number, as a unit of the one algebra; sums in two measures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from unitdep.core.expression import Expression, Leaf, Operator
from unitdep.lexicon import LEMMAS, LEXICON
from unitdep.reading.workings.types import Amount, value_of
from unitdep.units.conversion import conversion, is_measure, is_money
from unitdep.units.dimension import POWERS
from unitdep.units.inflection import singular, undo_plural
from unitdep.units.unit import Unit

CURRENCIES: Final = {
    "$": "dollar",
    "£": "pound",
    "€": "euro",
    "¥": "yen",
    "₹": "rupee",
    "¢": "cent",
}
_LEMMA_NOUNS: Final = frozenset(LEMMAS.values())
_SQUARE: Final = {"sq": "square", "cu": "cubic"}


@lru_cache(maxsize=4096)
def unit_of(words: str, currency: str = "") -> Unit:
    """Return the unit that words and the sign of a currency write: "miles per hour"."""
    over, _, under = words.partition(" per ") if " per " in words else _leading(words)
    if over in LEXICON["speed"] or LEMMAS.get(over) in LEXICON["speed"]:
        over, _, under = LEMMAS.get(over, over).partition("/")
    noun, modifiers = _noun(over)
    if currency:
        noun, modifiers = CURRENCIES[currency], ()
    if not under:
        return Unit(noun, modifiers)
    denominator, denominator_modifiers = _noun(under)
    return Unit(noun, modifiers, denominator, denominator_modifiers)


def _leading(words: str) -> tuple[str, str, str]:
    """Split "per pen", which follows a price; other words are a unit that is not a rate."""
    return ("", "", words[4:]) if words.startswith("per ") else (words, "", "")


def _noun(words: str) -> tuple[str, tuple[str, ...]]:
    """Return the singular of the head noun, and the words before it; without "of pencils"."""
    head = words.partition(" of ")[0].split()
    if not head:
        return "", ()
    noun = head[-1] if head[-1] in _LEMMA_NOUNS else undo_plural(singular(head[-1]))
    return noun, tuple(_SQUARE.get(word, word) for word in head[:-1])


def is_power(word: str) -> bool:
    """Whether a word makes an area or a volume of the length after it."""
    return _SQUARE.get(word, word) in POWERS


def in_one_measure(
    tree: Expression, operands: tuple[Amount, ...], claim: Amount | None
) -> tuple[Amount, ...]:
    """Return the operands of a sum in one measure, if it adds two: £8.40 + 95p in pounds.

    It's the measure of what the sum is said to make; without one, that which makes it right, or
    the first.
    """
    nouns = list(dict.fromkeys(_added(tree, operands)))
    if not nouns:
        return operands
    if claim is not None and claim.has_unit and claim.unit.numerator not in nouns:
        nouns.insert(0, claim.unit.numerator)
    elif claim is not None and claim.has_unit:
        nouns = [claim.unit.numerator]
    ways = [tuple(_into(operand, noun) for operand in operands) for noun in nouns]
    right = (way for way in ways if claim is not None and value_of(tree, way) == claim.value)
    return next(right, ways[0])


def _added(tree: Expression, operands: Sequence[Amount]) -> Iterator[str]:
    """Yield pairs of measures that are added although they differ."""
    if isinstance(tree, Leaf):
        return
    if tree.operator in (Operator.ADD, Operator.SUB):
        left, right = _measure(tree.left, operands), _measure(tree.right, operands)
        if left and right and conversion(left, right) is not None:
            yield from (left, right)
    yield from _added(tree.left, operands)
    yield from _added(tree.right, operands)


def _measure(tree: Expression, operands: Sequence[Amount]) -> str:
    """Return the measure that a part of a sum is in; "" if it has none."""
    if isinstance(tree, Leaf):
        unit = operands[tree.index].unit
        return unit.numerator if _converts(unit) else ""
    left = _measure(tree.left, operands)
    return left if tree.operator is Operator.DIV else left or _measure(tree.right, operands)


def _converts(unit: Unit) -> bool:
    """Whether a unit is a plain measure: neither a rate nor an area."""
    return not unit.is_rate and not unit.modifiers and is_measure(unit.numerator)


def _into(amount: Amount, noun: str) -> Amount:
    """Return an amount in another measure; as it is if it doesn't convert."""
    own = amount.unit.numerator
    factor = conversion(own, noun) if _converts(amount.unit) else None
    if factor is None or (amount.currency and not is_money(noun)):
        return amount
    value = amount.value * factor
    return replace(
        amount, value=value, unit=Unit(noun), words=noun, currency="", decimals=0, parts=(amount,)
    )
