"""The word lists of the recogniser, read from ``words.txt`` in this package."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

_WILD = {"*": r"(?:\S+\s+){0,3}?", "0": r"\d[\d.,]*\s+"}


def _read() -> Mapping[str, frozenset[str]]:
    """Read the phrases by list."""
    lists: dict[str, set[str]] = {}
    section = ""
    text = files("unitdep.lexicon").joinpath("refusals.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        body = line.partition("#")[0].strip()
        if body.startswith("["):
            section = body.strip("[]")
            lists[section] = set()
        elif body:
            lists[section].update(phrase.strip() for phrase in body.split(","))
    return MappingProxyType({name: frozenset(phrases) for name, phrases in lists.items()})


LISTS = _read()


def found(name: str, text: str) -> str:
    """Return the first place of a text that a phrase of a list matches, as written; "" if none."""
    match = _pattern(name).search(text)
    return match[0] if match else ""


@cache
def _pattern(name: str) -> re.Pattern[str]:
    longest_first = sorted(LISTS[name], key=lambda phrase: (-len(phrase), phrase))
    phrases = "|".join(map(_expression, longest_first))
    return re.compile(rf"(?<![\w'’-])(?:{phrases})(?![\w'’-])", re.IGNORECASE)


def _expression(phrase: str) -> str:
    parts = (_WILD.get(word) or re.escape(word) + r"\s+" for word in phrase.split())
    return "".join(parts).removesuffix(r"\s+")
