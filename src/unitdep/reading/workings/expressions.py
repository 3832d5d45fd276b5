"""Expressions of a working: a recursive descent over its tokens that reads as far as it can.

An expression ends where nothing fits any more, so prose around it does no harm. Brackets nest at
most ``tokens.MAX_DEPTH`` deep, and a bracket that holds no expression is tried only once, so the
work is linear in the length.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from typing import Final

from unitdep.core.expression import Expression, Leaf, Operation, Operator, operations
from unitdep.reading.workings.terms.amounts import Tokens, read_amount, read_unit
from unitdep.reading.workings.terms.clocks import joins_times, time_at
from unitdep.reading.workings.terms.powers import (
    CUBE,
    MAX_BASE,
    MAX_EXPONENT,
    RAISES,
    SQUARE,
    exact_root,
    read_exponent,
)
from unitdep.reading.workings.terms.units import unit_of
from unitdep.reading.workings.tokens import (
    CLOSE,
    CURRENCY,
    EQUALS,
    FRACTION,
    NUMBER,
    OPEN,
    ROOT,
    SIGN,
    VERBS,
    WORD,
    WORDS,
)
from unitdep.reading.workings.types import NO_UNIT, Amount

MAX_OPERANDS: Final = 64
_OPERATORS: Final = {operator.value: operator for operator in Operator}
_ADDITIVE: Final = frozenset("+-")
_MULTIPLICATIVE: Final = frozenset("*/")
_MAY_JOIN: Final = frozenset({SIGN, WORD, OPEN})  # what comes between two operands
_NOT_SKIPPED: Final = WORDS["means"] | WORDS["unknown"]
_TIMES: Final = frozenset({"x", "of"})
_SUMS_UP: Final = frozenset({"is", "are", "makes", "make", "equals", "gives"})
_ROOT_OF: Final = frozenset({"of", "the"})
_AND: Final = 12  # tokens after "and" in which a result must follow
_SKIPPED_WORDS: Final = 5  # between an operand and the sign after it: "14 pencils in each box ="


class Expressions:
    """A cursor over tokens that reads expressions; ``operands`` are those of the last one."""

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self.at = 0
        self.operands: list[Amount] = []
        self.weak = False  # whether a sign of the last expression may be something else
        self.spans = False  # whether the last expression goes from one time to another
        self.full = False  # whether the last expression has too many operands
        self._failed: set[int] = set()  # brackets that hold no expression

    def read(self) -> Expression | None:
        """Read an expression at the cursor and move behind it; None if there is none."""
        self.operands = []
        self.weak = self.full = self.spans = False
        verb = self._verb() if self.tokens[self.at].kind == WORD else None
        return verb or self._sum()

    def _sum(self) -> Expression | None:
        return self._chain(_ADDITIVE)

    def _chain(self, signs: frozenset[str]) -> Expression | None:
        """Read operands joined by signs of one precedence; a sign without an operand ends it."""
        additive = signs is _ADDITIVE
        tree = self._chain(_MULTIPLICATIVE) if additive else self._operand()
        while tree is not None:
            begin, kept = self.at, len(self.operands)
            sign = self._sign(signs, tree)
            right = None
            if sign:
                right = self._chain(_MULTIPLICATIVE) if additive else self._operand()
            if sign is None or right is None:
                self.at = begin
                del self.operands[kept:]
                return tree
            tree = Operation(_OPERATORS[sign], tree, right)
        return None

    def _sign(self, signs: frozenset[str], left: Expression) -> str | None:
        """Move behind a sign, if one follows; words may come between it and its operand."""
        if self.tokens[self.at].kind not in _MAY_JOIN:
            return None
        at = self._before_sign()
        token = self.tokens[at]
        text = token.text
        if token.kind == WORD and text in _TIMES and self._multiplies(at, left):
            text = "*"
        elif token.text == "and" and "+" in signs and self._adds(at):
            text = "+"
        elif joins_times(self.tokens, at):
            text, self.spans = "-", True
        elif token.kind == OPEN and "*" in signs and self._touches(at):
            self.at = at
            return "*"
        elif token.kind != SIGN:
            return None
        if text not in signs:
            return None
        self.weak = self.weak or token.weak or self._is_range(at)
        self.at = at + 1
        while self.tokens[self.at].text in ("the", "by"):
            self.at += 1
        return text

    def _before_sign(self) -> int:
        """Return the index of a sign or an equals sign that only words come before."""
        if self.at == 0 or self.tokens[self.at - 1].kind not in (NUMBER, WORD):
            return self.at
        for at in range(self.at, min(self.at + _SKIPPED_WORDS, len(self.tokens) - 1)):
            token = self.tokens[at]
            if token.kind == SIGN or (token.kind == WORD and token.text == "x" and at > self.at):
                spaced = token.text != "-" or self.tokens[at - 1].end < token.start
                return at if spaced and not token.weak else self.at
            if token.kind == EQUALS:
                return self.at
            if token.kind != WORD or token.text in _NOT_SKIPPED:
                return self.at
        return self.at

    def _multiplies(self, at: int, left: Expression) -> bool:
        """Whether "x" or "of" is a times sign: "3 x 14", "half of 36", "20% of the 40"."""
        if self.tokens[at].text == "x":
            return self.tokens[at + 1].kind in (NUMBER, CURRENCY, OPEN, FRACTION)
        last = self.operands[-1]
        return isinstance(left, Leaf) and (last.percent or (last.fraction and not last.has_unit))

    def _adds(self, at: int) -> bool:
        """Whether "and" is a plus sign: "7 and 12 is 19", but not "between 7 and 12 is 5"."""
        largest = Fraction(0)
        after = [token for token in self.tokens[at : at + _AND] if token.kind != CURRENCY]
        for token, following in pairwise(after):
            if token.kind == NUMBER and token.value is not None:
                largest = max(largest, token.value)
            elif token.kind == EQUALS or token.text in _SUMS_UP:
                result = following.value
                return bool(largest) and result is not None and result > largest
            elif token.kind != WORD:
                return False
        return False

    def _touches(self, at: int) -> bool:
        """Whether a bracket multiplies what is right before it: 3(14), (3) (14)."""
        before = self.tokens[at - 1]
        return before.kind == CLOSE or (
            before.kind == NUMBER and before.end == self.tokens[at].start
        )

    def _is_range(self, at: int) -> bool:
        """Whether a minus sign without spaces is between a number and a larger one: 5-10."""
        sign, before, after = self.tokens[at], self.tokens[at - 1], self.tokens[at + 1]
        touching = sign.text == "-" and before.end == sign.start and sign.end == after.start
        values = before.value, after.value
        if not touching or values[0] is None or values[1] is None:
            return False
        return values[0] < values[1]

    def _operand(self) -> Expression | None:
        """Read an operand, and the power that it's raised to."""
        kept = len(self.operands)
        tree = self._base()
        if tree is None or self.tokens[self.at].kind not in RAISES:
            return tree
        return self._raised(tree, self.operands[kept:])

    def _raised(self, tree: Expression, operands: Sequence[Amount]) -> Expression:
        """Multiply a base by itself: 5², (3 + 2)^2, 10^4, 4 squared; else it stays as it is."""
        exponent, after = read_exponent(self.tokens, self.at)
        number = isinstance(tree, Leaf) and not operands[0].has_unit
        negative = isinstance(tree, Leaf) and operands[0].value < 0
        most = MAX_EXPONENT if number and operands[0].value <= MAX_BASE else CUBE
        powers = any(node.left == node.right for node in operations(tree))
        if not SQUARE <= exponent <= most or negative or powers:
            return tree
        self.at = after
        return reduce(
            lambda left, _: Operation(Operator.MUL, left, tree), range(exponent - 1), tree
        )

    def _base(self) -> Expression | None:
        token = self.tokens[self.at]
        if token.kind == OPEN:
            return self._group()
        if token.kind == FRACTION:
            return self._fraction()
        if len(self.operands) >= MAX_OPERANDS:
            self.full = True
            return None
        if token.kind == ROOT:
            return self._root()
        if (time := time_at(self.tokens, self.at)) is not None:
            self.at += 1
            self.operands.append(time)
            return Leaf(len(self.operands) - 1)
        if token.kind == SIGN and not self._negative():
            return None
        return self._number()

    def _negative(self) -> bool:
        sign, number = self.tokens[self.at], self.tokens[self.at + 1]
        return sign.text == "-" and number.kind in (NUMBER, CURRENCY) and sign.end == number.start

    def _group(self) -> Expression | None:
        """Read an expression in brackets, with a unit behind them if there is one."""
        begin, kept = self.at, len(self.operands)
        close = self.tokens[begin].partner
        self.at = begin + 1
        tree = self._sum() if close > 0 and begin not in self._failed else None
        if tree is None or self.at != close:
            self._failed.add(begin)
            self.at = begin
            del self.operands[kept:]
            return None
        _, self.at = read_unit(self.tokens, close + 1)
        return tree

    def _fraction(self) -> Expression | None:
        r"""Read \frac{66 - 10}{8}; a proper fraction of two numbers is one operand."""
        begin, kept = self.at, len(self.operands)
        self.at += 1
        above = self._group() if self.tokens[self.at].kind == OPEN else None
        below = self._group() if above and self.tokens[self.at].kind == OPEN else None
        if above is None or below is None:
            self.at = begin
            del self.operands[kept:]
            return None
        if isinstance(above, Leaf) and isinstance(below, Leaf):
            first, second = self.operands[kept:]
            whole = first.value.denominator == second.value.denominator == 1
            if whole and 0 < first.value < second.value and not first.has_unit:
                del self.operands[kept:]
                self._add_fraction(begin, first, second)
                return Leaf(kept)
        return Operation(Operator.DIV, above, below)

    def _root(self) -> Expression | None:
        """Read the square root of a square as one operand: √16, sqrt(16), the root of 16."""
        begin, kept = self.at, len(self.operands)
        self.at += 1
        while self.tokens[self.at].text in _ROOT_OF:
            self.at += 1
        bracket = self.tokens[self.at].kind == OPEN
        inner = self._group() if bracket else self._number()
        root = exact_root(self.operands[-1].value) if isinstance(inner, Leaf) else None
        if root is None:
            self.at = begin
            del self.operands[kept:]
            return None
        part = self.operands.pop()
        start, end = self.tokens[begin].start, self.tokens[self.at - 1].end
        words, self.at = read_unit(self.tokens, self.at) if bracket else ("", self.at)
        unit = unit_of(words) if words else NO_UNIT
        self.operands.append(Amount(start, end, root, unit, words, parts=(part,), root=True))
        return Leaf(kept)

    def _number(self) -> Expression | None:
        amount, after = read_amount(self.tokens, self.at)
        if amount is None:
            return None
        self.at = after
        self.operands.append(amount)
        return Leaf(len(self.operands) - 1)

    def _add_fraction(self, begin: int, first: Amount, second: Amount) -> None:
        words, after = read_unit(self.tokens, self.at)
        self.operands.append(
            Amount(
                self.tokens[begin].start,
                self.tokens[after - 1].end,
                first.value / second.value,
                unit_of(words),
                words,
                fraction=True,
                parts=(first, second),
            )
        )
        self.at = after

    def _verb(self) -> Expression | None:
        """Read "divide 56 by 8" and "subtract 42 from 48"."""
        begin = self.at
        sign = VERBS.get(self.tokens[begin].text)
        if sign is None:
            return None
        self.at += 1
        left = self._operand()
        link = self.tokens[self.at]
        if isinstance(left, Leaf) and link.kind == WORD and link.text in WORDS["link"]:
            self.at += 1
            right = self._operand()
            if isinstance(right, Leaf):
                self.weak = True
                turned = link.text == "from"
                return Operation(_OPERATORS[sign], *((right, left) if turned else (left, right)))
        self.at = begin
        self.operands = []
        return None
