"""Corrections in a working: what the writer took back isn't read.

"66 - 10 = 46 no wait 56" reads as "66 - 10 = 56". A sum before "Oops," or "wrong!" goes if another
sum follows, and all sums before "start again" go.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import Final

from unitdep.lexicon import read_lists
from unitdep.reading.numbers.values import either
from unitdep.reading.workings.sums import Found
from unitdep.reading.workings.types import Joined, Step

_LISTS: Final = read_lists("workings")
_WORD: Final = rf"{either([*_LISTS['correction'].words, *_LISTS['weak-correction'].words])}\b"
_NUMBER: Final = r"[$£€]?\d[\d,.]{0,15}"
_GAP: Final = r"[\s,.;:!?…()→>–—-]{1,6}"
_TAKEN_BACK: Final = re.compile(  # a number, words that take it back, and a number but no sum
    rf"(?<![\w.,]){_NUMBER}+(?: ?(?!{_WORD})[a-z]{{1,15}}\b)?(?:{_GAP}{_WORD}){{1,3}}{_GAP}"
    r"(?:(?:it's|it is|that's|should be) )?"
    rf"(?={_NUMBER}+(?!\s{{0,3}}(?:[-+*/×÷=]|x ?\d)))",
    re.IGNORECASE,
)
_CORRECTS: Final = re.compile(
    rf"[\s,.;:!?…()*→>–—-]{{0,8}}(?:{either(_LISTS['correction'].words)}\b"
    r"|(?:no|nope|wait)(?=[,.!:…]))"
)
_RESTARTS: Final = re.compile(rf"\b{either(_LISTS['restart'].words)}\b")
_CHECK: Final = re.compile(rf"\b{either(_LISTS['check'].words)}\b")
_LONGEST: Final = 80  # characters between a sum and the one that corrects it


def without_taken_back(text: str) -> str:
    """Return a text of the same length without numbers that another one corrects at once."""
    if not any(char.isdigit() for char in text):
        return text
    return _TAKEN_BACK.sub(lambda match: " " * len(match[0]), text)


def without_corrected(folded: str, found: Found) -> Found:
    """Return what was found without the sums that a later sum corrects."""
    dropped: set[int] = set()
    for index, (step, following) in enumerate(pairwise(found.steps)):
        between = folded[step.end : min(following.start, step.end + _LONGEST)]
        if _RESTARTS.search(between):
            dropped.update(range(index + 1))
        elif _CORRECTS.match(between) and not _CHECK.search(between):
            dropped.update(_equation(found.steps, index))
    if not dropped:
        return found
    steps = tuple(step for index, step in enumerate(found.steps) if index not in dropped)
    return replace(found, steps=steps)


def _equation(steps: tuple[Step, ...], last: int) -> range:
    """Return the steps of the equation that ends with a step."""
    first = last
    while first and steps[first].joined is not Joined.NOT:
        first -= 1
    return range(first, last + 1)
