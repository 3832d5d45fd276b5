"""Panels of multiplications and divisions: equal groups, parts of a whole, times as many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from unitdep.core.expression import Operator
from unitdep.core.labels import Finish
from unitdep.explain.bars.model import Bar, BarKind, Brace, Look, Panel, Segment
from unitdep.explain.bars.sums import ZERO, braced
from unitdep.units.combine import Term
from unitdep.units.dimension import Dimension
from unitdep.units.wording import amount, format_value

MOST: Final = 10  # groups that are drawn one by one
ONE: Final = Fraction(1)


@dataclass(frozen=True)
class Product:
    """A multiplication or a division with its result."""

    operator: Operator
    left: Term
    right: Term
    value: Fraction
    asked: str  # the result's label
    unit: Dimension | None = None  # of the result
    finish: Finish = Finish.EXACT


def product_panel(step: Product) -> Panel | None:
    """Draw a multiplication or a division; None if no bar shows it."""
    if step.operator is Operator.DIV:
        return _division(step)
    left, right = step.left, step.right
    if _is_factor(left) != _is_factor(right):
        factor, whole = (left, right) if _is_factor(left) else (right, left)
        return _times(factor.value, whole.value, whole.text, step.asked, forward=True)
    if _is_rate(left):
        return _groups(left, right, step)
    if _is_rate(right) or not (left.unit and right.unit):
        return _groups(right, left, step)
    return None  # an area: feet times feet


def _is_rate(term: Term) -> bool:
    return term.unit is not None and bool(term.unit.under)


def _is_factor(term: Term) -> bool:
    return term.part or (term.unit is not None and term.unit.is_plain)


def _times(factor: Fraction, known: Fraction, text: str, asked: str, *, forward: bool) -> Panel:
    """Draw a whole and a multiple or a part of it; ``forward`` if the whole is known."""
    whole = known if forward else known / factor
    label, other = (text, asked) if forward else (asked, text)
    look, other_look = (Look.GIVEN, Look.ASKED) if forward else (Look.ASKED, Look.GIVEN)
    if factor < 1:
        return _part(factor, whole, label, other, asked_whole=not forward)
    one = Bar((Segment(whole, label, look),))
    if factor.denominator == 1 and factor <= MOST:
        units = [Segment(whole) for _ in range(factor.numerator)]
        return Panel(BarKind.COMPARISON, (one, braced(units, other, asked=forward)))
    multiple = Bar((Segment(whole * factor, other, other_look),))
    return Panel(BarKind.COMPARISON, (one, multiple))


def _part(factor: Fraction, whole: Fraction, label: str, part: str, *, asked_whole: bool) -> Panel:
    """Draw a fraction or a percentage of a whole."""
    inside = Look.GIVEN if asked_whole else Look.ASKED
    if factor.denominator <= MOST:
        unit = whole / factor.denominator
        taken = [Segment(unit, "", inside)] * factor.numerator
        rest = [Segment(unit, "", Look.GONE)] * (factor.denominator - factor.numerator)
        segments = [*taken, *rest]
    else:
        segments = [
            Segment(whole * factor, _share(factor), inside),
            Segment(whole * (1 - factor), _share(1 - factor), Look.GONE),
        ]
    braces = (
        Brace(ZERO, whole, label, asked_whole),
        Brace(ZERO, whole * factor, part, not asked_whole, below=True),
    )
    return Panel(BarKind.PART_WHOLE, (Bar(tuple(segments), braces),))


def _share(factor: Fraction) -> str:
    return f"{format_value(100 * factor)}%"


def _groups(each: Term, number: Term, step: Product) -> Panel:
    """Draw a number of groups of one size."""
    one = amount(each.value, _over(each.unit))
    segments = _copies(each.value, number.value, one)
    braces = (
        Brace(ZERO, _length(segments), step.asked, asked=True),
        Brace(ZERO, _length(segments), number.text, below=True),
    )
    return Panel(BarKind.GROUPS, (Bar(segments, braces),), cut=_is_cut(segments))


def _copies(
    size: Fraction, number: Fraction, label: str, look: Look = Look.GIVEN
) -> tuple[Segment, ...]:
    """Return whole groups and the part of one; many groups are cut: the first, "…", the last."""
    if number > MOST:
        cut = Segment(2 * size, "…", Look.CUT)
        return (Segment(size, label, look), Segment(size), cut, Segment(size))
    whole, rest = divmod(number, ONE)
    segments = [Segment(size, "" if k else label, Look.GIVEN if k else look) for k in range(whole)]
    if rest:
        segments.append(Segment(size * rest, "" if whole else label, Look.GIVEN if whole else look))
    return tuple(segments)


def _division(step: Product) -> Panel | None:
    left, right = step.left, step.right
    if _is_factor(right) and not _is_factor(left):
        if step.finish is not Finish.EXACT:
            return None
        return _times(right.value, left.value, left.text, step.asked, forward=False)
    if _is_rate(right) or _same(left, right):
        return _measured(step)
    if _is_factor(left) and not _is_factor(right):
        return None
    return _shared(step)


def _same(left: Term, right: Term) -> bool:
    """Whether a number is divided by one of its own kind, so that a plain number results."""
    return left.unit is not None and left.unit == right.unit


def _shared(step: Product) -> Panel | None:
    """Draw an amount that is shared equally: one share is asked for."""
    if step.finish is not Finish.EXACT and step.right.value.denominator != 1:
        return None
    if step.finish in (Finish.REMAINDER, Finish.MISSING):
        return _leftover(step)
    share = amount(None, _over(step.unit)) if step.finish is Finish.EXACT else step.asked
    size = step.left.value / step.right.value
    segments = _copies(size, step.right.value, share, Look.ASKED)
    braces = (
        Brace(ZERO, _length(segments), step.left.text),
        Brace(ZERO, _length(segments), step.right.text, below=True),
    )
    return Panel(BarKind.GROUPS, (Bar(segments, braces),), cut=_is_cut(segments))


def _measured(step: Product) -> Panel:
    """Draw an amount that is made up into groups of a known size: how many is asked for."""
    if step.finish in (Finish.REMAINDER, Finish.MISSING):
        return _leftover(step)
    whole, size = step.left.value, step.right.value
    label = amount(size, _over(step.right.unit))
    if size >= whole:
        bars = (Bar((Segment(size, label),)), braced([Segment(whole, step.left.text)], step.asked))
        return Panel(BarKind.GROUPS, bars)
    rest = Segment(whole - size, "…", Look.CUT)
    braces = (
        Brace(ZERO, whole, step.left.text),
        Brace(ZERO, whole, step.asked, asked=True, below=True),
    )
    return Panel(BarKind.GROUPS, (Bar((Segment(size, label), rest), braces),))


def _leftover(step: Product) -> Panel:
    """Draw what a division leaves over, or what is missing to the next whole."""
    whole, size = step.left.value, step.right.value
    full, rest = divmod(whole, size)
    label = amount(size, _over(step.right.unit))
    groups = [Segment(size * full, "…", Look.CUT)]
    if 0 < full <= MOST:
        groups = [Segment(size, "" if k else label) for k in range(full)]
    elif not full:
        groups = []
    if step.finish is Finish.REMAINDER:
        parts = [*groups, Segment(rest, step.asked, Look.ASKED)] if rest else groups
        return Panel(BarKind.GROUPS, (braced(parts, step.left.text),))
    parts = [*groups, Segment(rest), Segment(size - rest, step.asked, Look.ASKED)]
    braces = (Brace(ZERO, whole, step.left.text),)
    return Panel(BarKind.GROUPS, (Bar(tuple(p for p in parts if p.length), braces),))


def _over(unit: Dimension | None) -> Dimension | None:
    """Return what a rate counts, without what it is for."""
    return None if unit is None else Dimension(unit.over)


def _length(segments: Sequence[Segment]) -> Fraction:
    return sum((segment.length for segment in segments), ZERO)


def _is_cut(segments: Sequence[Segment]) -> bool:
    return any(segment.look is Look.CUT for segment in segments)
