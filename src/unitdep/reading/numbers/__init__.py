"""The numbers mentioned in a text, with exact spans and exact values.

``find_numbers`` lower-cases the text and its digits to ASCII one character at a time, so that every
offset is valid in both. One pattern finds where a number may begin, a reader per spelling
(``spellings``: digits, words, "half") returns its extent and value, and ``context`` says which are
dates, times, labels and pronouns. Every pattern looks at a bounded stretch or is consumed whole,
which keeps the scan linear. ``values`` holds the number words, from lexicon/numbers.txt.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from spacy.tokens import Doc

from unitdep.reading.numbers.context import naming, with_kind
from unitdep.reading.numbers.spellings import START, read_digits, read_word
from unitdep.reading.quantity import Naming, Number

__all__ = ["find_numbers", "fold", "scan"]

_ASCII_FOLD = str.maketrans(
    {chr(c): chr(c + 32) for c in range(ord("A"), ord("Z") + 1)}
    | {"\u2044": "/", "％": "%", "＄": "$", "．": ".", "，": ",", "‐": "-", "‑": "-"}
)


def find_numbers(doc: Doc) -> list[Number]:
    """Return the numbers mentioned in a parsed text, in text order and without overlap."""
    return [number for number, name in scan(doc) if name is None]


def scan(doc: Doc) -> Iterator[tuple[Number, Naming | None]]:
    """Yield every number of a parsed text, and what it is if it counts nothing.

    Dates and times in digits, and ordinals in one word, are passed over (``reading.named``).
    """
    text = doc.text
    folded = fold(text)
    at = 0
    while begin := START.search(folded, at):
        if begin["word"]:
            mention, at = read_word(folded, begin["word"], begin.start())
        else:
            mention, at = read_digits(text, folded, begin.start())
        if mention is None:
            continue
        name = naming(doc, text, folded, mention)
        if name is None:
            mention = with_kind(folded, mention)
            at = mention.end
        span = text[mention.start : mention.end]
        yield Number(mention.start, mention.end, span, mention.value, mention.kind), name


def fold(text: str) -> str:
    """Return the text in ASCII lower case with ASCII digits, without changing its length."""
    if text.isascii():
        return text.lower()
    for char in set(text):
        digit = unicodedata.decimal(char, None)
        if digit is not None and not char.isascii():
            text = text.replace(char, str(digit))
    return text.translate(_ASCII_FOLD)
