"""The rung about the numbers: which of them matter.

As with the others, it returns the ways to say it, from particular to vague.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from unitdep.core.labels import Kind
from unitdep.hints.wording import number_of, seen
from unitdep.reading.problem import Problem
from unitdep.reading.quantity import Quantity
from unitdep.units.unit import Unit
from unitdep.units.wording import listed, plural_name

_ALL: Final = "Every number in the problem is needed."
_SOME: Final = "Not every number in the problem is needed. Which ones does the question ask about?"


def numbers(problem: Problem, used: Collection[int], unused: Collection[int]) -> list[str]:
    """State which numbers matter; ``used`` and ``unused`` are what is known of them."""
    written = [q for q in problem.quantities if not q.implied]
    needed = [q for q in written if q.index in used]
    extra = [q for q in written if q.index in unused]
    names = [number_of(problem, q.index) for q in needed]
    if len(needed) + len(extra) < len(written):
        return [f"You need {listed(names)}, and perhaps other numbers."] if needed else []
    shown = [q for q in extra if seen(q)]
    said = _not_all(problem, needed, shown) if shown else _all_of(needed, names)
    silent = _silent([q for q in problem.quantities if q.implied and q.index in used])
    vague = [_SOME] if shown else [] if extra else [_ALL]  # "in one sitting" is neither
    ways = [" ".join((*way, *silent)) for way in (said, vague)]
    return list(dict.fromkeys(filter(None, [*ways, *said, *vague])))


def _not_all(problem: Problem, needed: Sequence[Quantity], extra: Sequence[Quantity]) -> list[str]:
    """State which numbers are needed and which aren't."""
    names, others = ([number_of(problem, q.index) for q in some] for some in (needed, extra))
    said = f"You don't need all of the numbers. You need {listed(names)}"
    values = {q.value for q in extra}
    twice = [name for q, name in zip(needed, names, strict=True) if q.value in values]
    if twice:
        several = listed(list(dict.fromkeys(twice)))
        return [f"{said}. Take care: the problem has {several} more than once."]
    return [f"{said}, but not {listed(others)}."]


def _all_of(needed: Sequence[Quantity], names: Sequence[str]) -> list[str]:
    """State that these numbers are needed, where the text has no others."""
    clocks = [q.kind is Kind.CLOCK for q in needed]
    sort = "time" if all(clocks) else "number"
    if not names:
        return []
    if len(names) == 1:
        return [f"The {sort} that you need is {names[0]}."]
    if any(clocks) and not all(clocks):
        return [f"You need {listed(names)}."]
    return [f"You need {'both' if len(names) == 2 else 'all of the'} {sort}s: {listed(names)}."]


def _silent(implied: Sequence[Quantity]) -> list[str]:
    """State which numbers are needed that the text doesn't write."""
    known = [_to_know(q) for q in implied if q.kind is Kind.CONSTANT and q.unit.denominator]
    sorts = {q.kind for q in implied}
    said = [f"You also need to know {listed(list(dict.fromkeys(known)))}."] if known else []
    if Kind.AGAIN in sorts:
        said.append("You need an amount more than once.")
    if Kind.COUNT in sorts:
        said.append("You also need to count the things in a list.")
    words = [f"“{q.number.text}”" for q in implied if q.kind in (Kind.FACTOR, Kind.SHAPE)]
    if words:
        several = list(dict.fromkeys(words))
        start, verb = ("The word", "stands") if len(several) == 1 else ("The words", "stand")
        numbers = "a number" if len(several) == 1 else "numbers"
        said.append(f"{start} {listed(several)} {verb} for {numbers}, too.")
    return said


def _to_know(quantity: Quantity) -> str:
    """State what a constant is: how many days make a week."""
    over = plural_name(Unit(quantity.unit.numerator))
    return f"how many {over} make {_article(quantity.unit.denominator or '')}"


def _article(noun: str) -> str:
    return f"{'an' if noun[:1] in 'aeiou' or noun.startswith('hour') else 'a'} {noun}"
