"""What tests are made of: trees, score tables, problems, solutions, and small data sets."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

import numpy as np
from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer

from unitdep.core.expression import Expression, Leaf, Operation, Operator, evaluate, monotonic
from unitdep.core.labels import QUESTION, Vertex
from unitdep.core.labels import Kind as VertexKind
from unitdep.inference.types import Candidate, Query, Ranking, Weights
from unitdep.reading.arithmetic import parse_indices
from unitdep.reading.problem import Problem, read_problem
from unitdep.reading.quantity import Number, NumberKind, Quantity, Question
from unitdep.reading.spacy_pipeline import parse
from unitdep.research.datasets import AnnotatedProblem
from unitdep.scoring.tables import EverydayTables, Floats, ScoreTables
from unitdep.solution import Solution, build
from unitdep.units.unit import Unit

ADD, SUB, MUL, DIV = Operator.ADD, Operator.SUB, Operator.MUL, Operator.DIV
# The paper's Example 1; the quantities in text order are 66, 8, 10.
ISABEL = (
    "Isabel picked 66 flowers for her friend's wedding. She was making bouquets with 8 flowers in "
    "each one. If 10 of the flowers wilted before the wedding, how many bouquets could she still "
    "make?"
)


# Trees.


def op(operator: Operator, left: Expression | int, right: Expression | int) -> Operation:
    """Return an operation; an index stands for its leaf."""
    sides = [Leaf(side) if isinstance(side, int) else side for side in (left, right)]
    return Operation(operator, sides[0], sides[1])


def random_tree(order: Sequence[int], source: random.Random) -> Expression:
    """Draw a tree, not in normal form, with these leaves from left to right."""
    if len(order) == 1:
        return Leaf(order[0])
    cut = source.randrange(1, len(order))
    left, right = random_tree(order[:cut], source), random_tree(order[cut:], source)
    return Operation(source.choice(list(Operator)), left, right)


# Score tables and the numbers that go with them.

Kind = Literal["peaked", "flat"]


def random_tables(rng: np.random.Generator | int, size: int, kind: Kind = "peaked") -> ScoreTables:
    """Draw the four tables of a problem, with a generator or a seed.

    Each row is drawn on its own: "peaked" rows have one likely label as a trained model's do.
    """
    rng = np.random.default_rng(rng)
    pairs = size * (size - 1) // 2
    shapes = ((size, 2), (pairs, 6), (size + 1, 2), (pairs + size, 6))
    return ScoreTables(*(_table(rng, rows, labels, kind) for rows, labels in shapes))


def random_values(rng: np.random.Generator, size: int) -> list[Fraction]:
    """Draw the numbers of a problem."""
    return [Fraction(int(value)) for value in rng.integers(1, 60, size)]


def everyday_tables(rng: np.random.Generator, size: int) -> ScoreTables:
    """Draw the tables of a problem in the everyday scope: also faces, ``again`` and finishes."""

    def table(*shape: int) -> np.ndarray:
        logits = rng.normal(0, 1.5, shape)
        return logits - np.logaddexp.reduce(logits, axis=-1, keepdims=True)

    tables = random_tables(rng, size)
    return replace(tables, everyday=EverydayTables(table(size, 3), table(size, size), table(6)))


def everyday_query(rng: np.random.Generator, kinds: tuple[VertexKind, ...]) -> Query:
    """Draw a problem whose vertices have these kinds; a factor is a quarter."""
    size = len(kinds)
    values = [
        Fraction(1, 4) if kind is VertexKind.FACTOR else value
        for kind, value in zip(kinds, random_values(rng, size), strict=True)
    ]
    return Query(everyday_tables(rng, size), tuple(values), Weights(), kinds=kinds)


def _table(rng: np.random.Generator, rows: int, labels: int, kind: Kind) -> Floats:
    if kind == "flat":
        scores = rng.normal(size=(rows, labels))
    else:
        scores = rng.uniform(-8, -3, (rows, labels))
        scores[np.arange(rows), rng.integers(0, labels, rows)] = 0
    return np.asarray(scores - np.log(np.exp(scores).sum(axis=1, keepdims=True)))


def random_grids(sizes: list[int], seed: int = 0) -> list[np.ndarray[Any, Any]]:
    rng = np.random.default_rng(seed)
    count, n = len(sizes), max(sizes)
    shapes = [(count, n, 2), (count, n, n, 6), (count, n + 1, 2), (count, n + 1, n + 1, 6)]
    return [rng.normal(size=shape) for shape in shapes]


# Problems and solutions.


def fake_problem(given: Sequence[tuple[str, Unit]], asked: Unit | None) -> Problem:
    """A problem whose text is its numbers, with the units given."""
    text, quantities = "", []
    for index, (number, unit) in enumerate(given):
        start = len(text)
        text += f"{number} "
        kind = NumberKind.PERCENT if "%" in number else NumberKind.PLAIN
        value = Fraction(number.rstrip("%")) / (100 if "%" in number else 1)
        mention = Number(start, start + len(number), number, value, kind)
        quantities.append(Quantity(index, mention, unit, index, index + 1))
    end = len(text) + 1
    question = None if asked is None else Question(end - 1, end, 0, 1, asked)
    return Problem(text + "?", parse(""), tuple(quantities), question)


def candidate(
    problem: Problem, tree: Expression, rates: Iterable[Vertex], probability: float
) -> Candidate:
    value = evaluate(tree, [q.value for q in problem.quantities])
    parts = {"irrelevance": 0.1, "lca": 0.2, "vertex": 0.3, "edge": 0.4}
    return Candidate(tree, frozenset(rates), value, 1.0, parts, probability)


def solved(
    given: Sequence[tuple[str, Unit]],
    asked: Unit | None,
    tree: Expression,
    rates: Iterable[Vertex] = (),
) -> Solution:
    problem = fake_problem(given, asked)
    return build(problem, Ranking((candidate(problem, tree, rates, 0.9),), True))


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


def small_tokenizer() -> Tokenizer:
    """Return a tokenizer that knows a few words and all letters."""
    special = "[PAD] [UNK] [CLS] [SEP] [unused1] [unused2] [unused3]"
    words = f"{special} ann has pens and boxes how many fit in each box if she $ ? . , a b c"
    letters = [f"##{c}" for c in "abcdefghijklmnopqrstuvwxyz"] + list("defghijklmnopqrstuvwxyz")
    vocabulary = {w: k for k, w in enumerate([*words.split(), *letters])}
    tokenizer = Tokenizer(WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = BertNormalizer()
    tokenizer.pre_tokenizer = BertPreTokenizer()
    return tokenizer


# Files of records and templates.

MORE_NAMES = (*NAMES, "Finn", "Gus", "Hana", "Ivo", "Jill")
POOL: tuple[dict[str, Any], ...] = (
    {"id": "a", "text": "Mo has two pens and 3 pens. How many?", "expression": "2 + 3"},
    {"id": "b", "text": "Al has 4 cups and 5 cups. How many?", "expression": "4 + 5"},
    {"id": "c", "text": "A box holds 6 jars. How many jars are in 7?", "expression": "6 * 7"},
)
TEMPLATE_FIELDS: dict[str, Any] = {
    "id": "own-1",
    "text": "{F1} packs [0] pens in boxes of [1] pens; [2] pencils stay out. How many boxes?",
    "tree": "0/1",
    "rates": [1],
    "units": ["pen", "pen per box", "pencil", "box"],
    "where": "n[0]>n[1] and n[0]%n[1]==0",
    "kinds": ["groups-number"],
    "irrelevant": {"2": "other-unit"},
}


def small_records() -> list[dict[str, Any]]:
    """Forty problems as a file has them: ten of each operation."""
    records: list[tuple[str, str]] = []
    for k, name in enumerate(MORE_NAMES):
        many, few, boxes, thing = 20 + 3 * k, 4 + k, 2 + k, THINGS[k % 5]
        records += [
            (f"{many} + {few}", f"{name} has {many} {thing}. {name} finds {few} more {thing}. How "
             f"many {thing} does {name} have now?"),
            (f"{many} - {few}", f"{name} has {many} {thing}. {name} gives away {few} {thing}. How "
             f"many {thing} are left?"),
            (f"{few} * {boxes}", f"There are {few} {thing} in each box. {name} buys {boxes} boxes. "
             f"How many {thing} does {name} have?"),
            (f"{few * boxes} / {few}", f"{name} puts {few * boxes} {thing} in bags with {few} "
             f"{thing} in each bag. How many bags does {name} need?"),
        ]  # fmt: skip
    return [{"id": f"p{k}", "text": t, "expression": e} for k, (e, t) in enumerate(records)]


def write_lines(path: Path, objects: Iterable[dict[str, Any]], more: str = "") -> str:
    """Write JSON lines, and after them what need not be JSON; returns the path as text."""
    path.write_text("".join(json.dumps(o) + "\n" for o in objects) + more, "utf-8")
    return str(path)
