"""Gold units: does a template's tree give the unit that its question asks for?

``read_unit`` reads units as templates write them. ``fits`` carries them through the tree with the
program's unit algebra (``unitdep.units.combine``).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from unitdep.core.expression import ADDITIVE, Expression, Leaf, render
from unitdep.errors import UnitError
from unitdep.research.corpus.templates.template import Template
from unitdep.units.combine import Term, combine
from unitdep.units.dimension import FACTOR, POWERS, Dimension, answers
from unitdep.units.kinds import Kinds, NounSet, kinds
from unitdep.units.wording import unit_name

_ONE: Final = Fraction(1)  # values play no part in unit algebra


def read_unit(unit: str) -> Dimension:
    """Read "flower per bouquet", "fish per penguin per day", "square foot" or "times"."""
    over, *under = unit.split(" per ")
    return Dimension(_nouns(over), tuple(noun for part in under for noun in _nouns(part)))


def _nouns(text: str) -> tuple[NounSet, ...]:
    if not text or text == FACTOR:
        return ()
    first, _, rest = text.partition(" ")
    if first in POWERS and rest:
        return (frozenset({rest}),) * POWERS[first]
    return (frozenset({text}),)


def fits(template: Template) -> None:
    """Raise UnitError unless the tree's unit is the question's, or a kind of it."""
    known = kinds().with_pairs(template.alike)
    units = {i: Term(_ONE, read_unit(unit)) for i, unit in enumerate(template.units[:-1])}
    result = _result(template.tree, units, known)
    asked = read_unit(template.units[-1])
    if not answers(result.readings, asked, known):
        raise UnitError(
            f"the tree gives {_name(result.unit)}, the question asks for {_name(asked)}"
        )


def _result(tree: Expression, units: Mapping[int, Term], known: Kinds) -> Term:
    """Return a tree's unit; raises UnitError at the first sum of units that do not fit."""
    if isinstance(tree, Leaf):
        return units[tree.index]
    left, right = (_result(side, units, known) for side in (tree.left, tree.right))
    combined = combine(tree.operator, left, right, known)
    if combined.clash is not None and tree.operator in ADDITIVE:
        expression = render(tree, {i: f"[{i}]" for i in units})
        both = f"{_name(left.unit)} and {_name(right.unit)}"
        raise UnitError(f"{both} cannot be added or subtracted: {expression}")
    return Term(_ONE, combined.unit, derived=True)


def _name(unit: Dimension | None) -> str:
    return unit_name(unit) or FACTOR
