"""Misconceptions: what a wrong answer may reveal.

    right expressions + wrong answer -> variations, near answers -> weights -> Misconceptions

1. ``variations`` makes every expression that one mistake makes of the right one; ``near`` has wrong
   answers that the right sums lead to.
2. ``ranking`` keeps those that give the wrong answer and weighs them by ``priors``, a table of
   assumptions, and by the inverse search.
3. ``sentences`` puts each into words for a teacher and for a pupil.
4. ``diagnosis`` does it for a text and an answer: with gold, or with the program's own answer if it
   is sure of it.
"""

from unitdep.checking.misconceptions.ranking import misconceptions
from unitdep.checking.misconceptions.types import Misconception, MistakeKind

__all__ = ["Misconception", "MistakeKind", "misconceptions"]
