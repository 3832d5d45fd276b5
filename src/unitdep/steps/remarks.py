"""Remarks: why numbers were left out, why rates are rates, and what "25%" or "3 dozen" mean.

All of it follows from the chosen graph and tree and from the units of the text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import floor
from typing import Any

from unitdep.core.expression import Expression, leaves
from unitdep.core.graph import UnitGraph, edges
from unitdep.core.labels import QUESTION, EdgeName, Finish, Vertex
from unitdep.reading.problem import Problem
from unitdep.reading.quantity import NumberKind, Quantity
from unitdep.steps.vertices import rule_unit, shown_unit
from unitdep.units.conversion import DOZEN, IN_A_DOZEN
from unitdep.units.dimension import PLAIN
from unitdep.units.inflection import is_mass, plural
from unitdep.units.kinds import kinds
from unitdep.units.unit import Unit
from unitdep.units.wording import amount, format_value, listed, plural_name, unit_name


class About(Enum):
    """What a remark is about."""

    NUMBER = "number"  # the value of a number that is not written as such
    LEFT_OUT = "left out"
    RATE = "rate"
    FINISH = "finish"  # what the question makes of the result


@dataclass(frozen=True)
class Remark:
    """One sentence about a vertex."""

    vertex: Vertex  # the index of a quantity, or "question"
    about: About
    text: str  # the sentence

    def to_dict(self) -> dict[str, Any]:
        """Return the remark as a JSON object."""
        return {"vertex": self.vertex, "about": self.about.value, "text": self.text}


def remarks(problem: Problem, graph: UnitGraph | None, tree: Expression | None) -> list[Remark]:
    """Collect remarks about individual vertices; empty if there is no expression."""
    if graph is None or tree is None:
        return []
    used = set(leaves(tree))
    meant = [(q, text) for q in problem.quantities if (text := _meaning(q)) and q.index in used]
    return [
        *(Remark(q.index, About.NUMBER, text) for q, text in meant),
        *(
            Remark(q.index, About.LEFT_OUT, _left_out(problem, graph, used, q))
            for q in problem.quantities
            if q.index not in used and not q.implied
        ),
        *(
            Remark(v, About.RATE, _rate(problem, graph, v))
            for v in graph.vertices
            if graph.is_rate(v)
        ),
    ]


def finish_remark(finish: Finish, result: Fraction, answer: str) -> Iterator[Remark]:
    """Yield what the question makes of an expression's value, if anything; answer has its unit."""
    value, whole = format_value(result), format_value(Fraction(floor(result)))
    says = {
        Finish.UP: f"{value} is rounded up: {answer}.",
        Finish.DOWN: f"{value} is rounded down: {answer}.",
        Finish.REMAINDER: f"It goes in {whole} times; left over: {answer}.",
        Finish.MISSING: f"It goes in {whole} times; missing to the next time: {answer}.",
        Finish.NEAREST: f"{value} is rounded: {answer}.",
    }
    if finish in says:
        yield Remark(QUESTION, About.FINISH, says[finish])


def _meaning(quantity: Quantity) -> str:
    """State the value of a number that is written in dozens or as a percentage."""
    number = quantity.number
    text, value = " ".join(number.text.split()), format_value(number.value)
    if number.kind is NumberKind.PERCENT:
        return f"{text} is {value}."
    if DOZEN in text.lower():
        return f"{text} is {value}: a dozen is {format_value(IN_A_DOZEN)}."
    return ""


def _left_out(problem: Problem, graph: UnitGraph, used: set[int], quantity: Quantity) -> str:
    percent = quantity.number.kind is NumberKind.PERCENT
    named = quantity.number.text if percent else amount(quantity.value, quantity.unit)
    return f"{named} is left out: {why_left_out(problem, graph, used, quantity)}."


def why_left_out(
    problem: Problem, graph: UnitGraph, used: Iterable[int], quantity: Quantity
) -> str:
    """Explain why an expression of the numbers ``used`` needs no other, as far as units go.

    If its unit fits those that are used, it was the irrelevance classifier that left it out.
    """
    noun = quantity.unit.numerator
    if not noun:
        return "the text names no unit for it"
    if noun in PLAIN:
        return "the wording suggests it is not needed"
    others: list[Vertex] = [*sorted(used), QUESTION]
    alike = [v for v in others if _involves(shown_unit(problem, graph, v), noun)]
    if not alike:
        play = "plays" if is_mass(noun) else "play"
        return f"{plural(noun)} {play} no part in the question or in any number used"
    which = listed([_short(problem, v) for v in alike])
    involve = "also involves" if len(alike) == 1 else "also involve"
    fits = f"its unit would fit ({which} {involve} {plural(noun)})"
    return f"{fits}, but the wording suggests it is not needed"


def _involves(unit: Unit, noun: str) -> bool:
    """Whether a noun, or a kind of it, is part of a unit."""
    own = frozenset({noun})
    parts = [frozenset({part}) for part in (unit.numerator, unit.denominator) if part]
    return any(kinds().related(own, part) for part in parts)


def _rate(problem: Problem, graph: UnitGraph, vertex: Vertex) -> str:
    """Explain what makes a vertex a rate: the words of the text, then the edges of the graph."""
    unit, rule = shown_unit(problem, graph, vertex), rule_unit(problem, vertex)
    asked = vertex == QUESTION
    named = "The answer" if asked else amount(problem.quantities[int(vertex)].value, unit)
    speaker, gives = ("question", "asks for") if asked else ("text", "gives")
    things = plural_name(Unit(unit.numerator, unit.modifiers)) or "an amount"
    each = unit_name(Unit(unit.denominator or "one", unit.denominator_modifiers))
    if rule.is_rate:
        why = f"the {speaker} {gives} {things} for each {each}"
    else:
        why = f"the {speaker} does not say so, but the chosen graph treats it as one"
    joined = listed(list(_edges(problem, graph, vertex)))
    return f"{named} is a rate: {why}{f'; {joined}' if joined else ''}."


def _edges(problem: Problem, graph: UnitGraph, rate: Vertex) -> Iterator[str]:
    """Name which vertices have the rate's Num Unit, then which have its Den Unit."""
    for label in (EdgeName.NUM_UNIT, EdgeName.DEN_UNIT):
        targets = [e.target for e in edges(graph) if e.source == rate and e.label == label]
        if targets:
            have = "has" if len(targets) == 1 else "have"
            yield f"{listed([_short(problem, t) for t in targets])} {have} its {label}"


def _short(problem: Problem, vertex: Vertex) -> str:
    if vertex == QUESTION:
        return "the question"
    return format_value(problem.quantities[int(vertex)].value)
