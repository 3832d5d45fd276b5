"""The checker: problems with workings in, verdicts with reasons out."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from typing import Final

from unitdep.checking.final import Limits
from unitdep.checking.judge import Judge
from unitdep.checking.misconceptions.diagnosis import Diagnosis, diagnose_by
from unitdep.checking.types import CheckResult
from unitdep.inference.compare import COMPARED
from unitdep.reading.problem import read_problems
from unitdep.reading.text import BATCH
from unitdep.solver import Solver, default_solver
from unitdep.units.wording import format_value

CHUNK: Final = 4 * BATCH  # workings whose problems are solved together
KEPT: Final = 256  # problems whose solutions are kept for workings that come later

Written = str | float | Fraction  # a working or an answer; a number is written as people do
Given = tuple[str, Written] | tuple[str, Written, Written | None]  # problem, working, gold


@dataclass(frozen=True)
class Task:
    """A problem with a working to be judged, and what is right if that is known."""

    text: str
    work: str
    gold: str | None = None

    @classmethod
    def of(cls, given: Given) -> Task:
        """Make a task of a problem, a working and, if it's known, what is right."""
        text, work, *rest = given
        gold = rest[0] if rest else None
        return cls(text, written(work), None if gold is None else written(gold))


@dataclass(frozen=True)
class Checker:
    """A solver whose answers workings are compared with."""

    solver: Solver
    limits: Limits = field(default_factory=Limits)

    def check(self, task: Task) -> CheckResult:
        """Judge one working; never raises because of what is written."""
        return next(self.judges([task.text])).check(task.work, task.gold)

    def diagnose(self, task: Task) -> Diagnosis:
        """Explain an answer; never raises because of what is written."""
        return diagnose_by(next(self.judges([task.text])), task.work, task.gold)

    def check_many(self, tasks: Iterable[Task]) -> Iterator[CheckResult]:
        """Judge workings in order; each text is solved once, however many come with it."""
        bench, stream = Bench(self), iter(tasks)
        while chunk := list(islice(stream, CHUNK)):
            yield from bench.check(chunk)

    def judges(self, texts: Iterable[str]) -> Iterator[Judge]:
        """Solve texts in batches and make each ready to be judged, in order."""
        problems = read_problems(texts, scope=self.solver.scope)
        for analysis in self.solver.analyse(problems, top=COMPARED, keep=True):
            yield Judge.of(analysis, self.limits)


class Bench:
    """A checker that keeps the judges of the texts it has seen last, so as not to solve them again.

    What it keeps makes no difference to any result.
    """

    def __init__(self, checker: Checker, kept: int = KEPT) -> None:
        """Start with no judges; ``kept`` is the most that stay between two calls."""
        self._checker, self._most = checker, kept
        self._kept: OrderedDict[str, Judge] = OrderedDict()

    def check(self, tasks: Sequence[Task]) -> Iterator[CheckResult]:
        """Judge workings in order, after solving all texts that are new."""
        asked = dict.fromkeys(task.text for task in tasks)
        new = [text for text in asked if text not in self._kept]
        self._kept.update(zip(new, self._checker.judges(new), strict=True))
        judges = {text: self._kept[text] for text in asked}
        for text in asked:
            self._kept.move_to_end(text)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
        for task in tasks:
            yield judges[task.text].check(task.work, task.gold)


@lru_cache(maxsize=1)
def default_checker() -> Checker:
    """Return the checker with the default model, loaded once per process."""
    return Checker(default_solver())


def check(problem: str, work: Written, *, gold: Written | None = None) -> CheckResult:
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
    return default_solver().check(problem, work, gold=gold)


def diagnose(problem: str, answer: Written, *, gold: Written | None = None) -> Diagnosis:
    """Return which mistakes may be behind an answer, with the default model.

    Args:
        problem: The problem, in English.
        answer: What somebody answered: "48", "48 bouquets", or a working.
        gold: The right answer, if that is known. Then no model decides whether the answer is right.

    Returns:
        The verdict, and the misconceptions that explain a wrong answer, most plausible first.

    Raises:
        ModelError: The model that UNITDEP_MODEL names cannot be loaded.

    """
    return default_checker().diagnose(Task.of((problem, answer, gold)))


def check_many(given: Iterable[Given]) -> Iterator[CheckResult]:
    """Check many workings with the default model, in batches and in order.

    Args:
        given: Any iterable of (problem, work) or (problem, work, gold), as ``check`` takes them. A
            problem is solved once for all its workings, also if others come between them; only if
            hundreds of other problems do, it's solved again.

    Yields:
        One result per working, as soon as its batch is done.

    Raises:
        ModelError: The model that UNITDEP_MODEL names cannot be loaded.

    """
    yield from default_solver().check_many(given)


def written(given: Written) -> str:
    """Write a number as people do; a text stays as it is.

    A float keeps all its decimals: 3.3333333 is a rounded 10/3.
    """
    if isinstance(given, str):
        return given
    if isinstance(given, float) and not given.is_integer():
        return format(Decimal(str(given)), "f")
    return format_value(Fraction(given))
