"""Checking: is an expression, or an answer, right for a text, and if not, why?

``check`` takes a text and an expression or an answer and returns a ``CheckResult``. ``matching``
turns the numbers of the expression into quantities of the text, ``judge`` compares with the
program's own answers (``inference.compare``), ``reasons`` explains in a sentence what is wrong:
units first, then numbers, then operations.
"""

from unitdep.checking.checker import Checker, check, default_checker, write_answer
from unitdep.checking.judge import MARGIN, UNSURE, Judge, Limits
from unitdep.checking.types import CheckResult, Task, Verdict

__all__ = [
    "MARGIN",
    "UNSURE",
    "CheckResult",
    "Checker",
    "Judge",
    "Limits",
    "Task",
    "Verdict",
    "check",
    "default_checker",
    "write_answer",
]
