"""Reading: a text becomes a problem.

    text -> Doc -> numbers -> units -> Problem

1. ``text`` normalises the characters and refuses to read what is too long.
2. ``spacy_pipeline`` tags and parses the text; ``words`` turns the parse into columns, in which
   ``noun_phrases`` finds what is counted.
3. ``numbers`` finds the numbers with their exact spans and values, and ``question`` the clause that
   asks. ``named`` has the numbers that only name something: dates, ordinals, labels.
4. ``unit_rules`` gives every number and the question a unit, which may be a rate (paper, "Rule
   based Extraction Features").
5. ``problem`` composes these steps: ``read_problem`` is the way in. Its parts are in ``quantity``.

``refusals`` explains why a problem cannot be answered. ``arithmetic`` reads expressions and
equations that people type, and ``work`` whole workings with their sums and final answers.
"""

from unitdep.reading.numbers import find_numbers
from unitdep.reading.quantity import Number, NumberKind, Quantity, Question
from unitdep.reading.question import find_question
from unitdep.reading.unit_rules import read_units

__all__ = [
    "Number",
    "NumberKind",
    "Quantity",
    "Question",
    "find_numbers",
    "find_question",
    "read_units",
]
