"""Checking: is what somebody wrote for a problem right, and if not, where does it go wrong?

    working, problem -> trace -> compare with what is right -> blame -> voices -> CheckResult

1. ``reading.workings`` reads steps and the final answer; ``trace`` finds where each number comes
   from, what each step makes, and its units.
2. ``right`` is the answer to compare with, the program's own or the caller's (``gold``), and the
   ``routes`` that lead to it.
3. ``judge`` compares the answer (``final``). If it's wrong, ``blame`` finds the first wrong step.
4. ``voices`` puts it into words for a teacher and for a pupil.
5. ``misconceptions`` explains a wrong answer by the mistakes that lead to it.

``answers`` compares two answers by themselves, without a model. ``checker`` has the functions that
others call.
"""

from unitdep.checking.answers import Comparison, Sameness, same_answer
from unitdep.checking.checker import (
    Bench,
    Checker,
    Given,
    Task,
    Written,
    check,
    check_many,
    default_checker,
    diagnose,
    written,
)
from unitdep.checking.final import Limits
from unitdep.checking.judge import Judge
from unitdep.checking.misconceptions import Misconception, MistakeKind, misconceptions
from unitdep.checking.misconceptions.diagnosis import Diagnosis
from unitdep.checking.types import Basis, CheckResult, Finding, Mark, Verdict

__all__ = [
    "Basis",
    "Bench",
    "CheckResult",
    "Checker",
    "Comparison",
    "Diagnosis",
    "Finding",
    "Given",
    "Judge",
    "Limits",
    "Mark",
    "Misconception",
    "MistakeKind",
    "Sameness",
    "Task",
    "Verdict",
    "Written",
    "check",
    "check_many",
    "default_checker",
    "diagnose",
    "misconceptions",
    "same_answer",
    "written",
]
