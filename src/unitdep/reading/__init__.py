"""Quantities: numbers with exact spans and values, their units and rates, and the question.

``find_numbers`` takes a parsed text and gives its number mentions; ``find_question`` gives the
token span that asks; ``read_units`` joins both into quantities and a question with units, by rule
(paper, "Rule based Extraction Features").
"""

from unitdep.reading.numbers import find_numbers
from unitdep.reading.quantity import Number, NumberKind, Quantity, Question
from unitdep.reading.question import find_question
from unitdep.reading.unit_rules import read_units
from unitdep.units.unit import Unit

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
