"""Replies that need no case: to a right working, and to one that can't be judged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from unitdep.checking.right import Right
from unitdep.checking.types import Finding

NO_WORK: Final = (
    "No number and no sum could be read in the working.",
    "Write your sum or your answer with numbers.",
)
TOO_LONG: Final = (
    "The working is longer than 20,000 characters, or has more than 200 sums.",
    "Make your working shorter.",
)
# Nudges that need no step to point at; misconceptions use them, too.
NUDGES: Final = {
    Finding.UNNEEDED_NUMBER: (
        "Not every number in the problem is needed. Which ones does the question ask about?"
    ),
    Finding.IGNORED_NUMBER: "Is there a number in the problem that you haven't used yet?",
    Finding.NEEDS_ROUNDING: (
        "Can there be a part of one here? Think about what your result means in the story."
    ),
    Finding.ROUNDED_WRONGLY: (
        "You are nearly there. What does the question want: up, down, or what is left over?"
    ),
    Finding.NOT_CONVERTED: (
        "Check the units: are all of them the same, and are they the ones the question asks for?"
    ),
    Finding.UNFINISHED: (
        "You found a number on the way. Read the question again: what is still to do?"
    ),
    Finding.OTHER_ANSWER: "Read the problem again and write down your sum.",
}


@dataclass(frozen=True)
class Said:
    """One verdict in two voices."""

    reason: str
    hint: str


def say_right(right: Right, *, another_way: bool, shown: bool = True) -> Said:
    """Return what to say about a right working; ``shown`` is whether it leads to the answer."""
    way = ", by another way than the program's" if another_way else ""
    hint = "Well done: your answer is right."
    if not shown:
        hint = "Your answer is right. Can you also write down how you found it?"
    return Said(f"The answer is {right.text}{way}.", hint)


def say_unsure() -> Said:
    """Return what to say if the program can't rely on its own answer, which it keeps to itself."""
    return Said(
        "The program isn't sure enough of its own answer to judge this.",
        "I can't tell whether this is right. Ask your teacher.",
    )
