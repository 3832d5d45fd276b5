"""The units of vertices, as the rules read them and as the chosen graph has them."""

from __future__ import annotations

from unitdep.core.graph import UnitGraph, edges
from unitdep.core.labels import QUESTION, EdgeName, Vertex
from unitdep.reading.problem import Problem
from unitdep.units.unit import Unit


def rule_unit(problem: Problem, vertex: Vertex) -> Unit:
    """Return a vertex's unit as the rules read it off the text."""
    if vertex == QUESTION:
        return problem.question.unit if problem.question else Unit()
    return problem.quantities[int(vertex)].unit


def is_rate(problem: Problem, graph: UnitGraph | None, vertex: Vertex) -> bool:
    """Whether a vertex is a rate: by the graph if it has the vertex, otherwise by the rules."""
    if graph is not None and vertex in graph.vertices:
        return graph.is_rate(vertex)
    return rule_unit(problem, vertex).is_rate


def shown_unit(problem: Problem, graph: UnitGraph | None, vertex: Vertex) -> Unit:
    """Return a vertex's unit as the graph has it.

    If the text does not name a rate's Num Unit or Den Unit, it is that of the vertex which the
    graph joins to the rate by that edge, or "" if there is none. A vertex that is not a rate keeps
    its Num Unit only.
    """
    if vertex != QUESTION and problem.quantities[int(vertex)].kind.pure:
        return Unit()
    unit = rule_unit(problem, vertex)
    if not is_rate(problem, graph, vertex):
        return Unit(unit.numerator, unit.modifiers)
    numerator = unit.numerator or _neighbour(problem, graph, vertex, EdgeName.NUM_UNIT)
    denominator = unit.denominator or _neighbour(problem, graph, vertex, EdgeName.DEN_UNIT)
    if not unit.denominator and denominator == numerator:
        denominator = ""  # "apple per apple" says nothing
    return Unit(numerator, unit.modifiers, denominator, unit.denominator_modifiers)


def _neighbour(problem: Problem, graph: UnitGraph | None, vertex: Vertex, label: EdgeName) -> str:
    """Return the unit at the other end of a rate's Num Unit or Den Unit edge, or ""."""
    joined = edges(graph) if graph is not None else []
    targets = (e.target for e in joined if e.source == vertex and e.label == label)
    return next((name for t in targets if (name := rule_unit(problem, t).numerator)), "")


def shared_unit(problem: Problem, graph: UnitGraph | None, vertex: Vertex) -> str:
    """Return the unit that the graph gives a vertex which is not a rate.

    Through Same Unit it is the other vertex's unit, through Num Unit or Den Unit that part of the
    rate's. It is "" if the graph joins the vertex to none that has a unit.
    """
    for edge in edges(graph) if graph is not None else ():
        if edge.label == EdgeName.SAME_UNIT and vertex in (edge.source, edge.target):
            other = edge.target if edge.source == vertex else edge.source
            name = shown_unit(problem, graph, other).numerator
        elif edge.target == vertex:
            rate = shown_unit(problem, graph, edge.source)
            is_num = edge.label == EdgeName.NUM_UNIT
            name = rate.numerator if is_num else rate.denominator or ""
        else:
            continue
        if name:
            return name
    return ""
