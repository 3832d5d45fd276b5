"""Checking: is an expression, or an answer, right for a text, and if not, why?

``check`` takes a text and an expression or an answer and returns a ``CheckResult``. ``matching``
turns the numbers of the expression into quantities of the text, ``judge`` compares with the
program's own answers (``inference.compare``), ``reasons`` explains in a sentence what is wrong:
units first, then numbers, then operations. ``answers`` compares two answers by themselves, without
a model.
"""

from unitdep.checking.answers import Comparison, Sameness, same_answer
from unitdep.checking.checker import Checker, check, default_checker, write_answer
from unitdep.checking.judge import MARGIN, UNSURE, Judge, Limits
from unitdep.checking.types import CheckResult, Task, Verdict

__all__ = [
    "MARGIN",
    "UNSURE",
    "CheckResult",
    "Checker",
    "Comparison",
    "Judge",
    "Limits",
    "Sameness",
    "Task",
    "Verdict",
    "check",
    "default_checker",
    "same_answer",
    "write_answer",
]
