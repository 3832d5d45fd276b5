"""Dates: "3 May 2021", "June 5", "12/25/2020", "in 1999". The moment is written as in ISO 8601."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from spacy.tokens import Doc

from unitdep.reading.named.name import Named
from unitdep.reading.numbers.values import MONTH, listed
from unitdep.reading.quantity import Naming, Number

MONTHS: Final = (
    *("jan", "feb", "mar", "apr", "may", "jun"),
    *("jul", "aug", "sep", "oct", "nov", "dec"),
)
_TH: Final = r"(?:st|nd|rd|th)?"
_YEAR: Final = r"[12]\d{3}(?!\d)"
_WRITTEN: Final = re.compile(
    rf"(?<![\w.,])(?P<d>\d{{1,2}}){_TH}(?:\sof)?\s(?P<m>{MONTH})\b\.?(?:,?\s(?P<y>{_YEAR}))?"
    rf"|\b(?P<m2>{MONTH})\b\.?,?\s(?:of\s)?(?P<y2>{_YEAR})"
    rf"|\b(?P<m3>{MONTH})\b\.?\s(?:the\s)?(?P<d3>\d{{1,2}}){_TH}(?![\w%]|[.,:]\d)"
    rf"(?:,?\s(?P<y3>{_YEAR}))?"
)
_DIGITS: Final = re.compile(
    r"(?<![\w./-])(?:(?P<y>\d{4})([-/.])(?P<m>\d{1,2})\2(?P<d>\d{1,2})"
    r"|(?P<a>\d{1,2})([-/.])(?P<b>\d{1,2})\6(?P<y2>\d{4})"
    r"|(?P<a2>\d{1,2})/(?P<b2>\d{1,2})/(?P<y3>\d\d))(?![\w/-])"
)
_DECADE: Final = re.compile(r"(?<![\w.,])[12]\d\d0['’]?s\b")
_IN: Final = re.compile(r"\b[Ii]n\s$")
_PLAIN_YEAR: Final = re.compile(r"(?<![\w.,$£€#-])(?:1[5-9]|20)\d\d(?![\w%-]|[.,]\d|\s?[%°])")
_AROUND: Final = re.compile(rf"\b{listed('around-year')}\s$", re.IGNORECASE)
_RANGE: Final = re.compile(r"\s?(?:-|–|to|and|or|until)\s?")
_COUNTED: Final = ("NOUN", "PROPN", "ADJ")


def find_dates(doc: Doc, scanned: Sequence[tuple[Number, Naming | None]]) -> list[Named]:
    """Return the dates of a text, in order and without overlap."""
    text = doc.text
    found = [_of_digits(m) for m in _DIGITS.finditer(text)]
    for m in _WRITTEN.finditer(text):
        counted = m["m3"] and not m["y3"] and _IN.search(text[max(0, m.start() - 4) : m.start()])
        if not counted and not _overlaps(found, m.start(), m.end()):
            found += _of_words(m)
    found += [
        Named(m.start(), m.end(), Naming.DATE, Fraction(m[0][:4])) for m in _DECADE.finditer(text)
    ]
    for number, name in scanned:
        if name is Naming.DATE and not _overlaps(found, number.start, number.end):
            found.append(_year(number.start, number.end, number.value))
    return sorted([*found, *_more_years(doc, found)], key=lambda date: date.start)


def _overlaps(found: Sequence[Named], start: int, end: int) -> bool:
    return any(start < date.end and date.start < end for date in found)


def _year(start: int, end: int, value: Fraction) -> Named:
    whole = value.denominator == 1 and 1000 <= value < 3000
    return Named(start, end, Naming.DATE, value, moment=str(value) if whole else "")


def _more_years(doc: Doc, found: Sequence[Named]) -> list[Named]:
    """Return years that no date word introduces: "from 1990 to 2000", "after 1945"."""
    text, years = doc.text, list[Named]()
    for m in _PLAIN_YEAR.finditer(text):
        if _overlaps(found, m.start(), m.end()) or _counts(doc, m.end()):
            continue
        left = text[max(0, m.start() - 24) : m.start()]
        second = any(_RANGE.fullmatch(text, d.end, m.start()) for d in (*found, *years))
        if second or _AROUND.search(left):
            years.append(_year(m.start(), m.end(), Fraction(m[0])))
    return years


def _counts(doc: Doc, end: int) -> bool:
    """Whether a noun follows, which makes it a number of things."""
    following = doc.char_span(end, min(end + 2, len(doc.text)), alignment_mode="expand")
    return following is not None and following[-1].pos_ in _COUNTED


def _of_digits(m: re.Match[str]) -> Named:
    if m["y"]:
        moment = _moment(m["y"], int(m["m"]), int(m["d"]))
    else:
        first, second = int(m["a"] or m["a2"]), int(m["b"] or m["b2"])
        # 3/4/2021 may be in March or in April; only a day above 12 tells.
        told = first > 12 or second > 12 or first == second
        day, month = (first, second) if first > 12 else (second, first)
        moment = _moment(m["y2"], month, day) if told and m["y2"] else ""
    return Named(m.start(), m.end(), Naming.DATE, None, moment=moment)


def _of_words(m: re.Match[str]) -> list[Named]:
    month = MONTHS.index((m["m"] or m["m2"] or m["m3"])[:3].lower()) + 1
    day = int(m["d"] or m["d3"] or 0)
    if day > 31 or (day == 0 and not m["y2"]):
        return []
    end = m.end() - m[0].endswith(".")
    moment = _moment(m["y"] or m["y2"] or m["y3"], month, day)
    return [Named(m.start(), end, Naming.DATE, None, moment=moment)]


def _moment(year: str | None, month: int, day: int) -> str:
    """Write a date as in ISO 8601, "--05-03" without a year; "" if there is no such day."""
    if not 1 <= month <= 12 or day > 31:
        return ""
    return f"{year or '-'}-{month:02d}" + (f"-{day:02d}" if day else "")
