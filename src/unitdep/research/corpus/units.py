"""Unit algebra over gold units: does a template's tree give the unit that its question asks for?

``dimension`` has the algebra; here are the units as templates write them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from unitdep.core.expression import ADDITIVE, Expression, Leaf, Operation, Operator, render
from unitdep.errors import UnitError
from unitdep.research.corpus.templates.template import Template
from unitdep.units.dimension import FACTOR, Dimension, answers, readings, times, total
from unitdep.units.kinds import Kinds, Noun, kinds

_POWERS: Final = {"square": 2, "cubic": 3}


def read_unit(unit: str) -> Dimension:
    """Read "flower per bouquet", "fish per penguin per day", "square foot" or "times"."""
    over, *under = unit.split(" per ")
    return Dimension(_nouns(over), tuple(noun for part in under for noun in _nouns(part)))


def _nouns(text: str) -> tuple[Noun, ...]:
    if not text or text == FACTOR:
        return ()
    first, _, rest = text.partition(" ")
    if first in _POWERS and rest:
        return (frozenset({rest}),) * _POWERS[first]
    return (frozenset({text}),)


def unit_of(tree: Expression, units: Mapping[int, Dimension], known: Kinds) -> Dimension:
    """Work out a tree's unit; raises UnitError at the first operation that does not fit."""
    if isinstance(tree, Leaf):
        return units[tree.index]
    left, right = unit_of(tree.left, units, known), unit_of(tree.right, units, known)
    if tree.operator in ADDITIVE:
        found = total(_readings(left, tree.left), _readings(right, tree.right), known)
        if found is None:
            names = {i: f"[{i}]" for i in units}
            raise UnitError(f"{left} and {right} cannot be added: {render(tree, names)}")
        return found
    return times(left, right.inverse if tree.operator is Operator.DIV else right, known)


def _readings(unit: Dimension, tree: Expression) -> list[Dimension]:
    return readings(unit, derived=isinstance(tree, Operation))


def fits(template: Template) -> None:
    """Raise UnitError unless the tree's unit is the question's, or a kind of it."""
    known = kinds().with_pairs(template.alike)
    units = {i: read_unit(unit) for i, unit in enumerate(template.units[:-1])}
    found = unit_of(template.tree, units, known)
    asked = read_unit(template.units[-1])
    if not answers(_readings(found, template.tree), asked, known):
        raise UnitError(f"the tree gives {found}, the question asks for {asked}")
