"""Kinds: what a set counts, and how badly an operator fits two of them (the soft type costs).

The original's integer program has a cost for every type clash in a tree; here ``clash`` is the cost
of one operator and ``result`` the kind of its result. An unknown kind agrees with any other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from unitdep.core.expression import Operator

TIMES: Final = "times"  # the entity of "3 times": a bare factor
ANY: Final = "?"  # the container of a rate whose Den Unit the text does not name


@dataclass(frozen=True)
class Kind:
    """The type of a set: "book", or "book" in each "shelf"."""

    entity: str = ""  # "" if unknown
    container: str = ""  # what contains the entities; "" if the set is not a rate


def agree(first: str, second: str) -> bool:
    """Return whether two entities can be the same."""
    return not first or not second or first == second


def contains(first: Kind, second: Kind) -> bool:
    """Return whether ``first`` states how many there are in each of ``second``."""
    if not first.container or first.container == second.entity:
        return bool(first.container)
    return first.container == ANY and first.entity != second.entity


def clash(operator: Operator, left: Kind, right: Kind) -> int:
    """Return the cost of an operator between two kinds; 0 if they fit."""
    match operator:
        case Operator.ADD | Operator.SUB:
            return apart(left, right)
        case Operator.MUL:
            return _product_clash(left, right)
        case Operator.DIV:
            return _ratio_clash(left, right)


def apart(left: Kind, right: Kind) -> int:
    """Return the cost of treating two kinds as the same, as +, - and = do."""
    entities = 0 if agree(left.entity, right.entity) else 2
    return entities + int(bool(left.container) != bool(right.container))


def _product_clash(left: Kind, right: Kind) -> int:
    if contains(left, right) or contains(right, left) or TIMES in (left.entity, right.entity):
        return 0
    return 2 if left.entity and left.entity == right.entity else 1


def _ratio_clash(left: Kind, right: Kind) -> int:
    if right.entity == TIMES:
        return 0
    if right.container:
        return 0 if agree(left.entity, right.entity) and not left.container else 2
    if left.container:
        return 2
    return 1 if left.entity and left.entity == right.entity else 0


def result(operator: Operator, left: Kind, right: Kind) -> Kind:
    """Return the kind of an operator's result."""
    match operator:
        case Operator.ADD:
            return right if right.entity else left
        case Operator.SUB:
            return left if left.entity else right
        case Operator.MUL:
            return _product(left, right)
        case Operator.DIV:
            return _ratio(left, right)


def _product(left: Kind, right: Kind) -> Kind:
    if left.entity == TIMES:
        return right
    if right.entity == TIMES or contains(left, right):
        return left if right.entity == TIMES else Kind(left.entity)
    return Kind(right.entity)


def _ratio(left: Kind, right: Kind) -> Kind:
    if right.entity == TIMES:
        return left
    if right.container:
        return Kind("" if right.container == ANY else right.container)
    if left.entity == right.entity:
        return Kind(TIMES if left.entity else "")
    return Kind(left.entity, right.entity)
