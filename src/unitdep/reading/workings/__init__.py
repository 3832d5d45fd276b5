"""Workings: what a pupil or a language model writes becomes steps and a final answer.

    text -> corrections -> markup -> tokens -> sums -> answers -> Working

1. ``corrections`` blanks out numbers that were taken back, and later drops sums that were;
   ``markup`` blanks out LaTeX, Markdown and thoughts. The length stays.
2. ``tokens`` finds numbers, signs, words and marks in one pass.
3. ``terms`` reads numbers with their units, ``expressions`` trees of them, and ``sums`` equations
   as steps with claimed results.
4. ``answers`` chooses the final answer.

``read_work`` in ``reader`` composes these steps, and ``read_answer`` returns only the answer;
``types`` has what they return. No model and no parser of English is involved, so a short working
takes a fraction of a millisecond.
"""

from unitdep.reading.workings.reader import read_answer, read_work
from unitdep.reading.workings.types import Amount, Answer, Joined, Rule, Span, Step, Working

__all__ = [
    "Amount",
    "Answer",
    "Joined",
    "Rule",
    "Span",
    "Step",
    "Working",
    "read_answer",
    "read_work",
]
