"""What a text leaves open: amounts without a number, and operations that its question needs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from unitdep.core.expression import Operator
from unitdep.core.labels import Finish
from unitdep.reading.problem import Problem
from unitdep.steps.step import Step
from unitdep.units.conversion import is_money
from unitdep.units.dimension import Dimension

_LISTED: Final = re.compile(r"(?: \w+){1,3},?(?: and)? ")  # between two numbers of a list
_ONE: Final = re.compile(  # what ends such a list without a number
    r"(?: \w+){1,3},? and (an? (?!half|quarter|third|few|lot|couple)\w+(?: \w+)?)"
    r"(?=[.,;?!]|$| (?:in|on|at|for|from|with|to|by|inside|under)\b)"
)
_SOME: Final = r"(?:some|a few|several)"
_OPEN: Final = re.compile(  # a change of an amount that isn't stated
    rf"\b{_SOME}(?: \w+){{0,3}}? (?:are|were|got|left|went|broke|melted|died|fell|came)\b"
    r"|\b(?:gave|give|gives|ate|eats|sold|sells|lost|used|took|takes|spent|threw|broke)\b"
    rf"(?: \w+){{0,3}}? {_SOME} (?:of|to|away)\b"
    r"|\bbetween \d+ and \d+\b(?!\s?(?:[ap]\.?m|o'clock))",
    re.IGNORECASE,
)
_RANGE: Final = "between"
_AFTER: Final = re.compile(r"\b(?:left|now|still|remain\w*)\b", re.IGNORECASE)
_LEFT: Final = re.compile(
    r"\b(?:are|is|were|was|have|has|had|be|do|does) (?:\w+ ){0,4}?left\b(?! the| to\b)"
    r"|\bremain(?:s|ing|ed)?\b|\bhow much change\b",
    re.IGNORECASE,
)
_PRICE: Final = re.compile(
    r"\bhow much (?:money|change)\b|\bhow much (?:did|do|does|will|would|should|must|can|could)\b"
    r"[^?]*\b(?:costs?|pay|paid|earn|owe|save|spend|charge)\b",
    re.IGNORECASE,
)
_AREA: Final = re.compile(r"\bsquare \w*(?:met|feet|foot|inch|yard|mile)|\barea\b", re.IGNORECASE)
_VOLUME: Final = re.compile(r"\bcubic\b|\bvolume\b", re.IGNORECASE)


def unstated(problem: Problem, steps: Sequence[Step], finish: Finish) -> Iterator[str]:
    """Yield sentences about amounts that an answer needs, and the text doesn't give."""
    if one := _one(problem):
        yield f'"{one}" ends the list, but has no number and is not counted.'
    asked = _question(problem)
    vague = _OPEN.search(problem.text)
    if vague and (_AFTER.search(asked) or vague[0].lower().startswith(_RANGE)):
        yield f'"{vague[0]}" does not say how many.'
    takes = any(step.operator is Operator.SUB for step in steps)
    if steps and not takes and finish is Finish.EXACT and (left := _LEFT.search(asked)):
        yield f'The question asks "{left[0]}", but nothing is taken away.'


def other_kind(problem: Problem, unit: Dimension | None) -> str:
    """Return what a question asks for if its words name another kind of unit, or ""."""
    asked = _question(problem)
    nouns = [] if unit is None else [noun for term in (*unit.over, *unit.under) for noun in term]
    if nouns and _PRICE.search(asked) and not any(map(is_money, nouns)):
        return "money"
    lengths = 0 if unit is None or unit.under else len(unit.over)
    if lengths == len("xyz") and _AREA.search(asked):
        return "an area"
    if lengths == len("xy") and _VOLUME.search(asked):
        return "a volume"
    return ""


def _question(problem: Problem) -> str:
    """Return the text from the question on: what it asks for may follow the words that ask."""
    return "" if problem.question is None else problem.text[problem.question.start :]


def _one(problem: Problem) -> str:
    """Return what ends a list of numbers without one: "3 hens, 4 ducks and a goat"; or ""."""
    spans = sorted((q.number.start, q.number.end) for q in problem.quantities if not q.implied)
    for (_, end), (start, last) in pairwise(spans):
        one = _ONE.match(problem.text, last)
        if one and _LISTED.fullmatch(problem.text, end, start):
            return one[1]
    return ""
