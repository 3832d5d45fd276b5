"""From an expression tree to its steps: operands first, the units of the text at the leaves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from typing import Final

from unitdep.core.expression import (
    ADDITIVE,
    Expression,
    Leaf,
    Operation,
    Operator,
    chain,
    operations,
)
from unitdep.core.graph import UnitGraph
from unitdep.core.labels import Face, Finish, Kind
from unitdep.reading.problem import Problem
from unitdep.reading.quantity import Compound, NumberKind
from unitdep.steps.answer import asked_measure, compared
from unitdep.steps.step import Step, take
from unitdep.steps.vertices import rule_unit, shared_unit, shown_unit
from unitdep.units.combine import Term
from unitdep.units.dimension import Dimension, dimension_of
from unitdep.units.unit import Unit
from unitdep.units.wording import format_value, plural_name, unit_name

MAX_REORDERED: Final = 5  # operands of a chain whose orders are tried


def steps(
    problem: Problem,
    graph: UnitGraph | None,
    tree: Expression | None,
    finish: Finish = Finish.EXACT,
) -> tuple[Step, ...]:
    """Work an expression out; a chain of factors is taken in an order in which units cancel.

    Numbers that have to be prepared take steps of their own: 1 − 1/4 = 3/4, 2 hours = 120 minutes.
    What is left over of a division, or missing, comes in the unit of what is divided.
    """
    if tree is None:
        return ()
    done: list[Step | None] = []
    _visit(problem, graph, closing_order(problem, graph, tree), done)
    if None in done:
        raise ZeroDivisionError
    taken = [step for step in done if step is not None]
    if not taken:
        return ()
    last = taken[-1]
    result = last.left if finish in (Finish.REMAINDER, Finish.MISSING) else last.result
    converts = finish is Finish.EXACT or isinstance(tree, Leaf)
    if converts and (conversion := asked_measure(problem, graph, last)):
        return (*taken, replace(conversion, prepares=True))
    return (*taken[:-1], compared(problem, graph, last, result))


def work(problem: Problem, graph: UnitGraph | None, tree: Expression) -> tuple[Step, ...]:
    """Work an expression out in its own order; raises ZeroDivisionError as ``evaluate`` does."""
    done = tuple(step for step in results(problem, graph, tree) if step is not None)
    if len(done) < sum(1 for _ in operations(tree)):
        raise ZeroDivisionError
    return done


def results(problem: Problem, graph: UnitGraph | None, tree: Expression) -> list[Step | None]:
    """Return a step for each operation in its own order, None for one that has no value.

    That is a division by zero, and every operation that needs its result. The last step is
    compared with what the question asks for.
    """
    done = _all(problem, graph, tree)
    return [step for step in done if step is None or not step.prepares]


def _all(problem: Problem, graph: UnitGraph | None, tree: Expression) -> list[Step | None]:
    """Return the steps of operations, and before them those that prepare their numbers."""
    done: list[Step | None] = []
    _visit(problem, graph, tree, done)
    if done and done[-1] is not None:
        done[-1] = compared(problem, graph, done[-1], done[-1].result)
    return done


def result_of(problem: Problem, graph: UnitGraph | None, tree: Expression) -> Term | None:
    """Return the result of a whole expression, or None if it has no value."""
    if isinstance(tree, Leaf):
        return given_term(problem, graph, tree.index)
    last = results(problem, graph, tree)[-1]
    return None if last is None else last.result


def _visit(
    problem: Problem, graph: UnitGraph | None, tree: Expression, done: list[Step | None]
) -> Term | None:
    """Append the steps of a tree to ``done`` and return its result."""
    if isinstance(tree, Leaf):
        return _leaf(problem, graph, tree, done)
    left = _visit(problem, graph, tree.left, done)
    right = _visit(problem, graph, tree.right, done)
    if left is None or right is None or (tree.operator is Operator.DIV and right.value == 0):
        done.append(None)
        return None
    step = take(tree.operator, left, right)
    for side in (tree.right, tree.left):
        step = step.noted(_unnamed(problem, graph, side), step.clash, first=True)
    done.append(step)
    return step.result


def _leaf(problem: Problem, graph: UnitGraph | None, leaf: Leaf, done: list[Step | None]) -> Term:
    """Return a number; a face of a factor takes a step of its own: 1 − 1/4 = 3/4."""
    term = given_term(problem, graph, leaf.index)
    done.extend(_conversion(problem.quantities[leaf.index].number.made_of, term))
    if leaf.face is Face.ITSELF:
        return term
    operator = Operator.SUB if leaf.face is Face.LESS else Operator.ADD
    whole = Term(Fraction(1), term.unit)
    step = take(operator, whole, term)
    done.append(replace(step, prepares=True))
    return replace(step.result, part=True)


def _conversion(made_of: Compound | None, whole: Term) -> Iterator[Step]:
    """Yield the steps that a number takes by itself: 2 hours and 45 minutes are 165 minutes."""
    if made_of is None:
        return
    noun = unit_name(whole.unit)
    per = dimension_of(Unit(noun, denominator=made_of.measure))
    larger = Term(made_of.larger, dimension_of(Unit(made_of.measure)))
    step = take(Operator.MUL, larger, Term(made_of.factor, per))
    yield replace(step, prepares=True)
    if made_of.smaller:
        rest = Term(made_of.smaller, dimension_of(Unit(noun)))
        yield replace(take(Operator.ADD, step.result, rest), prepares=True)


def given_term(problem: Problem, graph: UnitGraph | None, index: int) -> Term:
    """Return a number of the text with its unit, which the graph gives if the text does not."""
    quantity = problem.quantities[index]
    if quantity.kind.pure:
        return Term(quantity.value, Dimension(), part=True)
    part = quantity.number.kind in (NumberKind.FRACTION, NumberKind.PERCENT) and quantity.value < 1
    unit = shown_unit(problem, graph, index)
    if not unit.is_rate and not unit.numerator:
        unit = Unit(shared_unit(problem, graph, index))
    clock = quantity.kind is Kind.CLOCK
    return Term(quantity.value, dimension_of(unit), part=part, clock=clock)


def _unnamed(problem: Problem, graph: UnitGraph | None, side: Expression) -> str:
    """Explain where the unit of a number comes from if the text does not name it."""
    if not isinstance(side, Leaf) or rule_unit(problem, side.index).numerator:
        return ""
    if problem.quantities[side.index].kind.pure:
        return ""
    term = given_term(problem, graph, side.index)
    if not (name := plural_name(term.unit)):
        return ""
    return f"the text names no unit for {format_value(term.value)}; by the graph it is {name}"


def closing_order(problem: Problem, graph: UnitGraph | None, tree: Expression) -> Expression:
    """Put every chain of three or more factors in an order in which the units of each step close.

    The normal form multiplies before it divides; all orders of a chain are one expression.
    """
    if isinstance(tree, Leaf):
        return tree
    left, right = (closing_order(problem, graph, side) for side in (tree.left, tree.right))
    tree = Operation(tree.operator, left, right)
    if tree.operator in ADDITIVE:
        return tree
    return next((t for t in _orders(tree) if _closes(problem, graph, t)), tree)


def _orders(tree: Operation) -> Iterator[Operation]:
    """Yield the orders of a chain, the tree's own first; one of two operands has no other."""
    yield tree
    direct, inverse = chain(tree)
    if not 2 < len(direct) + len(inverse) <= MAX_REORDERED:
        return
    signed = [*((Operator.MUL, d) for d in direct), *((Operator.DIV, i) for i in inverse)]
    for (operator, first), *rest in permutations(signed):
        if operator is Operator.MUL:
            yield _folded(first, rest)


def _folded(first: Expression, rest: Sequence[tuple[Operator, Expression]]) -> Operation:
    (operator, second), *others = rest
    done = Operation(operator, first, second)
    for following, operand in others:
        done = Operation(following, done, operand)
    return done


def _closes(problem: Problem, graph: UnitGraph | None, tree: Operation) -> bool:
    done: list[Step | None] = []
    _visit(problem, graph, tree, done)
    return all(step is not None and step.closes for step in done)
