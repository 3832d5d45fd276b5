"""Conversions: every pair of measures in the lexicon, compared with pint's definitions."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from itertools import permutations

from pint import UnitRegistry

from unitdep.lexicon import LEXICON, MEASURES
from unitdep.units.conversion import IN_A_DOZEN, conversion

# What pint does not have, or has by another name. A month has no fixed number of days here, but
# months, years and decades convert among themselves.
CALENDAR = frozenset({"month", "year", "decade"})
NAMES = {"decade": "tenyear", "penny": "cent"}
MONEY = ("dollar = [currency]", "cent = dollar / 100", "tenyear = 10 * year")
COUNTED = tuple(family for family in MEASURES if family != "temperature")


def expected(registry: UnitRegistry[Fraction], noun: str, into: str) -> Fraction | None:
    """Return the factor that pint has, or None if the program must not convert."""
    source, target = NAMES.get(noun, noun), NAMES.get(into, into)
    if (noun in CALENDAR) != (into in CALENDAR) or source not in registry or target not in registry:
        return None
    return Fraction(registry.convert(Fraction(1), source, target))


def test_every_pair_is_as_in_pint() -> None:
    registry: UnitRegistry[Fraction] = UnitRegistry(non_int_type=Fraction)
    for definition in MONEY:
        registry.define(definition)
    pairs = [pair for family in COUNTED for pair in permutations(sorted(LEXICON[family]), 2)]
    assert len(pairs) > 200
    factors = {pair: conversion(*pair) for pair in pairs}
    assert factors == {pair: expected(registry, *pair) for pair in pairs}
    assert sum(factor is not None for factor in factors.values()) > 150


def test_measures_of_different_families_do_not_convert() -> None:
    for first, second in permutations(COUNTED, 2):
        for noun in LEXICON[first] - LEXICON[second]:
            others = LEXICON[second] - {"pound"}  # which is money too
            assert all(conversion(noun, into) is None for into in others if noun != "pound")


def test_a_pound_is_a_hundred_pence() -> None:
    assert conversion("pound", "penny") == 100
    assert conversion("penny", "pound") == Fraction(1, 100)
    assert conversion("pound", "ounce") == 16


def test_what_is_no_measure() -> None:
    assert conversion("dog", "cat") is None
    assert conversion("", "") is None
    assert conversion("hour", "hour") is None
    assert IN_A_DOZEN == 12


def test_pint_is_not_needed() -> None:
    code = (
        "import sys; from unitdep.units.conversion import conversion; "
        "assert conversion('hour', 'minute') == 60; sys.exit('pint' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
