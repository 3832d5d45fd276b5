"""Mistakes: the gold tree of a problem worked out wrongly, in a known way at a known step."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor
from typing import Final

from unitdep.checking.types import Finding
from unitdep.core.expression import (
    ADDITIVE,
    Expression,
    Leaf,
    Operation,
    Operator,
    leaves,
    map_leaves,
    without,
)
from unitdep.core.labels import Finish
from unitdep.research.workings.plan import Change, Plan, first_difference, plan
from unitdep.research.workings.story import Story
from unitdep.units.kinds import kinds


@dataclass(frozen=True)
class Mistake:
    """A plan with a mistake."""

    plan: Plan
    finding: Finding
    first_wrong: int
    in_answer: bool = False  # whether the answer alone shows it: its unit, its rounding


Maker = Callable[[Story, random.Random], Mistake | None]


def _of_tree(story: Story, tree: Expression, finding: Finding) -> Mistake | None:
    """Work a wrong tree out; None if it makes what a right one may make."""
    try:
        wrong = plan(story, tree)
    except ZeroDivisionError:
        return None
    return _checked(story, wrong, finding)


def _checked(story: Story, wrong: Plan, finding: Finding) -> Mistake | None:
    right = plan(story)
    at = first_difference(right, wrong)
    passed = {line.value for line in right.lines} | {n.value for n in story.numbers}
    plain = all((line.value * 100).denominator == 1 for line in wrong.lines[:-1])
    made = wrong.lines[at].value if wrong.lines else wrong.answer
    if not wrong.lines or not plain or wrong.answer == story.answer or abs(made) in passed:
        return None
    return Mistake(wrong, finding, at)


def slip(story: Story, rng: random.Random) -> Mistake | None:
    """Claim a wrong result for one of the sums."""
    right = plan(story)
    whole = [k for k, line in enumerate(right.lines) if line.value.denominator == 1]
    if not whole:
        return None
    at = rng.choice(whole)
    value = right.lines[at].value
    steps = [1, -1, 10, -10] if value > 20 else [1, -1, 2]
    wrong = plan(story, change=Change(slip=(at, value + rng.choice(steps))))
    return None if wrong.lines[at].value <= 0 else _checked(story, wrong, Finding.ARITHMETIC_SLIP)


def copied(story: Story, rng: random.Random) -> Mistake | None:
    """Copy one number wrongly: two digits turned, or one changed."""
    taken = {n.value for n in story.numbers}
    used = [k for k in dict.fromkeys(leaves(story.tree)) if story.numbers[k].text.isdigit()]
    for k in rng.sample(used, len(used)):
        number = story.numbers[k]
        digits = list(number.text)
        if number.implied or len(digits) < 2:
            continue
        if len(set(digits[:2])) == 2 and digits[1] != "0":
            digits[0], digits[1] = digits[1], digits[0]
        else:
            digits[-1] = str((int(digits[-1]) + 3) % 10)
        value = Fraction(int("".join(digits)))
        if value in taken or value < 2:
            continue
        written = replace(number, text=str(value), value=value)
        wrong = plan(story, change=Change(numbers={k: written}))
        if all(line.value > 0 for line in wrong.lines):
            return _checked(story, wrong, Finding.COPIED_WRONGLY)
    return None


def operation(story: Story, rng: random.Random) -> Mistake | None:
    """Take another operation for one of the sums."""
    trees = [
        (old, new, tree)
        for old, new, tree in _other_operations(story.tree)
        if _positive(story, tree)
    ]
    for _, new, tree in rng.sample(trees, len(trees)):
        found = _of_tree(story, tree, Finding.OTHER_OPERATION)
        if found is None:
            continue
        closes = found.plan.lines[found.first_wrong].closes
        if new in ADDITIVE and not closes:
            return replace(found, finding=Finding.UNITS_DO_NOT_CLOSE)
        return found
    return None


def _other_operations(tree: Expression) -> Iterator[tuple[Operator, Operator, Expression]]:
    """Yield a tree with each of its operations replaced by each other one."""
    if isinstance(tree, Leaf):
        return
    for operator in Operator:
        if operator is not tree.operator:
            yield tree.operator, operator, Operation(operator, tree.left, tree.right)
    for old, new, left in _other_operations(tree.left):
        yield old, new, Operation(tree.operator, left, tree.right)
    for old, new, right in _other_operations(tree.right):
        yield old, new, Operation(tree.operator, tree.left, right)


def _positive(story: Story, tree: Expression) -> bool:
    try:
        lines = plan(story, tree).lines
    except ZeroDivisionError:
        return False
    return all(line.value > 0 and (line.value * 100).denominator == 1 for line in lines)


def turned(story: Story, _rng: random.Random) -> Mistake | None:
    """Take the last difference or quotient the wrong way round."""
    tree = story.tree
    if isinstance(tree, Leaf) or tree.operator not in (Operator.SUB, Operator.DIV):
        return None
    if story.finish is not Finish.EXACT:
        return None
    return _of_tree(story, Operation(tree.operator, tree.right, tree.left), Finding.REVERSED)


def quantity(story: Story, rng: random.Random) -> Mistake | None:
    """Take a number that isn't needed for one that is."""
    used = [k for k in dict.fromkeys(leaves(story.tree)) if not story.numbers[k].implied]
    pairs = [(k, other) for k in used for other in story.unused if _same_unit(story, k, other)]
    for k, other in rng.sample(pairs, len(pairs)):
        tree = _replaced(story.tree, k, other)
        if _positive(story, tree):
            return _of_tree(story, tree, Finding.WRONG_QUANTITY)
    return None


def _replaced(tree: Expression, old: int, new: int) -> Expression:
    return map_leaves(tree, lambda index: new if index == old else index)


def _same_unit(story: Story, k: int, other: int) -> bool:
    return story.numbers[k].unit == story.numbers[other].unit


def unneeded(story: Story, rng: random.Random) -> Mistake | None:
    """Add or take away a number that doesn't matter at the end."""
    extra = [k for k in story.unused if story.numbers[k].unit == story.unit]
    if not extra or story.finish is not Finish.EXACT:
        return None
    operator = rng.choice((Operator.ADD, Operator.SUB))
    tree = Operation(operator, story.tree, Leaf(rng.choice(extra)))
    return _of_tree(story, tree, Finding.UNNEEDED_NUMBER) if _positive(story, tree) else None


def ignored(story: Story, rng: random.Random) -> Mistake | None:
    """Leave out a number, but do everything else."""
    used = [k for k in dict.fromkeys(leaves(story.tree)) if not story.numbers[k].implied]
    if len(used) < 3 or isinstance(story.tree, Leaf):
        return None
    last = {*leaves(story.tree.right)} if isinstance(story.tree.right, Leaf) else set()
    last |= {*leaves(story.tree.left)} if isinstance(story.tree.left, Leaf) else set()
    inner = [k for k in used if k not in last]
    for k in rng.sample(inner, len(inner)):
        tree = without(story.tree, {k})
        if tree is not None and not isinstance(tree, Leaf) and _positive(story, tree):
            return _of_tree(story, tree, Finding.IGNORED_NUMBER)
    return None


def unfinished(story: Story, _rng: random.Random) -> Mistake | None:
    """Stop before the last sum."""
    right = plan(story)
    if len(right.lines) < 2 or story.finish is not Finish.EXACT:
        return None
    lines = right.lines[:-1]
    answer = lines[-1].value
    if answer in {n.value for n in story.numbers} or lines[-1].result.endswith("%"):
        return None
    if answer == story.answer or right.lines[-1].left.line != len(lines) - 1:
        return None
    wrong = Plan(lines, answer, story.unit)
    return Mistake(wrong, Finding.UNFINISHED, len(lines) - 1)


def unit(story: Story, rng: random.Random) -> Mistake | None:
    """Answer with the right number of other things."""
    right = plan(story)
    asked = story.unit.split(" per ")[0]
    nouns = {noun for n in story.numbers for noun in n.unit.split(" per ")}
    others = sorted(n for n in nouns if _is_other(n, asked))
    if not others or " per " in story.unit:
        return None
    wrong = replace(right, unit=rng.choice(others))
    return Mistake(wrong, Finding.WRONG_UNIT, len(right.lines) - 1, in_answer=True)


def _is_other(noun: str, asked: str) -> bool:
    """Whether a noun names plainly other things than the question asks for."""
    if noun in ("percent", "times", "clock", "") or noun.split()[-1] == asked.split()[-1]:
        return False
    return not kinds().related(frozenset({noun.split()[-1]}), frozenset({asked.split()[-1]}))


def rounding(story: Story, rng: random.Random) -> Mistake | None:
    """Leave a broken number, or round it the wrong way."""
    right = plan(story)
    if story.finish not in (Finish.UP, Finish.DOWN) or story.exact < 1:
        return None
    last = len(right.lines) - 1
    if rng.random() < 0.5:
        wrong = replace(right, answer=story.exact)
        return Mistake(wrong, Finding.NEEDS_ROUNDING, last, in_answer=True)
    other = floor(story.exact) if story.finish is Finish.UP else ceil(story.exact)
    wrong = replace(right, answer=Fraction(other))
    return Mistake(wrong, Finding.ROUNDED_WRONGLY, last, in_answer=True)


def converted(story: Story, _rng: random.Random) -> Mistake | None:
    """Forget to convert one measure into another."""
    factors = [k for k in leaves(story.tree) if story.numbers[k].measures]
    tree = without(story.tree, {factors[0]}) if factors else None
    if tree is None or isinstance(tree, Leaf) or not _positive(story, tree):
        return None
    return _of_tree(story, tree, Finding.NOT_CONVERTED)


MISTAKES: Final[Mapping[str, Maker]] = {
    "slip": slip,
    "copied": copied,
    "operation": operation,
    "turned": turned,
    "quantity": quantity,
    "unneeded": unneeded,
    "ignored": ignored,
    "unfinished": unfinished,
    "unit": unit,
    "rounding": rounding,
    "converted": converted,
}
