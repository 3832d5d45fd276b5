"""The checker: a text with an expression or an answer in, a verdict with its reason out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from unitdep.checking.judge import Judge, Limits
from unitdep.checking.types import CheckResult, Task
from unitdep.inference.compare import COMPARED
from unitdep.reading.problem import read_problems
from unitdep.solver import BATCH, Solver, default_solver
from unitdep.units.wording import format_value


@dataclass(frozen=True)
class Checker:
    """A solver whose answers others are compared with."""

    solver: Solver
    limits: Limits = field(default_factory=Limits)

    def check(self, task: Task) -> CheckResult:
        """Check one task; raises GrammarError if what is given is not arithmetic."""
        return next(self.judges([task.text])).check(task)

    def judges(self, texts: Iterable[str]) -> Iterator[Judge]:
        """Solve texts in batches and make each ready to be judged, in order."""
        problems = read_problems(texts, batch_size=BATCH, scope=self.solver.scope)
        for analysis in self.solver.analyse(problems, top=COMPARED, keep=True):
            yield Judge.of(analysis, self.limits)


@lru_cache(maxsize=1)
def default_checker() -> Checker:
    """Return the checker with the default model, loaded once per process."""
    return Checker(default_solver())


def check(
    text: str, *, expression: str | None = None, answer: str | float | None = None
) -> CheckResult:
    """Check an expression or an answer for a text, with the default model.

    Args:
        text: The problem, in English.
        expression: An expression of its numbers, such as "(66-10)/8".
        answer: A number, such as 7; give exactly one of the two.

    Returns:
        A verdict, the reason in a sentence, and the first step that breaks.

    Raises:
        GrammarError: What was given is not arithmetic.
        ValueError: Both or neither of the two were given.
        ModelError: The model that UNITDEP_MODEL names cannot be loaded.

    """
    return default_checker().check(Task(text, expression, write_answer(answer)))


def write_answer(answer: str | float | None) -> str | None:
    """Write a number as the grammar reads it, without an exponent; a text stays as it is."""
    if answer is None or isinstance(answer, str):
        return answer
    return format_value(Fraction(str(answer)))
