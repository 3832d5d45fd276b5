"""Blocks: a long text in pieces that are read one by one, each within the reader's limits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

LONGEST: Final = 2_000  # characters of a block
NUMBERS: Final = 60  # in digits; the time of reading units grows with the square of their number
_CUT: Final = re.compile(r"\n\s*\n|(?<=[.!?])[\"”')\]]*\s+(?=[\"“'(\[]*[A-Z0-9])|\n")
_DIGITS: Final = re.compile(r"\d+")
_SPACE: Final = re.compile(r"\s+")


def blocks(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of blocks: as many sentences as fit, which together are the whole text."""
    start = at = numbers = 0
    for cut in _cuts(text):
        more = sum(1 for _ in _DIGITS.finditer(text, at, cut))
        if at > start and (cut - start > LONGEST or numbers + more > NUMBERS):
            yield start, at
            start, numbers = at, 0
        at, numbers = cut, numbers + more
    if at > start:
        yield start, at


def _cuts(text: str) -> Iterator[int]:
    """Yield where sentences end; one that is too long for a block is cut at a space."""
    at = 0
    for end in (*(m.end() for m in _CUT.finditer(text)), len(text)):
        while end - at > LONGEST or _crowded(text, at, end):
            at = _space(text, at, end)
            yield at
        if end > at:
            yield end
        at = end


def _crowded(text: str, start: int, end: int) -> bool:
    numbers = _DIGITS.finditer(text, start, end)
    return any(k >= NUMBERS for k, _ in enumerate(numbers))


def _space(text: str, start: int, end: int) -> int:
    """Return where to cut a sentence: at the last space that keeps a block within its limits."""
    limit = min(end, start + LONGEST)
    for k, number in enumerate(_DIGITS.finditer(text, start, limit)):
        if k == NUMBERS:
            limit = number.start()
            break
    space = text.rfind(" ", start + 1, limit)
    return limit if space < 0 else space + 1
