"""What a text needs beyond an expression of its numbers: unknowns, formulas, other mathematics."""

from __future__ import annotations

import re
from typing import Final

from unitdep.reading.problem import Problem
from unitdep.reading.refusals.mixture import two_kinds
from unitdep.reading.refusals.phrases import found

EQUATION = 'this needs an equation: "{sign}" stands for an unknown'
UNKNOWNS = 'this needs an equation with unknowns: "{sign}"'
TWO_UNKNOWNS = "this needs two unknowns: {kinds}"
GEOMETRY = 'this needs a formula of geometry that the text does not give: "{word}"'
MATHEMATICS = 'this needs more than + - × ÷: "{word}"'

# "k" or "3k"; "1 m", "1m" and "3 x 4" are a measure and a product
_LETTER: Final = r"(?<![\w'’.-])(?<!\d )\d*((?<=\d)[a-fi-kn-ru-z]|(?<!\d)[a-z])(?![\w'’])"
_VARIABLES: Final = (  # the group is the variable
    re.compile(rf"{_LETTER}\s*[-+*/=](?=[^=]*=)"),  # "3k + 4 = 10"
    re.compile(r"=\s*-?(?!a\s)([a-z])(?![\w'’])"),  # "10 = k", not "12 eggs = a box"
    re.compile(r"(?<![\w'’.-])(?<!\d )\d*([xyz])(?![\w'’-])"),
    re.compile(r"(?<!\w)[a-z]\(([a-z])\)"),  # "f(x)"
)
_POINT: Final = re.compile(r"\(\s*-?\d+\s*,\s*-?\d+\s*\)")


def other_means(problem: Problem) -> str | None:
    """Say what else a problem needs, or None if an expression of its numbers may do."""
    text = problem.text
    if variable := next((m[1] for p in _VARIABLES if (m := p.search(text))), ""):
        return EQUATION.format(sign=variable)
    if word := found("unknowns", text):
        return UNKNOWNS.format(sign=word.lower())
    if word := found("mathematics", text):
        return MATHEMATICS.format(word=word.lower())
    if word := _formula(problem):
        return GEOMETRY.format(word=word.lower())
    if kinds := two_kinds(problem):
        return TWO_UNKNOWNS.format(kinds=kinds)
    return None


def _formula(problem: Problem) -> str:
    """Return the word that shows that a formula of geometry is needed; "" if none does."""
    if word := found("geometry", problem.text):
        return word
    if point := _POINT.search(problem.text):
        return point[0]
    shape = found("shape", problem.text)
    asked = problem.text[problem.question.start : problem.question.end] if problem.question else ""
    return shape if shape and found("measure", asked) else ""
