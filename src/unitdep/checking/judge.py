"""The judge of one problem: any working in, a verdict with its reason out.

The answer of a working is compared with what is right (``right``). If it's wrong, ``blame`` finds
the first wrong step. Without gold, what is right is the program's own answer, so a working is
called wrong only if it's improbable enough that it is right after all (``Limits``): a right pupil
must not be called wrong because the search lacks their way. Arithmetic needs no such caution.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import floor
from typing import Final

from unitdep.checking.answers import Sameness, compare, units_factor
from unitdep.checking.blame import (
    Blame,
    blame,
    first_slip,
    is_evident,
    is_on_route,
    measure_factors,
    names_other_unit,
)
from unitdep.checking.right import Right, of_gold, of_solution
from unitdep.checking.trace import Traced, Tracer
from unitdep.checking.types import (
    Arithmetic,
    Basis,
    CheckResult,
    Finding,
    JudgedStep,
    Mark,
    Source,
    Verdict,
)
from unitdep.checking.voices import NO_WORK, TOO_LONG, Said, say_right, say_wrong
from unitdep.core.labels import Finish
from unitdep.inference.compare import Scale
from unitdep.models.calibration import SURE
from unitdep.reading.problem import Problem
from unitdep.reading.workings import Amount, Answer, Joined, Working, read_work
from unitdep.solution import Solution
from unitdep.solver import Analysis
from unitdep.units.combine import single
from unitdep.units.conversion import conversion, is_measure
from unitdep.units.unit import Unit
from unitdep.units.wording import format_value, plural_name

LARGE: Final = {"thousand": 1000, "million": 10**6, "billion": 10**9}
EVIDENT: Final = 0.05  # of workings with evidence against them may be right after all
_EXACTLY: Final = frozenset({Sameness.EQUAL, Sameness.CONVERTED, Sameness.UNIT_MISSING})
UNREACHED: Final = 0.25  # of the doubt in the program's answer falls on values it can't reach


@dataclass(frozen=True)
class Limits:
    """How sure the program must be of its own answer to judge without gold.

    ``agree`` and ``doubt`` were chosen on the development half of the workings (``unitdep workings
    measure``). ``contradict`` is where an answer is sure: on the development half less would do,
    but confidences were fitted to problems of the same part, so that half flatters them.
    """

    agree: float = 0.3  # least confidence with which the same answer is called right
    contradict: float = SURE  # least confidence with which another answer is called wrong
    doubt: float = 0.005  # largest probability of a right answer with which a working is wrong


@dataclass(frozen=True)
class Judge:
    """One problem with the program's solution, ready for any number of workings."""

    problem: Problem
    solution: Solution
    scale: Scale | None  # None if nothing was searched
    limits: Limits = field(default_factory=Limits)

    @classmethod
    def of(cls, analysis: Analysis, limits: Limits | None = None) -> Judge:
        """Judge by an analysis whose ranking was kept whole."""
        query = analysis.query
        scale = None if query is None else Scale(query, analysis.ranking)
        return cls(analysis.problem, analysis.solution(), scale, limits or Limits())

    @cached_property
    def own(self) -> Right | None:
        """The program's own answer and its routes."""
        return of_solution(self.solution)

    @cached_property
    def _golds(self) -> dict[str, Right | None]:
        return {}

    def right_by(self, gold: str) -> Right | None:
        """Return what is right by gold; the last one is kept, as many workings come with it."""
        if gold in (known := self._golds):
            return known[gold]
        right = of_gold(gold, self.solution, self.scale)
        vars(self)["_golds"] = {gold: right}
        return right

    def check(self, work: str, gold: str | None = None) -> CheckResult:
        """Judge a working, by what is known to be right (``gold``) or by the program's answer."""
        working = read_work(work)
        basis = Basis.MODEL if gold is None else Basis.GOLD
        if working.too_long:
            return self._untold(working, basis, Said(*TOO_LONG))
        if working.answer is None and not working.steps:
            return self._untold(working, basis, Said(*NO_WORK), finding=Finding.NO_WORK)
        right = self.own if gold is None else self.right_by(gold)
        case = _Case(self, working, right, basis)
        return case.result()

    def _untold(
        self, working: Working, basis: Basis, said: Said, finding: Finding = Finding.OUTSIDE
    ) -> CheckResult:
        return CheckResult(
            working,
            Verdict.CANNOT_TELL,
            finding,
            said.reason,
            said.hint,
            basis,
            self.solution,
        )

    def chance(self, answer: Amount | None) -> float:
        """Return how probable it is that an answer other than the program's own is right."""
        doubt = 1 - self.solution.confidence
        if answer is None or self.scale is None or self.scale.best is None:
            return doubt * UNREACHED
        within = 0.5 * 10.0**-answer.decimals if answer.decimals else 0.0
        other = self.scale.answer(answer.value, within)
        if other is None:
            return doubt * UNREACHED
        share = self.solution.confidence / max(self.scale.best.probability, 1e-9)
        return min(float(other.probability) * share, 1.0)


@dataclass(frozen=True)
class _Case:
    """A working in front of a judge."""

    judge: Judge
    working: Working
    right: Right | None
    basis: Basis

    @cached_property
    def problem(self) -> Problem:
        right = self.right
        return right.problem if right and right.problem else self.judge.problem

    @cached_property
    def traced(self) -> tuple[Traced, ...]:
        if self.right is None:
            return Tracer(self.problem, self.judge.solution.graph).trace(self.working)
        return Tracer(self.problem, self.right.graph, self.right.used).trace(self.working)

    @cached_property
    def answer(self) -> Amount | None:
        """The final answer; of several amounts that may be meant, the one that's asked for."""
        given = self.working.answer
        if given is None or self.right is None:
            return given.amount if given else None
        return self._in_its_unit(_meant(given, self.right.answer))

    def _in_its_unit(self, amount: Amount) -> Amount:
        """Return a bare result in the measure that its step has: 140 of 35p * 4 are pennies."""
        last = self.traced[-1] if self.traced else None
        if last is None or last.result is None or amount.has_unit or amount.percent:
            return amount
        noun = single(last.result.unit)
        if last.value != amount.value or not is_measure(noun) or self.right is None:
            return amount
        factor = conversion(noun, self.right.answer.unit.numerator)
        return replace(amount, unit=Unit(noun)) if factor not in (None, 1) else amount

    @property
    def has_gold(self) -> bool:
        return self.basis is Basis.GOLD

    def result(self) -> CheckResult:
        """Judge the whole."""
        if self.right is None:
            return self._without_answer()
        compared = compare_with(self.problem, self.right, self.answer)
        if compared.right:
            return self._right(compared)
        return self._wrong(self.right, compared)

    def _without_answer(self) -> CheckResult:
        """Judge arithmetic alone: nobody knows the answer."""
        slip = first_slip(self.traced)
        if slip is not None:
            return self._rejected(Blame(Finding.ARITHMETIC_SLIP, slip), 1.0, self._fallback())
        why = self.judge.solution.reason or "the right answer can't be read"
        said = Said(f"The program has no answer to compare with: {why}.", "Ask your teacher.")
        return self._result(Verdict.CANNOT_TELL, Finding.OUTSIDE, said, None, 0.0)

    def _fallback(self) -> Right:
        """Return a stand-in where the right answer isn't known."""
        return Right(Amount(0, 0, Fraction(0)), "not known", Fraction(0))

    def _right(self, compared: Compared) -> CheckResult:
        assert self.right is not None
        slip = first_slip(self.traced)
        if slip is not None and self._matters(slip):
            return self._rejected(Blame(Finding.ARITHMETIC_SLIP, slip), 1.0, self.right)
        confidence = 1.0 if self.has_gold else self.judge.solution.confidence
        if confidence < self.judge.limits.agree:
            return self._unsure(self.right)
        factors = measure_factors(self.problem)
        other = any(not is_on_route(step, self.right, factors) for step in self.traced)
        finding = Finding.ANOTHER_WAY if other else Finding.RIGHT
        said = say_right(self.right, another_way=other)
        return self._result(Verdict.RIGHT, finding, said, None, confidence, compared.remarks)

    def _matters(self, slip: int) -> bool:
        """Whether a slip is certain although the answer is right: its numbers are all known."""
        return not self.traced[slip].has(Source.NOWHERE)

    def _wrong(self, right: Right, compared: Compared) -> CheckResult:
        found = blame(self.problem, right, self.traced, self.answer, compared.finding)
        if found.proven or self.has_gold:
            return self._rejected(found, 1.0, right)
        if is_evident(self.problem, self.working, self.traced, self.answer, found):
            return self._rejected(found, 1 - EVIDENT, right)
        limits, chance = self.judge.limits, self.judge.chance(self.answer)
        if self.judge.solution.confidence < limits.contradict or chance > limits.doubt:
            return self._unsure(right)
        return self._rejected(found, 1 - chance, right)

    def _rejected(self, found: Blame, confidence: float, right: Right) -> CheckResult:
        said = say_wrong(self.working.text, self.problem, right, self.traced, found, self.answer)
        unfinished = found.finding is Finding.UNFINISHED
        verdict = Verdict.INCOMPLETE if unfinished else Verdict.WRONG
        return self._result(verdict, found.finding, said, found.step, confidence)

    def _unsure(self, right: Right) -> CheckResult:
        said = Said(
            f"The program finds {right.text}, but isn't sure enough of it to judge.",
            "I can't tell whether this is right. Ask your teacher.",
        )
        return self._result(Verdict.CANNOT_TELL, Finding.OUTSIDE, said, None, 0.0)

    def _result(
        self,
        verdict: Verdict,
        finding: Finding,
        said: Said,
        first_wrong: int | None,
        confidence: float,
        remarks: tuple[str, ...] = (),
    ) -> CheckResult:
        known = self.right is not None and (self.has_gold or verdict is not Verdict.CANNOT_TELL)
        return CheckResult(
            self.working,
            verdict,
            finding,
            said.reason,
            said.hint,
            self.basis,
            self.judge.solution,
            tuple(self._marked(verdict, first_wrong)),
            first_wrong,
            self.right.text if self.right is not None and known else None,
            (*remarks, *_remarks(self.working)),
            confidence,
        )

    def _marked(self, verdict: Verdict, first_wrong: int | None) -> list[JudgedStep]:
        """Mark every step: those after the first wrong one only carry its error on."""
        spoilt = {first_wrong} if first_wrong is not None else set()
        steps = []
        for k, step in enumerate(self.traced):
            carries = any(origin.step in spoilt for origin in step.origins)
            if carries:
                spoilt.add(k)
            mark = self._mark(step, k, verdict, first_wrong, carries=carries)
            steps.append(
                JudgedStep(
                    step.written, mark, step.arithmetic, step.origins, step.trail, _note(step)
                )
            )
        return steps

    def _mark(
        self, step: Traced, k: int, verdict: Verdict, first_wrong: int | None, *, carries: bool
    ) -> Mark:
        if k == first_wrong and verdict is Verdict.WRONG:
            return Mark.WRONG
        if step.arithmetic is Arithmetic.WRONG:
            return Mark.WRONG
        if carries:
            return Mark.FOLLOWS
        settled = verdict is Verdict.RIGHT or first_wrong is None or k < first_wrong
        return Mark.RIGHT if settled and verdict is not Verdict.CANNOT_TELL else Mark.UNCLEAR


def _meant(given: Answer, right: Amount) -> Amount:
    """Return which amount of a working is its answer, where that is open.

    What has the unit that's asked for goes first, and nobody is called wrong for a second number.
    """
    if not given.others:
        return given.amount
    amounts = (given.amount, *given.others)
    fits = [a for a in amounts if not a.has_unit or units_factor(a.unit, right.unit) is not None]
    fits = fits if right.has_unit else list(amounts)
    same = [a for a in fits if compare(right, a) in _EXACTLY]
    named = [a for a in fits if a.has_unit]
    return (same or ([given.amount] if given.amount in fits else named) or [given.amount])[0]


@dataclass(frozen=True)
class Compared:
    """How an answer compares with the right one."""

    right: bool
    finding: Finding | None = None  # if that alone says what's wrong
    remarks: tuple[str, ...] = ()


def compare_with(problem: Problem, right: Right, answer: Amount | None) -> Compared:
    """Compare the answer of a working with the right one, with its unit and its finish."""
    if answer is None:
        return Compared(False, Finding.UNFINISHED)
    if answer.remainder is not None and right.answer.remainder is None:
        return _with_remainder(right, answer)
    same = compare(right.answer, answer)
    if same in (Sameness.EQUAL, Sameness.CONVERTED):
        return Compared(True)
    if same is Sameness.ROUNDED:
        return Compared(True, remarks=("The answer is rounded.",))
    if same is Sameness.UNIT_MISSING:
        unit = plural_name(right.answer.unit) if right.answer.has_unit else ""
        return Compared(True, remarks=(f"The unit is missing: {unit}.",) if unit else ())
    if same is Sameness.OTHER_UNIT:
        if names_other_unit(problem, answer, right.answer):
            return Compared(False, Finding.WRONG_UNIT)
        if answer.value == right.answer.value:
            unit = plural_name(answer.unit)
            return Compared(True, remarks=(f"The unit was not compared: {unit}.",))
    if _is_large(problem, right.answer, answer) or _is_converted(problem, right.answer, answer):
        return Compared(True)
    return Compared(False)


def _is_large(problem: Problem, right: Amount, answer: Amount) -> bool:
    """Whether one of the answers counts thousands or millions, as the question does."""
    large = _large_numbers(problem)
    short = not answer.has_unit and any(right.value == answer.value * n for n in large)
    return short or any(answer.value == right.value * n for n in large)


def _is_converted(problem: Problem, right: Amount, answer: Amount) -> bool:
    """Whether an answer is the right number in another measure of the text: £1.40 for 140."""
    noun = answer.unit.numerator
    if not is_measure(noun) or is_measure(right.unit.numerator):
        return False
    factors = (conversion(noun, q.unit.numerator) for q in problem.quantities)
    return any(f is not None and f != 1 and answer.value * f == right.value for f in factors)


def _large_numbers(problem: Problem) -> list[int]:
    """Return what a question counts in: "how many million years" may be answered either way."""
    asked = problem.question
    words = problem.text[asked.start : asked.end].lower() if asked else ""
    return [size for word, size in LARGE.items() if word in words]


def _with_remainder(right: Right, answer: Amount) -> Compared:
    """Compare "9 r 3" with an answer that is one number."""
    value, rest = right.answer.value, answer.remainder
    if right.finish is Finish.REMAINDER and rest == value:
        return Compared(True)
    if answer.value == floor(right.exact) and right.finish in (Finish.EXACT, Finish.DOWN):
        return Compared(True)
    if answer.value == floor(right.exact):
        return Compared(False, Finding.NEEDS_ROUNDING)
    return Compared(False)


def _remarks(working: Working) -> list[str]:
    """Return what there is to say about how a working is written."""
    said = []
    if any(step.joined is Joined.RUN_ON for step in working.steps):
        said.append("The equals sign runs on: each side of it should have the same value.")
    if working.unread:
        said.append("Some of the working could not be read.")
    return said


def _note(step: Traced) -> str:
    if step.arithmetic is Arithmetic.WRONG and step.written.value is not None:
        return f"makes {format_value(step.written.value)}"
    if not step.trail.closes:
        return step.trail.note
    return "rounded" if step.arithmetic is Arithmetic.ROUNDED else ""
