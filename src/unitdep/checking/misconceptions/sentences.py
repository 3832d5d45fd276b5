"""What to say about a misconception: a sentence for a teacher, and a nudge for the pupil.

None of it is said as a fact. The pupil's sentence never has the right answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from unitdep.checking.misconceptions.types import MistakeKind
from unitdep.checking.types import Finding
from unitdep.checking.voices.replies import NUDGES

_PUPIL: Final[Mapping[MistakeKind, str]] = {
    MistakeKind.OTHER_OPERATION: (
        "Look at what happens in the story: which operation fits each part of it?"
    ),
    MistakeKind.WRONG_QUANTITY: (
        "Look at your numbers again: is each one the number that the question is about?"
    ),
    MistakeKind.PERCENT_AS_NUMBER: (
        "What does the percent sign mean? A percentage is a part of something."
    ),
    MistakeKind.REVERSED: (
        "Does the order of your numbers fit the story? Which number do you start with?"
    ),
    MistakeKind.WRONG_WHOLE: "You take a part of something. Is it a part of the right amount?",
    MistakeKind.RATE_UPSIDE_DOWN: (
        "What is shared out, and among what? Check which number you divide by which."
    ),
    MistakeKind.OFF_BY_ONE: "You are very close. Count again.",
    MistakeKind.ARITHMETIC_SLIP: "Check your arithmetic again, step by step.",
    MistakeKind.COPIED_WRONGLY: "Compare the numbers in your sum with those in the problem.",
    MistakeKind.GAVE_NUMBER: "That number is in the problem already. What do you have to work out?",
}
_SHARED: Final = {finding.value: nudge for finding, nudge in NUDGES.items()}


def for_pupil(kind: MistakeKind) -> str:
    """Return a nudge that fits a kind of mistake; the same one that a check has for it."""
    return _PUPIL.get(kind) or _SHARED.get(kind.value) or NUDGES[Finding.OTHER_ANSWER]


def for_teacher(kind: MistakeKind, name: str, expression: str, given: str) -> str:
    """Return what may have happened, with the expression that gives the wrong answer."""
    if kind in (MistakeKind.ARITHMETIC_SLIP, MistakeKind.OFF_BY_ONE):
        return f"{given} is near the right answer: perhaps a slip ({name})."
    if kind in (MistakeKind.NEEDS_ROUNDING, MistakeKind.ROUNDED_WRONGLY):
        return f"{given} comes from {expression}: perhaps {name}."
    if kind is MistakeKind.GAVE_NUMBER:
        return f"{given} is a number of the problem itself; nothing was worked out."
    if kind is MistakeKind.OTHER_EXPRESSION:
        return f"{expression} makes {given}; no known mistake explains it."
    return f"{expression} makes {given}: perhaps {name}."
