"""Draw numbers that fit a template, by repair, because some conditions are tight.

Start from random numbers; while a clause fails, redraw one of the numbers it involves so that as
few clauses as possible fail. "n[0] % n[1] == 0 and n[0] // n[1] > n[2]" takes a few repairs, but
would take thousands of blind draws.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final, Protocol

from unitdep.core.expression import Expression, Leaf, Operator, leaves
from unitdep.errors import UnsatisfiableError
from unitdep.research.corpus.templates.conditions import Numbers, clauses
from unitdep.research.corpus.templates.template import Template

STARTS: Final = 60  # attempts before giving up on a template
REPAIRS: Final = 40
TRIED: Final = 60  # values tried in one repair
CEILINGS: Final = (
    12,
    30,
    30,
    60,
    100,
    100,
    100,
    250,
    400,
    1500,
)  # each attempt draws below one of these
FINEST: Final = 10_000  # a decimal answer has at most four places
PLACES: Final = (10, 100, 4, 2)  # a decimal is a multiple of one over one of these


@dataclass(frozen=True)
class Rule:
    """Something that the numbers must satisfy, and which numbers it involves."""

    holds: Callable[[Numbers], bool]
    indices: tuple[int, ...]


def draw(template: Template, rng: random.Random) -> tuple[Fraction, ...]:
    """Draw numbers that satisfy the template's condition and give a sensible answer."""
    rules = _rules(template.where, template.tree, bool(template.decimal))
    for start in range(STARTS):
        decimals = template.decimal if start < STARTS // 2 and rng.random() < 0.6 else frozenset()
        pool = _Pool(rng.choice(CEILINGS), decimals, rng)
        numbers = repaired(template.size, rules, pool)
        if numbers is not None:
            return tuple(map(Fraction, numbers))
    raise UnsatisfiableError(f"no numbers satisfy {template.where!r} with a positive answer")


@lru_cache(maxsize=8192)
def _rules(where: str, tree: Expression, decimal: bool) -> tuple[Rule, ...]:
    given = [Rule(clause, clause.indices) for clause in clauses(where)]
    answer = Rule(lambda numbers: sensible(tree, numbers, decimal), tuple(leaves(tree)))
    return (*given, answer)


def sensible(tree: Expression, numbers: Numbers, decimal: bool) -> bool:
    """Whether every step gives a positive number, and a whole one unless ``decimal``."""
    return _worth(tree, numbers, decimal) is not None


def _worth(tree: Expression, numbers: Numbers, decimal: bool) -> int | Fraction | None:
    if isinstance(tree, Leaf):
        return numbers[tree.index]
    left = _worth(tree.left, numbers, decimal)
    right = _worth(tree.right, numbers, decimal)
    if left is None or right is None:
        return None
    match tree.operator:
        case Operator.ADD:
            return left + right
        case Operator.SUB:
            return left - right if left > right else None
        case Operator.MUL:
            return left * right
        case Operator.DIV if decimal:
            quotient = Fraction(left) / right
            return quotient if (quotient * FINEST).denominator == 1 else None
        case Operator.DIV:
            return None if left % right else left // right


@dataclass(frozen=True)
class _Pool:
    """Where single numbers are drawn from."""

    ceiling: int
    decimals: frozenset[int]
    rng: random.Random

    def number(self, index: int) -> int | Fraction:
        top = self.rng.choice((min(self.ceiling, 12), self.ceiling, self.ceiling))
        if index not in self.decimals:
            return self.rng.randint(2, top)
        parts = self.rng.choice(PLACES)
        return Fraction(self.rng.randint(parts, top * parts), parts)


class Pool(Protocol):
    """Where single numbers are drawn from."""

    @property
    def rng(self) -> random.Random:
        """The source of chance."""
        ...

    def number(self, index: int) -> int | Fraction:
        """Draw a number for one slot."""
        ...


def repaired(size: int, rules: Sequence[Rule], pool: Pool) -> list[int | Fraction] | None:
    """Draw numbers and redraw them until all rules hold; None if that takes too long."""
    numbers = [pool.number(index) for index in range(size)]
    for _ in range(REPAIRS):
        failing = [rule for rule in rules if not rule.holds(numbers)]
        if not failing:
            return numbers
        indices = pool.rng.choice(failing).indices
        if not indices:
            return None
        _repair(numbers, pool.rng.choice(indices), rules, pool)
    return None


def _repair(numbers: list[int | Fraction], index: int, rules: Sequence[Rule], pool: Pool) -> None:
    """Redraw one number so that as few as possible of the rules that involve it fail."""
    concerned = [rule for rule in rules if index in rule.indices]
    best, fewest = numbers[index], len(concerned) + 1
    for _ in range(TRIED):
        numbers[index] = pool.number(index)
        failing = sum(not rule.holds(numbers) for rule in concerned)
        if failing < fewest:
            best, fewest = numbers[index], failing
        if not failing:
            break
    numbers[index] = best
