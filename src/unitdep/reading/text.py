"""Text: what is read of a text that anybody may have typed, pasted or sent.

``plain`` gives a text in the characters that the program reads: full-width forms as ASCII, every
kind of space as a space, marks that nobody sees left out. ``too_long`` says why a text is not read
at all. The limits are far above any problem (those of the paper have at most 364 characters) and
low enough that the worst text of that size is solved within a second.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain
from typing import Final

MAX_CHARACTERS: Final = 15_000
MAX_WORDS: Final = 2_500
MAX_SIGNS: Final = 500  # numbers in digits and signs, which take more time than words

_WORD: Final = re.compile(r"[^\W\d_]+")
_SIGN: Final = re.compile(r"\d+|[^\w\s]|_")
_FULL_WIDTH: Final = {c: c - 0xFEE0 for c in range(0xFF01, 0xFF5F)} | {
    0xFFE0: "¢",
    0xFFE1: "£",
    0xFFE5: "¥",
}
_SPACES: Final = dict.fromkeys([0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000], " ")
_LINES: Final = dict.fromkeys([0x85, 0x2028, 0x2029], "\n")
# Controls but tab, line feed and carriage return, which spaCy and people know as spaces.
_CONTROLS: Final = dict.fromkeys(
    [*range(0x09), 0x0B, 0x0C, *range(0x0E, 0x20), *range(0x7F, 0x85), *range(0x86, 0xA0)], " "
)
# Halves of a surrogate pair, which no encoding can write.
_HALVES: Final = dict.fromkeys(range(0xD800, 0xE000), "\ufffd")
# Zero-width spaces and joiners, marks and overrides of direction, soft hyphens, tags.
_UNSEEN: Final[Iterable[int]] = tuple(
    chain(
        (0xAD, 0x61C, 0x180E, 0xFEFF),
        range(0x200B, 0x2010),
        range(0x202A, 0x202F),
        range(0x2060, 0x2070),
        range(0xFFF9, 0xFFFC),
        range(0xE0000, 0xE0080),
    )
)
_SHOWN: Final = {**_FULL_WIDTH, **_SPACES, **_LINES, **_CONTROLS, **_HALVES}
_PLAIN: Final = {**_SHOWN, **dict.fromkeys(_UNSEEN)}
_FOLDED: Final = {**_SHOWN, **dict.fromkeys(_UNSEEN, " ")}


def plain(text: str) -> str:
    """Return a text in the characters that are read; one that is too long stays as it is."""
    return text if len(text) > MAX_CHARACTERS else text.translate(_PLAIN)


def fold(text: str) -> str:
    """Return a text in plain characters, as long as before: what nobody sees becomes a space."""
    return text if len(text) > MAX_CHARACTERS else text.translate(_FOLDED)


def too_long(text: str) -> str | None:
    """Say why a text is not read: more characters, words or signs than any problem has."""
    if len(text) > MAX_CHARACTERS:
        return f"the text has more than {MAX_CHARACTERS:,} characters"
    if _more(_WORD, text, MAX_WORDS):
        return f"the text has more than {MAX_WORDS:,} words"
    if _more(_SIGN, text, MAX_SIGNS):
        return f"the text has more than {MAX_SIGNS:,} numbers and signs"
    return None


def _more(pattern: re.Pattern[str], text: str, limit: int) -> bool:
    return len(text) > limit and sum(1 for _ in pattern.finditer(text)) > limit
