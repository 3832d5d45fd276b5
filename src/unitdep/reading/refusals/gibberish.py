"""Texts that are not made of English words."""

from __future__ import annotations

from typing import Final

from unitdep.reading.problem import Problem
from unitdep.reading.refusals.phrases import LISTS

NOT_ENGLISH: Final = "this is not an English text: hardly any of its words are"

_FEWEST_WORDS: Final = 3  # shorter texts are not judged
_COMMON_SHARE: Final = 0.1  # in real problems at least a quarter of the words are common ones


def not_english(problem: Problem) -> str | None:
    """Refuse a text in which hardly any word is a common English one."""
    words = [token for token in problem.doc if token.is_alpha]
    if len(words) < _FEWEST_WORDS or any(t.lower_ in LISTS["amount"] for t in words):
        return None
    common = sum(token.is_stop and token.lower_ not in LISTS["foreign"] for token in words)
    return NOT_ENGLISH if common / len(words) < _COMMON_SHARE else None
