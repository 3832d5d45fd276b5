"""Every unit rule reads its own example."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import chain

import pytest

from unitdep.reading import Number
from unitdep.reading.problem import Problem, read_problem
from unitdep.reading.unit_rules import RULES
from unitdep.reading.unit_rules.asked import rules as asked
from unitdep.reading.unit_rules.counts import rules as counts
from unitdep.reading.unit_rules.rates import rules as rates
from unitdep.reading.unit_rules.rule import QUESTION, Rule, by_word, fired, first, together
from unitdep.units.unit import Unit

AnyRule = Rule[object, object]
DIGITS = re.compile(r"\d+")


def read(text: str) -> Problem:
    """Read a text with all its numbers, also those that only name something: "page 51"."""
    numbers = [Number(m.start(), m.end(), m[0], Fraction(m[0])) for m in DIGITS.finditer(text)]
    return read_problem(text, numbers)


def unit_of(problem: Problem, number: str) -> Unit:
    """Return the unit of the question or of a number, as the text writes it."""
    if number == QUESTION:
        assert problem.question is not None
        return problem.question.unit
    [unit] = [q.unit for q in problem.quantities if q.number.text == number]
    return unit


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES.keys())
def test_example(rule: AnyRule) -> None:
    unit = unit_of(read(rule.example), rule.number)
    assert str(unit) == rule.unit
    assert rule.name in fired(unit.rule)


def test_names_are_unique() -> None:
    rules = [*counts.RULES, *rates.RULES, *asked.RULES]
    assert len({id(rule) for rule in rules}) == len(RULES)
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", name) for name in RULES)


@pytest.mark.parametrize("module", [counts, rates, asked])
def test_every_rule_of_a_list_is_among_all_rules(module: object) -> None:
    lists = [value for value in vars(module).values() if isinstance(value, tuple)]
    assert {rule.name for rule in chain(*lists)} <= RULES.keys()


def test_rules_are_tried_in_order() -> None:
    def rule(name: str, least: int) -> Rule[int, int]:
        return Rule(name, "", "", "", lambda number: number if number >= least else None)

    rules = (rule("big", 9), rule("small", 1), rule("any", 0))
    assert first(rules, 9) == (9, "big")
    assert first(rules, 5) == (5, "small")
    assert first(rules, -1) == (None, "")


def test_rules_of_a_word_keep_their_order() -> None:
    first_rule, second = rates.LINKS[0], rates.LINKS[1]
    assert first_rule.words == second.words == {"at"}
    assert by_word(rates.LINKS)["at"] == (first_rule, second)


def test_rules_of_both_parts() -> None:
    unit = unit_of(read("Kim had 9 hats. Each box holds 3."), "3")
    assert str(unit) == "hat per box"
    assert fired(unit.rule) == ("last-named", "each-subject")
    assert together(*fired(unit.rule)) == unit.rule
    assert fired("") == ()


def test_the_rule_is_no_part_of_the_unit() -> None:
    assert Unit("pen", rule="noun") == Unit("pen")
    assert hash(Unit("pen", rule="noun")) == hash(Unit("pen"))
