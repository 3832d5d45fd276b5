"""Small problems of our own wording with trees and rates, for tests that train something."""

from __future__ import annotations

from fractions import Fraction

from unitdep.core.expression import evaluate, monotonic
from unitdep.core.labels import QUESTION, Vertex
from unitdep.reading.arithmetic import parse_indices
from unitdep.reading.problem import read_problem
from unitdep.research.datasets import AnnotatedProblem

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")
THINGS = ("apples", "pens", "stamps", "shells", "coins")
OTHERS = ("plums", "cups", "books", "stones", "rings")
# text, tree over its numbers in text order, rates; {many} is a multiple of {few} and of {parts}
WORDINGS: tuple[tuple[str, str, frozenset[Vertex]], ...] = (
    ("{name} has {many} {thing}. {name} finds {few} more {thing}. How many {thing} does {name} "
     "have now?", "0+1", frozenset()),
    ("{name} has {many} {thing}. {name} gives away {few} {thing}. How many {thing} are left?",
     "0-1", frozenset()),
    ("There are {few} {thing} in each box. {name} buys {parts} boxes. How many {thing} does {name} "
     "have?", "0*1", frozenset({0})),
    ("{name} puts {many} {thing} in bags with {few} {thing} in each bag. How many bags does {name} "
     "need?", "0/1", frozenset({1})),
    ("{name} shares {many} {thing} equally among {parts} friends. How many {thing} does each "
     "friend get?", "0/1", frozenset({QUESTION})),
    ("{name} has {few} {other} and {many} {thing}. {name} sells {parts} {thing}. How many {thing} "
     "are left?", "1-2", frozenset()),
    ("{name} has {many} {thing} and buys {few} {thing}. {name} loses {parts} {thing}. How many "
     "{thing} does {name} have now?", "0+1-2", frozenset()),
    ("{name} fills {parts} boxes with {few} {thing} in each box and finds {extra} more {thing}. "
     "How many {thing} are there in all?", "0*1+2", frozenset({1})),
)  # fmt: skip


def own_problems() -> list[AnnotatedProblem]:
    """Forty problems, five of each wording."""
    return [_problem(k, number) for k in range(len(NAMES)) for number in range(len(WORDINGS))]


def _problem(k: int, number: int) -> AnnotatedProblem:
    """Fill the ``k``-th names and numbers into a wording."""
    wording, indices, rates = WORDINGS[number]
    few, parts = 4 + k, 2 + k
    text = wording.format(
        name=NAMES[k],
        thing=THINGS[k],
        other=OTHERS[k],
        few=few,
        parts=parts,
        many=few * parts * 3,
        extra=11 + k,
    )
    problem, tree = read_problem(text), monotonic(parse_indices(indices))
    answer: Fraction = evaluate(tree, [q.value for q in problem.quantities])
    return AnnotatedProblem(f"own-{number}-{k}", problem, answer, tree, rates)
