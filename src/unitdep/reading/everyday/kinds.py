"""The kinds of written numbers: amounts, and factors, which have no unit."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from unitdep.core.labels import Kind
from unitdep.lexicon import LEMMAS, LEXICON, read_lists
from unitdep.reading.quantity import Number, NumberKind, Quantity
from unitdep.units.inflection import singular
from unitdep.units.unit import Unit

_TIMES: Final = re.compile(
    r"[\s-]?times?\s(?:as|more|less|fewer|the|that|older|longer|bigger|larger|heavier|taller|higher|"
    r"faster|what|her|his|their|its|my|your|[\w']+['’]s?\b)"
)
_NAMED: Final = re.compile(  # with a capital: "Year 6", not "every year 6 trees"
    rf"\b(?:{'|'.join(word.title() for word in read_lists('typing')['named'].words)})\s$"
)
_NUMBERED: Final = re.compile(r"\b(?:no|number|nr)\.?\s$|[#№]\s?$", re.IGNORECASE)
_VEHICLE: Final = re.compile(r"-(?:wheelers?|pounders?|seaters?|pins?)\b")
_COUNTED: Final = re.compile(r"\s?%|\s(?:more|fewer|less|times)\b")
_CURRENCY: Final = ("$", "£", "€")
_COIN: Final = re.compile(
    r"(?P<money>p|\s?pence|[\s-]cents?|c|[\s-]euros?|[\s-]pounds?|[\s-]dollars?)?[\s-]"
    r"(?P<coin>coins?|notes?|bills?)\b",
    re.IGNORECASE,
)
PENNY: Final = "penny"
_PENCE: Final = re.compile(r"p\b")
_OF_A_MEASURE: Final = re.compile(r"\s?(?:of\s)?(?:an?\s)?([a-z]+\.?)")
_HALF_A_THING: Final = re.compile(r"\san?\s(?!dozen)")  # half a pizza is an amount
_FACTOR_WORDS: Final = re.compile(r"(?:twice|double|triple|treble|thrice)$")


def kind_of(text: str, number: Number) -> Kind:
    """Return the kind of a written number: "35%", "1/4 of" and "3 times as many" are factors."""
    if number.kind is NumberKind.CLOCK:
        return Kind.CLOCK
    after = text[number.end :].lower()
    if number.kind is NumberKind.PERCENT or _FACTOR_WORDS.match(number.text.lower()):
        return Kind.FACTOR
    if _TIMES.match(after):
        return Kind.FACTOR
    part = number.kind is NumberKind.FRACTION and number.value < 1
    if part and not _measured(after) and not _HALF_A_THING.match(after):
        return Kind.FACTOR
    return Kind.AMOUNT


def is_name(text: str, number: Number) -> bool:
    """Whether a number only names something: "Year 6", "Room 12", "an 18-wheeler"."""
    if not number.text.isdigit():
        return False
    before, after = text[: number.start][-16:], text[number.end :]
    if _NAMED.search(before) or _NUMBERED.search(before):
        return not _COUNTED.match(after)
    return bool(_VEHICLE.match(after))


def money_unit(text: str, quantity: Quantity) -> Unit | None:
    """Return the unit of "20p", or of what a coin is worth, a rate: pence per coin; else None."""
    m = _COIN.match(text, quantity.number.end)
    if m is None and _PENCE.match(text, quantity.number.end):
        return replace(quantity.unit, numerator=PENNY, modifiers=())
    signed = text[quantity.number.start - 1 : quantity.number.start] in _CURRENCY
    if m is None or not (m["money"] or signed):
        return None
    name = (m["money"] or "").strip(" -").lower()
    money = LEMMAS.get(name) or ("cent" if name == "c" else quantity.unit.numerator)
    return Unit(money, denominator=singular(m["coin"].lower()))


def price_unit(asked: Unit, written: Sequence[Quantity], low: Sequence[str]) -> Unit:
    """Return the unit of a question: pence if it asks for a price in a text whose money is "35p".

    The unit rules don't know the "p", so they take what is bought for what is asked.
    """
    money = {q.unit.numerator for q in written} & LEXICON["money"]
    priced = not LEXICON["question-price"].isdisjoint(low) or "much" in low
    counted = asked.numerator not in LEXICON["money"] | LEXICON["measure"]
    if not (priced and counted and "many" not in low and money == {PENNY}):
        return asked
    return replace(asked, numerator=PENNY, modifiers=())


def _measured(after: str) -> bool:
    """Whether a measure follows a fraction: "1/2 cup", "3/4 of an hour", not "1/4 of the hours"."""
    m = _OF_A_MEASURE.match(after)
    if m is None:
        return False
    if " of " in after[:4] and not re.match(r"\sof\san?\s", after):
        return False
    return m[1] in LEMMAS or m[1] in ("cup", "cups", "dozen")
