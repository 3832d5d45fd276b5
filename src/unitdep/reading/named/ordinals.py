"""Ordinals: "the third", "21st", "twenty-first", "two hundredth"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from spacy.tokens import Doc

from unitdep.reading.named.name import Named
from unitdep.reading.noun_phrases import noun_phrase
from unitdep.reading.numbers import fold
from unitdep.reading.numbers.values import ORDINALS, TENS, either
from unitdep.reading.quantity import Naming, Number
from unitdep.reading.words import Words

_ORDINAL: Final = re.compile(
    r"(?<![\w.,/-])(?:(?P<digits>\d{1,3}(?:,\d{3})+|\d{1,9})(?:st|nd|rd|th)"
    rf"|(?:(?P<tens>{either(TENS)})[-\s])?(?P<word>{either(ORDINALS)}))\b(?![\w-]*-(?:half|hand)\b)"
)
_OWN: Final = frozenset({"the", "his", "her", "their", "its", "my", "our", "your", "this", "that"})
_VERB: Final = frozenset({"VB", "VBP"})
_SECOND: Final = "second"


def find_ordinals(
    doc: Doc, words: Words, scanned: Sequence[tuple[Number, Naming | None]]
) -> list[Named]:
    """Return the ordinals of a text; "a third of the cake" is a fraction, "one second" a time."""
    counted = [n for n, name in scanned if name is None]
    large = [n for n, name in scanned if name is Naming.ORDINAL]
    found: list[Named] = []
    for m in _ORDINAL.finditer(fold(doc.text)):
        whole = next((n for n in large if n.end + 1 == m.start()), None)  # "two hundredth"
        start = whole.start if whole else m.start()
        span = doc.char_span(m.start("word") if m["word"] else m.start(), m.end())
        if any(n.start < m.end() and m.start() < n.end for n in counted):
            continue
        if m["word"] and (span is None or not _is_ordinal(words, span.start, m["word"])):
            continue
        value = _value(m) * (whole.value if whole else 1)
        of = _numbered(doc, words, m.start(), m.end())
        found.append(Named(start, m.end(), Naming.ORDINAL, Fraction(value), of=of))
    return found


def _numbered(doc: Doc, words: Words, start: int, end: int) -> str:
    """Return the noun after an ordinal, or ""."""
    span = doc.char_span(start, end, alignment_mode="expand")
    if span is None:
        return ""
    noun = noun_phrase(words, span.end, words.sentence[span.end - 1][1])
    return noun.lemma if noun else ""


def _value(m: re.Match[str]) -> int:
    if m["digits"]:
        return int(m["digits"].replace(",", ""))
    return TENS.get(m["tens"] or "", 0) + ORDINALS[m["word"]]


def _is_ordinal(words: Words, at: int, word: str) -> bool:
    """Whether an ordinal word numbers something: not "first, beat the eggs", not "a second"."""
    tag, before = words.tag[at], words.low[at - 1] if at else ""
    following = words.tag[at + 1] if at + 1 < len(words.tag) else ""
    opens = at == words.sentence[at][0] and following == ","  # "First, beat the eggs"
    if tag in _VERB or before == "at" or opens:
        return False
    if tag == "RB":  # "came third in the race", not "when we first met"
        return at > words.sentence[at][0] and not following.startswith(("V", "RB", "MD"))
    if word != _SECOND or tag.startswith("JJ"):
        return True
    return before in _OWN and (following.startswith(("NN", "JJ")) or tag != "NN")
