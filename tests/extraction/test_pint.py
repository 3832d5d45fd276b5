"""Quantities as pint has them: units of measurement, and things as dimensions of their own."""

from __future__ import annotations

from typing import Any

import pytest

from unitdep import UnitdepError, quantities
from unitdep.extraction import FoundQuantity
from unitdep.extraction.pint_units import is_physical
from unitdep.extraction.symbols import PHYSICAL, pint_name

pint = pytest.importorskip("pint", reason="needs the extra pint: pip install 'unitdep[pint]'")


def one(text: str) -> FoundQuantity:
    [found] = quantities(text)
    return found


@pytest.fixture(scope="module")
def registry() -> Any:
    return pint.UnitRegistry()


@pytest.mark.parametrize(
    ("text", "other", "value"),
    [
        ("He ran 3 km.", "meter", 3000),
        ("It fell at 36 km/h.", "meter / second", 10),
        ("It weighs 2 kg.", "gram", 2000),
        ("A floor of 2 square metres is wet.", "centimeter ** 2", 20_000),
        ("The battery holds 2 kWh.", "joule", 7_200_000),
        ("It is 100 °C.", "kelvin", 373.15),
        ("Tea for 1 hour and 30 minutes.", "second", 5400),
        ("It covers 3 hectares.", "meter ** 2", 30_000),
        ("The load is 2 tonnes.", "kilogram", 2000),
        ("Prices fell by 25%.", "", 0.25),
    ],
)
def test_measures(text: str, other: str, value: float, registry: Any) -> None:
    assert one(text).to_pint(registry).to(other).magnitude == pytest.approx(value)


def test_every_measure_is_one_of_pints(registry: Any) -> None:
    names = {pint_name(noun) for noun in PHYSICAL if is_physical(noun)}
    assert {name for name in names if name not in registry} == set()


def test_things_are_dimensions_of_their_own(registry: Any) -> None:
    apples, more, boxes = (one(f"She has {n}.") for n in ("5 apples", "2 apples", "3 boxes"))
    total = apples.to_pint(registry, things=True) + more.to_pint(registry, things=True)
    assert total.magnitude == 7
    with pytest.raises(pint.DimensionalityError):
        total + boxes.to_pint(registry, things=True)
    each = one("They come at 12 apples per box.").to_pint(registry, things=True)
    whole = each * boxes.to_pint(registry, things=True)
    assert (whole + total).magnitude == 43


def test_things_that_pint_has_as_measures(registry: Any) -> None:
    bars = one("He ate 5 bars.").to_pint(registry, things=True)
    assert not bars.check("[pressure]")
    price = one("The coat costs £5.")
    assert price.money
    assert not price.to_pint(registry, things=True).check("[mass]")


@pytest.mark.parametrize("text", ["She has 5 apples.", "It is $3 a ticket.", "It was -3 degrees."])
def test_things_need_to_be_asked_for(text: str) -> None:
    with pytest.raises(UnitdepError, match="things=True"):
        one(text).to_pint()


@pytest.mark.parametrize("text", ["Room 12 is dark.", "He was third.", "In 1999 it rained."])
def test_names_have_no_unit(text: str) -> None:
    with pytest.raises(UnitdepError, match="pint has only amounts"):
        one(text).to_pint()
