"""The rules' findings about a problem, as extra input for the network.

The transformer reads words. Which units agree, who owns what and which verb governs a quantity is
read by rule (``scoring.features.own``): a few thousand templates are too few to learn that from.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from unitdep.core.labels import Kind
from unitdep.reading.problem import Problem, Scope
from unitdep.reading.quantity import Quantity
from unitdep.scoring.features import own
from unitdep.scoring.features.paper import question_unit
from unitdep.scoring.features.view import View, view
from unitdep.scoring.features.words import verb_class
from unitdep.scoring.tables import number_pairs

_VERTEX_KINDS: Final = ("quantity", "question")
_UNIT: Final = (
    "num=asked",
    "num~asked",
    "modifiers-asked",
    "modifiers-differ",
    "den=asked",
    "num=asked-den",
    "rate",
    "den-named",
    "den-counted",
    "asked-rate",
)
_WHO: Final = ("owner-asked", "owner-other", "verb-asked", "class-asked", "negated")
_WHERE: Final = ("first", "last", "in-question", "some-before", "twin-value")
_NUMBER: Final = ("1", "2", "broken", "below-one", "fraction", "percent", "money")
_DOES: Final = ("gain", "lose", "give", "take", "spend", "consume", "make", "have", "move", "split")
_DOES_ELSE: Final = ("need", "count", "work")
_EVERYDAY: Final = (
    *(f"kind {kind}" for kind in Kind),
    *("implied", "below-one factor", "whole", "rounded", "everyday"),
)
VERTEX_FACTS: Final = (
    *_VERTEX_KINDS,
    *_UNIT,
    *_WHO,
    *_WHERE,
    *_NUMBER,
    *(f"does {name}" for name in (*_DOES, *_DOES_ELSE)),
    *_EVERYDAY,
)
PAIR_FACTS: Final = (
    *("rates 00", "rates 01", "rates 10", "rates 11"),
    *("num=num", "num~num", "modifiers-share", "modifiers-differ"),
    *("den1=num2", "num1=den2", "den=den"),
    *("same-sentence", "adjacent", "same-verb-token", "same-class", "same-verb"),
    *("same-owner", "owners-differ", "between and", "between than", "between but", "between then"),
    *("descending", "equal", "divides", "far-apart", "question"),
)
_VERTEX: Final = {fact: k for k, fact in enumerate(VERTEX_FACTS)}
_PAIR: Final = {fact: k for k, fact in enumerate(PAIR_FACTS)}

Floats32 = NDArray[np.float32]


def read_facts(problem: Problem) -> tuple[Floats32, Floats32]:
    """Return the facts of vertices, (n + 1, facts), and of pairs i < j, (n + 1, n + 1, facts).

    The question is the last vertex.
    """
    seen = view(problem)
    n = problem.size
    vertices = np.zeros((n + 1, len(VERTEX_FACTS)), np.float32)
    pairs = np.zeros((n + 1, n + 1, len(PAIR_FACTS)), np.float32)
    for i in range(n):
        _mark(vertices[i], _VERTEX, _of_quantity(seen, i))
        _mark(pairs[i, n], _PAIR, _with_question(seen, i))
    _mark(vertices[n], _VERTEX, _of_question(seen))
    for i, j in number_pairs(n):
        _mark(pairs[i, j], _PAIR, own.pair_facts(seen, i, j))
    return vertices, pairs


def _mark(row: Floats32, places: dict[str, int], facts: list[str]) -> None:
    for fact in facts:
        place = places.get(fact)
        if place is not None:
            row[place] = 1.0


def _of_quantity(seen: View, index: int) -> list[str]:
    quantity = seen.problem.quantities[index]
    facts = [
        "quantity",
        *own.question_fit(seen, quantity),
        *own.rate_facts(quantity.unit),
        *own.person(seen, index),
        *own.verb_facts(seen, index),
        *own.number_facts(seen, quantity),
    ]
    if own.counted(seen, quantity.unit.denominator_tokens, index):
        facts.append("den-counted")
    if own.twin(seen.problem.quantities, quantity):
        facts.append("twin-value")
    if seen.some_before[index]:
        facts.append("some-before")
    if seen.problem.scope is Scope.EVERYDAY:
        facts += _everyday(quantity)
    return facts


def _everyday(quantity: Quantity) -> list[str]:
    facts = ["everyday", f"kind {quantity.kind}"]
    if quantity.implied:
        facts.append("implied")
    if quantity.kind is Kind.FACTOR and quantity.value < 1:
        facts.append("below-one factor")
    return facts


def _of_question(seen: View) -> list[str]:
    asked = question_unit(seen)
    facts = ["question", *own.rate_facts(asked)]
    if own.counted(seen, asked.denominator_tokens, None):
        facts.append("den-counted")
    if seen.question_verb is not None:
        facts.append(f"does {verb_class(seen.question_verb)}")
    question = seen.problem.question
    if seen.problem.scope is Scope.EVERYDAY and question is not None:
        facts.append("everyday")
        facts += ["whole"] * question.whole + ["rounded"] * (question.nearest is not None)
    return facts


def _with_question(seen: View, index: int) -> list[str]:
    unit = seen.problem.quantities[index].unit
    facts = [*own.relation(unit, question_unit(seen)), "question"]
    return [*facts, "same-sentence"] if seen.in_question_sentence[index] else facts
