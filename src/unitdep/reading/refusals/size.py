"""Texts that are empty, too large, or have too few numbers.

How long a text may be is defined in ``reading/text.py``.
"""

from __future__ import annotations

from typing import Final

from unitdep.reading.problem import Problem
from unitdep.reading.text import too_long

NO_TEXT: Final = "nothing to compute: the text is empty"
NO_QUANTITY: Final = "nothing to compute: the text has no number"
ONE_QUANTITY: Final = "nothing to compute: the text has only one number"
MAX_QUANTITIES: Final = 30  # scoring the pairs of more takes too much time and memory


def empty(problem: Problem) -> str | None:
    """Refuse a text without a visible character."""
    return None if problem.text.strip() else NO_TEXT


def too_large(problem: Problem) -> str | None:
    """Refuse a text that has too many numbers to be scored or is too long to be read."""
    if (reason := too_long(problem.text)) is not None:
        return reason
    if problem.size > MAX_QUANTITIES:
        return f"the text has {problem.size:,} numbers, more than {MAX_QUANTITIES}"
    return None


def no_number(problem: Problem) -> str | None:
    """Refuse a text without quantities."""
    return None if problem.quantities else NO_QUANTITY


def one_number(problem: Problem) -> str | None:
    """Refuse a text with a single quantity."""
    return ONE_QUANTITY if problem.size == 1 else None
