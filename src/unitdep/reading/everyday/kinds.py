"""The kinds of written numbers: amounts, and factors, which have no unit."""

from __future__ import annotations

import re
from typing import Final

from unitdep.core.labels import Kind
from unitdep.lexicon import LEMMAS
from unitdep.reading.quantity import Number, NumberKind

_TIMES: Final = re.compile(
    r"[\s-]?times?\s(?:as|more|less|fewer|the|that|older|longer|bigger|larger|heavier|taller|higher|"
    r"faster|what|her|his|their|its|my|your|[\w']+['’]s?\b)"
)
_NAMED: Final = re.compile(  # with a capital: "Year 6", not "every year 6 trees"
    r"\b(?:Year|Class|Form|Grade|Room|Page|Level|Team|Group|Lane|Table|Bus|House|Gate|Unit|Chapter|"
    r"Question|Player|Stage|Step|Week|Day|Platform|Zone|Set|Route|Row|Box|Tour|Hall|Flat|Track)\s$"
)
_OF_A_MEASURE: Final = re.compile(r"\s?(?:of\s)?(?:an?\s)?([a-z]+\.?)")
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
    if number.kind is NumberKind.FRACTION and number.value < 1 and not _measured(after):
        return Kind.FACTOR
    return Kind.AMOUNT


def is_name(text: str, number: Number) -> bool:
    """Whether a number only names something: "Year 6", "Room 12"."""
    return number.text.isdigit() and bool(_NAMED.search(text[: number.start][-12:]))


def _measured(after: str) -> bool:
    """Whether a measure follows a fraction: "1/2 cup", "3/4 of an hour", not "1/4 of the hours"."""
    m = _OF_A_MEASURE.match(after)
    if m is None:
        return False
    if " of " in after[:4] and not re.match(r"\sof\san?\s", after):
        return False
    return m[1] in LEMMAS or m[1] in ("cup", "cups", "dozen")
