"""Normalise untrusted text and enforce size limits.

``normalise`` rewrites a text in the characters the program reads: full-width forms become ASCII,
every kind of space becomes a space, and invisible characters are removed. ``too_long`` explains why
a text is not read at all. The limits are far above any real problem (the paper's have at most 364
characters) and low enough that the worst text of that size is solved in about a second.
``batches`` bounds what is worked on at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Final, TypeVar

from unitdep.lexicon import read_lists

MAX_CHARACTERS: Final = 15_000
MAX_WORKING: Final = 20_000  # characters of a working: models write more than problems have
MAX_STEPS: Final = 200  # sums of a working: what is said about each takes more room than the sum
MAX_WORDS: Final = 2_500
MAX_SIGNS: Final = 500  # numbers in digits, and signs: both take longer to read than words
MAX_GAPS: Final = 500  # line breaks and runs of spaces: each is a token of the parser
MAX_ID: Final = 500  # characters of the id of a problem, wherever problems are kept under one
BATCH: Final = 64  # texts that are parsed, scored and searched together, at most
BATCH_TOKENS: Final = 5_000  # of a batch, unless a single text has more

T = TypeVar("T")

_LISTS: Final = read_lists("contractions")
_NOT_AVAILABLE: Final = ("NAType", "NaTType")  # pandas' own
_WORD: Final = re.compile(r"[^\W\d_]+")
_SIGN: Final = re.compile(r"\d+|[^\w\s]|_")
_GAP: Final = re.compile(r"\s{2,}|[^\S ]|^ ")
_FULL_WIDTH: Final = {c: c - 0xFEE0 for c in range(0xFF01, 0xFF5F)} | {
    0xFFE0: "¢",
    0xFFE1: "£",
    0xFFE5: "¥",
}
_SPACES: Final = dict.fromkeys([0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000], " ")
_LINES: Final = dict.fromkeys([0x85, 0x2028, 0x2029], "\n")
# Control characters except tab, line feed and carriage return, which spaCy reads as spaces.
_CONTROLS: Final = dict.fromkeys(
    [*range(0x09), 0x0B, 0x0C, *range(0x0E, 0x20), *range(0x7F, 0x85), *range(0x86, 0xA0)], " "
)
# Unpaired surrogates, which no encoding can write.
_SURROGATES: Final = dict.fromkeys(range(0xD800, 0xE000), "\ufffd")
# Zero-width spaces and joiners, direction marks and overrides, soft hyphens, tags.
_INVISIBLE: Final[Iterable[int]] = tuple(
    chain(
        (0xAD, 0x61C, 0x180E, 0xFEFF),
        range(0x200B, 0x2010),
        range(0x202A, 0x202F),
        range(0x2060, 0x2070),
        range(0xFFF9, 0xFFFC),
        range(0xE0000, 0xE0080),
    )
)
_REPLACED: Final = {**_FULL_WIDTH, **_SPACES, **_LINES, **_CONTROLS, **_SURROGATES}
_NORMALISED: Final = {**_REPLACED, **dict.fromkeys(_INVISIBLE)}
_NORMALISED_IN_PLACE: Final = {**_REPLACED, **dict.fromkeys(_INVISIBLE, " ")}


def normalise(text: str) -> str:
    """Return a text in the characters the program reads; a text that is too long is unchanged."""
    return text if len(text) > MAX_CHARACTERS else text.translate(_NORMALISED)


def normalise_in_place(text: str, limit: int = MAX_CHARACTERS) -> str:
    """Normalise a text without changing its length: invisible characters become spaces."""
    if len(text) > limit or (text.isascii() and text.isprintable()):
        return text
    return text.translate(_NORMALISED_IN_PLACE)


def text_or_none(given: object) -> str | None:
    """Return a text as it is, or None for what tables have in its place: None, NaN, pandas' NA.

    Raises:
        TypeError: It is something else.

    """
    if isinstance(given, str):
        return given
    not_a_number = isinstance(given, float) and given != given
    if given is None or not_a_number or type(given).__name__ in _NOT_AVAILABLE:
        return None
    raise TypeError(f"a problem must be a text, not {type(given).__name__}")


def too_long(text: str) -> str | None:
    """Return why a text is too long to be read, or None if it is not.

    Every entry point asks here, so that all have the same limits and the same message. What
    counts is the normalised text, whether or not the caller has normalised it.
    """
    if len(text) > MAX_CHARACTERS:
        return f"the text has more than {MAX_CHARACTERS:,} characters"
    text = normalise(text)
    if len(text) > MAX_WORDS and words(text) > MAX_WORDS:
        return f"the text has more than {MAX_WORDS:,} words"
    if len(text) > MAX_SIGNS and _count(_SIGN, text) > MAX_SIGNS:
        return f"the text has more than {MAX_SIGNS:,} numbers and signs"
    if len(text) > MAX_GAPS and _count(_GAP, text) > MAX_GAPS:
        return f"the text has more than {MAX_GAPS:,} line breaks and runs of spaces"
    return None


def bad_id(name: str) -> str | None:
    """Return what's wrong with the id of a problem, or None if nothing is."""
    if not name.strip():
        return "is empty"
    if len(name) > MAX_ID:
        return f"has more than {MAX_ID} characters"
    if not is_text(name):
        return "contains an unpaired surrogate"
    return None


def is_text(value: str) -> bool:
    """Whether a text can be written in UTF-8: it has no unpaired surrogate."""
    return value.isascii() or not any("\ud800" <= char <= "\udfff" for char in value)


def words(text: str) -> int:
    """Count words as the parser does: a contraction is up to three, also without apostrophes."""
    return _count(_WORD, text) + 2 * _count(_CONTRACTION, text)


def most_tokens(text: str) -> int:
    """Return how many tokens the parser makes of a text, at most."""
    return words(text) + _count(_SIGN, text) + _count(_GAP, text)


def batches(
    items: Iterable[T], tokens: Callable[[T], int], *, count: int = BATCH, most: int = BATCH_TOKENS
) -> Iterator[list[T]]:
    """Group items in order, at most ``count`` of them and ``most`` tokens in a group.

    Time and memory grow with the tokens of a batch, not with its texts.
    """
    batch: list[T] = []
    held = 0
    for item in items:
        more = tokens(item)
        if batch and (len(batch) == count or held + more > most):
            yield batch
            batch, held = [], 0
        batch.append(item)
        held += more
    if batch:
        yield batch


def _count(pattern: re.Pattern[str], text: str) -> int:
    return sum(1 for _ in pattern.finditer(text))


def _joined(first: str, then: str) -> str:
    """Return a pattern: a word of one list with a word of another right after it."""
    one, other = ("|".join(_LISTS[name].words) for name in (first, then))
    return f"(?:{one})(?:{other})"


_CONTRACTION: Final = re.compile(
    rf"(?<![^\W\d_])(?:{_joined('auxiliary', 'after_auxiliary')}"
    rf"|{_joined('subject', 'after_subject')}|{'|'.join(_LISTS['whole'].words)})(?![^\W\d_])",
    re.IGNORECASE,
)
