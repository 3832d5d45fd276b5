"""The unit algebra: one operation, two units, and what the result is in."""

from __future__ import annotations

from fractions import Fraction

import pytest

from factories import ADD, DIV, MUL, SUB
from unitdep.core.expression import Operator
from unitdep.research.corpus.units import read_unit
from unitdep.units.combine import Clash, Term, combine
from unitdep.units.wording import plural_name


def given(unit: str | None, *, derived: bool = False, part: bool = False) -> Term:
    """Return a number with a unit as templates write it; None for an unknown one."""
    read = None if unit is None else read_unit(unit)
    return Term(Fraction(6), read, derived=derived, part=part)


@pytest.mark.parametrize(
    ("operator", "left", "right", "name"),
    [
        (ADD, "flower", "flower", "flowers"),
        (ADD, "cat", "dog", "cats and dogs"),
        (SUB, "goose", "duck", "geese"),
        (SUB, "bird", "duck", "birds"),
        (SUB, "tulip", "flower", "flowers"),
        (ADD, "flower", None, "flowers"),
        (SUB, None, "flower", "flowers"),
        (MUL, "flower per vase", "vase", "flowers"),
        (MUL, "flower", "times", "flowers"),
        (MUL, "flower per vase", "vase per table", "flowers per table"),
        (MUL, "foot", "foot", "square feet"),
        (MUL, "square foot", "foot", "cubic feet"),
        (MUL, "square foot", "dollar per square foot", "dollars"),
        (MUL, None, "flower per vase", "flowers"),
        (DIV, "flower", "flower per vase", "vases"),
        (DIV, "tulip", "flower per vase", "vases"),
        (DIV, "flower", "vase", "flowers per vase"),
        (DIV, "flower", "flower", ""),
        (DIV, "flower", None, "flowers"),
        (DIV, "square foot", "foot", "feet"),
    ],
)
def test_units_that_close(
    operator: Operator, left: str | None, right: str | None, name: str
) -> None:
    combined = combine(operator, given(left), given(right))
    assert (plural_name(combined.unit), combined.clash) == (name, None)


@pytest.mark.parametrize(
    ("operator", "left", "right", "name", "clash"),
    [
        (ADD, "pen", "dollar", "dollars and pens", Clash.SUM),
        (SUB, "pen", "dollar", "pens", Clash.SUM),
        (ADD, "hour", "minute", "hours and minutes", Clash.MEASURE),
        (MUL, "pen", "box", "pen-boxes", Clash.PRODUCT),
        (MUL, "mile per hour", "minute", "mile-minutes per hour", Clash.MEASURE),
        (MUL, "foot", "inch", "foot-inches", Clash.MEASURE),
    ],
)
def test_units_that_clash(
    operator: Operator, left: str, right: str, name: str, clash: Clash
) -> None:
    combined = combine(operator, given(left), given(right))
    assert (plural_name(combined.unit), combined.clash) == (name, clash)


def test_a_sum_of_different_things_clashes_once() -> None:
    both = combine(ADD, given("pen"), given("dollar"))
    assert combine(SUB, Term(Fraction(9), both.unit, derived=True), given("pen")).clash is None


def test_a_share_is_read_without_what_it_is_a_share_of() -> None:
    assert combine(ADD, given("apple per child", derived=True), given("apple")).clash is None
    assert combine(ADD, given("apple per child"), given("apple")).clash is Clash.SUM


def test_a_part_multiplies_anything() -> None:
    combined = combine(MUL, given("cup", part=True), given("flower"))
    assert (plural_name(combined.unit), combined.clash) == ("flowers", None)
