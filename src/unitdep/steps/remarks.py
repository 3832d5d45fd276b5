"""Remarks: why numbers were left out, why rates are rates, and numbers written as another value.

All of it is read off the chosen graph and tree and the units of the text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

from unitdep.core.expression import Expression, leaves
from unitdep.core.graph import UnitGraph, edges
from unitdep.core.labels import QUESTION, Vertex
from unitdep.reading.problem import Problem
from unitdep.reading.quantity import NumberKind, Quantity
from unitdep.steps.vertices import rule_unit, shown_unit
from unitdep.units.conversion import DOZEN, dozen
from unitdep.units.kinds import kinds
from unitdep.units.unit import Unit
from unitdep.units.wording import amount, format_value, listed, plural


class About(Enum):
    """What a remark tells."""

    NUMBER = "number"  # a number is not written as its value
    LEFT_OUT = "left out"
    RATE = "rate"


@dataclass(frozen=True)
class Remark:
    """One sentence about a vertex."""

    vertex: Vertex  # the index of a quantity, or "question"
    about: About  # what it tells
    text: str  # the sentence

    def to_dict(self) -> dict[str, Any]:
        """Return remark as a JSON object; the vertex is an index of a quantity, or "question"."""
        return {"vertex": self.vertex, "about": self.about.value, "text": self.text}


def remarks(problem: Problem, graph: UnitGraph | None, tree: Expression | None) -> list[Remark]:
    """Say what is to be said of single vertices; nothing where no expression was chosen."""
    if graph is None or tree is None:
        return []
    used = set(leaves(tree))
    written = [(q, says) for q in problem.quantities if (says := _written(q)) and q.index in used]
    return [
        *(Remark(q.index, About.NUMBER, says) for q, says in written),
        *(
            Remark(q.index, About.LEFT_OUT, _left_out(problem, graph, used, q))
            for q in problem.quantities
            if q.index not in used
        ),
        *(
            Remark(v, About.RATE, _rate(problem, graph, v))
            for v in graph.vertices
            if graph.is_rate(v)
        ),
    ]


def _written(quantity: Quantity) -> str:
    """Say the value of a number that is written in dozens or as a percentage."""
    number = quantity.number
    text, value = " ".join(number.text.split()), format_value(number.value)
    if number.kind is NumberKind.PERCENT:
        return f"{text} is {value}."
    if DOZEN in text.lower():
        return f"{text} is {value}: a dozen is {format_value(dozen())}."
    return ""


def _left_out(problem: Problem, graph: UnitGraph, used: set[int], quantity: Quantity) -> str:
    why = why_left_out(problem, graph, used, quantity)
    return f"{amount(quantity.value, quantity.unit)} is left out: {why}."


def why_left_out(
    problem: Problem, graph: UnitGraph, used: Iterable[int], quantity: Quantity
) -> str:
    """Say why an expression of the numbers ``used`` does without a quantity, as far as units tell.

    Where its unit fits those that are used, it is the irrelevance classifier that leaves it out.
    """
    name = quantity.unit.numerator
    if not name:
        return "the text names no unit for it"
    others: list[Vertex] = [*sorted(used), QUESTION]
    alike = [v for v in others if _counts(shown_unit(problem, graph, v), name)]
    if not alike:
        return f"neither the question nor a number that is used has to do with {plural(name)}"
    which, has = listed([_short(problem, v) for v in alike]), "has" if len(alike) == 1 else "have"
    return (
        f"its unit would fit ({which} {has} to do with {plural(name)} too), but the wording of the "
        "text speaks against it"
    )


def _counts(unit: Unit, name: str) -> bool:
    """Return whether a noun, or a kind of it, is part of a unit."""
    own = frozenset({name})
    parts = [frozenset({part}) for part in (unit.numerator, unit.denominator) if part]
    return any(kinds().related(own, part) for part in parts)


def _rate(problem: Problem, graph: UnitGraph, vertex: Vertex) -> str:
    """Say what makes a vertex a rate: the words of the text, then the edges of the graph."""
    unit, rule = shown_unit(problem, graph, vertex), rule_unit(problem, vertex)
    asked = vertex == QUESTION
    named = "The answer" if asked else amount(problem.quantities[int(vertex)].value, unit)
    speaker, gives = ("question", "asks for") if asked else ("text", "gives")
    things, each = plural(unit.numerator) or "an amount", unit.denominator or "one"
    if rule.is_rate:
        why = f"the {speaker} {gives} {things} for each {each}"
    else:
        why = f"the {speaker} does not say so, but the chosen graph takes it for one"
    joined = listed(list(_edges(problem, graph, vertex)))
    return f"{named} is a rate: {why}{f'; {joined}' if joined else ''}."


def _edges(problem: Problem, graph: UnitGraph, rate: Vertex) -> Iterator[str]:
    """Say which vertices have the rate's Num Unit, then which have its Den Unit."""
    for label in ("Num Unit", "Den Unit"):
        targets = [e.target for e in edges(graph) if e.source == rate and e.label == label]
        if targets:
            have = "has" if len(targets) == 1 else "have"
            yield f"{listed([_short(problem, t) for t in targets])} {have} its {label}"


def _short(problem: Problem, vertex: Vertex) -> str:
    if vertex == QUESTION:
        return "the question"
    return format_value(problem.quantities[int(vertex)].value)
