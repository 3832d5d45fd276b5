"""A quantity as pint has it; pint is imported when it's needed (the extra ``pint``)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from unitdep.errors import UnitError
from unitdep.extraction.symbols import PHYSICAL, pint_name
from unitdep.lexicon import LEXICON
from unitdep.units.conversion import is_measure
from unitdep.units.dimension import FACTOR, PERCENT, POWERS
from unitdep.units.wording import json_number

if TYPE_CHECKING:
    from pint import Quantity as PintQuantity
    from pint import UnitRegistry

    from unitdep.extraction.types import FoundQuantity

_COUNTABLE: Final = frozenset({"amount", "rate", "factor"})
_PLAIN: Final = frozenset({"", FACTOR, PERCENT, "time"})
_NOT_A_NAME: Final = re.compile(r"\W+")


def to_pint(
    quantity: FoundQuantity, registry: UnitRegistry[Any] | None = None, *, things: bool = False
) -> PintQuantity[Any]:
    """Return a quantity as pint has it; see ``FoundQuantity.to_pint``."""
    if quantity.kind.value not in _COUNTABLE or quantity.value is None:
        raise UnitError(f"{quantity.text!r} is a {quantity.kind.value}; pint has only amounts")
    units: Any = registry
    if units is None:
        import pint

        units = pint.application_registry
    unit = quantity.unit
    over = _unit(units, unit.numerator, unit.modifiers, quantity, things)
    whole = (
        over
        if unit.denominator is None
        else over / _unit(units, unit.denominator, unit.denominator_modifiers, quantity, things)
    )
    found: PintQuantity[Any] = units.Quantity(json_number(quantity.value), whole)
    return found


def _unit(
    units: Any, noun: str, modifiers: Sequence[str], quantity: FoundQuantity, things: bool
) -> Any:
    """Return the unit of one noun: pint's own, or a dimension that is defined for it."""
    if noun in _PLAIN:
        return units.dimensionless
    if is_physical(noun) and not (noun == quantity.numerator and quantity.money):
        powers = [POWERS[word] for word in modifiers if word in POWERS]
        return getattr(units, pint_name(noun)) ** (powers[0] if powers else 1)
    if not things:
        raise UnitError(
            f"{noun!r} is not a unit of measurement; things=True makes it a dimension of its own"
        )
    return _defined(units, noun)


def is_physical(noun: str) -> bool:
    """Whether pint has a unit for a noun."""
    if noun in LEXICON["money"] or noun == "degree":  # degrees of what, the text doesn't say
        return False
    return noun in PHYSICAL or is_measure(noun) or noun in LEXICON["measure"]


def _defined(units: Any, noun: str) -> Any:
    """Return the unit that counts a thing, and define it if this is the first one.

    Its name ends in "_count": "bar" and "foot" are pint's own, whatever a text means by them.
    """
    name = f"{_NOT_A_NAME.sub('_', noun)}_count"
    if name not in units:
        units.define(f"{name} = [{name}]")
    return getattr(units, name)
