"""From a tree to its steps: operands first, the units of the text at the leaves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations
from typing import Final

from unitdep.core.expression import ADDITIVE, Expression, Leaf, Operation, Operator, chain
from unitdep.core.graph import UnitGraph
from unitdep.core.labels import QUESTION
from unitdep.reading.problem import Problem
from unitdep.reading.quantity import NumberKind
from unitdep.steps.combine import combine, equation, single
from unitdep.steps.step import Clash, Step, Term
from unitdep.steps.vertices import rule_unit, shared_unit, shown_unit
from unitdep.units.conversion import conversion
from unitdep.units.dimension import FACTOR, Dimension, answers
from unitdep.units.kinds import Noun, kinds
from unitdep.units.unit import Unit
from unitdep.units.wording import dimension_amount, dimension_name, format_value, plural_name

PLAIN: Final = frozenset({FACTOR, "percent"})  # units of numbers that only multiply
MAX_REORDERED: Final = 5  # operands of a chain whose orders are tried


def steps(problem: Problem, graph: UnitGraph | None, tree: Expression | None) -> tuple[Step, ...]:
    """Work an expression out; a chain of factors is taken in an order in which units cancel."""
    if tree is None:
        return ()
    return work(problem, graph, _cancelling(problem, graph, tree))


def work(problem: Problem, graph: UnitGraph | None, tree: Expression) -> tuple[Step, ...]:
    """Work an expression out in its own order; raises ZeroDivisionError as ``evaluate`` does."""
    done: list[Step] = []
    _visit(problem, graph, tree, done)
    if done:
        done[-1] = _answering(problem, graph, done[-1])
    return tuple(done)


def _visit(problem: Problem, graph: UnitGraph | None, tree: Expression, done: list[Step]) -> Term:
    """Add the steps of a tree to those that are done; returns its result."""
    if isinstance(tree, Leaf):
        return _term(problem, graph, tree.index)
    left = _visit(problem, graph, tree.left, done)
    right = _visit(problem, graph, tree.right, done)
    step = combine(tree.operator, left, right)
    for side in (tree.right, tree.left):
        step = _noted(step, step.clash, _unnamed(problem, graph, side), first=True)
    done.append(step)
    return step.result


def _term(problem: Problem, graph: UnitGraph | None, index: int) -> Term:
    quantity = problem.quantities[index]
    part = quantity.number.kind in (NumberKind.FRACTION, NumberKind.PERCENT) and quantity.value < 1
    unit = shown_unit(problem, graph, index)
    if not unit.is_rate and not unit.numerator:
        unit = Unit(shared_unit(problem, graph, index))
    return Term(quantity.value, _dimension(unit), part=part)


def _dimension(unit: Unit) -> Dimension | None:
    """Return a unit of the text as a dimension, or None if nothing of it is known."""
    if not unit.numerator and not unit.denominator:
        return None
    over = () if unit.numerator in PLAIN else (_noun(unit.numerator),)
    return Dimension(over, () if unit.denominator is None else (_noun(unit.denominator),))


def _noun(name: str) -> Noun:
    return frozenset({name} if name else ())


def _unnamed(problem: Problem, graph: UnitGraph | None, side: Expression) -> str:
    """Say where the unit of a number comes from if the text does not name it."""
    if not isinstance(side, Leaf) or rule_unit(problem, side.index).numerator:
        return ""
    term = _term(problem, graph, side.index)
    if not (name := dimension_name(term.unit)):
        return ""
    return f"the text names no unit for {format_value(term.value)}; the graph gives it {name}"


def asked_dimension(problem: Problem, graph: UnitGraph | None) -> Dimension | None:
    """Return the unit that the question asks for, or None if it names none."""
    unit = shown_unit(problem, graph, QUESTION)
    return _dimension(unit) if unit.numerator else None


def _answering(problem: Problem, graph: UnitGraph | None, last: Step) -> Step:
    """Compare the unit of the last step with what is asked."""
    asked, found = asked_dimension(problem, graph), last.result
    if asked is None or not last.closes:
        return last
    wanted = plural_name(asked)
    if found.unit is None:
        return _noted(last, None, f"the text names no unit here; the question asks for {wanted}")
    if answers(found.readings, asked, kinds()) or _area(found.unit, asked):
        return last
    pair = single(found.unit), single(asked)
    if factor := conversion(*pair):
        told = f"{found.text} = {dimension_amount(found.value * factor, asked)}"
        note = f"the question asks for {wanted}; {equation(*pair)}, so {told}"
        return _noted(last, Clash.MEASURE, note)
    given = plural_name(found.unit) or "a plain number"
    return _noted(last, Clash.ASKED, f"the units give {given}, the question asks for {wanted}")


def _area(found: Dimension, asked: Dimension) -> bool:
    """Return whether an area is asked for by the name of its length, as the unit rules have it."""
    return len(found.over) > 1 and not found.under and set(found.over) == set(asked.over)


def _noted(step: Step, clash: Clash | None, note: str, *, first: bool = False) -> Step:
    both = (note, step.note) if first else (step.note, note)
    return replace(step, clash=clash, note="; ".join(n for n in both if n))


def _cancelling(problem: Problem, graph: UnitGraph | None, tree: Expression) -> Expression:
    """Put every chain of three or more factors in an order in which the units of each step close.

    The normal form multiplies before it divides; all orders of a chain are one expression.
    """
    if isinstance(tree, Leaf):
        return tree
    left, right = (_cancelling(problem, graph, side) for side in (tree.left, tree.right))
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
    done: list[Step] = []
    _visit(problem, graph, tree, done)
    return all(step.closes for step in done)
