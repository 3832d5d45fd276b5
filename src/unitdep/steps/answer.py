"""The unit of the answer: the last step's unit, read in the question's words.

The steps may count "cats and dogs" where the question asks for animals: the answer is in animals.
They may give square feet where the question only names feet, or cents where it asks for dollars:
the answer is in what the steps give, for nothing is converted. If the units of the last step do
not fit the question at all, the answer keeps the question's word, which is read correctly far more
often than every unit on the way to it, and the step says that the units do not close.
"""

from __future__ import annotations

from itertools import chain, combinations

from unitdep.core.graph import UnitGraph
from unitdep.core.labels import QUESTION
from unitdep.reading.problem import Problem
from unitdep.steps.notes import equation
from unitdep.steps.step import Step
from unitdep.steps.vertices import is_rate, rule_unit
from unitdep.units.combine import Clash, Term, single
from unitdep.units.conversion import conversion
from unitdep.units.dimension import Dimension, alike, answers, dimension_of
from unitdep.units.kinds import NounSet, kinds
from unitdep.units.unit import Unit
from unitdep.units.wording import amount, plural_name

UNNAMED: NounSet = frozenset()  # a noun that the text does not name


def asked_unit(problem: Problem, graph: UnitGraph | None) -> Unit:
    """Return the unit in the question's own words, with the rate label of the graph."""
    unit = rule_unit(problem, QUESTION)
    if not is_rate(problem, graph, QUESTION):
        return Unit(unit.numerator, unit.modifiers)
    return Unit(unit.numerator, unit.modifiers, unit.denominator or "", unit.denominator_modifiers)


def asked_dimension(problem: Problem, graph: UnitGraph | None) -> Dimension | None:
    """Return the unit that the question asks for, or None if it names none."""
    unit = asked_unit(problem, graph)
    return dimension_of(unit) if unit.numerator else None


def answer_unit(problem: Problem, graph: UnitGraph | None, result: Term | None) -> Dimension | None:
    """Return the unit of the answer, or None if it is not known.

    ``result`` is that of the last step; None if there is no expression.
    """
    asked = asked_unit(problem, graph)
    given = None if result is None else result.unit
    if not asked.numerator and given is not None:
        return given
    words = dimension_of(asked, factors=True)
    if words is None or given is None:
        return words
    wanted = dimension_of(asked) or Dimension()
    if _is_area(given, wanted) or _unconverted(given, wanted):
        return given
    if words.under == (UNNAMED,):
        return Dimension(words.over, given.under)
    return words


def compared(problem: Problem, graph: UnitGraph | None, last: Step) -> Step:
    """Note on the last step whether its unit is what the question asks for."""
    asked, result = asked_dimension(problem, graph), last.result
    if asked is None:
        return last
    wanted = plural_name(asked) or "a plain number"
    if result.unit is None:
        note = f"the text names no unit here; the question asks for {wanted}"
        return last.noted(note, last.clash)
    if _answers(result, asked):
        return last
    names = single(result.unit), single(asked)
    if last.closes and (factor := conversion(*names)):
        converted = f"{result.text} = {amount(result.value * factor, asked)}"
        note = f"the question asks for {wanted}; {equation(*names)}, so {converted}"
        return last.noted(note, Clash.MEASURE)
    if not last.closes:
        measured = last.clash is Clash.MEASURE  # the answer is in the unit of the step then
        return last if measured else last.noted(f"the question asks for {wanted}", last.clash)
    given = plural_name(result.unit) or "a plain number"
    return last.noted(f"the units give {given}, but the question asks for {wanted}", Clash.ASKED)


def _answers(result: Term, asked: Dimension) -> bool:
    """Whether a result is in the unit that is asked for, whatever the question calls it."""
    if result.unit is None:
        return False
    if _is_area(result.unit, asked) or (asked.is_plain and _is_ratio(result.unit)):
        return True
    if asked.under == (UNNAMED,) and not result.unit.under:
        asked = Dimension(asked.over)
    return answers(result.readings, asked, kinds())


def _is_area(given: Dimension, asked: Dimension) -> bool:
    """Whether an area or a volume is asked for by the name of its length."""
    if given.under or asked.under or len(asked.over) != 1:
        return False
    return len(given.over) > 1 and set(given.over) == set(asked.over)


def _is_ratio(given: Dimension) -> bool:
    """Whether a unit compares two kinds of one thing: maples per birch."""
    return alike([Dimension(given.over)], [Dimension(given.under)], kinds()) is not None


def _unconverted(given: Dimension, asked: Dimension) -> bool:
    """Whether two nouns are different measures of one family."""
    nouns = frozenset[str]().union(*chain(given.over, given.under, asked.over, asked.under))
    return any(conversion(*pair) for pair in combinations(sorted(nouns), 2))
