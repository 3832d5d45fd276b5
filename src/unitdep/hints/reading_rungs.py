"""The rungs about the text: what is asked for, which numbers matter, which belong together.

Each function returns the ways to say it, from particular to vague. The ladder takes the first that
doesn't give the answer away.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from unitdep.checking.voices import number_text
from unitdep.core.graph import UnitGraph, edges
from unitdep.core.labels import QUESTION, EdgeName, Kind, Vertex
from unitdep.hints.wording import in_words, things
from unitdep.reading.problem import Problem
from unitdep.reading.quantity import Quantity
from unitdep.solution import Solution
from unitdep.steps.vertices import shared_unit, shown_unit
from unitdep.units.combine import single
from unitdep.units.conversion import is_measure, is_money
from unitdep.units.dimension import PERCENT
from unitdep.units.unit import Unit
from unitdep.units.wording import listed, plural_name, unit_name

MOST: Final = 3  # sentences about what belongs together
_READ: Final = "Read the question again."
_ALL: Final = "Every number in the problem is needed."
_SOME: Final = "Not every number in the problem is needed. Which ones does the question ask about?"


def asked(solution: Solution) -> list[str]:
    """State what the question asks for, and in which unit."""
    question = solution.problem.question
    wanted = _wanted(solution)
    if question is None:
        return [wanted] if wanted else []
    clause = " ".join(solution.problem.text[question.start : question.end].split()).rstrip(" ?.")
    quoted = f"Read the question again: “{clause[:1].upper()}{clause[1:]}?”"
    said = f"{quoted} {wanted}".strip()
    return [said, f"{_READ} {wanted}".strip(), _READ]


def _wanted(solution: Solution) -> str:
    """State what sort of answer is wanted; "" if the unit isn't known."""
    if solution.is_clock:
        return "The answer is a time of day."
    unit = solution.answer_unit
    name, noun = things(unit), single(unit)
    if not name:
        return ""
    if noun == PERCENT:
        return "The answer is a percentage."
    if unit is not None and unit.under:
        return f"The answer is a number of {name}."
    if is_money(noun):
        return f"The answer is an amount of money in {name}."
    if is_measure(noun):
        return f"The answer is in {name}."
    return f"The answer is a number of {name}."


def numbers(problem: Problem, used: Collection[int], unused: Collection[int]) -> list[str]:
    """State which numbers matter; ``used`` and ``unused`` are what is known of them."""
    written = [q for q in problem.quantities if not q.implied]
    needed = [number_text(problem, q.index) for q in written if q.index in used]
    extra = [number_text(problem, q.index) for q in written if q.index in unused]
    silent = list(dict.fromkeys(_implied(q) for q in problem.quantities if _speaks(q, used)))
    vague = _SOME if extra else _ALL
    if len(needed) + len(extra) < len(written):
        return [f"You need {listed(needed)}."] if needed else []
    if extra:
        said = f"You don't need all of the numbers. You need {listed(needed)}, but not "
        said += f"{listed(extra)}."
    elif len(needed) == 2:
        said = f"You need both numbers: {listed(needed)}."
    elif len(needed) == 1:
        said = f"The number that you need is {needed[0]}."
    else:
        said = f"You need all of the numbers: {listed(needed)}."
    return [" ".join((said, *silent)), " ".join((vague, *silent)), said, vague]


def _speaks(quantity: Quantity, used: Collection[int]) -> bool:
    return quantity.implied and quantity.index in used


def _implied(quantity: Quantity) -> str:
    """State that a word stands for a number as well."""
    word, unit = quantity.number.text, quantity.unit
    if quantity.kind is Kind.CONSTANT and unit.is_rate and unit.denominator:
        over = plural_name(Unit(unit.numerator))
        return f"You also need to know how many {over} make {_article(unit.denominator)}."
    if quantity.kind is Kind.AGAIN:
        return "You need an amount more than once."
    if quantity.kind is Kind.COUNT:
        return "You also need to count the things in a list."
    return f"The word “{word}” stands for a number, too."


def _article(noun: str) -> str:
    return f"{'an' if noun[:1] in 'aeiou' or noun.startswith('hour') else 'a'} {noun}"


def together(problem: Problem, graph: UnitGraph | None) -> list[str]:
    """State which numbers count the same, and what each rate belongs to."""
    if graph is None:
        return []
    said = [*_rates(problem, graph), *_alike(problem, graph), *_parts(problem, graph)]
    ways = [" ".join(said[:MOST])] if said else []
    return [*ways, *said]


def _rates(problem: Problem, graph: UnitGraph) -> Iterator[str]:
    for vertex in graph.vertices:
        unit = shown_unit(problem, graph, vertex)
        if not graph.is_rate(vertex) or not unit.numerator or not unit.denominator:
            continue
        over = plural_name(Unit(unit.numerator, unit.modifiers))
        below = unit_name(Unit(unit.denominator, unit.denominator_modifiers))
        ties = _ties(problem, graph, vertex, over, plural_name(Unit(unit.denominator)))
        name = "The answer" if vertex == QUESTION else number_text(problem, int(vertex))
        yield f"{name} says how many {over} there are for each {below}{ties}."


def _ties(problem: Problem, graph: UnitGraph, rate: Vertex, over: str, below: str) -> str:
    """State which numbers have a rate's Num Unit or its Den Unit: ", and 4 counts boxes"."""
    found = []
    for label, name in ((EdgeName.NUM_UNIT, over), (EdgeName.DEN_UNIT, below)):
        targets = [e.target for e in edges(graph) if e.source == rate and e.label == label]
        written = [
            number_text(problem, t) for t in targets if t != QUESTION and _is_shown(problem, t)
        ]
        if written:
            found.append(f"{listed(written)} {_verb(written)} {name}")
    return f", and {listed(found)}" if found else ""


def _is_shown(problem: Problem, vertex: int) -> bool:
    return not problem.quantities[vertex].implied


def _verb(names: Sequence[str]) -> str:
    return "counts" if len(names) == 1 else "count"


def _alike(problem: Problem, graph: UnitGraph) -> Iterator[str]:
    """State which numbers have the same unit."""
    for group in _groups(graph):
        shown = [v for v in group if v != QUESTION and _is_shown(problem, int(v))]
        names = {_name(problem, graph, v) for v in shown} - {""}
        if len(shown) < 2 or len(names) != 1:
            continue
        written = listed([number_text(problem, int(v)) for v in shown])
        asks = ", and so does the answer" if QUESTION in group else ""
        both = "both count" if len(shown) == 2 else "all count"
        yield f"{written} {both} {names.pop()}{asks}."


def _name(problem: Problem, graph: UnitGraph, vertex: Vertex) -> str:
    unit = shown_unit(problem, graph, vertex)
    if unit.is_rate:
        return in_words(plural_name(Unit(unit.numerator, (), unit.denominator)))
    return plural_name(Unit(unit.numerator or shared_unit(problem, graph, vertex)))


def _groups(graph: UnitGraph) -> list[list[Vertex]]:
    """Return the vertices that Same Unit joins, the question last."""
    groups: list[list[Vertex]] = []
    for vertex in graph.vertices:
        joined = [g for g in groups if any(_same(graph, vertex, other) for other in g)]
        merged = [v for g in joined for v in g] + [vertex]
        groups = [g for g in groups if g not in joined] + [merged]
    return groups


def _same(graph: UnitGraph, one: Vertex, other: Vertex) -> bool:
    same = (e for e in edges(graph) if e.label == EdgeName.SAME_UNIT)
    return any({e.source, e.target} == {one, other} for e in same)


def _parts(problem: Problem, graph: UnitGraph) -> Iterator[str]:
    """State of a percentage or a fraction that it's a part of something."""
    for vertex in graph.vertices:
        if vertex == QUESTION:
            continue
        quantity = problem.quantities[int(vertex)]
        if quantity.kind is not Kind.FACTOR or quantity.implied:
            continue
        written = number_text(problem, int(vertex))
        if quantity.value < 1:
            yield f"{written} is a part of something: what is the whole?"
        else:
            yield f"{written} says how many times as many: as many as what?"
