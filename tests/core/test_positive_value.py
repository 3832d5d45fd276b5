"""Values of trees of which every operation has a positive result."""

from __future__ import annotations

from fractions import Fraction

import pytest

from unitdep.core.expression import positive_value
from unitdep.reading.arithmetic import parse_indices

VALUES = [Fraction(3), Fraction(5), Fraction(0)]


@pytest.mark.parametrize(
    ("tree", "value"),
    [("1-0", 2), ("0+2", 3), ("2", 0), ("0-1", None), ("0/2", None), ("1+(0-1)", None)],
)
def test_every_result_is_positive(tree: str, value: int | None) -> None:
    assert positive_value(parse_indices(tree), VALUES) == value


def test_what_counts_as_zero() -> None:
    assert positive_value(parse_indices("0/1"), VALUES, Fraction(1, 2)) == Fraction(3, 5)
    assert positive_value(parse_indices("0/1"), VALUES, Fraction(3, 5)) is None
