"""Judge an expression or an answer against the program's own ranking.

It agrees if its value is the best one, or plausible enough (``MARGIN``). Otherwise ``reasons``
explains why it is wrong, unless the program is not sure of its own answer (``UNSURE``).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Final

from unitdep.core.expression import Expression, Leaf, evaluate, leaves, operations
from unitdep.inference import Candidate
from unitdep.inference.compare import Scale
from unitdep.reading.arithmetic import Literal, Parsed, parse, parse_equation
from unitdep.reading.problem import Problem
from unitdep.research.evaluation.expressions.matching import Matched, match
from unitdep.research.evaluation.expressions.reasons import find_reason
from unitdep.research.evaluation.expressions.types import CheckResult, Finding, Task, Verdict
from unitdep.solution import Solution, write_expression
from unitdep.solver import Analysis
from unitdep.steps import work
from unitdep.units.conversion import conversion
from unitdep.units.inflection import plural
from unitdep.units.wording import format_value, listed

# How both were chosen: ``unitdep reproduce --table checks`` tunes them for each of AllArith's five
# folds on held-out training problems (experiments/results/checks-allarith.json). The margin is the
# one with which 96% of their gold expressions agree, here the mean of the five; below the
# confidence fewer than half of their answers are right, here the median.
MARGIN: Final = 2.4  # log of how many times more probable the best answer may be: 11 times
UNSURE: Final = 0.4  # probability of the best answer
_NOISE: Final = 1e-9  # of floats


@dataclass(frozen=True)
class Limits:
    """When an expression agrees, and when the program is sure enough to say that it does not."""

    margin: float = MARGIN
    unsure: float = UNSURE


@dataclass(frozen=True)
class Judge:
    """One problem: the program's solution, and all its answers weighed."""

    problem: Problem
    solution: Solution
    scale: Scale | None  # None if there is nothing to search
    limits: Limits = field(default_factory=Limits)

    @classmethod
    def of(cls, analysis: Analysis, limits: Limits | None = None) -> Judge:
        """Judge by an analysis whose ranking was kept whole."""
        query = analysis.query
        scale = None if query is None else Scale(query, analysis.ranking)
        return cls(analysis.problem, analysis.solution(), scale, limits or Limits())

    def check(self, task: Task) -> CheckResult:
        """Judge what a task gives; raises GrammarError if it is not arithmetic."""
        if task.expression is not None:
            return self.expression(task.expression)
        return self.answer(task.answer or "")

    def expression(self, text: str) -> CheckResult:
        """Judge an expression, or an equation with one unknown; raises GrammarError."""
        parsed = parse_equation(text)
        value = _value(parsed)
        best = self._best()
        if best is None or self.scale is None:
            return self._result(text, value, self._unsolved())
        matched = match(parsed, self.scale.values, best.tree, self._rank)
        finding, behind = self._of_matched(matched, value, best)
        return self._result(text, value, finding, matched.tree, behind)

    def answer(self, text: str) -> CheckResult:
        """Judge a number; raises GrammarError."""
        parsed = parse(text)
        value = _value(parsed)
        best = self._best()
        if best is None or self.scale is None:
            return self._result(text, value, self._unsolved())
        if value is None:
            return self._result(text, value, _by_zero())
        candidate = self.scale.answer(value, _rounding(parsed))
        if candidate is None:
            return self._result(text, value, self._out_of_reach(value, best))
        behind = self.scale.behind(candidate)
        written = write_expression(self.problem, candidate.tree)
        finding = self._agreement(candidate.value, behind, best) or self._doubt()
        if finding is None and value in self.scale.values:
            return self._result(text, value, self._of_the_text(value, best), behind=behind)
        if finding is None:
            reason = find_reason(self.problem, candidate.tree, candidate.rates, best)
            says = f"{written} gives {text.strip()}: {reason.reason}"
            finding = Finding(reason.verdict, says, reason.step)
        return self._result(text, value, finding, candidate.tree, behind)

    def _best(self) -> Candidate | None:
        if self.scale is None or self.solution.answer is None:
            return None
        return self.scale.best

    def _rank(self, tree: Expression) -> float:
        assert self.scale is not None
        weighed = self.scale.tree(tree)
        return float("-inf") if weighed is None else weighed.score

    def _of_matched(
        self, matched: Matched, value: Fraction | None, best: Candidate
    ) -> tuple[Finding, float]:
        """Judge an expression whose numbers were matched, and return how far it is behind."""
        assert self.scale is not None
        never = float("inf")
        alone = 0.0 if self._is_found(value, best) else never  # of a tree the search doesn't have
        if matched.tree is None:
            own = value is not None and alone == 0.0 and self._agreement(value, alone, best)
            return own or self._foreign(matched.foreign), alone
        if value is None:
            return _by_zero(), never
        if matched.repeated:
            finding = self._agreement(value, alone, best) or self._doubt()
            return finding or self._twice(matched.tree, matched.repeated[0], best), alone
        weighed = self.scale.tree(matched.tree)
        if weighed is None:
            return Finding(Verdict.CANNOT_TELL, "the expression has too many numbers"), never
        behind = alone if isinstance(matched.tree, Leaf) else weighed.behind
        finding = self._agreement(value, behind, best) or self._doubt()
        if finding is None:
            finding = find_reason(self.problem, matched.tree, weighed.rates, best)
        return finding, behind

    def _agreement(self, value: Fraction, behind: float, best: Candidate) -> Finding | None:
        """Return the finding that a value agrees, or None."""
        own = self.solution.answer_text
        if self._is_found(value, best):
            sure = "" if self._sure() else ", though it is not sure of that"
            return Finding(Verdict.AGREES, f"the program finds {own} too{sure}")
        if behind > self.limits.margin:
            return None
        return Finding(
            Verdict.AGREES,
            f"the program finds {own}, but {format_value(value)} is plausible enough that it "
            "cannot be ruled out",
        )

    def _is_found(self, value: Fraction | None, best: Candidate) -> bool:
        """Whether a value is the program's own, before or after it is rounded or converted."""
        assert self.scale is not None
        values = [q.value for q in self.solution.problem.quantities]
        return value in (self.solution.answer, best.value, evaluate(best.tree, values))

    def _sure(self) -> bool:
        return self.solution.confidence >= self.limits.unsure

    def _doubt(self) -> Finding | None:
        if self._sure():
            return None
        return Finding(
            Verdict.CANNOT_TELL,
            f"the program finds {self.solution.answer_text}, but is not sure of it",
        )

    def _unsolved(self) -> Finding:
        return Finding(Verdict.CANNOT_TELL, f"the program has no answer: {self.solution.reason}")

    def _foreign(self, literals: tuple[Literal, ...]) -> Finding:
        """Return which numbers are not in the text, or that one converts two of its measures."""
        for literal in literals:
            for first, second in combinations(_measures(self.problem), 2):
                factor = conversion(first, second)
                if factor and literal.value in (factor, 1 / factor):
                    names = f"{plural(first)} and {plural(second)}"
                    says = f"{literal.text} converts {names}, which the program does not do"
                    return Finding(Verdict.CANNOT_TELL, says)
        names = listed(list(dict.fromkeys(literal.text.strip() for literal in literals)))
        verb = "is" if len(literals) == 1 else "are"
        return Finding(Verdict.WRONG_QUANTITY, f"{names} {verb} not in the text")

    def _twice(self, tree: Expression, index: int, best: Candidate) -> Finding:
        """Return that a number is used too often; the step is the one that uses it again."""
        value = format_value(self.problem.quantities[index].value)
        nodes = zip(work(self.problem, best.graph, tree), operations(tree), strict=True)
        step = next(step for step, node in nodes if list(leaves(node)).count(index) > 1)
        says = f"{value} is used more often than it appears in the text"
        return Finding(Verdict.WRONG_QUANTITY, says, step)

    def _out_of_reach(self, value: Fraction, best: Candidate) -> Finding:
        """Judge an answer that the search has not found."""
        assert self.scale is not None
        doubt = self._doubt()
        if not self.scale.complete:
            says = f"{format_value(value)} is not among the answers that were searched"
            return Finding(Verdict.CANNOT_TELL, says)
        if doubt is not None:
            return doubt
        if value in self.scale.values:
            return self._of_the_text(value, best)
        numbers = listed([format_value(v) for v in self.scale.values])
        says = f"no expression using {numbers} gives {format_value(value)}"
        return Finding(Verdict.WRONG_QUANTITY, says)

    def _of_the_text(self, value: Fraction, best: Candidate) -> Finding:
        """Return that an answer is just a number of the text."""
        assert self.scale is not None
        tree = Leaf(self.scale.values.index(value))
        finding = find_reason(self.problem, tree, frozenset(), best)
        says = f"{format_value(value)} is just one of the numbers in the text: {finding.reason}"
        return Finding(finding.verdict, says)

    def _result(
        self,
        given: str,
        value: Fraction | None,
        finding: Finding,
        tree: Expression | None = None,
        behind: float = float("inf"),
    ) -> CheckResult:
        written = None if tree is None else write_expression(self.problem, tree)
        return CheckResult(
            given.strip(),
            value,
            finding.verdict,
            finding.reason,
            finding.step,
            written,
            behind,
            self.solution,
            tree,
        )


def _value(parsed: Parsed) -> Fraction | None:
    """Return the value of what was written, or None if it divides by zero."""
    try:
        return evaluate(parsed.tree, parsed.values)
    except ZeroDivisionError:
        return None


def _by_zero() -> Finding:
    return Finding(Verdict.OTHER_OPERATION, "nothing can be divided by zero")


def _rounding(parsed: Parsed) -> float:
    """Return how far an exact answer may be from one that is written with decimals."""
    if len(parsed.literals) != 1 or "." not in parsed.literals[0].text:
        return 0.0
    decimals = len(parsed.literals[0].text.strip("$% ").partition(".")[2])
    return 0.5 * 10**-decimals + _NOISE if decimals else 0.0


def _measures(problem: Problem) -> list[str]:
    """Return the units of a text, without repetition."""
    units = [q.unit for q in problem.quantities]
    if problem.question is not None:
        units.append(problem.question.unit)
    names = [name for u in units for name in (u.numerator, u.denominator) if name]
    return list(dict.fromkeys(names))
