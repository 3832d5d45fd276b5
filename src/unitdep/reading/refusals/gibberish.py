"""Whether a text is made of English words at all."""

from __future__ import annotations

from typing import Final

from unitdep.reading.problem import Problem
from unitdep.reading.refusals.phrases import LISTS

NOT_ENGLISH = "this is not an English text: hardly any of its words are"

_FEWEST_WORDS: Final = 3  # shorter texts are not judged
_COMMON_SHARE: Final = 0.1  # of the words: in real problems one in four and more are common ones
_FOREIGN: Final = frozenset({"a", "was", "in", "so", "die"})  # common words of other languages too


def no_sense(problem: Problem) -> str | None:
    """Say that a text is not English where hardly any word of it is a common one."""
    words = [token for token in problem.doc if token.is_alpha]
    if len(words) < _FEWEST_WORDS or any(t.lower_ in LISTS["amount"] for t in words):
        return None
    common = sum(token.is_stop and token.lower_ not in _FOREIGN for token in words)
    return NOT_ENGLISH if common / len(words) < _COMMON_SHARE else None
