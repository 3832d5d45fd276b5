"""The values of number words, as lexicon/numbers.txt states them."""

from __future__ import annotations

import re
from fractions import Fraction

from unitdep.reading.numbers.values import (
    DENOMINATORS,
    MONTH,
    MULTIPLIERS,
    PLURAL_DENOMINATORS,
    SMALL,
    VULGAR,
    either,
)


def test_cardinals() -> None:
    assert list(SMALL.values()) == [*range(20), *range(20, 100, 10)]
    assert SMALL["twelve"] == 12
    assert SMALL["ninety"] == 90


def test_multipliers() -> None:
    assert MULTIPLIERS == {
        "hundred": 100,
        "dozen": 12,
        "dozens": 12,
        "thousand": 10**3,
        "million": 10**6,
        "billion": 10**9,
    }


def test_denominators() -> None:
    assert DENOMINATORS["quarter"] == 4
    assert "second" not in DENOMINATORS
    assert PLURAL_DENOMINATORS["halves"] == 2
    assert PLURAL_DENOMINATORS["thirds"] == 3
    assert VULGAR["⅝"] == Fraction(5, 8)


def test_patterns() -> None:
    assert re.fullmatch(either(["by one", "no."]), "by\tone")
    assert not re.fullmatch(either(["no."]), "nob")
    assert all(re.fullmatch(MONTH, month) for month in ("May", "September", "Sept", "Sep"))
    assert not re.fullmatch(MONTH, "may")
