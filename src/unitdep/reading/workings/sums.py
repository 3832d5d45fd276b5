"""Sums of a working: expressions joined by equals signs become steps; other amounts are kept.

"12 + 5 = 17 × 2 = 34" has three sides. Each expression becomes a step whose claim is the next side:
its first number if the equals sign was abused to continue (a run-on), otherwise its value.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from unitdep.core.expression import Expression, Leaf, Operation, Operator
from unitdep.reading.workings.expressions import Expressions
from unitdep.reading.workings.terms.amounts import Tokens
from unitdep.reading.workings.terms.clocks import in_minutes, is_in_minutes, is_time, over_noon
from unitdep.reading.workings.terms.units import in_one_measure
from unitdep.reading.workings.tokens import (
    BAR,
    CLOSE,
    COMMA,
    CURRENCY,
    END,
    EQUALS,
    FRACTION,
    LINE,
    NUMBER,
    OPEN,
    OTHER,
    POWER,
    ROOT,
    SIGN,
    STOP,
    VERBS,
    WORD,
    WORDS,
)
from unitdep.reading.workings.types import Amount, Joined, Span, Step, value_of
from unitdep.units.conversion import conversion

_BEGINS = frozenset({NUMBER, CURRENCY, OPEN, FRACTION, ROOT})
_ENDS = frozenset({LINE, END, COMMA, STOP})
_MAY_EQUAL = frozenset({EQUALS, WORD, LINE, COMMA})  # what comes before a result
_NOT_SKIPPED = WORDS["means"] | WORDS["unknown"]
_UNKNOWNS = frozenset({OTHER, NUMBER})


@dataclass(frozen=True)
class Bare:
    """An amount that is not part of a sum."""

    amount: Amount
    assigned: bool = False  # whether an equals sign is before it: "x = 6"
    aside: bool = False  # whether a word before it says that it's only mentioned: "7 bags of 8"
    alone: bool = False  # whether it has a line for itself
    in_table: bool = False


@dataclass(frozen=True)
class Found:
    """What a text holds, in its order."""

    steps: tuple[Step, ...]
    bare: tuple[Bare, ...]
    unread: tuple[Span, ...]


@dataclass(frozen=True)
class _Side:
    """One side of an equation."""

    tree: Expression
    operands: tuple[Amount, ...]
    start: int
    end: int
    sign: str = ""  # the equals sign before it: "=", "≈", "→", or "is" for a word

    @property
    def is_amount(self) -> bool:
        return isinstance(self.tree, Leaf)

    @property
    def amount(self) -> Amount:
        """The side as one amount: the number that it is, or the value of its expression."""
        if self.is_amount:
            first = self.operands[0]
            return replace(first, about=True) if self.sign == "≈" else first
        value = self.value
        return Amount(self.start, self.end, Fraction(0) if value is None else value, computed=True)

    @property
    def value(self) -> Fraction | None:
        return value_of(self.tree, self.operands)

    @property
    def first(self) -> Amount | None:
        """The number that the side begins with, unless it is in brackets."""
        operand = self.operands[0]
        return operand if operand.start == self.start else None


def find_sums(tokens: Tokens) -> Found:
    """Find the sums and the other amounts in the tokens of a text."""
    finder = _Finder(tokens)
    finder.run()
    unread = tuple(_merged(finder.unread))
    bare = tuple(one for one in finder.bare if not _inside(one.amount, unread))
    return Found(tuple(finder.steps), bare, unread)


class _Finder:
    """Goes through the tokens once and collects what it finds."""

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self.reader = Expressions(tokens)
        self.steps: list[Step] = []
        self.bare: list[Bare] = []
        self.unread: list[Span] = []
        self.after = 0  # the index after the last side
        self._line = -1  # the index of the last line break

    def run(self) -> None:
        at, last = 0, len(self.tokens) - 1
        while at < last:
            token = self.tokens[at]
            if token.kind == LINE:
                self._line = at
            begins = token.kind in _BEGINS or is_time(self.tokens, at)
            if begins or self._negative(at) or self._is_verb(at):
                self.reader.at = at
                after = self._sides(at)
                if after > at:
                    at = after
                    continue
            elif token.kind == SIGN or token.kind == EQUALS:
                self._left_over(at)
            at += 1

    def _is_verb(self, at: int) -> bool:
        token = self.tokens[at]
        return token.kind == WORD and token.text in VERBS

    def _negative(self, at: int) -> bool:
        """Whether a minus sign belongs to the number after it."""
        sign, number = self.tokens[at], self.tokens[at + 1]
        if sign.kind != SIGN or sign.text != "-" or number.kind not in (NUMBER, CURRENCY):
            return False
        loose = (
            at == 0 or self.tokens[at - 1].end < sign.start or self.tokens[at - 1].kind == EQUALS
        )
        return loose and sign.end == number.start

    def _sides(self, begin: int) -> int:
        """Read an equation or an amount, and return the index after it."""
        reader = self.reader
        sides: list[_Side] = []
        weak = full = False
        sign = ""
        while True:
            at = reader.at
            tree = reader.read()
            if tree is None or (sign == "→" and isinstance(tree, Operation)):
                break
            end = self.tokens[reader.at - 1].end
            weak, full = weak or reader.weak, full or reader.full
            start = self.tokens[at].start
            operands = tuple(reader.operands)
            if any(operand.clock for operand in operands) and isinstance(tree, Operation):
                tree, operands, timed = _timed(tree, operands, spans=reader.spans)
                full = full or not timed
                weak = weak or reader.spans or operands[0].value < operands[-1].value
            sides.append(_Side(tree, operands, start, end, sign))
            self.after = reader.at
            sign = self._equals(sides[-1])
            if not sign:
                break
        if not sides:
            return begin
        self._keep(begin, sides, weak, full)
        return self.after

    def _equals(self, side: _Side) -> str:
        """Move behind an equals sign, or a word for it, and return it; "" if none follows."""
        tokens, reader = self.tokens, self.reader
        at = reader.at
        if tokens[at].kind not in _MAY_EQUAL:
            return ""
        lines = False
        for index in range(at, min(at + 6, len(tokens))):
            token = tokens[index]
            if token.kind == EQUALS:
                reader.at = index + 1
                return token.text
            lines = lines or token.kind == LINE
            skipped = token.kind == WORD and not lines and token.text not in _NOT_SKIPPED
            if not skipped and token.kind != LINE:
                break
        return "" if side.is_amount else self._means(at)

    def _means(self, at: int) -> str:
        """Move behind words that state a result: "is", "which gives us"."""
        tokens = self.tokens
        index = at + (tokens[at].kind == COMMA)
        while tokens[index].text in WORDS["before-means"] and index < at + 4:
            index += 1
        if tokens[index].kind != WORD or tokens[index].text not in WORDS["means"]:
            return ""
        index += 1
        stop = index + 5
        while tokens[index].text in WORDS["filler"] and index < stop:
            index += 1
        if tokens[index].kind not in (NUMBER, CURRENCY):
            return ""
        self.reader.at = index
        return "is"

    def _keep(self, begin: int, sides: list[_Side], weak: bool, full: bool) -> None:
        """Turn the sides of an equation into steps or bare amounts, or say that it isn't read."""
        only = sides[0].is_amount if len(sides) == 1 else False
        unread = self._unreadable(begin, sides, full)
        if unread is not None:
            self.unread.append(unread)
        elif only or (all(side.is_amount for side in sides) and not _restated(sides)):
            self._keep_amounts(begin, sides)
        elif len(sides) > 1 or not weak or len(sides[0].operands) > 2:
            named = begin > 0 and self.tokens[begin - 1].kind == WORD
            self.steps.extend(_steps(_turned(sides, named)))

    def _unreadable(self, begin: int, sides: list[_Side], full: bool) -> Span | None:
        """Return what can't be read of an equation; None if all of it can."""
        first, after = sides[0], self.tokens[self.after]
        if self._is_raised() and not self._follows_unknown(begin):
            return Span(first.start, sides[-1].end)
        if len(sides) == 1 and not first.is_amount and self._multiplies_unknown():
            return Span(first.start, after.end)
        if full or _mixes_times(sides) or self._follows_unknown(begin):
            return Span(self._before(begin), sides[-1].end)
        if len(sides) == 1 and first.amount.clock and after.kind == SIGN:
            return Span(first.start, after.end)
        return None

    def _keep_amounts(self, begin: int, sides: list[_Side]) -> None:
        before = self.tokens[begin - 1] if begin else None
        in_table = self._line + 1 < len(self.tokens) and self.tokens[self._line + 1].kind == BAR
        after = self.tokens[self.after].kind
        alone = (before is None or before.kind == LINE) and after in (LINE, END)
        for index, side in enumerate(sides):
            assigned = index > 0 or (before is not None and before.kind == EQUALS)
            aside = before is not None and before.text in WORDS["aside"] and not index
            aside = aside and not (side.amount.clock and self._says_when(begin))
            self.bare.append(Bare(side.amount, assigned, aside, alone, in_table))

    def _says_when(self, begin: int) -> bool:
        """Whether the words before a time say when something ends: "it finishes at 9:15"."""
        at, verb = self.tokens[begin - 1].text, self.tokens[max(begin - 2, 0)].text
        return at == "at" and verb in WORDS["ends"]

    def _follows_unknown(self, begin: int) -> bool:
        """Whether a sign joins the expression to something that isn't read: "x + 3", "2^3"."""
        if begin < 1:
            return False
        sign = self.tokens[begin - 1]
        if sign.kind == ROOT or (sign.kind == OTHER and sign.text.startswith("\\")):
            return True
        if sign.kind == EQUALS:
            return self._is_term(begin - 2)
        if sign.kind != SIGN or begin < 2:
            return sign.kind == SIGN and sign.text == "^"
        before = self.tokens[begin - 2]
        if before.kind in _UNKNOWNS:
            return True
        return before.kind == WORD and (before.text in WORDS["unknown"] or sign.text == "^")

    def _is_raised(self) -> bool:
        """Whether the last number is raised to a power, which isn't read: "3.2 × 10^4"."""
        token = self.tokens[self.after]
        return token.kind == POWER or (token.kind == SIGN and token.text == "^")

    def _multiplies_unknown(self) -> bool:
        """Whether the last number belongs to an unknown right after it: "17 + 4x"."""
        letter, number = self.tokens[self.after], self.tokens[self.after - 1]
        return letter.text in WORDS["unknown"] and number.end == letter.start

    def _is_term(self, at: int) -> bool:
        """Whether an unknown before an equals sign is only part of a side: "2x =", "3 + x ="."""
        if at < 1 or self.tokens[at].text not in WORDS["unknown"]:
            return at > 0 and self.tokens[at].kind == SIGN
        return self.tokens[at - 1].kind in (NUMBER, SIGN, CLOSE)

    def _before(self, begin: int) -> int:
        """Return where the unknown before a sign begins, with the number that multiplies it."""
        at = max(0, begin - 2)
        if at and self.tokens[at].text in WORDS["unknown"] and self.tokens[at - 1].kind == NUMBER:
            at -= 1
        return self.tokens[at].start

    def _left_over(self, at: int) -> None:
        """Note a sign next to a number that no sum has taken up."""
        token = self.tokens[at]
        around = [self.tokens[k] for k in (at - 1, at + 1) if 0 <= k < len(self.tokens)]
        numbers = [other for other in around if other.kind == NUMBER]
        words = [other for other in around if other.kind == WORD and len(other.text) > 1]
        if not numbers or words or len(around) < 2:
            return
        if token.kind == EQUALS and around[1].kind in _BEGINS:
            return
        gap = around[1].text in WORDS["unknown"]
        if around[0].kind == LINE or (around[1].kind in _ENDS and not gap):
            return
        self.unread.append(Span(around[0].start, around[1].end))


def _timed(
    tree: Expression, operands: tuple[Amount, ...], *, spans: bool
) -> tuple[Expression, tuple[Amount, ...], bool]:
    """Return a sum with times in minutes, and whether it can be read as one."""
    if spans and len(operands) == 2:
        operands = over_noon(operands)
    timed = in_minutes(tree, operands)
    return (tree, operands, False) if timed is None else (*timed, True)


def _mixes_times(sides: list[_Side]) -> bool:
    """Whether a sum with times is said to make what can't be read as one: 9:40 + 50 = 9.90."""
    if len(sides) < 2:
        return False
    timed = [side for side in sides if any(operand.clock for operand in side.operands)]
    others = [side for side in sides if side not in timed]
    if not timed or not others:
        return False
    made = {side.value for side in timed}
    return not all(
        side.is_amount
        and is_in_minutes(side.amount)
        and (side.amount.has_unit or side.value in made)
        for side in others
    )


def _turned(sides: list[_Side], named: bool) -> list[_Side]:
    """Put the result last if it is first: "6 = 48 - 42".

    Words before the first side make it part of a name: "the cost of 3 pens = 3 × $2".
    """
    if len(sides) == 1 or not sides[0].is_amount or sides[1].is_amount:
        return sides
    if len(sides) > 2 or (named and sides[0].amount.value != sides[1].value):
        return sides[1:]
    return [sides[1], sides[0]]


def _restated(sides: list[_Side]) -> bool:
    """Whether amounts on both sides say the same in another way, so that they are a step."""
    if len(sides) == 1:
        return False
    first, last = sides[0].amount, sides[-1].amount
    names = first.unit.numerator, last.unit.numerator
    rounded = last.about and abs(first.value - last.value) < 1
    split = first.fraction and not first.has_unit
    converts = conversion(*names) is not None
    return converts or rounded or first.percent or split or first.root


def _steps(sides: list[_Side]) -> Iterator[Step]:
    """Yield a step for each side that the next one is the result of."""
    joined = Joined.NOT
    sides = list(_without_repeats(sides))
    for index, side in enumerate(sides):
        following = sides[index + 1] if index + 1 < len(sides) else None
        if following is None and index and side.is_amount:
            return
        claim, how = _claim(side, following)
        start = min(side.start, claim.start) if claim else side.start
        end = max(side.end, claim.end) if claim else side.end
        tree, operands = _spread(side) if side.is_amount and claim else (side.tree, side.operands)
        operands = in_one_measure(tree, operands, claim)
        yield Step(start, end, tree, operands, claim, joined)
        joined = how


def _without_repeats(sides: list[_Side]) -> Iterator[_Side]:
    """Yield the sides, but only the fuller one of two equal amounts: "= 42 = 42 pencils"."""
    for index, side in enumerate(sides):
        following = sides[index + 1] if index + 1 < len(sides) else None
        if index and following and side.is_amount and following.is_amount:
            one, other = side.amount, following.amount
            if one.value == other.value and not (one.has_unit and other.unit != one.unit):
                continue
        yield side


def _claim(side: _Side, following: _Side | None) -> tuple[Amount | None, Joined]:
    """Return what a side is said to make, and how the next side continues it."""
    if following is None:
        return None, Joined.NOT
    if following.is_amount:
        return following.amount, Joined.NOT
    whole, first, own = following.amount, following.first, side.value
    if first is None or own is None or whole.value == own:
        return whole, Joined.REWRITTEN
    if abs(first.value - own) < abs(whole.value - own):
        return first, Joined.RUN_ON
    return whole, Joined.REWRITTEN


def _spread(side: _Side) -> tuple[Expression, tuple[Amount, ...]]:
    """Return a fraction before an equals sign as a division: "3/4 = 0.75"."""
    amount = side.operands[0]
    if not amount.fraction or amount.has_unit or not amount.parts:
        return side.tree, side.operands
    return Operation(Operator.DIV, Leaf(0), Leaf(1)), amount.parts


def _inside(amount: Amount, spans: tuple[Span, ...]) -> bool:
    """Whether an amount is part of what isn't read: the 2 of "2^3"."""
    last = bisect_right(spans, amount.start, key=lambda span: span.start) - 1
    return last >= 0 and amount.end <= spans[last].end


def _merged(spans: list[Span]) -> Iterator[Span]:
    """Yield spans in order, overlapping ones as one."""
    last: Span | None = None
    for span in sorted(spans, key=lambda one: one.start):
        if last and span.start <= last.end:
            last = Span(last.start, max(last.end, span.end))
            continue
        if last:
            yield last
        last = span
    if last:
        yield last
