"""Ranking: which mistakes explain a wrong answer, the most plausible first.

The weight of an explanation is that of its kind (``priors.tsv``) times how likely that kind is to
lead to this very answer: one over the number of ways to make it. An expression that the inverse
search (``inference.compare``) finds most plausible for the answer counts more. Weights are scaled
to probabilities among the explanations that were found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from typing import Final

from unitdep.checking.misconceptions.near import nearly_right
from unitdep.checking.misconceptions.priors import priors
from unitdep.checking.misconceptions.sentences import for_pupil, for_teacher
from unitdep.checking.misconceptions.types import Misconception, MistakeKind
from unitdep.checking.misconceptions.variations import Numbers, Variation, Varied
from unitdep.checking.right import Right
from unitdep.checking.routes import last_division
from unitdep.core.expression import Expression, Leaf, evaluate, monotonic, render
from unitdep.inference.compare import Scale
from unitdep.inference.finishes import finish_exactly
from unitdep.reading.problem import Problem
from unitdep.solution import write_expression
from unitdep.units.wording import format_value

MOST: Final = 5  # explanations that are returned
PAIRS: Final = 4000  # expressions with two mistakes that are tried
FOUND_BY_SEARCH: Final = 2.0  # how much more an explanation counts if the search agrees
_SHOWN: Final = 100  # decimals of a rounded answer: within half of one of these parts


@dataclass(frozen=True)
class _Way:
    """One explanation with its weight."""

    kind: MistakeKind
    name: str
    expression: str
    weight: float
    tree: Expression | None = None


def misconceptions(
    rights: Sequence[Right], value: Fraction, *, scale: Scale | None = None, most: int = MOST
) -> tuple[Misconception, ...]:
    """Return what may be behind a wrong answer, the most plausible first.

    Args:
        rights: What is right, by the program or by gold: one for each right expression.
        value: The wrong answer.
        scale: The search's own ranking of the problem, if there is one.
        most: How many explanations to return.

    Returns:
        The explanations with probabilities that add up to 1 over all that were found; none if the
        answer is right, or if nothing explains it.
    """
    if not rights or any(value in (right.answer.value, *_written(right)) for right in rights):
        return ()
    ways = [way for right in rights for way in _ways(right, value)]
    if not ways:
        ways = [way for right in rights for way in _pairs(right, value)][:1]
    problem = rights[0].problem
    ways = _with_search(ways, problem, value, scale)
    return _ranked(ways, value)[:most]


def _written(right: Right) -> Iterator[Fraction]:
    """Yield how else the right answer may be written: 25 for 25%."""
    if right.answer.percent:
        yield right.answer.value * 100


def _ways(right: Right, value: Fraction) -> Iterator[_Way]:
    """Yield the single mistakes that lead to a value."""
    weights = priors()
    nearby = list(nearly_right(right))
    many = Counter(near.kind for near in nearby)
    for near in nearby:
        if _is(near.value, value):
            rounds = near.kind in (MistakeKind.NEEDS_ROUNDING, MistakeKind.ROUNDED_WRONGLY)
            expression = right.expression if rounds else ""
            yield _Way(near.kind, near.name, expression, weights[near.kind] / many[near.kind])
    if right.problem is None or right.tree is None:
        return
    numbers = Numbers(right.problem)
    varied = _distinct(Varied(right.problem, right.graph, right.tree, numbers).all(), right.tree)
    kinds = Counter(one.kind for one in varied)
    for one in varied:
        if _leads_to(right, one.tree, numbers, value):
            expression = _write(right.problem, one.tree, numbers)
            weight = weights[one.kind] / kinds[one.kind]
            yield _Way(one.kind, one.name, expression, weight, one.tree)


def _distinct(found: Iterable[Variation], right: Expression) -> list[Variation]:
    """Return variations without those that are the right expression, or the same mistake."""
    seen: dict[tuple[MistakeKind, Expression], Variation] = {}
    for one in found:
        tree = monotonic(one.tree)
        if tree != monotonic(right):
            seen.setdefault((one.kind, tree), one)
    return list(seen.values())


def _pairs(right: Right, value: Fraction) -> Iterator[_Way]:
    """Yield two mistakes that together lead to a value; as many as can be tried quickly."""
    if right.problem is None or right.tree is None:
        return
    numbers = Numbers(right.problem)
    firsts = Varied(right.problem, right.graph, right.tree, numbers).all()
    tried = (
        (first, second)
        for first in _distinct(firsts, right.tree)
        if not isinstance(first.tree, Leaf)
        and all(leaf < right.problem.size for leaf in _indices(first.tree))
        for second in Varied(right.problem, right.graph, first.tree, numbers).all()
        if second.kind not in (MistakeKind.GAVE_NUMBER, first.kind)
    )
    for first, second in islice(tried, PAIRS):
        if _leads_to(right, second.tree, numbers, value):
            expression = _write(right.problem, second.tree, numbers)
            name = f"{first.name}, and {second.name}"
            weight = priors()[MistakeKind.TWO_MISTAKES]
            yield _Way(MistakeKind.TWO_MISTAKES, name, expression, weight, second.tree)


def _indices(tree: Expression) -> Iterator[int]:
    if isinstance(tree, Leaf):
        yield tree.index
    else:
        yield from _indices(tree.left)
        yield from _indices(tree.right)


def _leads_to(right: Right, tree: Expression, numbers: Numbers, value: Fraction) -> bool:
    """Whether an expression makes a value, as it is or finished as the question asks."""
    try:
        made = evaluate(tree, numbers.values)
        division = last_division(tree, numbers.values)
        divisor = division[1] if division else None
        asked = right.problem.question if right.problem else None
        nearest = asked.nearest if asked else None
        finished = finish_exactly(right.finish, made, divisor, nearest)
    except ZeroDivisionError:
        return False
    return _is(made, value) or _is(finished, value)


def _is(made: Fraction, value: Fraction) -> bool:
    """Whether a value is the answer, perhaps rounded to two decimals."""
    if made == value:
        return True
    broken = made.denominator != 1 and value.denominator != 1
    return broken and abs(made - value) * _SHOWN * 2 <= 1


def _write(problem: Problem, tree: Expression, numbers: Numbers) -> str:
    extra = [format_value(value) for value in numbers.values[problem.size :]]
    if not extra or all(i < problem.size for i in _indices(tree)):
        return write_expression(problem, tree)
    given = [format_value(value) for value in numbers.values[: problem.size]]
    return render(tree, [*given, *extra])


def _with_search(
    ways: list[_Way], problem: Problem | None, value: Fraction, scale: Scale | None
) -> list[_Way]:
    """Take account of the expression that the search finds most plausible for an answer."""
    found = None if scale is None or value <= 0 else scale.answer(value)
    if found is None or problem is None:
        return ways
    tree = monotonic(found.tree)
    same = [way for way in ways if way.tree is not None and monotonic(way.tree) == tree]
    if same:
        return [
            replace(way, weight=way.weight * FOUND_BY_SEARCH) if way in same else way
            for way in ways
        ]
    kind = MistakeKind.OTHER_EXPRESSION
    written = write_expression(problem, found.tree)
    return [*ways, _Way(kind, "another expression", written, priors()[kind] * 0.1, found.tree)]


def _ranked(ways: Sequence[_Way], value: Fraction) -> tuple[Misconception, ...]:
    """Sort explanations, those of one kind together, and scale their weights to probabilities."""
    best: dict[MistakeKind, _Way] = {}
    totals: Counter[MistakeKind] = Counter()
    for way in sorted(ways, key=lambda way: -way.weight):
        best.setdefault(way.kind, way)
        totals[way.kind] += way.weight  # type: ignore[assignment]
    whole = sum(totals.values()) or 1
    ordered = sorted(best.values(), key=lambda way: (-totals[way.kind], way.expression))
    given = format_value(value)
    return tuple(
        Misconception(
            way.kind,
            way.name,
            way.expression,
            value,
            totals[way.kind] / whole,
            for_teacher(way.kind, way.name, way.expression, given),
            for_pupil(way.kind),
        )
        for way in ordered
    )
