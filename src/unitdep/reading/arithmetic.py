"""A small parser for arithmetic that points at errors and never executes its input.

``parse`` reads an expression of numbers, ``parse_equation`` solves an equation with one unknown
for that unknown, and ``parse_indices`` reads a tree whose numerals are quantity indices. They
accept + - * / and their typographic forms, parentheses, and numbers such as 1,200.5, $3 and 25%, in
full-width characters too. A letter is an unknown, never a times sign. There is no unary minus.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from unitdep.core.expression import (
    ADDITIVE,
    Expression,
    Leaf,
    Operation,
    Operator,
    leaves,
    map_leaves,
)
from unitdep.errors import GrammarError
from unitdep.reading.text import normalise_in_place

MAX_LENGTH: Final = 1000  # characters of a text
MAX_DEPTH: Final = 50  # nested parentheses
MAX_LEAVES: Final = 64  # numbers and unknowns of a text
MAX_DIGITS: Final = 40  # digits of a number

_UNKNOWN: Final = -1  # the leaf index of the unknown while an equation is being solved
_OPERATORS: Final = {
    "+": Operator.ADD,
    "-": Operator.SUB,
    "−": Operator.SUB,
    "–": Operator.SUB,
    "*": Operator.MUL,
    "×": Operator.MUL,
    "/": Operator.DIV,
    "÷": Operator.DIV,
}
_TOKEN: Final = re.compile(
    r"(?P<number>\$?[ ]?(?:[0-9][0-9,]*(?:\.[0-9]*)?|\.[0-9]+)(?:[ ]?%)?)"
    r"|(?P<name>[^\W\d_]\w*)"
    r"|(?P<operator>[-+*/×÷−–])"
    r"|(?P<mark>[()=])"
)
_GROUPED: Final = re.compile(r"[0-9]+|[0-9]{1,3}(?:,[0-9]{3})+")


@dataclass(frozen=True)
class Literal:
    """A number of an arithmetic text, at source[start:end]."""

    value: Fraction  # "25%" is 1/4
    text: str  # as in the source, but with ASCII digits
    start: int
    end: int


@dataclass(frozen=True)
class Parsed:
    """An expression over its literals: Leaf(k) is the k-th literal in reading order."""

    tree: Expression
    literals: tuple[Literal, ...]

    @property
    def values(self) -> tuple[Fraction, ...]:
        """The values of the literals, ready for ``expression.evaluate``."""
        return tuple(literal.value for literal in self.literals)


@dataclass(frozen=True)
class _Token:
    kind: str  # number, name, operator, mark or end
    text: str
    start: int


def parse(text: str) -> Parsed:
    """Read an expression of numbers; raises GrammarError."""
    reader = _Reader(text)
    tree = reader.sum()
    reader.finish()
    if reader.names:
        name = reader.names[0]
        raise GrammarError(f"{name.text!r} is an unknown, not a number", name.start, reader.text)
    return Parsed(tree, tuple(reader.literals))


def parse_equation(text: str) -> Parsed:
    """Read an equation with one occurrence of one unknown and solve it for the unknown.

    A text without "=" is read by ``parse``. The literals stay in reading order, so in the solution
    of "27 + x = 70" Leaf(1) comes before Leaf(0). Raises GrammarError.
    """
    reader = _Reader(text)
    left = reader.sum()
    equals = reader.token
    if equals.text != "=":
        return parse(text)
    reader.advance()
    right = reader.sum()
    reader.finish()
    if not reader.names:
        raise GrammarError("the equation has no unknown", equals.start, reader.text)
    if len(reader.names) > 1:
        first, second = reader.names[:2]
        problem = "occurs twice" if first.text == second.text else "is a second unknown"
        raise GrammarError(f"{second.text!r} {problem}", second.start, reader.text)
    sides = (left, right) if _UNKNOWN in leaves(left) else (right, left)
    return Parsed(_solve(*sides), tuple(reader.literals))


def parse_indices(text: str) -> Expression:
    """Read a tree whose numerals are quantity indices, as in "(0-2)/1"; raises GrammarError."""
    parsed = parse(text)
    for literal in parsed.literals:
        if not literal.text.isdigit():
            raise GrammarError(
                f"{literal.text!r} is not an index", literal.start, normalise_in_place(text)
            )
    return map_leaves(parsed.tree, [int(literal.text) for literal in parsed.literals].__getitem__)


def _solve(side: Expression, value: Expression) -> Expression:
    """Move everything around the unknown in ``side`` over to ``value``."""
    while isinstance(side, Operation):
        left, right = side.left, side.right
        additive = side.operator in ADDITIVE
        inverse = Operator.SUB if additive else Operator.DIV
        direct = Operator.ADD if additive else Operator.MUL
        on_left = _UNKNOWN in leaves(left)
        if side.operator is direct:
            value = Operation(inverse, value, right if on_left else left)
        elif on_left:
            value = Operation(direct, value, right)
        else:
            value = Operation(inverse, left, value)
        side = left if on_left else right
    return value


class _Reader:
    """Recursive descent over the tokens of one text, collecting its numbers and unknowns."""

    def __init__(self, text: str) -> None:
        if len(text) > MAX_LENGTH:
            raise GrammarError(
                f"longer than {MAX_LENGTH} characters", MAX_LENGTH, text[:MAX_LENGTH]
            )
        self.text = normalise_in_place(text)
        self.literals: list[Literal] = []
        self.names: list[_Token] = []
        self._tokens = _tokens(self.text)
        self._next = 0
        self._depth = 0

    @property
    def token(self) -> _Token:
        return self._tokens[self._next]

    def advance(self) -> _Token:
        token = self.token
        self._next += 1
        return token

    def finish(self) -> None:
        if self.token.kind == "end":
            return
        if self.token.text == ")":
            raise self._error("this parenthesis was never opened")
        if self.token.text == "=":
            raise self._error("an equals sign is not allowed here")
        raise self._error("an operator is missing before this")

    def sum(self) -> Expression:
        return self._chain((Operator.ADD, Operator.SUB))

    def _product(self) -> Expression:
        return self._chain((Operator.MUL, Operator.DIV))

    def _chain(self, operators: Sequence[Operator]) -> Expression:
        operand = self._product if Operator.ADD in operators else self._operand
        tree = operand()
        while self.token.kind == "operator" and _OPERATORS[self.token.text] in operators:
            operator = _OPERATORS[self.advance().text]
            tree = Operation(operator, tree, operand())
        return tree

    def _operand(self) -> Expression:
        token = self.token
        if token.kind in ("number", "name"):
            if len(self.literals) + len(self.names) == MAX_LEAVES:
                raise self._error(f"more than {MAX_LEAVES} numbers")
            self.advance()
            if token.kind == "name":
                self.names.append(token)
                return Leaf(_UNKNOWN)
            self.literals.append(_literal(token, self.text))
            return Leaf(len(self.literals) - 1)
        if token.text == "(":
            return self._parenthesis()
        if token.kind == "end":
            raise self._error("a number is missing at the end")
        if token.kind == "operator" and _OPERATORS[token.text] is Operator.SUB:
            raise self._error(
                "a minus sign needs a number before it: there are no negative numbers"
            )
        raise self._error(f"a number is missing before {token.text!r}")

    def _parenthesis(self) -> Expression:
        opening = self.token
        if self._depth == MAX_DEPTH:
            raise self._error(f"parentheses nest deeper than {MAX_DEPTH}")
        self.advance()
        self._depth += 1
        tree = self.sum()
        if self.token.text != ")":
            if self.token.kind == "end":
                raise GrammarError("this parenthesis is never closed", opening.start, self.text)
            raise self._error("an operator or a closing parenthesis is missing before this")
        self.advance()
        self._depth -= 1
        return tree

    def _error(self, message: str) -> GrammarError:
        return GrammarError(message, self.token.start, self.text)


def _tokens(text: str) -> list[_Token]:
    tokens: list[_Token] = []
    position = 0
    while position < len(text):
        if text[position].isspace():
            position += 1
            continue
        match = _TOKEN.match(text, position)
        if match is None:
            raise GrammarError(f"{text[position]!r} is not arithmetic", position, text)
        tokens.append(_Token(match.lastgroup or "", match.group(), position))
        position = match.end()
    return [*tokens, _Token("end", "", len(text))]


def _literal(token: _Token, text: str) -> Literal:
    digits = token.text.strip("$% ")
    whole, _, decimals = digits.partition(".")
    if sum(c.isdigit() for c in digits) > MAX_DIGITS:
        raise GrammarError(f"this number has more than {MAX_DIGITS} digits", token.start, text)
    if whole and not _GROUPED.fullmatch(whole):
        comma = token.start + token.text.index(",")
        raise GrammarError("a comma belongs between groups of three digits", comma, text)
    value = Fraction(int(whole.replace(",", "") or "0")) + Fraction(
        int(decimals or "0"), 10 ** len(decimals)
    )
    if token.text.endswith("%"):
        value /= 100
    return Literal(value, token.text, token.start, token.start + len(token.text))
