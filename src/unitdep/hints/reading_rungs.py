"""The rungs about the text: what is asked for, which numbers belong together.

Each function returns the ways to say it, from particular to vague. The ladder takes the first that
doesn't give the answer away.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from unitdep.core.graph import UnitGraph, edges
from unitdep.core.labels import QUESTION, EdgeName, Kind, Vertex
from unitdep.hints.wording import capital, in_words, number_of, things
from unitdep.reading.problem import Problem
from unitdep.solution import Solution
from unitdep.steps.vertices import shared_unit, shown_unit
from unitdep.units.combine import single
from unitdep.units.conversion import is_measure, is_money
from unitdep.units.dimension import PERCENT
from unitdep.units.inflection import singular
from unitdep.units.kinds import kinds
from unitdep.units.unit import Unit
from unitdep.units.wording import listed, plural_name, unit_name

MOST: Final = 3  # sentences about what belongs together
LONGEST: Final = 30  # tokens of a question that is quoted whole
_QUOTES: Final = " \"'“”‘’"
_READ: Final = "Read the question again."
_AVERAGE: Final = re.compile(r"\baverage\b|\bmean of\b|\bthe mean\b", re.IGNORECASE)
_MEASURED: Final = re.compile(r"\bhow (long|old|far|tall|heavy|fast|high|wide)\b", re.IGNORECASE)


def asked(solution: Solution) -> list[str]:
    """State what the question asks for, and in which unit."""
    question = solution.problem.question
    wanted = _wanted(solution)
    if question is None:
        return [wanted] if wanted else []
    quotes = (_quoted(solution.problem), _quoted(solution.problem, whole=False))
    said = [
        f"{_READ[:-1]}: “{quote}” {_alike_in(quote, wanted)}".strip() for quote in quotes if quote
    ]
    return [*said, f"{_READ} {wanted}".strip(), _READ]


def _alike_in(quote: str, wanted: str) -> str:
    """Write "per" where the quoted question does."""
    return wanted.replace(" for each ", " per ") if " per " in quote else wanted


def _quoted(problem: Problem, *, whole: bool = True) -> str:
    """Return the sentence of the question, or only its asking clause; "" if it's too long."""
    question = problem.question
    assert question is not None
    first, last = question.token_start, question.token_end
    if whole:
        bounds = (b for b in problem.words.sentences if b[0] <= first and last <= b[1])
        first, last = next(bounds, (first, last))
        if last - first > LONGEST or problem.questions > 1:
            return ""
    said = " ".join(problem.doc[first:last].text.split()).strip(_QUOTES)
    mark = "" if said[-1:] in ("?", ".", "!") else "?" if not whole or said else ""
    return f"{said[:1].upper()}{said[1:]}{mark}"


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
    return _counted(solution.problem, name)


def _counted(problem: Problem, name: str) -> str:
    """State which things the answer counts; "" if the question asks for a measure of them."""
    question = problem.question
    asking = problem.text[question.start : question.end] if question is not None else ""
    if _MEASURED.search(asking):
        return ""
    return f"The answer is {'an average' if _AVERAGE.search(asking) else 'a number'} of {name}."


def together(problem: Problem, graph: UnitGraph | None) -> list[str]:
    """State which numbers count the same, and what each rate belongs to."""
    if graph is None:
        return []
    every = (*_rates(problem, graph), *_alike(problem, graph), *_parts(problem, graph))
    said = [capital(sentence) for sentence in every]
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
        name = "The answer" if vertex == QUESTION else number_of(problem, int(vertex))
        yield f"{name} says how many {over} there are for each {below}.{ties}"


def _ties(problem: Problem, graph: UnitGraph, rate: Vertex, over: str, below: str) -> str:
    """State which numbers have a rate's Num Unit or its Den Unit: "4 counts boxes"."""
    found = []
    for label, name in ((EdgeName.NUM_UNIT, over), (EdgeName.DEN_UNIT, below)):
        targets = [e.target for e in edges(graph) if e.source == rate and e.label == label]
        shown = [t for t in targets if t != QUESTION and _counts(problem, t, name)]
        written = [number_of(problem, t) for t in shown]
        if written:
            found.append(f"{listed(written)} {_verb(written)} {name}")
    return f" {capital(listed(found))}." if found else ""


def _counts(problem: Problem, vertex: int, name: str) -> bool:
    """Whether a written number may count what a rate is in or per."""
    own = problem.quantities[vertex].unit.numerator
    if not _is_shown(problem, vertex) or problem.quantities[vertex].kind is Kind.CLOCK:
        return False
    noun = singular(name.split()[-1])
    return not own or kinds().related(frozenset({own}), frozenset({noun}))


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
        clocks = [v for v in shown if problem.quantities[int(v)].kind is Kind.CLOCK]
        if clocks:
            yield from _times(problem, clocks)
            continue
        written = listed([number_of(problem, int(v)) for v in shown])
        asks = ", and so does the answer" if QUESTION in group else ""
        both = "both count" if len(shown) == 2 else "all count"
        yield f"{written} {both} {names.pop()}{asks}."


def _times(problem: Problem, clocks: Sequence[Vertex]) -> Iterator[str]:
    """State which numbers are times of day: they count nothing."""
    written = listed([number_of(problem, int(v)) for v in clocks])
    are = {1: "is a time", 2: "are both times"}.get(len(clocks), "are all times")
    yield f"{written} {are} of day."


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
        written = number_of(problem, int(vertex))
        if quantity.value < 1:
            yield f"{written} is a part of something: what is the whole?"
        else:
            yield f"{written} says how many times as many. As many as what?"
