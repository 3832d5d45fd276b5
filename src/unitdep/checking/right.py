"""What is right for a problem: its answer, and the ways that lead there.

Without gold it is the program's own solution. With gold, an answer or a whole working that the
caller knows to be right decides; the search then only finds an expression that gives it, so that
a wrong step can be named.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from unitdep.checking.routes import division_routes, last_division, partial, parts, routes
from unitdep.core.expression import Expression, evaluate, leaves
from unitdep.core.graph import UnitGraph
from unitdep.core.labels import QUESTION, Finish
from unitdep.inference.compare import Scale
from unitdep.inference.types import Candidate
from unitdep.reading.problem import Problem
from unitdep.reading.workings import Amount, read_answer, read_work
from unitdep.solution import Solution, settled, write_expression
from unitdep.steps.vertices import rule_unit
from unitdep.steps.work import result_of
from unitdep.units.combine import single
from unitdep.units.unit import Unit
from unitdep.units.wording import amount as write_amount
from unitdep.units.wording import write_clock


@dataclass(frozen=True)
class Right:
    """The right answer of a problem, and how it comes about as far as that is known."""

    answer: Amount  # with its unit, if that is known
    text: str  # as people see it: "7 bouquets"
    exact: Fraction  # before the question finishes: 2.7 for 3 buses
    finish: Finish = Finish.EXACT
    problem: Problem | None = None  # with values for amounts that are used again
    graph: UnitGraph | None = None
    tree: Expression | None = None  # None if no expression is known that gives the answer
    passed: frozenset[Fraction] = frozenset()  # what right workings may pass through
    parts: frozenset[Fraction] = frozenset()  # what the operations of the expression make
    natural: frozenset[Fraction] = frozenset()  # these, parts of chains, and the answer
    trusted: bool = True  # whether the expression is the program's own choice for the answer
    clock: bool = False  # whether it's a time of day
    named: bool = False  # whether gold names the unit

    @property
    def used(self) -> frozenset[int]:
        """The quantities that the expression uses."""
        return frozenset() if self.tree is None else frozenset(leaves(self.tree))

    @property
    def expression(self) -> str:
        """The expression with its numbers; "" if none is known."""
        if self.tree is None or self.problem is None:
            return ""
        return write_expression(self.problem, self.tree)


def of_solution(solution: Solution) -> Right | None:
    """Take the program's own answer to be right; None if it has none."""
    if solution.answer is None or solution.tree is None:
        return None
    read = read_answer(solution.answer_text)
    answer = read if read is not None else Amount(0, 0, solution.answer)
    return _with_tree(
        Right(
            replace(answer, value=solution.answer),
            solution.answer_text,
            solution.answer,
            solution.finish,
            clock=solution.is_clock,
        ),
        solution.problem,
        solution.graph,
        solution.tree,
    )


def of_gold(gold: str, solution: Solution, scale: Scale | None) -> Right | None:
    """Take what the caller gives to be right: an answer, an expression, or a whole working."""
    working = read_work(gold)
    if working.answer is None:
        return None
    answer = working.answer.amount
    own = of_solution(solution)
    if own is not None and _is(own, answer.value):
        known = replace(own, answer=_named(answer, own.answer), text=_text(answer, own))
        known = replace(known, named=answer.has_unit)
        return replace(known, passed=known.passed | _passed_by(working.steps))
    right = Right(answer, _text(answer, None), answer.value, natural=frozenset({answer.value}))
    right = replace(right, problem=solution.problem, graph=solution.graph, named=answer.has_unit)
    candidate = None if scale is None else scale.answer(answer.value)
    if candidate is not None:
        right = replace(_of_candidate(right, solution.problem, candidate), trusted=False)
    return replace(right, passed=right.passed | _passed_by(working.steps))


def _is(own: Right, value: Fraction) -> bool:
    """Whether gold is the program's own answer, perhaps as a number of thousands or millions."""
    return value in (own.answer.value, own.exact)


def _of_candidate(right: Right, problem: Problem, candidate: Candidate) -> Right:
    problem = settled(problem, candidate)
    right = replace(right, finish=candidate.finish)
    right = _with_tree(right, problem, candidate.graph, candidate.tree)
    if right.answer.has_unit or right.answer.percent or right.answer.clock:
        return right
    noun = asked_noun(problem)
    if not noun and candidate.finish is Finish.EXACT:
        result = result_of(problem, candidate.graph, candidate.tree)
        noun = single(result.unit) if result is not None else ""
    if not noun:
        return right
    named = replace(right.answer, unit=Unit(noun), words=noun)
    return replace(right, answer=named, text=write_amount(named.value, named.unit))


def _with_tree(right: Right, problem: Problem, graph: UnitGraph | None, tree: Expression) -> Right:
    values = [q.value for q in problem.quantities]
    passed = set(routes(tree, values)) | {right.answer.value}
    division = last_division(tree, values)
    if division is not None and division[1]:
        passed |= division_routes(*division)
    exact = evaluate(tree, values)
    made = parts(tree, values)
    return replace(
        right,
        exact=exact,
        problem=problem,
        graph=graph,
        tree=tree,
        passed=frozenset(passed),
        parts=made,
        natural=made | partial(tree, values) | {right.answer.value},
    )


def _passed_by(steps: tuple[object, ...]) -> frozenset[Fraction]:
    """Return what the steps of a right working make."""
    values = (getattr(step, "value", None) for step in steps)
    return frozenset(value for value in values if value is not None)


def _named(answer: Amount, own: Amount | None) -> Amount:
    """Return an answer with the unit that the question asks for, if it has none."""
    if answer.has_unit or answer.percent or own is None or not own.has_unit:
        return answer
    return replace(answer, unit=own.unit, words=own.words, currency=own.currency)


def _text(answer: Amount, own: Right | None) -> str:
    if answer.percent:
        return f"{write_amount(answer.value * 100)}%"
    if answer.clock:
        return write_clock(answer.value)
    named = _named(answer, own.answer if own else None)
    return write_amount(answer.value, named.unit if named.has_unit else None)


def asked_noun(problem: Problem) -> str:
    """Return what the question counts; "" if it names nothing."""
    return rule_unit(problem, QUESTION).numerator
