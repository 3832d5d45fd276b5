"""Quantities: numbers with exact spans and values, their units and rates, and the question.

``find_numbers`` takes a parsed text and gives its number mentions; ``find_question`` gives the
token span that asks; ``read_units`` joins both into quantities and a question with units, by rule
(paper, "Rule based Extraction Features").
"""

from unitdep.quantities.numbers import find_numbers
from unitdep.quantities.question import find_question
from unitdep.quantities.types import Number, NumberKind, Quantity, Question, Unit
from unitdep.quantities.units import read_units

__all__ = [
    "Number",
    "NumberKind",
    "Quantity",
    "Question",
    "Unit",
    "find_numbers",
    "find_question",
    "read_units",
]
