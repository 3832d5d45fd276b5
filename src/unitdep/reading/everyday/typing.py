"""As people type: missing spaces, capitals throughout, common misspellings.

``tidy`` rewrites a text before it is parsed, in the everyday scope only. Whatever it doesn't know
stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import takewhile
from typing import Final

from unitdep.lexicon import read_lists
from unitdep.reading.numbers.values import WORDS

_LISTS: Final = read_lists("typing")
_SPELLING: Final = dict(_LISTS["spelling"].pairs)
_NOTES: Final = dict(_LISTS["note"].pairs)
_KEPT: Final = frozenset(_LISTS["suffix"].words) | WORDS["glued-unit"] | WORDS["fraction-ending"]

_SPLIT: Final = frozenset(_LISTS["split"].words)

_STOP: Final = re.compile(
    r"(?<=[a-z0-9%)])([.!?])(?=[A-Z][a-z]|(?:how|whats?|wh?[ao]ts?|when|she|he|they)\b)"
)
_GLUED: Final = re.compile(r"(?<![\w.,/:#-])(\d[\d,.]*)([A-Za-z]+)\b")
_TIMES: Final = re.compile(r"\b(\d+)\s?x (?=as |more |the )")
_FEET: Final = re.compile(r"\b(\d+)\s?['’′]\s?(\d+)\s?(?:\"|”|″|'')")
_FEET_ALONE: Final = re.compile(
    r"\b(\d+)\s?(?:ft|foot|feet)\s(\d|1[01])(?=[.,?!]|\s(?:and|tall)\b|$)"
)
_PENCE: Final = re.compile(r"\b(\d+)ps\b")
_WORD: Final = re.compile(r"[A-Za-z][A-Za-z'-]*")
_CAPITALS: Final = 0.8  # of the letters: then it is all capitals
_CONVERT: Final = re.compile(
    r"(?:please\s)?\b(?:change|convert|turn)\s(?P<what>\d[\d.,]*\s?[a-z]+)\s(?:into|to|in)\s"
    r"(?P<into>[a-z]+)\b(?=[^?.!]*[?.!]?$)",
    re.IGNORECASE,
)
_ORDER: Final = re.compile(r"(?<=[a-z0-9])\s(find|work out|calculate)\s(?=the\b|how\b|what\b)")
_ASK: Final = re.compile(r"(?<=[a-z0-9%)])[.!,]?\s(what(?:'s|’s))\s")
_COINS: Final = re.compile(r"£(\d+)\s(?:and\s)?(\d\d?)\s?p\b")
_CHANGE: Final = re.compile(r"\b(\d+)\s(dollars?|pounds?|euros?)\s(\d\d)\b(?=[.,?!]|$)")
_MONEY: Final = {"d": "$", "p": "£", "e": "€"}
_LETTER: Final = re.compile(r"(?<=\d)(\s?)([lmg])\.(?=\s|$)")  # spaCy takes "l." for one word
_LETTERS: Final = {"l": "litres", "m": "metres", "g": "grams"}
_A_NOTE: Final = re.compile(rf"\b(?:a|one) ({'|'.join(_NOTES)})\b", re.IGNORECASE)


Places = list[tuple[int, int]]  # for every character of a rewritten text, where it comes from


def tidy(text: str) -> str:
    """Rewrite a text as it was meant."""
    text = _in_lower_case(text)
    for pattern, meant in _REWRITES:
        text = pattern.sub(meant, text)
    return text


def spelled(text: str) -> tuple[str, Places | None]:
    """Rewrite a text as ``tidy`` does, but leave its questions as they are.

    Returns:
        The text, and for each of its characters where it comes from; None if nothing has changed
        its place.

    """
    text = _in_lower_case(text)
    places: Places | None = None
    for pattern, meant in _SPELLINGS:
        if pattern.search(text):
            text, places = _rewritten(text, places, pattern, meant)
    return text, places


def _in_lower_case(text: str) -> str:
    """Return a text in capitals in lower case."""
    letters = [c for c in text if c.isalpha()]
    capital = sum(c.isupper() for c in letters) > _CAPITALS * len(letters)
    return text.lower() if len(letters) > 10 and capital else text


def _rewritten(
    text: str,
    places: Places | None,
    pattern: re.Pattern[str],
    meant: str | Callable[[re.Match[str]], str],
) -> tuple[str, Places]:
    """Rewrite what matches; what is alike at both ends of a match keeps its place."""
    if places is None:
        places = [(i, i + 1) for i in range(len(text))]
    parts: list[str] = []
    kept: Places = []
    at = 0
    for m in pattern.finditer(text):
        old, new = m[0], m.expand(meant) if isinstance(meant, str) else meant(m)
        lead = _alike(old, new)
        tail = _alike(old[lead:][::-1], new[lead:][::-1])
        changed = places[m.start() + lead : m.end() - tail] or [(places[m.start()][0],) * 2]
        if lead and not old[lead : len(old) - tail]:
            changed = [(places[m.start() + lead - 1][1],) * 2]  # something was put in
        between = (changed[0][0], changed[-1][1])
        parts += (text[at : m.start()], new)
        kept += places[at : m.start() + lead]
        kept += [between] * (len(new) - lead - tail)
        kept += places[m.end() - tail : m.end()]
        at = m.end()
    return "".join((*parts, text[at:])), [*kept, *places[at:]]


def _alike(old: str, new: str) -> int:
    """Return how many characters two texts begin with in common."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))


def _spaced(match: re.Match[str]) -> str:
    """Put a space between a number and a word: "14pages", but not "5kg" or "3rd"."""
    number, word = match.groups()
    if len(word) == 1 and word.isupper():  # class 4B
        return match[0]
    if word.lower() in _SPLIT:
        return f"{number} {word}"
    return match[0] if word in _KEPT or word.lower() in _KEPT else f"{number} {word}"


def _spelt(match: re.Match[str]) -> str:
    meant = _SPELLING.get(match[0].lower())
    if meant is None:
        return match[0]
    return meant.capitalize() if match[0][0].isupper() else meant


_OPENING: Final = re.compile(r"(?<=[a-z0-9)%][.!?]\s)[a-z]")
_Rewrite = tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]
_SPELLINGS: Final[tuple[_Rewrite, ...]] = (
    (_STOP, r"\1 "),
    (_FEET, r"\1 ft \2 in"),
    (_FEET_ALONE, r"\1 ft \2 in"),
    (_PENCE, r"\1p"),
    (_TIMES, r"\1 times "),
    (_GLUED, _spaced),
    (_A_NOTE, lambda match: _NOTES[match[1].lower()]),
    (_LETTER, lambda match: f" {_LETTERS[match[2]]}."),
    (_COINS, lambda match: f"£{match[1]}.{match[2]:0>2}"),
    (_CHANGE, lambda match: f"{_MONEY[match[2][0]]}{match[1]}.{match[3]}"),
    (_OPENING, lambda match: match[0].upper()),
    (_WORD, _spelt),
)
_REWRITES: Final[tuple[_Rewrite, ...]] = (
    *_SPELLINGS,
    (_ASK, lambda match: f". {match[1].capitalize()} "),
    (_CONVERT, lambda match: f"How many {match['into']} is {match['what']}"),
    (_ORDER, lambda match: f". {match[1].capitalize()} "),
)
