"""What the surroundings of a number say about it: its kind, or that it is not a quantity."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from spacy.tokens import Doc, Token

from unitdep.reading.numbers.spellings import Mention, before
from unitdep.reading.numbers.values import MONTH, SCALES, TENS, WORDS, either, listed
from unitdep.reading.quantity import Naming, NumberKind

_PERCENT: Final = re.compile(r"\s{0,2}%|[\s-]per\s?cent\b")
_CURRENCY_BEFORE: Final = re.compile(r"[$£€¥]\s?$")
_CURRENCY_AFTER: Final = re.compile(rf"\s?¢|p\b|[\s-]{listed('currency')}s?\b")
_CLOCK_AFTER: Final = re.compile(r"\s?(?:o['’]\s?clock|[ap]\.?\s?m)\b")
_CLOCK_BEFORE: Final = re.compile(r"\b(?:half|quarter)\s(?:past|to)\s$")
_TENS_AT_END: Final = re.compile(rf"{either([*TENS, 'hundred', *SCALES])}$")
_ORDINAL_AFTER: Final = re.compile(  # after tens: "twenty-first"; but "thirty second" is a time
    rf"(?:-second|[\s-]{listed('ordinal')})\b(?![-\s]grade)"
)
_LARGE_ORDINAL_AFTER: Final = re.compile(rf"[\s-]{listed('large-ordinal')}\b")
_LABEL_BEFORE: Final = re.compile(r"(?:(\w+)\s+)?(?<!\w)([a-z]+\.?)\s{1,2}#?$")
_HASH_BEFORE: Final = re.compile(r"[#№]\s?$|[a-z]-$")
_MONTH_BEFORE: Final = re.compile(rf"\b(?P<in>[Ii]n\s)?{MONTH}\.?\s$")
_MONTH_AFTER: Final = re.compile(rf"\s(?:of\s)?{MONTH}\b")
_YEAR_BEFORE: Final = re.compile(
    rf"\b(?:{listed('before-year')}|{MONTH}\.?,?"
    rf"|{MONTH}\.?\s\d{{1,2}}(?:st|nd|rd|th)?\s?,?|{listed('before-of-year')} of)\s$"
)
_PRONOUN_BEFORE: Final = re.compile(rf"\b{listed('before-pronoun')}[\s-]$")
_PRONOUN_AFTER: Final = re.compile(rf"\s{listed('after-pronoun')}\b|['’]s\b|-on-one\b")
_STORY_AFTER: Final = re.compile(rf"\s{listed('story-time')}\b(?!\s{listed('story-fact')}\b)")
_CLAUSE_START: Final = re.compile(rf"(?:^|[.!?,;:\"“”\n]|\b{listed('clause-start')})\s{{0,3}}$")
_COUNTED: Final = ("NOUN", "PROPN", "ADJ")  # part of speech after a number that is not a year


def with_kind(folded: str, mention: Mention) -> Mention:
    """Return the mention with its kind; a percent sign joins the span and divides by 100."""
    if m := _PERCENT.match(folded, mention.end):
        return Mention(mention.start, m.end(), mention.value / 100, NumberKind.PERCENT)
    sign = _CURRENCY_BEFORE.search(before(folded, mention.start, 2))
    if sign or _CURRENCY_AFTER.match(folded, mention.end):
        return replace(mention, kind=NumberKind.MONEY)
    return mention


def naming(doc: Doc, text: str, folded: str, mention: Mention) -> Naming | None:
    """Return what the surroundings make a mention that counts nothing, or None if it counts."""
    surface = folded[mention.start : mention.end]
    left = before(folded, mention.start)
    if _CLOCK_AFTER.match(folded, mention.end) or _CLOCK_BEFORE.search(left):
        return Naming.CLOCK
    if surface.isdigit():
        if _HASH_BEFORE.search(left):
            return Naming.LABEL
        if _is_date_part(doc, text, mention):
            return Naming.DATE
    elif _is_ordinal(folded, mention, surface):
        return Naming.ORDINAL
    if surface == "one" and _is_pronoun(doc, folded, mention, left):
        return Naming.PRONOUN
    return Naming.LABEL if _is_label(doc, mention, left) else None


def _is_ordinal(folded: str, mention: Mention, surface: str) -> bool:
    """Whether a number in words continues as an ordinal: "two hundredth", "twenty-first"."""
    if _LARGE_ORDINAL_AFTER.match(folded, mention.end):
        return True
    return bool(_TENS_AT_END.search(surface) and _ORDINAL_AFTER.match(folded, mention.end))


def _is_label(doc: Doc, mention: Mention, left: str) -> bool:
    """Whether it is "Room 12", not "each room 12 people" or "to grade 12 papers"."""
    m = _LABEL_BEFORE.search(left)
    if m is None or m[2] not in WORDS["label"] or m[1] in WORDS["before-label"]:
        return False
    token = _neighbour(doc, mention, -1)
    return token is None or not token.tag_.startswith("VB")


def _is_date_part(doc: Doc, text: str, mention: Mention) -> bool:
    """Whether it is the day in "June 5", or the year in "in 1998" with no noun after it."""
    value, left = mention.value, before(text, mention.start)
    if value <= 31 and _MONTH_AFTER.match(text, mention.end):
        return True
    month = _MONTH_BEFORE.search(left)
    if value <= 31 and month and not month["in"]:
        return True
    if not 1500 <= value < 2100 or not _YEAR_BEFORE.search(left):
        return False
    following = _neighbour(doc, mention, 1)
    return following is None or following.pos_ not in _COUNTED


def _is_pronoun(doc: Doc, folded: str, mention: Mention, left: str) -> bool:
    """Whether it is the pronoun ("the red one") or a story's "one day", not the number 1."""
    if _PRONOUN_BEFORE.search(left) or _PRONOUN_AFTER.match(folded, mention.end):
        return True
    if _STORY_AFTER.match(folded, mention.end) and _CLAUSE_START.search(left):
        return True
    token = _neighbour(doc, mention, 0)
    if token is None:
        return False
    is_described = any(child.dep_ in ("amod", "det") for child in token.lefts)
    return token.tag_ not in ("CD", "") or token.dep_ == "nsubj" or is_described


def _neighbour(doc: Doc, mention: Mention, step: int) -> Token | None:
    """Return the token before (-1), at (0) or after (1) the mention, or None if there is none."""
    span = doc.char_span(mention.start, mention.end, alignment_mode="expand")
    if span is None or len(span) == 0:
        return None
    at = span.end if step > 0 else span.start + step
    return doc[at] if 0 <= at < len(doc) else None
