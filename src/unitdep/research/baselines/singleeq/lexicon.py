"""The word lists of SingleEq's features, from words.txt."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files


@lru_cache(maxsize=1)
def lexicon() -> dict[str, tuple[str, ...]]:
    """Read the word lists by name, each in its order."""
    text = files("unitdep.lexicon").joinpath("singleeq.txt").read_text("utf-8")
    lines = [line.partition(":") for line in text.splitlines() if not line.startswith("#")]
    return {name: tuple(words.split()) for name, _, words in lines if words}
