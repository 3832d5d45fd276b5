"""Askable: is a text an arithmetic word problem at all, and if not, what is missing.

``why_not`` takes a problem and gives a sentence for people, or None where an expression of the
text's numbers may be the answer. It is by rule, on the text and its parse; the rules are meant to
let every real problem through, so some texts without a sensible answer pass too. Their confidence
is then often low (``Solver.solve(text, min_confidence=...)``).
"""

from __future__ import annotations

from unitdep.reading.problem import Problem
from unitdep.reading.refusals.gibberish import no_sense
from unitdep.reading.refusals.missing import missing
from unitdep.reading.refusals.question import no_number_asked
from unitdep.reading.refusals.unknowns import other_means
from unitdep.reading.text import too_long

NO_TEXT = "nothing to compute: the text is empty"
NO_QUANTITY = "nothing to compute: the text has no number"
ONE_QUANTITY = "nothing to compute: the text has only one number"
MAX_QUANTITIES = 30  # the pairs of more take too much time and memory to be scored

__all__ = ["MAX_QUANTITIES", "NO_QUANTITY", "NO_TEXT", "ONE_QUANTITY", "too_large", "why_not"]


def why_not(problem: Problem) -> str | None:
    """Say why a text has no number as its answer, or None if it may have one."""
    if not problem.text.strip():
        return NO_TEXT
    if (reason := too_large(problem)) is not None:
        return reason
    if not problem.quantities:
        return NO_QUANTITY
    more = other_means(problem)
    if problem.size == 1:
        return more or ONE_QUANTITY
    return more or no_number_asked(problem) or no_sense(problem) or missing(problem)


def too_large(problem: Problem) -> str | None:
    """Say why a problem is not scored: a text too long to be read, or too many numbers."""
    if problem.size > MAX_QUANTITIES:
        return f"the text has {problem.size:,} numbers, more than {MAX_QUANTITIES}"
    return too_long(problem.text)
