"""Hints: what to say to a pupil who is stuck, from general to particular.

    solution (+ work so far) -> rungs -> a way to say each that keeps the answer secret -> Ladder

1. ``ladder`` takes a ``Solution``: the program's own, or one made of gold (``known=True``), and
   perhaps the pupil's work; it returns a ``Ladder`` of ``Hint``s. Only the last has the answer.
2. ``reading_rungs`` and ``number_rungs`` are about the text: what is asked for, which numbers
   matter, which belong together. ``step_rungs`` are about the sums: what to do next and why, the
   step with a blank, the whole.
3. ``secrecy`` says whether a sentence gives a number away; then the rung is said vaguely or left
   out.
4. ``progress`` finds out where work so far stops or goes wrong, ``likely`` what holds for all
   likely answers if the program isn't sure.
"""

from unitdep.hints.ladder import DONE, ladder
from unitdep.hints.types import Hint, HintKind, Ladder

__all__ = ["DONE", "Hint", "HintKind", "Ladder", "ladder"]
