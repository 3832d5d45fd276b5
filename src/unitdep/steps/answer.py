"""The unit of the answer: the last step's unit, read in the question's words.

The steps may count "cats and dogs" where the question asks for animals: the answer is in animals.
They may give square feet where the question only names feet, or cents where it asks for dollars:
the answer is in what the steps give, for nothing is converted in the paper's scope; in the everyday
scope the conversion is the last step. If the units of the last step do
not fit the question at all, the answer keeps the question's word, which is read correctly far more
often than every unit on the way to it, and the step says that the units do not close.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from unitdep.core.expression import Operator
from unitdep.core.graph import UnitGraph
from unitdep.core.labels import QUESTION
from unitdep.reading.problem import Problem, Scope
from unitdep.steps.notes import equation
from unitdep.steps.step import Step, take
from unitdep.steps.vertices import is_rate, rule_unit
from unitdep.units.combine import Clash, Term, single
from unitdep.units.conversion import conversion, is_length
from unitdep.units.dimension import Dimension, alike, answers, dimension_of, each
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
    words = dimension_of(asked, factors=True)
    if result is None or result.unit is None:
        return words
    given = result.unit
    if words is None or not asked.numerator:
        return given
    wanted = dimension_of(asked) or Dimension()
    if _is_area(given, wanted) or any(_unconverted(r, wanted) for r in result.readings):
        return given
    is_named_rate = rule_unit(problem, QUESTION).is_rate  # "per item", if only that
    if words.under == (UNNAMED,) and (given.under or not is_named_rate):
        return Dimension(words.over, given.under) if _answers(result, wanted) else words
    return words


def asked_measure(problem: Problem, graph: UnitGraph | None, last: Step) -> Step | None:
    """Return the step from a result to the measure that is asked for: 340 pence = 3.40 pounds.

    None if there is nothing to convert, and always in the paper's scope.
    """
    asked, result = asked_dimension(problem, graph), last.result
    if asked is None or problem.scope is Scope.PAPER or not last.closes or result.clock:
        return None
    given, wanted = single(result.unit), single(asked)
    factor = conversion(given, wanted)
    if factor is None:
        return None
    if factor < 1:
        return take(Operator.DIV, result, _per(1 / factor, given, wanted))
    return take(Operator.MUL, result, _per(factor, wanted, given))


def _per(value: Fraction, noun: str, whole: str) -> Term:
    return Term(value, dimension_of(Unit(noun, denominator=whole)))


def compared(problem: Problem, graph: UnitGraph | None, last: Step, result: Term) -> Step:
    """Note on the last step whether the unit of a result is what the question asks for."""
    asked = asked_dimension(problem, graph)
    if asked is None or (last.closes and result.unit is not None and _answers(result, asked)):
        return last
    names = single(result.unit), single(asked)
    if last.closes and (factor := conversion(*names)):
        converted = f"{result.text} = {amount(result.value * factor, asked)}"
        asks = f"the question asks for {plural_name(asked)}"
        return last.noted(f"{asks}; {equation(*names)}, so {converted}", Clash.MEASURE)
    unit = answer_unit(problem, graph, result)
    asks = f"the question asks for {'a plain number' if asked.is_plain else plural_name(unit)}"
    if result.unit is None:
        return last.noted(f"the text names no unit here; {asks}", last.clash)
    if not last.closes:
        return last if unit == result.unit else last.noted(asks, last.clash)
    given = plural_name(result.unit) or "a plain number"
    return last.noted(f"the units give {given}, but {asks}", Clash.ASKED)


def _answers(result: Term, asked: Dimension) -> bool:
    """Whether a result is in the unit that is asked for, whatever the question calls it."""
    unit = result.unit or Dimension()
    if _is_area(unit, asked) or (asked.is_plain and _is_ratio(unit)):
        return True
    if asked.under == (UNNAMED,) and not unit.under:
        asked = Dimension(asked.over)
    return answers(result.readings, asked, kinds())


def _is_area(given: Dimension, asked: Dimension) -> bool:
    """Whether an area or a volume is asked for by the name of its length."""
    if given.under or asked.under or len(asked.over) != 1 or len(given.over) < 2:
        return False
    return set(given.over) == set(asked.over) and all(map(is_length, asked.over[0]))


def _is_ratio(given: Dimension) -> bool:
    """Whether a unit compares two kinds of one thing: maples per birch."""
    return alike([Dimension(given.over)], [Dimension(given.under)], kinds()) is not None


def _unconverted(given: Dimension, asked: Dimension) -> bool:
    """Whether a unit is what is asked for but for measures that were not converted."""
    over, under = list(given.over), list(given.under)
    for above, below in product(given.over, given.under):
        if above in over and below in under and _same_family(above, below):
            over.remove(above)
            under.remove(below)
    same = each(_fits, asked.over, over) and each(_fits, asked.under, under)
    return same and not answers([given], asked, kinds())


def _fits(asked: NounSet, given: NounSet) -> bool:
    return kinds().covers(asked, given) or _same_family(asked, given)


def _same_family(first: NounSet, second: NounSet) -> bool:
    """Whether all nouns are measures that convert into each other."""
    pairs = [pair for pair in product(first, second) if pair[0] != pair[1]]
    return bool(pairs) and all(conversion(*pair) for pair in pairs)
