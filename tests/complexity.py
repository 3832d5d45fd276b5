"""Cyclomatic complexity, counted as radon counts it (`radon cc`): grade C ends at 20.

A function is one, and one more for each branch, loop, handler, assertion, comprehension and
``and`` or ``or`` in it. A function inside another is counted by itself.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

GRADE_C = 20
Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions(source: str) -> Iterator[tuple[str, int]]:
    """Yield the name and the complexity of every function in a module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, Function):
            yield node.name, 1 + sum(map(_below, node.body))


def _below(node: ast.AST) -> int:
    """Return what a node adds, with everything in it but other functions."""
    if isinstance(node, Function):
        return 0
    return _branches(node) + sum(map(_below, ast.iter_child_nodes(node)))


def _branches(node: ast.AST) -> int:
    match node:
        case ast.If() | ast.IfExp() | ast.Assert():
            return 1
        case ast.For() | ast.AsyncFor() | ast.While():
            return 1 + bool(node.orelse)
        case ast.Try() | ast.TryStar():
            return len(node.handlers) + bool(node.orelse)
        case ast.BoolOp():
            return len(node.values) - 1
        case ast.comprehension():
            return 1 + len(node.ifs)
        case ast.Match():
            return len(node.cases) - any(_catches_all(case.pattern) for case in node.cases)
        case _:
            return 0


def _catches_all(pattern: ast.pattern) -> bool:
    return isinstance(pattern, ast.MatchAs) and pattern.pattern is None
