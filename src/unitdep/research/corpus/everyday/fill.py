"""Fill everyday templates with numbers and names."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

from unitdep.core.expression import Expression, Operation, Operator, evaluate, positive_value
from unitdep.core.labels import Finish
from unitdep.errors import UnsatisfiableError
from unitdep.lexicon import LEXICON, MEASURES
from unitdep.reading.quantity import Number
from unitdep.research.corpus.everyday.template import PERCENT, SLOT, Asked, EverydayTemplate, Slot
from unitdep.research.corpus.templates.conditions import Numbers, clauses
from unitdep.research.corpus.templates.draw import CEILINGS, STARTS, Rule, repaired
from unitdep.research.corpus.templates.fill import insert, written

FRACTIONS: Final = tuple(
    Fraction(a, b)
    for a, b in (
        *((1, 2), (1, 3), (2, 3), (1, 4), (3, 4), (1, 5), (2, 5), (3, 5), (4, 5), (1, 6)),
        *((5, 6), (1, 8), (3, 8), (1, 10), (3, 10), (7, 10)),
    )
)
PERCENTAGES: Final = (5, 10, 15, 20, 25, 30, 40, 50, 60, 75, 80, 90)
FINEST: Final = 100  # answers have at most two places
_DIVISIONS: Final = (Finish.UP, Finish.DOWN, Finish.REMAINDER, Finish.MISSING)
_BROKEN: Final = frozenset(
    {"percent", "times", "clock", "point", "mark", "degree", "acre", "hectare", "cup", "pound"}
)


@dataclass(frozen=True)
class Filled:
    """A filled template."""

    id: str
    template: EverydayTemplate
    text: str
    spans: tuple[tuple[int, int], ...]  # of the slots in the text
    values: tuple[Fraction, ...]  # of the slots, then of what is implied


def fill(template: EverydayTemplate, rng: random.Random, name: str | None = None) -> Filled:
    """Draw numbers and names for a template and insert them; raises UnsatisfiableError."""
    numbers = _draw(template, rng)

    def number(slot: re.Match[str], before: str, after: str) -> Number:
        value = numbers[int(slot["number"])]
        shown = _written(value, slot["mark"], before, after, rng)
        return Number(len(before), len(before) + len(shown), shown, value)

    text, inserted = insert(template.text, SLOT, number, rng)
    spans = {index: (found.start, found.end) for index, found in inserted}
    places = tuple(spans[i] for i in range(template.size))
    return Filled(name or template.id, template, text, places, tuple(template.values(numbers)))


def _written(number: Fraction, mark: str, before: str, after: str, rng: random.Random) -> str:
    if mark == "c":
        return _clock(int(number), after, rng)
    if mark == "f":
        return f"{number.numerator}/{number.denominator}"
    return written(number, before, after, rng)


def _clock(minutes: int, after: str, rng: random.Random) -> str:
    hour, rest = divmod(minutes, 60)
    if after.lstrip()[:2].lower() in ("am", "pm", "a.", "p."):
        return f"{(hour - 1) % 12 + 1}:{rest:02d}" if rest else str((hour - 1) % 12 + 1)
    if rng.random() < 0.5:
        return f"{hour}:{rest:02d}"
    half = "am" if hour < 12 else "pm"
    short = f"{(hour - 1) % 12 + 1}"
    return f"{short} {half}" if not rest else f"{short}:{rest:02d} {half}"


@dataclass(frozen=True)
class _Pool:
    """Where the numbers of a template are drawn from."""

    slots: tuple[Slot, ...]
    ceiling: int
    rng: random.Random

    def number(self, index: int) -> int | Fraction:
        slot, rng = self.slots[index], self.rng
        if slot.mark == "f":
            return rng.choice(FRACTIONS)
        if slot.mark == "c":
            return rng.randrange(0, 24 * 60, 5)
        if slot.unit == PERCENT:
            return rng.choice((*PERCENTAGES, rng.randint(1, 100)))
        top = rng.choice((min(self.ceiling, 12), self.ceiling, self.ceiling))
        if slot.mark == "d":
            parts = rng.choice((10, 100))
            return Fraction(rng.randint(parts, top * parts), parts)
        return rng.randint(2, top)


def _draw(template: EverydayTemplate, rng: random.Random) -> list[Fraction]:
    rules = _rules(template)
    for _ in range(STARTS):
        pool = _Pool(template.slots, rng.choice(CEILINGS), rng)
        numbers = repaired(template.size, rules, pool)
        if numbers is not None:
            return list(map(Fraction, numbers))
    raise UnsatisfiableError(f"no numbers satisfy {template.where!r} with a sensible answer")


@lru_cache(maxsize=16384)
def _rules(template: EverydayTemplate) -> tuple[Rule, ...]:
    given = [Rule(clause, clause.indices) for clause in clauses(template.where)]
    answers = [
        Rule(lambda n, q=question: _sensible(template, q, n), _slots_of(template, question))  # type: ignore[misc]
        for question in template.questions
    ]
    return (*given, *answers)


def _slots_of(template: EverydayTemplate, question: Asked) -> tuple[int, ...]:
    used = {i for i in question.used if i < template.size}
    more = {template.implied[i - template.size].of for i in question.used if i >= template.size}
    return tuple(sorted(used | {i for i in more if i is not None}))


def _sensible(template: EverydayTemplate, question: Asked, numbers: Numbers) -> bool:
    """Whether every step is positive, and the answer whole or of few places, as it should be."""
    values = template.values(numbers)
    value = positive_value(question.tree, values)
    if value is None:
        return False
    if question.finish in _DIVISIONS:
        return value.denominator != 1
    if question.finish is Finish.NEAREST:
        return True
    if value.denominator == 1:
        return True
    broken = _may_break(question.unit) or any(slot.mark == "d" for slot in template.slots)
    return broken and (value * FINEST).denominator == 1


def _may_break(unit: str) -> bool:
    noun = unit.split(" per ")[0].split(" ")[-1]
    return noun in _BROKEN or any(noun in LEXICON[kind] for kind in MEASURES)


def divisor(tree: Expression, values: tuple[Fraction, ...]) -> Fraction | None:
    """Return what the last step divides by, if it does."""
    if isinstance(tree, Operation) and tree.operator is Operator.DIV:
        return evaluate(tree.right, values)
    return None
