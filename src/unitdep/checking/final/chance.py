"""How probable it is that an answer other than the program's own is right after all.

The search gives every answer its probability. If the program's confidence in its own answer is
lower than that answer's probability, what is missing is shared out among the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from unitdep.checking.blame import written_numbers
from unitdep.checking.trace import Traced
from unitdep.inference.compare import Scale
from unitdep.models.calibration import SURE
from unitdep.reading.problem import Problem
from unitdep.reading.workings import Amount
from unitdep.units.combine import Clash

UNREACHED: Final = 0.25  # of the doubt in the program's answer falls on values it can't reach


@dataclass(frozen=True)
class Limits:
    """When a working is judged without gold.

    They were chosen on the development half of the workings (``unitdep workings measure``): at
    least 95% of the workings that are called right shall be right, and as few right ones as
    possible shall be called wrong. Confidences were fitted to the same part of the corpus, so that
    half flatters them; ``contradict`` is therefore where an answer is sure, though on that half
    nothing would be lost without it. A right working that the program finds improbable mostly takes
    all numbers of the text and adds up only what goes together, so more is asked for there.
    """

    agree: float = SURE  # least confidence with which the same answer is called right
    contradict: float = SURE  # the same to call another answer wrong
    doubt: float = 0.01  # largest chance of being right with which a working is called wrong
    plausible: float = 0.005  # the same, if little else speaks against a working

    def doubt_of(self, problem: Problem, traced: Sequence[Traced], *, doubtful: bool) -> float:
        """Return the limit for a working: lower if nothing but its answer speaks against it.

        ``doubtful`` is whether something speaks against the program's own answer.
        """
        return self.plausible if doubtful or is_plausible(problem, traced) else self.doubt


def is_plausible(problem: Problem, traced: Sequence[Traced]) -> bool:
    """Whether a working takes all numbers that the text writes, and its units close.

    Nothing is known about an answer without a working, so it may be plausible.
    """
    if not traced:
        return True
    taken = written_numbers(problem, traced)
    left_out = any(q.index not in taken for q in problem.quantities if not q.implied)
    return not left_out and all(step.clash is not Clash.SUM for step in traced)


def chance(scale: Scale | None, confidence: float, answer: Amount | None) -> float:
    """Return how probable it is that an answer is right which the program's own isn't.

    Args:
        scale: The answers of the problem; None if nothing was searched.
        confidence: The program's confidence in its own answer.
        answer: The answer of a working.

    """
    doubt = 1 - confidence
    if answer is None or scale is None or scale.best is None:
        return doubt * UNREACHED
    within = 0.5 * 10.0**-answer.decimals if answer.decimals else 0.0
    other = scale.answer(answer.value, within)
    if other is None:
        return doubt * UNREACHED
    rest = max(1 - float(scale.best.probability), 1e-9)
    return min(float(other.probability) * doubt / rest, 1.0)
