"""The checker: problems with workings in, verdicts with reasons out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from unitdep.checking.judge import Judge, Limits
from unitdep.checking.types import CheckResult
from unitdep.inference.compare import COMPARED
from unitdep.reading.problem import read_problems
from unitdep.solver import BATCH, Solver, default_solver
from unitdep.units.wording import format_value


@dataclass(frozen=True)
class Task:
    """A problem with a working to be judged, and what is right if that is known."""

    text: str
    work: str
    gold: str | None = None


@dataclass(frozen=True)
class Checker:
    """A solver whose answers workings are compared with."""

    solver: Solver
    limits: Limits = field(default_factory=Limits)

    def check(self, task: Task) -> CheckResult:
        """Judge one working; never raises because of what is written."""
        return next(self.judges([task.text])).check(task.work, task.gold)

    def check_many(self, tasks: Iterable[Task]) -> Iterator[CheckResult]:
        """Judge workings in order; each text is solved once, however many come with it in a row."""
        judge: Judge | None = None
        for task in tasks:
            if judge is None or judge.problem.text != task.text:
                judge = next(self.judges([task.text]))
            yield judge.check(task.work, task.gold)

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
    problem: str, work: str | float | Fraction, *, gold: str | float | Fraction | None = None
) -> CheckResult:
    """Check what somebody wrote for a problem, with the default model.

    Args:
        problem: The problem, in English.
        work: Any working: an answer ("7 bouquets"), an expression, several lines, or prose with
            sums in it; plain text, Markdown or LaTeX.
        gold: The right answer, or a working that is right, if that is known. Then no model decides
            whether the final answer is right.

    Returns:
        A verdict, what it rests on, the first wrong step, and a judgement of every step. It never
        raises because of what is written.

    Raises:
        ModelError: The model that UNITDEP_MODEL names cannot be loaded.

    """
    known = None if gold is None else written(gold)
    return default_checker().check(Task(problem, written(work), known))


def written(given: str | float | Fraction) -> str:
    """Write a number as people do; a text stays as it is."""
    return given if isinstance(given, str) else format_value(Fraction(str(given)))
