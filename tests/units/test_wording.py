"""Units in words: of the text and worked out, in the singular and in the plural."""

from __future__ import annotations

from fractions import Fraction

import pytest

from unitdep.core.expression import Operator
from unitdep.research.corpus.units import read_unit
from unitdep.units.unit import Unit
from unitdep.units.wording import SIGNS, TO_ASCII, amount, plural_name, unit_name


@pytest.mark.parametrize(
    ("unit", "one", "many"),
    [
        (Unit("flower"), "flower", "flowers"),
        (Unit("marble", ("red",)), "marble", "marbles"),
        (Unit("foot", ("square",)), "square foot", "square feet"),
        (Unit("tank", ("square",)), "tank", "tanks"),
        (
            Unit("dollar", (), "yard", ("square",)),
            "dollar per square yard",
            "dollars per square yard",
        ),
        (Unit("flower", (), "bouquet"), "flower per bouquet", "flowers per bouquet"),
        (Unit("flower", (), ""), "flower per item", "flowers per item"),
        (Unit("", (), "child"), "per child", "per child"),
        (Unit("times"), "times", "times"),
        (Unit("people"), "person", "people"),
        (Unit(), "", ""),
    ],
)
def test_units_of_the_text(unit: Unit, one: str, many: str) -> None:
    assert (unit_name(unit), plural_name(unit)) == (one, many)


@pytest.mark.parametrize(
    ("unit", "one", "many"),
    [
        ("flower per bouquet", "flower per bouquet", "flowers per bouquet"),
        ("fish per penguin per day", "fish per penguin per day", "fish per penguin per day"),
        ("cubic meter", "cubic meter", "cubic meters"),
        ("dollar per square yard", "dollar per square yard", "dollars per square yard"),
        ("times", "", ""),
    ],
)
def test_units_that_were_worked_out(unit: str, one: str, many: str) -> None:
    assert (unit_name(read_unit(unit)), plural_name(read_unit(unit))) == (one, many)


def test_one_minus_sign_for_people() -> None:
    assert amount(Fraction(-3), Unit("pen")) == f"{SIGNS[Operator.SUB]}3 pens" == "−3 pens"
    assert "".join(SIGNS.values()).translate(TO_ASCII) == "".join(op.value for op in Operator)
