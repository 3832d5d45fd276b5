"""Numbers that name: dates, ordinals and labels, with their full spans."""

from __future__ import annotations

import pytest

from unitdep.reading.named import find_named
from unitdep.reading.spacy_pipeline import parse
from unitdep.reading.words import Words


def named(text: str) -> list[tuple[str, str, str]]:
    """Return the names of a text as (written, kind, moment or what it belongs to)."""
    doc = parse(text)
    found = find_named(doc, Words.of(doc))
    return [(text[n.start : n.end], n.kind.value, n.moment or n.of) for n in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("They met on 4 July 1998.", [("4 July 1998", "date", "1998-07-04")]),
        ("The fair is on March 9.", [("March 9", "date", "--03-09")]),
        ("It opened in May 2011.", [("May 2011", "date", "2011-05")]),
        ("It closed in 1987.", [("1987", "date", "1987")]),
        ("The log is dated 2020-02-29.", [("2020-02-29", "date", "2020-02-29")]),
        ("Due 31/12/2024.", [("31/12/2024", "date", "2024-12-31")]),
        ("Due 3/4/2024.", [("3/4/2024", "date", "")]),  # March or April
        ("It ran from 1990 to 1995.", [("1990", "date", "1990"), ("1995", "date", "1995")]),
        ("We saw 1990 birds.", []),
        ("In May 20 people came.", []),
        ("The 3rd floor is empty.", [("3rd", "ordinal", "floor")]),
        ("She sat in the twenty-first row.", [("twenty-first", "ordinal", "row")]),
        ("It was the two hundredth game.", [("two hundredth", "ordinal", "game")]),
        ("He ate a third of the cake.", []),
        ("It took one second.", []),
        ("First, boil the water.", []),
        ("He came third in the race.", [("third", "ordinal", "")]),
        ("The lesson is in Room 15.", [("15", "label", "room")]),
        ("Bus 9 left from gate 4.", [("9", "label", "bus"), ("4", "label", "gate")]),
        ("Read pages 8 and 9.", [("8", "label", "page"), ("9", "label", "page")]),
        ("He lives at 7 Mill Lane.", [("7", "label", "address")]),
        ("Each room 12 people slept.", []),
    ],
)
def test_names(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert named(text) == expected
