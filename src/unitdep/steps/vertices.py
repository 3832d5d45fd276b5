"""Unit algebra: the units of a solved problem, as its graph and its expression have them.

``shown_unit`` takes a vertex and gives its unit with the rate label of the chosen graph;
``answer_unit`` gives the unit of the answer, worked out of the expression where the question
names none ("how much did he spend?").
"""

from __future__ import annotations

from typing import Final

from unitdep.core.expression import Expression, Leaf, Operator
from unitdep.core.graph import UnitGraph, edges
from unitdep.core.labels import QUESTION, Vertex
from unitdep.reading.problem import Problem
from unitdep.units.unit import Unit

PERCENT: Final = Unit("percent")
PLAIN: Final = (Unit(), PERCENT, Unit("times"))  # units of numbers that only multiply


def rule_unit(problem: Problem, vertex: Vertex) -> Unit:
    """Return a vertex's unit as the rules read it off the text."""
    if vertex == QUESTION:
        return problem.question.unit if problem.question else Unit()
    return problem.quantities[int(vertex)].unit


def is_rate(problem: Problem, graph: UnitGraph | None, vertex: Vertex) -> bool:
    """Whether a vertex is a rate: by the graph where it has the vertex, else by rule."""
    if graph is not None and vertex in graph.vertices:
        return graph.is_rate(vertex)
    return rule_unit(problem, vertex).is_rate


def shown_unit(problem: Problem, graph: UnitGraph | None, vertex: Vertex) -> Unit:
    """Return a vertex's unit as the graph has it.

    A rate whose Num Unit or Den Unit the text does not name takes it from the vertex that the
    graph joins to it by that edge, or "" if there is none. A vertex that is no rate keeps its
    Num Unit only.
    """
    unit = rule_unit(problem, vertex)
    if not is_rate(problem, graph, vertex):
        return Unit(unit.numerator, unit.modifiers)
    numerator = unit.numerator or _neighbour(problem, graph, vertex, "Num Unit")
    denominator = unit.denominator or _neighbour(problem, graph, vertex, "Den Unit")
    if not unit.denominator and denominator == numerator:
        denominator = ""  # "apple per apple" says nothing
    return Unit(numerator, unit.modifiers, denominator, unit.denominator_modifiers)


def _neighbour(problem: Problem, graph: UnitGraph | None, vertex: Vertex, label: str) -> str:
    """Return the unit at the other end of a rate's Num Unit or Den Unit edge, or ""."""
    joined = edges(graph) if graph is not None else []
    targets = (e.target for e in joined if e.source == vertex and e.label == label)
    return next((name for t in targets if (name := rule_unit(problem, t).numerator)), "")


def shared_unit(problem: Problem, graph: UnitGraph | None, vertex: Vertex) -> str:
    """Return unit that the graph gives a vertex which is no rate: that of a vertex joined to it.

    By Same Unit it is the other's unit, by Num Unit or Den Unit that part of the rate; "" where
    the graph joins it to none that has one.
    """
    for edge in edges(graph) if graph is not None else ():
        if edge.label == "Same Unit" and vertex in (edge.source, edge.target):
            other = edge.target if edge.source == vertex else edge.source
            name = shown_unit(problem, graph, other).numerator
        elif edge.target == vertex:
            rate = shown_unit(problem, graph, edge.source)
            name = rate.numerator if edge.label == "Num Unit" else rate.denominator or ""
        else:
            continue
        if name:
            return name
    return ""


def answer_unit(problem: Problem, graph: UnitGraph | None, tree: Expression | None) -> Unit:
    """Return the unit of the answer: the question's, and what it leaves open out of the tree."""
    asked = shown_unit(problem, graph, QUESTION)
    if tree is None or (asked.numerator and asked.denominator != ""):
        return asked
    found = result_unit(problem, graph, tree)
    numerator = asked.numerator or found.numerator
    if not asked.is_rate:
        return Unit(numerator, asked.modifiers)
    denominator = asked.denominator or found.denominator or ""
    return Unit(numerator, asked.modifiers, "" if denominator == numerator else denominator)


def result_unit(problem: Problem, graph: UnitGraph | None, tree: Expression) -> Unit:
    """Work a tree's unit out of its quantities' units.

    A number without a unit is a plain factor, and so are "25%" and "3 times".
    """
    if isinstance(tree, Leaf):
        plain = rule_unit(problem, tree.index) in PLAIN
        return Unit() if plain else shown_unit(problem, graph, tree.index)
    left = result_unit(problem, graph, tree.left)
    right = result_unit(problem, graph, tree.right)
    match tree.operator:
        case Operator.ADD | Operator.SUB:
            return left if left.numerator else right
        case Operator.MUL:
            return _product(left, right)
        case Operator.DIV:
            return _quotient(left, right)


def _product(left: Unit, right: Unit) -> Unit:
    """Rate x n has the Num Unit; two rates cancel the unit that they share; else the one known."""
    if left.is_rate and right.is_rate:
        if left.denominator == right.numerator:
            return Unit(left.numerator, (), right.denominator)
        return Unit(right.numerator, (), left.denominator)
    rate, other = (left, right) if left.is_rate else (right, left)
    if rate.is_rate:
        return Unit(rate.numerator)
    if rate.numerator and other.numerator and rate.numerator != other.numerator:
        return Unit()  # neither is a rate: no unit that the graph knows
    return other if other.numerator else rate


def _quotient(left: Unit, right: Unit) -> Unit:
    """N / rate has the Den Unit; n / n of one unit has none; otherwise a new rate."""
    if right.is_rate:
        if left.is_rate:
            return Unit() if left.numerator == right.numerator else Unit(left.numerator)
        return Unit(right.denominator or "")
    if left.is_rate or not right.numerator:
        return left
    if left.numerator == right.numerator:
        return Unit()
    return Unit(left.numerator, (), right.numerator)
