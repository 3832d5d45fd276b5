"""Hedges: answers that don't commit themselves to one number.

"7 or 8", "7, 8" and "more than 7" have no answer, rather than the one that happens to be right.
"Not 8 but 7" answers 7: what is denied isn't an answer.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Final

from unitdep.lexicon import read_lists
from unitdep.reading.numbers.values import either
from unitdep.reading.workings.sums import Bare, Found
from unitdep.reading.workings.types import Amount
from unitdep.units.conversion import conversion

_LISTS: Final = read_lists("workings")
_OR: Final = re.compile(r"[\s,*]{1,4}(?:or|and/or|to)(?: (?:maybe|perhaps|even|possibly|else))? ")
_LISTED: Final = re.compile(r"\s{0,3}[,;/ ]\s{0,3}(?:and )?")
_BOUND: Final = re.compile(
    rf"\W{{0,4}}(?:(?:it|that|this|there|they|she|he|is|are|was|it's|must be|has|have) ){{0,3}}"
    rf"{either(_LISTS['bound'].words)} (?:the )?"
)
_NOT_BEFORE: Final = re.compile(r"(?:\bnot|n['’]t) (?:be |the )?$")
_NOT_AFTER: Final = re.compile(
    r" (?:is not|isn['’]t|are not|aren['’]t|is wrong|can['’]t be|cannot be)\b"
    r"(?! (?:only|just|more|less|enough|needed|used))"
)
_NEAR: Final = 16  # characters before a number in which "not" may deny it


def committed(folded: str, found: Found) -> Found:
    """Return what was found without numbers that are denied."""
    if "n't" not in folded and "not" not in folded and "wrong" not in folded:
        return found
    bare = tuple(one for one in found.bare if not _denied(folded, one.amount))
    return replace(found, bare=bare)


def _denied(folded: str, amount: Amount) -> bool:
    near = folded[max(0, amount.start - _NEAR) : amount.start]
    return bool(_NOT_BEFORE.search(near) or _NOT_AFTER.match(folded, amount.end))


def is_hedged(folded: str, found: Found, answer: Amount) -> bool:
    """Whether an answer is only one of several, or a bound of it."""
    amounts = [one.amount for one in found.bare]
    if answer not in amounts:
        return False
    if not found.steps and _is_bound(folded, found.bare[0]):
        return True
    pairs = [pair for pair in pairwise(amounts) if answer in pair and _apart(*pair)]
    if any(_OR.fullmatch(folded, one.end, other.start) for one, other in pairs):
        return True
    return bool(pairs) and not found.steps and _only_lists(folded, amounts)


def _is_bound(folded: str, first: Bare) -> bool:
    """Whether the text only says what the answer is more or less than."""
    return _BOUND.fullmatch(folded, 0, first.amount.start) is not None


def _only_lists(folded: str, amounts: list[Amount]) -> bool:
    """Whether the text is nothing but a list of numbers, of which only the last has a unit."""
    around = folded[: amounts[0].start] + folded[amounts[-1].end :]
    named = any(amount.has_unit for amount in amounts[:-1])
    return (
        not around.strip(" .!?*\n\t")
        and not named
        and all(_LISTED.fullmatch(folded, one.end, two.start) for one, two in pairwise(amounts))
    )


def _apart(one: Amount, other: Amount) -> bool:
    """Whether two amounts differ: 7 or 8, but not 60 minutes or 1 hour, nor 0.33 or 1/3."""
    factor = conversion(one.unit.numerator, other.unit.numerator) or 1
    places = min(max(one.decimals, other.decimals), 6)
    within = Fraction(1, 2 * 10**places) if places else Fraction(0)
    return abs(one.value * factor - other.value) > within
