"""Early rounding: 8 ÷ 3 = 2.67 and 2.67 × 3 = 8.01, where 8 is right.

Nobody who works that way has made a mistake in the sums, so the answer isn't called wrong, but it's
remarked on.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from unitdep.checking.right import Right
from unitdep.checking.trace import Traced
from unitdep.checking.types import Arithmetic
from unitdep.reading.workings import Amount

_NEAR: Final = Fraction(1, 50)  # how far off early rounding may lead, of the right answer


def is_early(right: Right, traced: Sequence[Traced], answer: Amount | None) -> bool:
    """Whether an answer is only off because an earlier result was rounded to decimals."""
    if not traced or answer is None or answer.remainder is not None:
        return False
    last = traced[-1]
    wrong = any(step.arithmetic is Arithmetic.WRONG for step in traced)
    if wrong or last.exact is None or answer.value != last.value:
        return False
    near = abs(answer.value - right.exact) <= _NEAR * abs(right.exact)
    return near and last.exact in (right.exact, right.answer.value)


def rounded_early(right: Right) -> str:
    """Return the remark on it."""
    return f"An earlier result was rounded: without that, the answer is {right.text}."
