"""The word lists of SingleEq's features, from lexicon/singleeq.txt."""

from __future__ import annotations

from functools import cache

from unitdep.lexicon import read_lists


@cache
def lexicon() -> dict[str, tuple[str, ...]]:
    """Return the word lists by name, each in its order."""
    return {name: entry.words for name, entry in read_lists("singleeq").items()}
