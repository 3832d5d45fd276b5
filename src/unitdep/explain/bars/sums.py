"""Panels of additions and subtractions: part and whole, comparison, change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from unitdep.core.expression import Expression, Operation, Operator
from unitdep.explain.bars.model import Bar, BarKind, Brace, Look, Panel, Segment
from unitdep.explain.bars.story import Story
from unitdep.units.combine import Term
from unitdep.units.conversion import is_money

ZERO = Fraction(0)


@dataclass(frozen=True)
class Sum:
    """A chain of additions and subtractions with its result."""

    added: tuple[Term, ...]
    taken: tuple[Term, ...]  # subtracted
    value: Fraction
    asked: str  # the result's label: "? flowers"


@dataclass(frozen=True)
class Pair:
    """An addition or subtraction of two parts of an expression, with its result."""

    operator: Operator
    sides: tuple[Expression, Expression]
    terms: tuple[Term, Term]
    value: Fraction
    asked: str  # the result's label


def part_whole(chain: Sum) -> Panel:
    """Draw the parts of a whole: in one bar, or in two that end together."""
    result = Segment(chain.value, chain.asked, Look.ASKED)
    added, taken = ([_given(term) for term in terms] for terms in (chain.added, chain.taken))
    if not taken:
        return Panel(BarKind.PART_WHOLE, (braced(added, chain.asked, asked=True),))
    if len(added) == 1:
        return Panel(BarKind.PART_WHOLE, (braced([*taken, result], chain.added[0].text),))
    return Panel(BarKind.PART_WHOLE, (Bar(tuple(added)), Bar((*taken, result))))


def compares(pair: Pair, story: Story, *, last: bool) -> bool:
    """Whether two amounts are compared: one is a difference, or the question asks for it."""
    told = [k for k in range(_first(pair), 2) if story.is_difference(pair.sides[k])]
    if any(not _is_sum(pair.sides[1 - k]) for k in told):
        return True
    return last and pair.operator is Operator.SUB and story.asks_difference


def _is_sum(part: Expression) -> bool:
    """Whether a part is a total: a difference is from one of its amounts, not from all of it."""
    return isinstance(part, Operation) and part.operator is Operator.ADD


def _first(pair: Pair) -> int:
    """Return from which side on a number can be a difference: not what is subtracted from."""
    return 1 if pair.operator is Operator.SUB else 0


def comparison(pair: Pair, story: Story, *, last: bool) -> Panel:
    """Draw two bars below each other: the amounts that are compared."""
    (left, right), sides = pair.terms, pair.sides
    if pair.operator is Operator.ADD:
        if story.is_difference(sides[0]) and not story.is_difference(sides[1]):
            left, right, sides = right, left, (sides[1], sides[0])
        more = braced([_given(left), _given(right)], pair.asked, asked=True)
        bars = (Bar((_given(left),)), more)
        return _named(bars, *_names(sides, story, last=last))
    if story.is_difference(sides[1]):
        fewer = (Segment(pair.value, pair.asked, Look.ASKED), Segment(*_text(right), Look.GONE))
        bars = (Bar((_given(left),)), Bar(fewer))
        return _named(bars, *_names(sides, story, last=last))
    gap = (_given(right), Segment(pair.value, pair.asked, Look.ASKED))
    names = story.owner(sides[0]), story.owner(sides[1])
    bars = (Bar((_given(left),)), Bar(gap))
    return _named(bars, *(names if all(names) and names[0] != names[1] else ("", "")))


def _names(sides: tuple[Expression, Expression], story: Story, *, last: bool) -> tuple[str, str]:
    """Return whose the known amount is, and whose the one that differs from it."""
    known, told = story.owner(sides[0]), story.owner(sides[1])
    other = told if told != known else story.asked_owner if last else ""
    return (known, other) if known and other and known != other else ("", "")


def _named(bars: tuple[Bar, Bar], first: str, second: str) -> Panel:
    one, other = bars
    named = (Bar(one.segments, one.braces, first), Bar(other.segments, other.braces, second))
    return Panel(BarKind.COMPARISON, named)


def change(pair: Pair, story: Story) -> Panel | None:
    """Draw what there was before and what there is after; None if nothing changes."""
    (left, right), (_, moved) = pair.terms, pair.sides
    adds = pair.operator is Operator.ADD
    if story.asks_start:
        return _start_unknown(pair, story)
    if adds and story.gains(moved) and not _is_money(right):
        after = braced([_given(left), _given(right, "+")], pair.asked, asked=True)
        return _before_after(Bar((_given(left),)), after)
    if not adds and story.loses(moved):
        rest = (Segment(pair.value, pair.asked, Look.ASKED), _gone(right))
        return _before_after(Bar((_given(left),)), Bar(rest))
    return None


def _start_unknown(pair: Pair, story: Story) -> Panel | None:
    """Draw a change back to its start: what went is added again, what came is taken off."""
    (left, right), (one, moved) = pair.terms, pair.sides
    if pair.operator is Operator.ADD:
        if story.loses(one) and not story.loses(moved):
            left, right, moved = right, left, one
        if not story.loses(moved):
            return None
        whole = Segment(pair.value, pair.asked, Look.ASKED)
        return _before_after(Bar((whole,)), Bar((_given(left), _gone(right))))
    if not story.gains(moved):
        return None
    start = Segment(pair.value, pair.asked, Look.ASKED)
    held = Segment(pair.value)
    return _before_after(Bar((start,)), braced([held, _given(right, "+")], left.text))


def _before_after(before: Bar, after: Bar) -> Panel:
    bars = (
        Bar(before.segments, before.braces, "before"),
        Bar(after.segments, after.braces, "after"),
    )
    return Panel(BarKind.CHANGE, bars)


def braced(segments: Sequence[Segment], label: str, *, asked: bool = False) -> Bar:
    """Return a bar with a brace over all of it."""
    *_, end = accumulate(segment.length for segment in segments)
    return Bar(tuple(segments), (Brace(ZERO, end, label, asked),))


def _given(term: Term, sign: str = "") -> Segment:
    value, text = _text(term)
    return Segment(value, f"{sign} {text}".strip())


def _gone(term: Term) -> Segment:
    value, text = _text(term)
    return Segment(value, f"− {text}", Look.GONE)


def _is_money(term: Term) -> bool:
    """Whether a term is a price: who buys something for $2 doesn't gain 2 dollars."""
    nouns = () if term.unit is None else (noun for nouns in term.unit.over for noun in nouns)
    return any(map(is_money, nouns))


def _text(term: Term) -> tuple[Fraction, str]:
    return term.value, term.text
