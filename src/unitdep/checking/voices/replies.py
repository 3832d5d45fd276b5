"""Replies that need no case: to a right working, and to one that can't be judged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from unitdep.checking.right import Right

NO_WORK: Final = (
    "No number and no sum could be read in the working.",
    "Write your sum or your answer with numbers.",
)
TOO_LONG: Final = ("The working is longer than 20,000 characters.", "Make your working shorter.")


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
