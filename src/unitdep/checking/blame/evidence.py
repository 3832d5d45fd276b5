"""Evidence: what speaks against a working, whatever the right answer is.

It comes from the text and the working alone. On the development half of the workings
(``unitdep workings measure``), nearly all workings with such evidence are wrong.
"""

from __future__ import annotations

from collections.abc import Sequence

from unitdep.checking.blame.first import Blame
from unitdep.checking.trace import Traced
from unitdep.checking.types import Finding
from unitdep.reading.problem import Problem
from unitdep.reading.workings import Amount


def is_evident(
    problem: Problem, traced: Sequence[Traced], answer: Amount | None, found: Blame
) -> bool:
    """Whether a working is wrong by what the text says, not by what the program computes."""
    return found.finding is Finding.COPIED_WRONGLY
