"""Write number mentions as digits: "three dozen eggs" becomes "36 eggs"; all else is unchanged.

A mention that already has a digit stays as it is. So does one at the position of a number that the
record itself lists: such a record has been normalised by its makers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from spacy.tokens import Doc

from unitdep.reading import Number, NumberKind, find_numbers
from unitdep.reading.numbers.values import TIMES_WORDS
from unitdep.research.datasets.records import Record


@dataclass(frozen=True)
class Edit:
    """``text[start:end]`` is written as ``digits``."""

    start: int
    end: int
    digits: str


def numeral(value: Fraction) -> str:
    """Write a value exactly: 36, 0.125, or 1/3 if no decimal is exact."""
    rest = value.denominator
    places = 0
    while rest % 10 == 0 or rest % 5 == 0 or rest % 2 == 0:
        rest //= 10 if rest % 10 == 0 else 5 if rest % 5 == 0 else 2
        places += 1
    if rest != 1:
        return f"{value.numerator}/{value.denominator}"
    if places == 0:
        return str(value.numerator)
    scaled = str(abs(value * 10**places)).rjust(places + 1, "0")
    sign = "-" if value < 0 else ""
    return f"{sign}{scaled[:-places]}.{scaled[-places:]}"


def digits_of(number: Number) -> str:
    """Write a number mention with digits; "twice" becomes "2 times" to keep the sentence intact."""
    if number.kind is NumberKind.PERCENT:
        return f"{numeral(number.value * 100)}%"
    times = number.text.lower() in TIMES_WORDS
    return f"{numeral(number.value)} times" if times else numeral(number.value)


def edits(doc: Doc, fixed: Iterable[int] = ()) -> list[Edit]:
    """Return the edits needed, in text order; mentions at ``fixed`` offsets are left alone."""
    places = tuple(fixed)
    return [
        Edit(number.start, number.end, digits_of(number))
        for number in find_numbers(doc)
        if not any(c.isdecimal() for c in number.text)
        and not any(number.start <= place < number.end for place in places)
    ]


def normalise(doc: Doc) -> str:
    """Return the text with every number mention in digits."""
    return apply(doc.text, edits(doc))


def apply(text: str, changes: Sequence[Edit]) -> str:
    """Return the text with the edits applied."""
    parts: list[str] = []
    at = 0
    for change in changes:
        parts += [text[at : change.start], change.digits]
        at = change.end
    return "".join(parts) + text[at:]


def moved(place: int, changes: Sequence[Edit]) -> int:
    """Return the new offset of a character outside all edits."""
    return place + sum(len(c.digits) - (c.end - c.start) for c in changes if c.end <= place)


def normalise_record(record: Record, doc: Doc) -> Record:
    """Return the record with its text in digits; ``doc`` is its text, parsed.

    The spans of its numbers and the offsets of its literals move with the text.
    """
    numbers, offsets = record.numbers, record.offsets
    fixed = [*(number.start for number in numbers or ()), *(offsets or ())]
    changes = edits(doc, fixed)
    if not changes:
        return record
    return replace(
        record,
        text=apply(record.text, changes),
        numbers=None if numbers is None else tuple(_moved(number, changes) for number in numbers),
        offsets=None if offsets is None else tuple(moved(place, changes) for place in offsets),
    )


def _moved(number: Number, changes: Sequence[Edit]) -> Number:
    start = moved(number.start, changes)
    return replace(number, start=start, end=start + number.end - number.start)
