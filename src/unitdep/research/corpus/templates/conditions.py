"""Conditions over a template's numbers: compiled by our own small compiler, never run as Python.

A condition is an expression over ``n``, the list of numbers: comparisons, arithmetic, and/or/not,
``in``, and abs, int, max, min, round. It is split at its top-level "and" into clauses, so that the
search for suitable numbers knows which clause fails and which numbers it involves.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from unitdep.errors import ConditionError

Numbers = Sequence[int | Fraction]
Function = Callable[[Numbers], Any]

_OPERATORS: Final[Mapping[type[ast.AST], Callable[[Any, Any], Any]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: lambda left, right: Fraction(left) / right,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.In: lambda item, items: item in items,
    ast.NotIn: lambda item, items: item not in items,
}
_FUNCTIONS: Final[Mapping[str, Callable[..., Any]]] = {
    "abs": abs,
    "int": int,
    "max": max,
    "min": min,
    "round": round,
}


@dataclass(frozen=True)
class Clause:
    """One part of a condition, true or false for a list of numbers."""

    source: str
    indices: tuple[int, ...]  # of the numbers it involves
    function: Function

    def __call__(self, numbers: Numbers) -> bool:
        """Return whether the numbers satisfy the clause; a division by zero does not."""
        try:
            return bool(self.function(numbers))
        except ZeroDivisionError:
            return False


def clauses(where: str) -> tuple[Clause, ...]:
    """Compile a condition into its clauses; raises ConditionError."""
    if not where.strip():
        return ()
    try:
        body = ast.parse(where.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError) as error:
        raise ConditionError(f"not a condition: {where}") from error
    return tuple(Clause(ast.unparse(p), _indices(p), _compiled(p)) for p in _parts(body))


def _parts(body: ast.expr) -> list[ast.expr]:
    if isinstance(body, ast.BoolOp) and isinstance(body.op, ast.And):
        return [part for value in body.values for part in _parts(value)]
    return [body]


def _indices(body: ast.expr) -> tuple[int, ...]:
    lookups = (node for node in ast.walk(body) if isinstance(node, ast.Subscript))
    return tuple(sorted({_index(node) for node in lookups}))


def _index(node: ast.expr) -> int:
    match node:
        case ast.Subscript(value=ast.Name(id="n"), slice=ast.Constant(value=int() as index)):
            return index
    raise ConditionError(f"only n[0], n[1], ... can be used, not {ast.unparse(node)}")


def _compiled(node: ast.expr) -> Function:
    """Turn a node into a function of the numbers; raises ConditionError for any unknown node."""
    match node:
        case ast.Constant(value=int() | float() as value):
            constant = value if isinstance(value, int) else Fraction(str(value))
            return lambda _: constant
        case ast.Subscript():
            return operator.itemgetter(_index(node))
        case ast.Tuple(elts=nodes) | ast.List(elts=nodes):
            parts = _all_compiled(nodes)
            return lambda n: [part(n) for part in parts]
        case ast.Call(func=ast.Name(id=name), args=nodes, keywords=[]) if name in _FUNCTIONS:
            arguments, function = _all_compiled(nodes), _FUNCTIONS[name]
            return lambda n: function(*(argument(n) for argument in arguments))
        case ast.BoolOp(op=ast.And(), values=nodes):
            parts = _all_compiled(nodes)
            return lambda n: all(part(n) for part in parts)
        case ast.BoolOp(values=nodes):
            parts = _all_compiled(nodes)
            return lambda n: any(part(n) for part in parts)
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            part = _compiled(inner)
            return lambda n: not part(n)
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            part = _compiled(inner)
            return lambda n: -part(n)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            return _joined(_OPERATORS[type(op)], _compiled(left), _compiled(right))
        case ast.Compare(left=left, ops=ops, comparators=others) if all(
            type(op) in _OPERATORS for op in ops
        ):
            sides = _all_compiled([left, *others])
            links = [_joined(_OPERATORS[type(op)], *sides[i : i + 2]) for i, op in enumerate(ops)]
            return links[0] if len(links) == 1 else lambda n: all(link(n) for link in links)
    raise ConditionError(f"not allowed in a condition: {ast.unparse(node)}")


def _all_compiled(nodes: Sequence[ast.expr]) -> list[Function]:
    return [_compiled(node) for node in nodes]


def _joined(operation: Callable[[Any, Any], Any], left: Function, right: Function) -> Function:
    return lambda n: operation(left(n), right(n))
