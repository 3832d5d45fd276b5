"""The judge of one problem: any working in, a verdict with its reason out.

The answer of a working is compared with what is right (``right``). If it's wrong, ``blame`` finds
the first wrong step. Without gold, what is right is the program's own answer, so a working is
called wrong only if it's improbable enough that it is right after all (``Limits``): a right pupil
must not be called wrong because the search lacks their way. That may be so even if the program
isn't sure which answer is right. Arithmetic, and what speaks against a working by itself, needs no
such caution.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Final

from unitdep.checking.blame import (
    Blame,
    Soundness,
    blame,
    evidence,
    first_slip,
    is_check,
    is_evident,
    is_on_route,
    measure_factors,
    soundness,
)
from unitdep.checking.final import UNIT_MISSING, Compared, Limits, chance, compare_with, meant
from unitdep.checking.right import Right, of_gold, of_solution
from unitdep.checking.shares import share
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
from unitdep.checking.voices import (
    NO_WORK,
    TOO_LONG,
    Case,
    Said,
    in_pence,
    say_right,
    say_unsure,
    say_wrong,
)
from unitdep.core.labels import QUESTION
from unitdep.inference.compare import Scale
from unitdep.models.calibration import DOUBTFUL
from unitdep.reading.problem import Problem
from unitdep.reading.workings import Amount, Joined, Rule, Working, read_work
from unitdep.solution import Solution
from unitdep.solver import Analysis
from unitdep.steps.vertices import rule_unit
from unitdep.units.combine import single
from unitdep.units.conversion import conversion, is_measure
from unitdep.units.inflection import singular
from unitdep.units.unit import Unit
from unitdep.units.wording import format_value

EVIDENT: Final = 0.05  # of workings with evidence against them may be right after all
NOT_STATED: Final = "The sum checks the answer, but the working doesn't say what it is."
NOT_SHOWN: Final = "The answer is right, but the working doesn't show how."


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

    @cached_property
    def doubtful(self) -> bool:
        """Whether something speaks against the program's answer, so that nothing rests on it."""
        return any(doubt.concern.value in DOUBTFUL for doubt in self.solution.warnings)

    def relies(self, least: float) -> bool:
        """Whether the program's answer is confident enough, and nothing speaks against it."""
        return self.solution.confidence >= least and not self.doubtful


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
        return Tracer(self.problem, self.right.graph, self.right.used, self.right.natural).trace(
            self.working
        )

    @cached_property
    def answer(self) -> Amount | None:
        """The final answer; of several amounts that may be meant, the one that's asked for."""
        given = self.working.answer
        if given is None or self.right is None:
            return given.amount if given else None
        return self._in_its_unit(meant(given, self.right.answer))

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
        compared = compare_with(
            self.problem, self.right, self.answer, plainly=self._unit_is_plain()
        )
        if compared.right:
            return self._right(compared)
        if not self._names_answer() and is_check(self.problem, self.right, self.traced):
            return self._right(Compared(True, remarks=(NOT_STATED,)))
        return self._wrong(self.right, compared)

    def _names_answer(self) -> bool:
        """Whether the answer is more than the result of the last sum."""
        given = self.working.answer
        return given is not None and given.rule not in (Rule.RESULT, Rule.EXPRESSION)

    def _unit_is_plain(self) -> bool:
        """Whether gold or the question names the unit of the right answer."""
        if not self.has_gold or self.right is None:
            return False
        asked = self.problem.question
        unit = asked.unit.numerator if asked else ""
        return self.right.named or bool(unit and unit == self.right.answer.unit.numerator)

    def _without_answer(self) -> CheckResult:
        """Judge what speaks for itself: nobody knows the answer."""
        slip, right = first_slip(self.traced), self._fallback()
        if slip is not None:
            return self._rejected(Blame(Finding.ARITHMETIC_SLIP, slip), 1.0, right)
        found = evidence(self.problem, self.working, self.traced, self.answer)
        if found is not None:
            return self._rejected(found, 1 - EVIDENT, right)
        why = self.judge.solution.reason or "the right answer can't be read"
        said = Said(f"The program has no answer to compare with: {why}.", "Ask your teacher.")
        return self._result(Verdict.CANNOT_TELL, Finding.OUTSIDE, said, None, 0.0)

    def _fallback(self) -> Right:
        """Return a stand-in where the right answer isn't known."""
        asked = Amount(0, 0, Fraction(0), rule_unit(self.problem, QUESTION))
        return Right(asked, "not known", Fraction(0))

    def _right(self, compared: Compared) -> CheckResult:
        assert self.right is not None
        slip = first_slip(self.traced)
        if slip is not None and self._matters(slip):
            return self._rejected(Blame(Finding.ARITHMETIC_SLIP, slip), 1.0, self.right)
        if not self.knows:
            return self._unsure()
        confidence = 1.0 if self.has_gold else self.judge.solution.confidence
        factors = measure_factors(self.problem)
        other = any(not is_on_route(step, self.right, factors) for step in self.traced)
        other = other and not self.sound.unclear
        finding = Finding.ANOTHER_WAY if other else Finding.RIGHT
        said = say_right(self.right, another_way=other, shown=self.sound.shown)
        remarks = compared.remarks if self.sound.shown else (*compared.remarks, NOT_SHOWN)
        return self._result(Verdict.RIGHT, finding, said, None, confidence, remarks)

    def _matters(self, slip: int) -> bool:
        """Whether a slip is certain although the answer is right: its numbers are all known."""
        step = self.traced[slip]
        claim = step.written.claim
        remainder = claim is not None and claim.remainder is not None
        return remainder or not step.has(Source.NOWHERE)

    @cached_property
    def knows(self) -> bool:
        """Whether the right answer is known: by gold, or as the program can rely on its own."""
        return self.has_gold or self.judge.relies(self.judge.limits.agree)

    @cached_property
    def sound(self) -> Soundness:
        """Which steps hold, if the answer is right."""
        return soundness(self.problem, self.right, self.traced) if self.right else Soundness()

    def _wrong(self, right: Right, compared: Compared) -> CheckResult:
        found = blame(self.problem, right, self.traced, self.answer, compared.finding)
        slip = first_slip(self.traced)
        proven = found.finding is Finding.ARITHMETIC_SLIP and found.step == slip
        if proven or self.has_gold:
            return self._rejected(found, 1.0, right)
        if is_evident(self.problem, self.working, self.traced, self.answer, found):
            return self._rejected(found, 1 - EVIDENT, right)
        if found.finding is Finding.WRONG_UNIT and self.knows:
            return self._rejected(found, self.judge.solution.confidence, right)
        doubt = chance(self.judge.scale, self.judge.solution.confidence, self.answer)
        limits = self.judge.limits
        least = limits.doubt_of(self.problem, self.traced, doubtful=self.judge.doubtful)
        improbable = doubt <= least
        if improbable and found.finding is not Finding.WRONG_UNIT:
            stopped = found.finding is Finding.UNFINISHED and not self.knows
            return self._rejected(
                Blame(Finding.OTHER_ANSWER) if stopped else found, 1 - doubt, right
            )
        if slip is not None and self._matters(slip):
            return self._rejected(Blame(Finding.ARITHMETIC_SLIP, slip), 1.0, right)
        return self._unsure()

    def _rejected(self, found: Blame, confidence: float, right: Right) -> CheckResult:
        stated = self._is_stated()
        said = say_wrong(
            Case(
                self.working.text,
                self.problem,
                right,
                self.traced,
                found,
                self.answer,
                self.knows,
                stated,
            )
        )
        unfinished = found.finding is Finding.UNFINISHED
        verdict = Verdict.INCOMPLETE if unfinished and not stated else Verdict.WRONG
        step = None if unfinished else found.step
        return self._result(verdict, found.finding, said, step, confidence)

    def _is_stated(self) -> bool:
        """Whether the working says what its answer is, rather than stopping after a sum."""
        given = self.working.answer
        if given is None or given.amount.remainder is not None:
            return False
        if given.rule in (Rule.RESULT, Rule.EXPRESSION, Rule.ASSIGNED):
            return False
        whole = self.working.text.strip(" .!\n")
        alone = whole == self.working.text[given.amount.start : given.amount.end].strip()
        return given.rule is not Rule.NUMBER or given.amount.has_unit or alone

    def _unsure(self) -> CheckResult:
        return self._result(Verdict.CANNOT_TELL, Finding.OUTSIDE, say_unsure(), None, 0.0)

    def _result(
        self,
        verdict: Verdict,
        finding: Finding,
        said: Said,
        first_wrong: int | None,
        confidence: float,
        remarks: tuple[str, ...] = (),
    ) -> CheckResult:
        remarks = (*self._needed(remarks), *_remarks(self.working))
        return CheckResult(
            self.working,
            verdict,
            finding,
            in_pence(self.problem, said.reason),
            in_pence(self.problem, said.hint),
            self.basis,
            self.judge.solution,
            tuple(self._marked(verdict, first_wrong)),
            first_wrong,
            self._expected(verdict),
            tuple(in_pence(self.problem, remark) for remark in remarks),
            confidence,
            self.right,
            self.judge.scale,
        )

    def _expected(self, verdict: Verdict) -> str | None:
        """Return the right answer if it's known: the program's own only if it judges by it."""
        told = self.has_gold or (self.knows and verdict is not Verdict.CANNOT_TELL)
        return in_pence(self.problem, self.right.text) if self.right and told else None

    def _needed(self, remarks: tuple[str, ...]) -> list[str]:
        """Leave out that the unit is missing if the working has it elsewhere."""
        named = self.right is not None and _names(self.working.text, self.right.answer)
        return [r for r in remarks if not (named and r.startswith(UNIT_MISSING))]

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
            return Mark.WRONG if share(step.written) is None else Mark.UNCLEAR
        if carries:
            return Mark.FOLLOWS
        settled = verdict is Verdict.RIGHT or first_wrong is None or k < first_wrong
        whole = verdict is Verdict.RIGHT or first_wrong is None
        if verdict is Verdict.CANNOT_TELL or (whole and k in self.sound.unclear):
            return Mark.UNCLEAR
        return Mark.RIGHT if settled else Mark.UNCLEAR


def _names(text: str, right: Amount) -> bool:
    """Whether a working has the unit of the right answer anywhere."""
    noun, words = right.unit.numerator, {singular(w) for w in re.findall(r"[a-z]+", text.lower())}
    return bool(noun) and (noun in words or bool(right.currency and right.currency in text))


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
